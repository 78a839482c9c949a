/**
 * Relationships between parts (ECMA-376 part 2, 6.5): reading them, and editing the part that holds them. Types are
 * given as transitional names. Ids mean nothing beyond their file: never compare them.
 */
import { encodeXml } from "./xml-text.ts";
import { attribute, childElements, transitional, type XmlElement } from "./xml-tree.ts";

export interface Relationship {
  readonly id: string;
  readonly type: string;
  /** The last segment of the type: `worksheet`, `sharedStrings`, `image`, … */
  readonly kind: string;
  /** An absolute part name without the leading `/`, or the URI as written where external. */
  readonly target: string;
  readonly external: boolean;
}

/** Where the relationships of `part` lie; `""` is the package. */
export function relationshipsPart(part: string): string {
  const slash = part.lastIndexOf("/");
  return `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
}

/** The part whose relationships `name` holds, or `null` where it is no such part. */
export function relationshipsOwner(name: string): string | null {
  const match = /^(.*\/|)_rels\/([^/]*)\.rels$/.exec(name);
  return match === null ? null : `${match[1] ?? ""}${match[2] ?? ""}`;
}

export function readRelationships(part: string, root: XmlElement): Relationship[] {
  const found: Relationship[] = [];
  for (const element of childElements(root)) {
    const id = attribute(element, "Id");
    const type = attribute(element, "Type");
    const target = attribute(element, "Target");
    if (element.name !== "Relationship" || id === undefined || type === undefined || target === undefined) continue;
    const external = attribute(element, "TargetMode") === "External";
    const kind = type.slice(type.lastIndexOf("/") + 1);
    found.push({
      id,
      type: transitional(type),
      kind,
      external,
      target: external ? target : resolveTarget(part, target),
    });
  }
  return found;
}

/** An absolute part name without leading `/`; `..` beyond the root stays at the root. */
export function resolveTarget(part: string, target: string): string {
  const clean = target.replaceAll("\\", "/").split("#")[0] ?? "";
  const start = clean.startsWith("/") ? [] : part.split("/").slice(0, -1);
  for (const segment of clean.split("/")) {
    if (segment === "..") start.pop();
    else if (segment !== "." && segment !== "") start.push(decodeSegment(segment));
  }
  return start.join("/");
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A whole relationships part. Targets are written absolute, which every reader must accept. */
export function writeRelationships(relationships: readonly Relationship[]): string {
  const lines = relationships.map(({ id, type, target, external }) => {
    const to = external ? encodeXml(target) : encodeXml(`/${target}`);
    const mode = external ? ' TargetMode="External"' : "";
    return `<Relationship Id="${encodeXml(id)}" Type="${encodeXml(type)}" Target="${to}"${mode}/>`;
  });
  const ns = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${ns}">${lines.join("")}</Relationships>`;
}

export function freshRelationshipId(relationships: readonly Relationship[]): string {
  const taken = new Set(relationships.map((relationship) => relationship.id));
  for (let n = relationships.length + 1; ; n++) if (!taken.has(`rId${n}`)) return `rId${n}`;
}
