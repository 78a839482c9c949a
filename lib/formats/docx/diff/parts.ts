/**
 * Everything else in the package, part by part: what no text refers to. A part is paired by name, else by its meaning;
 * what differs is a change of the facet `unrendered`, or of `metadata` where it only says who saved the file with what.
 */
import type { Change, Flag } from "../../../core/change/change.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { WordDocument } from "../document.ts";
import { isXml } from "../document.ts";
import type { Draft } from "./entry.ts";
import type { Pairing } from "./pairing.ts";

const METADATA =
  /^(docProps\/|word\/(fontTable|webSettings)\.xml$|word\/fonts\/|.*(commentsIds|commentsExtensible|people)\d*\.xml$|customXml\/itemProps\d*\.xml$|.*thumbnail|.*printerSettings)/i;

export function compareParts(before: WordDocument, after: WordDocument, { drafts }: Pairing): void {
  const [old, now] = [otherParts(before), otherParts(after)];
  const digestOf = (document: WordDocument, part: string) =>
    `${document.package.contentType(part) ?? ""} ${document.parts.digest(part)}`;
  const left: string[] = [];
  const gone = new Map<string, Draft>();
  const come = new Map<string, Draft>();
  const taken = new Set<string>();
  for (const part of old) {
    const twin = after.package.resolve(part);
    if (twin === undefined || !now.has(twin)) left.push(part);
    else {
      taken.add(twin);
      if (before.parts.digest(part) !== after.parts.digest(twin)) add(part, twin);
    }
  }
  const rest = new Map([...now].filter((part) => !taken.has(part)).map((part) => [part, digestOf(after, part)]));
  for (const part of left) {
    const own = digestOf(before, part);
    const twin = [...rest].find(([, other]) => other === own)?.[0];
    if (twin === undefined) add(part, null);
    else rest.delete(twin);
  }
  for (const part of rest.keys()) add(null, part);

  bindRelated(before, gone);
  bindRelated(after, come);

  function add(part: string | null, other: string | null): void {
    const name = part ?? other ?? "";
    const value = (document: WordDocument, from: string) =>
      ({
        type: "properties",
        properties: {
          type: document.package.contentType(from) ?? "",
          size: document.package.bytes(from)?.length ?? 0,
          meaning: document.parts.digest(from),
        },
      }) as const;
    const draft = drafts.add(
      {
        kind: part === null ? "added" : other === null ? "removed" : "modified",
        facet: METADATA.test(name) ? "metadata" : "unrendered",
        address: { kind: "part", part: name },
        ...(part === null ? {} : { before: value(before, part) }),
        ...(other === null ? {} : { after: value(after, other) }),
        ...flagsOf(name, other),
      },
      { type: "part", before: part, after: other },
    );
    if (part === null && other !== null) come.set(other, draft);
    if (part !== null && other === null) gone.set(part, draft);
  }
}

/** Parts that come or go bring along, or take away, those that they refer to. */
function bindRelated({ package: pack }: WordDocument, drafts: ReadonlyMap<string, Draft>): void {
  for (const [part, draft] of drafts)
    for (const { external, target } of pack.relationships(part)) {
      const child = external ? undefined : drafts.get(pack.resolve(target) ?? "");
      if (child === undefined || child === draft) continue;
      draft.needs.push(child);
      child.needs.push(draft);
    }
}

function flagsOf(name: string, other: string | null): Pick<Change, "flags"> {
  const flags: Flag[] = [];
  if (/vba/i.test(name)) flags.push("macro");
  if (other === null && !METADATA.test(name)) flags.push("lost-part");
  return flags.length === 0 ? {} : { flags };
}

/** Parts that neither hold a story nor are referred to by one. */
function otherParts(document: WordDocument): ReadonlySet<string> {
  const { package: pack } = document;
  const known = new Set<string>([
    document.part,
    ...document.related.values(),
    ...document.stories.map(({ part }) => part),
  ]);
  const covered = new Set<string>();
  for (const part of known) cover(pack, part, covered);
  const others = pack.zip.entries
    .map(({ name }) => name)
    .filter((name) => !known.has(name) && !covered.has(name))
    .filter((name) => !name.endsWith("/") && !name.endsWith(".rels") && name !== "[Content_Types].xml");
  return new Set(others);
}

/** What a part refers to by relationship id in its own text, with all that hangs on it. */
function cover(pack: OoxmlPackage, part: string, covered: Set<string>): void {
  const used = new Set<string>();
  const tree = isXml(pack, part) ? pack.tree(part) : null;
  if (tree?.ok === true) collectIds(tree.value, used);
  for (const relation of pack.relationships(part)) {
    // The cached picture of a diagram belongs to the diagram, which names it in its data.
    if (relation.external || (!used.has(relation.id) && relation.kind !== "diagramDrawing")) continue;
    const target = pack.resolve(relation.target);
    if (target === undefined || covered.has(target)) continue;
    covered.add(target);
    cover(pack, target, covered);
  }
}

function collectIds(element: XmlElement, found: Set<string>): void {
  for (const { ns, value } of element.attributes) if (ns === NS.rel) found.add(value);
  for (const child of element.children) if (typeof child !== "string") collectIds(child, found);
}
