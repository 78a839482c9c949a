/**
 * How places moved between two versions of a base, taken from the diff between them alone: sheets renamed or gone, rows
 * and columns inserted, deleted, moved. Rows that were filled or cleared in place move nothing.
 */
import type { Change, Diff } from "../../core/change/change.ts";
import { axisMaps, type Alignment } from "./diff/alignment.ts";
import { AxisMap } from "./axis-map.ts";
import type { SheetMove, WorkbookMove } from "./formula-shift.ts";
import { columnNumber } from "./reference.ts";

export interface BaseMove extends WorkbookMove {
  /** Rows that were moved as a whole. */
  movedRow(sheet: string, row: number): number | undefined;
}

interface Lists {
  name: string | null;
  readonly rows: { removed: number[]; added: number[] };
  readonly columns: { removed: number[]; added: number[] };
  readonly moved: Map<number, number>;
}

const known = new WeakMap<Diff, BaseMove>();

/** Made once a diff: following ten thousand changes asks for it ten thousand times. */
export function baseMoveOf(diff: Diff): BaseMove {
  const move = known.get(diff) ?? deriveMove(diff);
  known.set(diff, move);
  return move;
}

function deriveMove(diff: Diff): BaseMove {
  const sheets = structureOf(diff);
  const moves = new Map<string, SheetMove>();
  for (const [key, { name, rows, columns, moved }] of sheets)
    moves.set(key, { name, rows: axisMaps({ ...rows, moved }).toAfter, columns: axisMaps(columns).toAfter });
  return {
    isSame: sheets.size === 0,
    sheet: (name) => moves.get(name.toLowerCase()) ?? { name, rows: AxisMap.same, columns: AxisMap.same },
    movedRow: (sheet, row) => sheets.get(sheet.toLowerCase())?.moved.get(row),
  };
}

export interface SheetStructure {
  /** The sheet's name in after; `null` where it is gone. */
  readonly name: string | null;
  readonly rows: Alignment;
  readonly columns: Alignment;
  /** Rows moved as a whole: before → after. They are in `rows` as gone and new. */
  readonly moved: ReadonlyMap<number, number>;
}

/** What a diff says about sheets and their rows and columns, by the sheet's name before in lower case. */
export function structureOf(diff: Diff): ReadonlyMap<string, SheetStructure> {
  const sheets = new Map<string, Lists>();
  const renamedFrom = new Map<string, string>();
  for (const { address, beforeAddress, before, after } of diff.changes)
    if (
      address.kind === "sheet" &&
      before?.type === "name" &&
      after?.type === "name" &&
      beforeAddress?.kind === "sheet"
    )
      renamedFrom.set(address.sheet, beforeAddress.sheet);
  const lists = (sheet: string): Lists => {
    const key = sheet.toLowerCase();
    let found = sheets.get(key);
    if (found === undefined)
      sheets.set(
        key,
        (found = {
          name: sheet,
          rows: { removed: [], added: [] },
          columns: { removed: [], added: [] },
          moved: new Map(),
        }),
      );
    return found;
  };
  for (const [now, old] of renamedFrom) lists(old).name = now;
  for (const change of diff.changes) collect(change, lists, (sheet) => renamedFrom.get(sheet) ?? sheet);
  for (const { rows, columns } of sheets.values())
    for (const list of [rows.removed, rows.added, columns.removed, columns.added]) list.sort((x, y) => x - y);
  return sheets;
}

function collect(change: Change, lists: (sheet: string) => Lists, base: (sheet: string) => string): void {
  const { address, beforeAddress, kind, facet } = change;
  if (facet !== "structure") return;
  if (address.kind === "sheet" && kind === "removed") lists(address.sheet).name = null;
  if (address.kind === "row" && address.sheet !== undefined) {
    // A row that was filled or cleared has both sides.
    const inPlace = kind !== "moved" && change.before !== undefined && change.after !== undefined;
    if (inPlace) return;
    const sheet = lists(kind === "removed" ? address.sheet : base(address.sheet));
    if (kind === "removed") sheet.rows.removed.push(address.row);
    if (kind === "added") sheet.rows.added.push(address.row);
    if (kind === "moved" && beforeAddress?.kind === "row") {
      sheet.rows.removed.push(beforeAddress.row);
      sheet.rows.added.push(address.row);
      sheet.moved.set(beforeAddress.row, address.row);
    }
  }
  if (address.kind === "column" && address.sheet !== undefined) {
    const sheet = lists(kind === "removed" ? address.sheet : base(address.sheet));
    sheet.columns[kind === "removed" ? "removed" : "added"].push(columnNumber(address.column));
  }
}
