/** The annotations of a page: notes, highlights, links. Form fields and the windows of notes are not among them. */
import type { Meanings } from "../content/meaning.ts";
import type { Annotation } from "../document.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isList, isName, textOf, type Dict, type PdfValue } from "../file/objects.ts";
import type { PageObject } from "../file/pages.ts";

/** The page, the window of a note, and who saved it when. */
const SKIPPED: ReadonlySet<string> = new Set(["P", "Popup", "M", "NM", "Type"]);
const MAX_SHOWN = 2_000;

export function annotationsOf(file: PdfFile, meanings: Meanings, page: PageObject): Annotation[] {
  const found = file.resolve(page.entries.get("Annots"));
  if (!isList(found)) return [];
  return found.items.flatMap((item, at): Annotation[] => {
    const own = file.resolve(item);
    if (!isDict(own)) return [];
    const named = file.resolve(own.entries.get("Subtype"));
    const subtype = isName(named) ? named.name : "";
    if (subtype === "Widget" || subtype === "Popup") return [];
    return [{ at, subtype, meaning: meanings.of(own, SKIPPED), properties: propertiesOf(file, own, subtype) }];
  });
}

function propertiesOf(file: PdfFile, own: Dict, subtype: string): Record<string, string> {
  const properties: Record<string, string> = { annotation: subtype };
  const put = (key: string, value: PdfValue): void => {
    const text = textOf(value);
    if (text !== null && text !== "") properties[key] = text.slice(0, MAX_SHOWN);
  };
  put("contents", file.resolve(own.entries.get("Contents")));
  put("author", file.resolve(own.entries.get("T")));
  const action = file.resolve(own.entries.get("A"));
  if (isDict(action)) put("address", file.resolve(action.entries.get("URI")));
  put("destination", file.resolve(own.entries.get("Dest")));
  const box = file.resolve(own.entries.get("Rect"));
  if (isList(box)) {
    const numbers = box.items.map(file.resolve).filter((item) => typeof item === "number");
    properties["place"] = numbers.map((value) => Math.round(value * 100) / 100).join(" ");
  }
  return properties;
}
