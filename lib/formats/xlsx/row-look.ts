/** How a row looks as a whole: height, hidden, outline, its own style. Spans are no look. */
import type { Sheet } from "./sheet.ts";
import type { Workbook } from "./workbook.ts";

export type RowLook = Readonly<Record<string, string | number | boolean | null>>;

const NO_LOOK: RowLook = {};

export function rowTag(sheet: Sheet, index: number): string {
  const start = sheet.rows.starts[index] ?? 0;
  const open = sheet.rows.opens[index] ?? 0;
  return Buffer.from(sheet.bytes.buffer, sheet.bytes.byteOffset + start, open - start).toString("utf8");
}

export function rowLook(book: Workbook, tag: string): RowLook {
  if (!/\s(ht|hidden|outlineLevel|collapsed|s)\s*=/.test(tag)) return NO_LOOK;
  const get = (name: string) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];
  const on = (name: string) => ["1", "true"].includes(get(name) ?? "");
  const look: Record<string, string | number | boolean> = {};
  const height = Number(get("ht") ?? Number.NaN);
  if (Number.isFinite(height)) {
    look["height"] = Number(height.toPrecision(10));
    if (!on("customHeight")) look["automatic"] = true;
  }
  if (on("hidden")) look["hidden"] = true;
  const level = Number(get("outlineLevel") ?? 0);
  if (level > 0) look["outlineLevel"] = level;
  if (on("collapsed")) look["collapsed"] = true;
  if (on("customFormat")) {
    const { numberFormat, style } = book.styles.of(Number(get("s") ?? 0));
    if (numberFormat !== undefined) look["numberFormat"] = numberFormat;
    if (style !== undefined) look["style"] = style;
  }
  return look;
}

/** The index of the style in a row's tag, where `rowLook` gives a style. */
export const rowStyle = (tag: string): number => Number(/\ss\s*=\s*["'](\d+)["']/.exec(tag)?.[1] ?? 0);

/** Automatic heights follow from what the rows hold; one that is fixed at just this height is the same. */
export function sameLook(a: RowLook, b: RowLook): boolean {
  if (a === b) return true;
  const [autoA, autoB] = [a, b].map((look) => look["height"] === undefined || look["automatic"] === true);
  if (!(autoA === true && autoB === true) && a["height"] !== b["height"]) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  keys.delete("height");
  keys.delete("automatic");
  return [...keys].every((key) => a[key] === b[key]);
}
