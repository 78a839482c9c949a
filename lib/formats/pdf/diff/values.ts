/** Pages and parts as the values of changes. */
import type { Value } from "../../../core/change/change.ts";
import { canonicalJson } from "../../../shared/canonical-json.ts";
import { sha256 } from "../../../shared/sha256.ts";
import type { Word } from "../content/words.ts";
import type { PdfPage } from "../document.ts";

/** In reading order, a line of the page a line. */
export function pageText({ words }: PdfPage): string {
  return words.map(({ text, startsLine }, n) => (n === 0 ? text : `${startsLine ? "\n" : " "}${text}`)).join("");
}

export function pageValue(page: PdfPage, marks: readonly Word[]): Value {
  return {
    type: "page",
    text: pageText(page),
    size: page.size,
    marks: marks.map(({ text, box }) => ({ text, box })),
    drawing: page.look,
  };
}

export const propertiesValue = (properties: Readonly<Record<string, string | number | boolean | null>>): Value => ({
  type: "properties",
  properties,
});

export const digestOf = (value: unknown): string => sha256(canonicalJson(value)).slice(0, 40);

/** `2`, `2-5`, `2-5, 9`: pages from 1, of ascending indices from 0. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.[1] === page) last[1]++;
    else ranges.push([page + 1, page + 1]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}

/** The pages (from 1) that `pageRanges` names. */
export function pagesIn(ranges: string): number[] {
  return ranges.split(", ").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    return Array.from({ length: Math.max(0, Math.min(to - from + 1, 1_000_000)) }, (_, n) => from + n);
  });
}
