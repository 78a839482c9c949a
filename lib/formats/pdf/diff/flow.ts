/**
 * What of a page's words flows on from page to page, and what is furniture: lines near the top or bottom edge that come
 * again on many pages at the same height (running heads, page numbers). Page numbers and page totals count relative to
 * where they stand, so that a page in front of them changes nothing.
 */
import { sha256 } from "../../../shared/sha256.ts";
import type { Word } from "../content/words.ts";
import type { PdfDocument, PdfPage } from "../document.ts";

export interface FlowPage {
  readonly page: PdfPage;
  readonly flow: readonly Word[];
  readonly furniture: readonly Word[];
  /** `furniture`, word by word, with page numbers told relative to the page. */
  readonly running: readonly string[];
  /** Equal where two pages look the same but for page numbers. */
  readonly key: string;
}

/** Numbers that stand by themselves: `3`, `(3)`, `3/5`; not `Q3`, not `1.5`. */
const NUMBERS = /(?<![\p{L}\d.,])\d{1,5}(?![\p{L}\d]|[.,]\d)/gu;

/** Of the page's height, at either end. */
const EDGE = 0.15;
const MIN_PAGES = 3;
const MIN_SHARE = 0.3;

export function flowPages({ pages }: PdfDocument): FlowPage[] {
  const lines = pages.map(edgeLines);
  const counts = new Map<string, number>();
  for (const own of lines) for (const key of new Set(own.values())) counts.set(key, (counts.get(key) ?? 0) + 1);
  const enough = Math.max(MIN_PAGES, Math.ceil(pages.length * MIN_SHARE));
  const common = lines.map((own) => new Map([...own].filter(([, key]) => (counts.get(key) ?? 0) >= enough)));
  const onLines = (held: readonly Lines[]) =>
    pages.map(({ words }, n) => words.filter((word) => held[n]?.has(lineOf(word))));
  const { counters, wild } = numberPlaces(onLines(common), common, enough);
  const repeated = common.map((own) => new Map([...own].filter(([, key]) => !wild.has(key))));
  const furniture = onLines(repeated);
  return pages.map((page, index) => {
    const own = furniture[index] ?? [];
    const running = numbersIn(own, repeated[index]).map(({ text, places }) =>
      text.replaceAll(NUMBERS, (digits) => relative(digits, counters.has(places.shift() ?? ""), index, pages.length)),
    );
    const held = new Set(own);
    const flow = own.length === 0 ? page.words : page.words.filter((word) => !held.has(word));
    return { page, flow, furniture: own, running, key: keyOf(page, flow, running) };
  });
}

type Lines = ReadonlyMap<number, string>;

/** Each word with a name for the place of each of its numbers: the line as it repeats, and which number of it. */
function numbersIn(words: readonly Word[], lines: Lines | undefined): { text: string; places: string[] }[] {
  const seen = new Map<string, number>();
  return words.map((word) => {
    const line = lines?.get(lineOf(word)) ?? "";
    const places = (word.text.match(NUMBERS) ?? []).map(() => {
      const at = seen.get(line) ?? 0;
      seen.set(line, at + 1);
      return `${at} ${line}`;
    });
    return { text: word.text, places };
  });
}

/**
 * `counters`: places whose number goes up with the pages, rather than staying the same. `wild`: lines with a number that
 * does neither on enough pages; they only look alike, as lines of a list do.
 */
function numberPlaces(
  common: readonly (readonly Word[])[],
  lines: readonly Lines[],
  enough: number,
): { readonly counters: ReadonlySet<string>; readonly wild: ReadonlySet<string> } {
  const [steady, counting] = [new Tallies(), new Tallies()];
  for (const [index, words] of common.entries())
    for (const { text, places } of numbersIn(words, lines[index]))
      for (const [n, digits] of (text.match(NUMBERS) ?? []).entries()) {
        steady.count(places[n] ?? "", Number(digits));
        counting.count(places[n] ?? "", Number(digits) - index);
      }
  const [counters, wild] = [new Set<string>(), new Set<string>()];
  for (const place of counting.places()) {
    const [same, up] = [steady.most(place), counting.most(place)];
    if (up > same) counters.add(place);
    if (Math.max(up, same) < enough) wild.add(place.slice(place.indexOf(" ") + 1));
  }
  return { counters, wild };
}

/** How often each value was at each place. */
class Tallies {
  readonly #values = new Map<string, Map<number, number>>();

  count(place: string, value: number): void {
    const own = this.#values.get(place) ?? new Map<number, number>();
    this.#values.set(place, own.set(value, (own.get(value) ?? 0) + 1));
  }

  places = () => this.#values.keys();

  most(place: string): number {
    let most = 0;
    for (const times of this.#values.get(place)?.values() ?? []) most = Math.max(most, times);
    return most;
  }
}

/** A page number by its distance from the page; a total by its being the total. */
function relative(digits: string, counts: boolean, index: number, total: number): string {
  if (counts) return `#${Number(digits) - index}`;
  return Number(digits) === total ? "#all" : digits;
}

const lineOf = ({ box }: Word): number => Math.round((box[1] + box[3]) * 2) / 2;

/** Lines near the edges by height, with their text; digits all alike. */
function edgeLines({ words, size }: PdfPage): Map<number, string> {
  const texts = new Map<number, string[]>();
  for (const word of words) {
    const line = lineOf(word);
    if (line > size[1] * EDGE && line < size[1] * (1 - EDGE)) continue;
    const own = texts.get(line) ?? [];
    own.push(word.text.replaceAll(NUMBERS, "#"));
    texts.set(line, own);
  }
  return new Map([...texts].map(([line, own]) => [line, `${line} ${own.join(" ")}`]));
}

function keyOf(page: PdfPage, flow: readonly Word[], running: readonly string[]): string {
  const placed = flow.flatMap(({ text, box }) => [text, ...box]);
  return sha256([page.graphics, ...placed, "running", ...running].join("\n"));
}
