/**
 * Places in a page of a record: the text around the words of a question, as plain text with ranges to mark, and the
 * address as exact as the text tells: the cell of a table's line, the line of a text. Never markup.
 */
import type { SearchHitView } from "../contracts/search.ts";
import { formatAddress, parseAddress, type Address } from "../core/address/address.ts";
import { columnLetters } from "../formats/xlsx/reference.ts";
import type { TextPage } from "../parsing/records.ts";
import { matchesOf, type Clause, type Match } from "./searchQuery.ts";
import { wordsOfPage } from "./searchWords.ts";

const AROUND = 90;

/** The best places first; at most `limit`, and whether there are more. */
export function hitsOf(
  page: TextPage,
  position: number,
  clauses: readonly Clause[],
  limit: number,
): { readonly hits: SearchHitView[]; readonly more: boolean } {
  const matches = matchesOf(clauses, wordsOfPage(page, position)) ?? [];
  const parsed = parseAddress(page.locator);
  const address: Address = parsed.ok ? parsed.value : { kind: "file" };
  const byLine = address.kind === "sheet" || address.kind === "cells" || address.kind === "lines";
  const groups = byLine ? groupedByLine(page.markdown, matches) : groupedByDistance(matches);
  const best = groups
    .map((group, at) => ({ group, at, clauses: new Set(group.map(({ clause }) => clause)).size }))
    .sort((a, b) => b.clauses - a.clauses || a.at - b.at);
  return {
    hits: best.slice(0, limit).map(({ group }) => hitOf(page.markdown, address, group)),
    more: best.length > limit,
  };
}

function groupedByLine(text: string, matches: readonly Match[]): Match[][] {
  const groups = new Map<number, Match[]>();
  for (const match of matches) {
    const line = text.lastIndexOf("\n", match.start - 1);
    groups.set(line, [...(groups.get(line) ?? []), match]);
  }
  return [...groups.values()];
}

function groupedByDistance(matches: readonly Match[]): Match[][] {
  const groups: Match[][] = [];
  for (const match of matches) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && match.end - first.start < 2 * AROUND) group.push(match);
    else groups.push([match]);
  }
  return groups;
}

function hitOf(text: string, address: Address, group: readonly Match[]): SearchHitView {
  const [first] = group;
  if (first === undefined) throw new Error("A group has a match");
  const inTable = address.kind === "sheet" || address.kind === "cells";
  const lineStart = inTable || address.kind === "lines" ? text.lastIndexOf("\n", first.start - 1) + 1 : 0;
  const lineEnd = inTable || address.kind === "lines" ? endOfLine(text, first.start) : text.length;
  const last = group.findLast(({ end }) => end - first.start < 2 * AROUND) ?? first;
  const from = wordStart(text, Math.max(lineStart, first.start - AROUND), first.start);
  const to = wordEnd(text, Math.min(lineEnd, last.end + AROUND), last.end);
  const shown = plain(text, from, to, inTable);
  return {
    locator: formatAddress(placed(text, address, first.start)),
    text: `${from > lineStart ? "… " : ""}${shown.text}${to < lineEnd ? " …" : ""}`,
    marks: group
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => {
        const by = from > lineStart ? 2 : 0;
        return { start: shown.at(start) + by, end: shown.at(end) + by };
      }),
  };
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
};

const wordStart = (text: string, from: number, limit: number): number => {
  const space = text.slice(from, limit).search(/\s/);
  return from === 0 || space === -1 || text[from - 1] === "\n" ? from : from + space + 1;
};

const wordEnd = (text: string, to: number, limit: number): number => {
  if (to >= text.length || text[to] === "\n") return to;
  const space = text.slice(limit, to).lastIndexOf(" ");
  return space === -1 ? to : limit + space;
};

/** Without table bars, escapes and line ends; `at` says where an offset of the source is now. */
function plain(source: string, from: number, to: number, inTable: boolean) {
  let text = "";
  const offsets: number[] = [];
  const start = inTable ? from + (/^\|[ \d]*\| ?/.exec(source.slice(from, to))?.[0].length ?? 0) : from;
  for (let at = from; at < to; at += 1) {
    offsets.push(text.length);
    const character = source[at] ?? "";
    if (at < start) continue;
    if (character === "\\" && /[\\|#>*+-]/.test(source[at + 1] ?? "")) {
      at += 1;
      offsets.push(text.length);
      text += source[at] ?? "";
    } else if (inTable && character === "|") text = text.trimEnd() === "" ? "" : `${text.trimEnd()} · `;
    else if (/\s/.test(character)) text += text === "" || text.endsWith(" ") ? "" : " ";
    else text += character;
  }
  offsets.push(text.length);
  return { text: text.replace(/[ ·]+$/, ""), at: (offset: number) => offsets[offset - from] ?? text.length };
}

/** The cell of a table, the line of a text; else what the page says. */
function placed(text: string, address: Address, at: number): Address {
  if (address.kind === "lines") {
    const line = address.from + (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0);
    return { kind: "lines", from: line, to: line };
  }
  if (address.kind !== "sheet" && address.kind !== "cells") return address;
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const row = /^\| (\d+) \|/.exec(text.slice(start, at));
  if (row === null) return address.kind === "sheet" ? address : { kind: "row", row: 1 };
  const before = text.slice(start + row[0].length, at).replaceAll(/\\[\\|]/g, "");
  const column = (before.match(/\|/g)?.length ?? 0) + 1;
  const sheet = address.sheet === undefined ? {} : { sheet: address.sheet };
  return { kind: "cells", ...sheet, range: `${columnLetters(column)}${row[1] ?? "1"}` };
}
