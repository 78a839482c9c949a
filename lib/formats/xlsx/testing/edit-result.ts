/** What a chosen part of known edits must give, worked out from identities alone. For tests only. */
import type { Change } from "../../../core/change/change.ts";
import type { EditCase } from "./edit-cases.ts";
import {
  anchored,
  cellKey,
  copyBook,
  formulaText,
  letters,
  refText,
  sheetOf,
  type BookModel,
  type Cell,
  type SheetModel,
} from "./edit-model.ts";

interface ExpectedSheet {
  readonly name: string;
  readonly state: string;
  /** By place: `=formula` or the value as JSON, and the number format. */
  readonly cells: ReadonlyMap<string, string>;
  readonly merges: readonly string[];
  /** Ranges of validations, conditional formats and the table. */
  readonly ranges: readonly string[];
}

export interface Expected {
  readonly sheets: readonly ExpectedSheet[];
  readonly names: ReadonlyMap<string, string>;
}

interface Source {
  readonly cell: Cell;
  readonly written: BookModel;
}

export function expectedResult(edit: EditCase, chosen: readonly Change[]): Expected {
  const { shown, sources } = takeChosen(edit, chosen);
  const { before } = edit;
  const names = before.names.map(({ name, ref }) => [name, refText(ref, null, before, shown) ?? "#REF!"] as const);
  return {
    sheets: shown.sheets.map((sheet) => expectedSheet(sheet, shown, before, sources.get(sheet.id))),
    names: new Map(names),
  };
}

/** The result as a book of its own, so that its formulas can be calculated. */
export function expectedBook(edit: EditCase, chosen: readonly Change[]): BookModel {
  const { shown, sources } = takeChosen(edit, chosen);
  for (const sheet of shown.sheets) {
    sheet.cells.clear();
    for (const [key, { cell, written }] of sources.get(sheet.id) ?? []) {
      const { formula } = cell;
      const args = formula?.args.map((ref) => anchored(ref, written, shown));
      sheet.cells.set(
        key,
        formula === undefined || args === undefined ? cell : { ...cell, formula: { ...formula, args } },
      );
    }
  }
  return shown;
}

function takeChosen({ before, after }: EditCase, chosen: readonly Change[]) {
  const shown = copyBook(before);
  const sources = new Map<number, Map<string, Source>>();
  for (const sheet of shown.sheets) takeSheet(sheet, before, after, chosen, sources);
  for (const sheet of after.sheets) {
    const taken = chosen.some(
      (change) => change.kind === "added" && change.address.kind === "sheet" && change.address.sheet === sheet.name,
    );
    if (!taken) continue;
    shown.sheets.push(structuredClone(sheet));
    sources.set(sheet.id, new Map([...sheet.cells].map(([key, cell]) => [key, { cell, written: after }])));
  }
  return { shown, sources };
}

function takeSheet(
  sheet: SheetModel,
  before: BookModel,
  after: BookModel,
  chosen: readonly Change[],
  sources: Map<number, Map<string, Source>>,
): void {
  const [was, now] = [sheetOf(before, sheet.id), sheetOf(after, sheet.id)];
  if (was === undefined || now === undefined) return;
  const own = chosen.filter(
    ({ address, kind }) =>
      "sheet" in address && address.sheet === (kind === "removed" && address.kind !== "cells" ? was.name : now.name),
  );
  for (const change of own)
    if (change.address.kind === "sheet" && change.kind === "modified") {
      if (change.after?.type === "name") ({ name: sheet.name } = now);
      else ({ state: sheet.state } = now);
    }
  const moved = new Set<number>();
  sheet.rows = axis(
    was.rows,
    now.rows,
    own.filter(({ address }) => address.kind === "row"),
    (change) => (change.address.kind === "row" ? change.address.row : 0),
    moved,
  );
  sheet.columns = axis(
    was.columns,
    now.columns,
    own.filter(({ address }) => address.kind === "column"),
    (change) => (change.address.kind === "column" ? lettersToNumber(change.address.column) : 0),
    moved,
  );
  sources.set(sheet.id, takeCells(sheet, before, after, own, moved));
}

/** The order of ids once the chosen ones came, went and moved; each new one follows its neighbour in after. */
function axis(
  was: readonly number[],
  now: readonly number[],
  chosen: readonly Change[],
  place: (change: Change) => number,
  moved: Set<number>,
): number[] {
  const gone = new Set(chosen.filter(({ kind }) => kind === "removed").map((change) => was[place(change) - 1]));
  const coming = chosen.filter(({ kind }) => kind !== "removed").map((change) => now[place(change) - 1] ?? -1);
  for (const [n, change] of chosen.filter(({ kind }) => kind !== "removed").entries())
    if (change.kind === "moved") moved.add(coming[n] ?? -1);
  const order = was.filter((id) => !gone.has(id) && !coming.includes(id));
  for (const id of coming.sort((a, b) => now.indexOf(a) - now.indexOf(b))) {
    const previous = now
      .slice(0, now.indexOf(id))
      .findLast((other) => order.includes(other) && inOrder(other, was, now));
    order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id);
  }
  return order;

  /** Not one that lies elsewhere in after and was not taken there. */
  function inOrder(id: number, old: readonly number[], next: readonly number[]): boolean {
    if (coming.includes(id) || !old.includes(id)) return true;
    const rising = (list: readonly number[]) =>
      list.filter((other) => old.includes(other) && next.includes(other) && !coming.includes(other));
    const neighbours = (list: readonly number[]) => list[list.indexOf(id) - 1];
    return neighbours(rising(old)) === neighbours(rising(next)) || rising(old).indexOf(id) === rising(next).indexOf(id);
  }
}

const lettersToNumber = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function takeCells(
  sheet: SheetModel,
  before: BookModel,
  after: BookModel,
  own: readonly Change[],
  moved: ReadonlySet<number>,
): Map<string, Source> {
  const [was, now] = [sheetOf(before, sheet.id), sheetOf(after, sheet.id)];
  const found = new Map<string, Source>();
  if (was === undefined || now === undefined) return found;
  const facets = new Map<string, Set<string>>();
  for (const { address, facet } of own)
    if (address.kind === "cells")
      facets.set(address.range, (facets.get(address.range) ?? new Set()).add(facet === "format" ? "look" : "content"));
  for (const row of sheet.rows)
    for (const column of sheet.columns) {
      const key = cellKey(row, column);
      const [old, next] = [was.cells.get(key), now.cells.get(key)];
      const fresh = !was.rows.includes(row) || !was.columns.includes(column) || moved.has(row);
      const taken = facets.get(`${letters(now.columns.indexOf(column) + 1)}${now.rows.indexOf(row) + 1}`);
      const content =
        fresh || taken?.has("content") === true ? { cell: next, written: after } : { cell: old, written: before };
      const look = fresh || taken?.has("look") === true ? next : old;
      const { value, formula } = content.cell ?? {};
      const says = { ...(value === undefined ? {} : { value }), ...(formula === undefined ? {} : { formula }) };
      const cell: Cell = { ...says, ...(look?.format === undefined ? {} : { format: look.format }) };
      found.set(key, { cell, written: content.written });
    }
  return found;
}

function expectedSheet(
  sheet: SheetModel,
  shown: BookModel,
  before: BookModel,
  sources: ReadonlyMap<string, Source> | undefined,
): ExpectedSheet {
  const cells = new Map<string, string>();
  sheet.rows.forEach((row, r) =>
    sheet.columns.forEach((column, c) => {
      const source = sources?.get(cellKey(row, column));
      if (source === undefined) return;
      const { value, formula, format } = source.cell;
      if (value === undefined && formula === undefined) return;
      const text =
        formula === undefined ? JSON.stringify(value) : `=${formulaText(formula, sheet.id, source.written, shown)}`;
      cells.set(`${letters(c + 1)}${r + 1}`, `${text} ${format ?? "General"}`);
    }),
  );
  const written = sheetOf(before, sheet.id) === undefined ? shown : before;
  const places = (refs: SheetModel["merges"]) =>
    refs.flatMap((ref) => refText({ ...ref, fixed: false }, sheet.id, written, shown) ?? []);
  return {
    name: sheet.name,
    state: sheet.state,
    cells,
    merges: places(sheet.merges)
      .filter((place) => place.includes(":") && new Set(place.split(":")).size > 1)
      .sort(),
    ranges: places([...sheet.validations, ...sheet.formats, ...(sheet.table === null ? [] : [sheet.table])])
      .map(oneCell)
      .sort(),
  };
}

/** `D3:D3` is `D3`. */
const oneCell = (place: string): string =>
  new Set(place.split(":")).size === 1 ? (place.split(":")[0] ?? place) : place;
