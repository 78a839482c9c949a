/** `[Content_Types].xml` (ECMA-376 part 2, 6.2.3): which type a part has, and the part with some types changed. */
import { encodeXml } from "./xml-text.ts";
import { attribute, childElements, type XmlElement } from "./xml-tree.ts";

export const CONTENT_TYPES_PART = "[Content_Types].xml";

export interface ContentTypes {
  /** By lower-case extension without the dot. */
  readonly defaults: ReadonlyMap<string, string>;
  /** By lower-case part name without the leading `/`. */
  readonly overrides: ReadonlyMap<string, string>;
}

export function readContentTypes(root: XmlElement): ContentTypes {
  const defaults = new Map<string, string>();
  const overrides = new Map<string, string>();
  for (const element of childElements(root)) {
    const type = attribute(element, "ContentType");
    const extension = attribute(element, "Extension");
    const part = attribute(element, "PartName");
    if (type === undefined) continue;
    if (element.name === "Default" && extension !== undefined) defaults.set(extension.toLowerCase(), type);
    if (element.name === "Override" && part !== undefined) overrides.set(part.replace(/^\//, "").toLowerCase(), type);
  }
  return { defaults, overrides };
}

export const typeOf = (types: ContentTypes, part: string): string | undefined =>
  types.overrides.get(part.toLowerCase()) ?? types.defaults.get(extensionOf(part));

const extensionOf = (part: string) => part.slice(part.lastIndexOf(".") + 1).toLowerCase();

/**
 * The text of the part with these types set (`null` takes an override away); everything else as it was written. `root`
 * was parsed from `text`.
 */
export function editContentTypes(text: string, root: XmlElement, edits: ReadonlyMap<string, string | null>): string {
  const types = readContentTypes(root);
  const cuts: [number, number][] = [];
  for (const element of childElements(root)) {
    const part = attribute(element, "PartName")?.replace(/^\//, "").toLowerCase();
    if (element.name !== "Override" || part === undefined) continue;
    for (const name of edits.keys()) if (name.toLowerCase() === part) cuts.push([element.start, element.end]);
  }
  const prefix = root.qname.includes(":") ? `${root.qname.split(":")[0] ?? ""}:` : "";
  const added = [...edits].map(([part, type]) => {
    if (type === null || (types.defaults.get(extensionOf(part)) === type && !types.overrides.has(part.toLowerCase())))
      return "";
    return `<${prefix}Override PartName="/${encodeXml(part)}" ContentType="${encodeXml(type)}"/>`;
  });
  const at = root.closeStart;
  if (at === root.openEnd && root.end === root.openEnd) return text;
  let out = `${text.slice(0, at)}${added.join("")}${text.slice(at)}`;
  for (const [start, end] of cuts.reverse()) out = out.slice(0, start) + out.slice(end);
  return out;
}
