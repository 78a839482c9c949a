/** Form fields by full name (ISO 32000-2, 12.7): value, what shows it, and all the rest apart. */
import type { Meanings } from "../content/meaning.ts";
import type { Field, PdfDocument } from "../document.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isList, isName, isRef, isString, textOf, type Dict, type PdfValue } from "../file/objects.ts";
import type { PageObject } from "../file/pages.ts";

export interface FieldObject {
  readonly name: string;
  /** Number of the field's own object; null where it is written in place. */
  readonly num: number | null;
  readonly own: Dict;
  /** `FT` and `V`, inherited or its own. */
  readonly type: string;
  readonly value: PdfValue;
  /** What shows it: the field itself, or its kids. */
  readonly widgets: readonly { readonly num: number | null; readonly own: Dict }[];
}

const SHOWN = ["V", "AS", "AP"];
const STRUCTURE_SKIPPED: ReadonlySet<string> = new Set([...SHOWN, "Kids", "P", "M", "RV", "I"]);
const MAX_FIELDS = 100_000;

export function formOf(
  file: PdfFile,
  meanings: Meanings,
  pages: readonly PageObject[],
): Pick<PdfDocument, "fields" | "signed"> {
  const placed = widgetPages(file, pages);
  const fields = new Map<string, Field>();
  let signed = false;
  for (const field of fieldObjects(file)) {
    const { name, type, value, widgets, own } = field;
    if (type === "Sig" && isDict(file.resolve(value))) signed = true;
    const shown = [
      meanings.of(value).digest,
      meanings.of(own.entries.get("RV")).digest,
      ...widgets.flatMap((widget) => SHOWN.slice(1).map((key) => meanings.of(widget.own.entries.get(key)).digest)),
    ].join(" ");
    const structure = [
      meanings.of(own, STRUCTURE_SKIPPED).digest,
      ...widgets.map((widget) => meanings.of(widget.own, STRUCTURE_SKIPPED).digest),
    ].join(" ");
    const on = widgets.flatMap(({ num }) => (num === null ? [] : [placed.get(num) ?? -1]));
    fields.set(name, { type, value: valueText(file, value), shown, structure, pages: on });
  }
  return { fields, signed };
}

function valueText(file: PdfFile, value: PdfValue): string {
  const own = file.resolve(value);
  if (isList(own)) return own.items.map((item) => textOf(file.resolve(item)) ?? "").join(", ");
  if (isString(own) || isName(own)) return textOf(own) ?? "";
  return own === null ? "" : isDict(own) ? "signed" : typeof own === "object" ? own.kind : String(own);
}

/** Terminal fields, in order; of two with one name the second is called `name#2`. */
export function fieldObjects(file: PdfFile): FieldObject[] {
  const form = file.resolve(file.catalog.entries.get("AcroForm"));
  const roots = isDict(form) ? file.resolve(form.entries.get("Fields")) : null;
  interface Open {
    readonly node: PdfValue;
    readonly path: readonly string[];
    readonly type: PdfValue;
    readonly value: PdfValue;
  }
  const open: Open[] = [];
  const found: FieldObject[] = [];
  const [seen, names] = [new Set<number>(), new Map<string, number>()];
  if (isList(roots))
    for (const node of [...roots.items].reverse()) open.push({ node, path: [], type: null, value: null });
  for (let next = open.pop(); next !== undefined && found.length < MAX_FIELDS; next = open.pop()) {
    const { node } = next;
    if (isRef(node)) {
      if (seen.has(node.num)) continue;
      seen.add(node.num);
    }
    const own = file.resolve(node);
    if (!isDict(own) || next.path.length > 100) continue;
    const part = textOf(file.resolve(own.entries.get("T")));
    const path = part === null ? next.path : [...next.path, part];
    const type = file.resolve(own.entries.get("FT")) ?? next.type;
    const value = own.entries.get("V") ?? next.value;
    const kids = file.resolve(own.entries.get("Kids"));
    const items = isList(kids) ? kids.items : [];
    const isParent = items.some((kid) => {
      const inner = file.resolve(kid);
      return isDict(inner) && inner.entries.has("T");
    });
    if (isParent) {
      for (const kid of [...items].reverse()) open.push({ node: kid, path, type, value });
      continue;
    }
    const joined = path.join(".");
    const count = (names.get(joined) ?? 0) + 1;
    names.set(joined, count);
    found.push({
      name: count === 1 ? joined : `${joined}#${count}`,
      num: isRef(node) ? node.num : null,
      own,
      type: isName(type) ? type.name : "",
      value,
      widgets: items.length === 0 ? [widgetOf(file, node)] : items.map((kid) => widgetOf(file, kid)),
    });
  }
  return found;
}

function widgetOf(file: PdfFile, node: PdfValue): FieldObject["widgets"][number] {
  const own = file.resolve(node);
  return { num: isRef(node) ? node.num : null, own: isDict(own) ? own : { kind: "dict", entries: new Map() } };
}

function widgetPages(file: PdfFile, pages: readonly PageObject[]): Map<number, number> {
  const placed = new Map<number, number>();
  for (const [n, page] of pages.entries()) {
    const annotations = file.resolve(page.entries.get("Annots"));
    if (isList(annotations)) for (const item of annotations.items) if (isRef(item)) placed.set(item.num, n);
  }
  return placed;
}
