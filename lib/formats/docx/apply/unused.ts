/** Relationships that a patched part no longer uses, and the elements of a document one by one. */
import type { OoxmlPackage } from "../../ooxml/package.ts";
import type { Relationship } from "../../ooxml/relationships.ts";
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { PackageEditor } from "../../xlsx/apply/package-editor.ts";
import type { WordDocument } from "../document.ts";

/** Takes away what the text of a part no longer refers to and did before: pictures of what was removed. */
export function dropUnused(pack: OoxmlPackage, editor: PackageEditor, part: string, text: string): void {
  const tree = pack.tree(part);
  if (!tree.ok) return;
  const used = new Set<string>();
  walk(tree.value, ({ attributes }) => {
    for (const { ns, value } of attributes) if (ns === NS.rel) used.add(value);
  });
  for (const relation of pack.relationships(part)) {
    if (!used.has(relation.id) || text.includes(`"${relation.id}"`) || text.includes(`'${relation.id}'`)) continue;
    const picture = relation.kind === "diagramData" ? diagramPicture(pack, part, relation.target) : undefined;
    for (const gone of [relation, picture]) {
      if (gone === undefined) continue;
      editor.unrelate(part, gone.id);
      if (!gone.external) editor.removeIfUnused(gone.target);
    }
  }
}

function diagramPicture(pack: OoxmlPackage, part: string, data: string): Relationship | undefined {
  const id = /\brelId="([^"]*)"/.exec(pack.text(data) ?? "")?.[1];
  return pack.relationships(part).find((found) => found.id === id && found.kind === "diagramDrawing");
}

export function walk(element: XmlElement, visit: (element: XmlElement) => void): void {
  visit(element);
  for (const child of element.children) if (typeof child !== "string") walk(child, visit);
}

/** The roots of all parts that hold stories. */
export function storyRoots(document: WordDocument): XmlElement[] {
  const roots = new Set<XmlElement>([document.root]);
  for (const { part } of document.stories) {
    const tree = document.package.tree(part);
    if (tree.ok) roots.add(tree.value);
  }
  return [...roots];
}
