/** Which sheets of an OpenDocument spreadsheet are hidden: their style says so (19.488, `table:display`), which SheetJS does not look at. */
import { childElements, type XmlElement } from "../ooxml/xml-tree.ts";

/** One truth value a sheet, in order. */
export function hiddenTables(root: XmlElement): boolean[] {
  const hiding = new Set<string>();
  const hidden: boolean[] = [];
  const visit = (element: XmlElement, depth: number): void => {
    for (const child of childElements(element)) {
      if (child.name === "style" && hides(child)) hiding.add(valueOf(child, "name") ?? "");
      else if (child.name === "table") hidden.push(hiding.has(valueOf(child, "style-name") ?? ""));
      else if (depth < 3) visit(child, depth + 1);
    }
  };
  visit(root, 0);
  return hidden;
}

const hides = (style: XmlElement): boolean =>
  [...childElements(style)].some((child) => child.name === "table-properties" && valueOf(child, "display") === "false");

const valueOf = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((found) => found.name === name)?.value;
