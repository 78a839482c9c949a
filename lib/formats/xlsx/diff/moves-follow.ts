/**
 * Whether references followed the rows of a sheet that moved (rows cut and inserted elsewhere) or stayed at their places
 * (a table that was sorted): told by the formulas that read them, in rows that lie still. Where none tells, they followed.
 */
import type { Work } from "../../format.ts";
import { AxisMap } from "../axis-map.ts";
import { sameFormula, shiftFormula, type SheetMove, type WorkbookMove } from "../formula-shift.ts";
import { findRow } from "../row-table.ts";
import { alignedRuns, axisMaps, type Alignment } from "./alignment.ts";
import { inPlace } from "./moved-rows.ts";
import type { SheetPair } from "./sheet-pair.ts";

export function movesFollow(moving: SheetPair, pairs: readonly SheetPair[], work: Work): boolean {
  const still = inPlace(moving.rows);
  const follow = movesOf(pairs, moving, moving.rows);
  const stay = movesOf(pairs, moving, still);
  let votes = 0;
  for (const pair of pairs) {
    if (!pair.before.hasFormulas || !pair.after.hasFormulas) continue;
    for (const [formula, twin] of twins(pair, pair === moving ? moving.rows : null, work)) {
      const name = pair.before.name;
      const followed = sameFormula(shiftFormula(formula, name, follow).text, twin);
      const stayed = sameFormula(shiftFormula(formula, name, stay).text, twin);
      if (followed !== stayed) votes += followed ? 1 : -1;
    }
  }
  return votes >= 0;
}

function movesOf(pairs: readonly SheetPair[], moving: SheetPair, rows: Alignment): WorkbookMove {
  const moves = new Map<string, SheetMove>(
    pairs.map((pair) => [
      pair.before.name.toLowerCase(),
      {
        name: pair.after.name,
        rows: pair === moving ? axisMaps(rows).toAfter : pair.rowMaps.toAfter,
        columns: pair.columnMaps.toAfter,
      },
    ]),
  );
  return {
    isSame: false,
    sheet: (name) => moves.get(name.toLowerCase()) ?? { name, rows: AxisMap.same, columns: AxisMap.same },
  };
}

/** Formulas of rows and columns that both versions have; of the sheet whose rows moved, those outside of what moved. */
function* twins(pair: SheetPair, moved: Alignment | null, work: Work): Generator<readonly [string, string]> {
  const numbers = [...(moved?.moved ?? [])];
  const low = Math.min(...numbers.map(([from]) => from));
  const high = Math.max(...numbers.map(([from]) => from));
  const lowAfter = Math.min(...numbers.map(([, to]) => to));
  const highAfter = Math.max(...numbers.map(([, to]) => to));
  for (const run of alignedRuns(pair.rows)) {
    if (run.kind !== "same") continue;
    const found = findRow(pair.before.rows, run.before);
    for (let index = found < 0 ? ~found : found; index < pair.before.rows.count; index++) {
      const row = pair.before.rows.numbers[index] ?? 0;
      if (row >= run.before + run.count || work.remaining < 0) break;
      const twinRow = row - run.before + run.after;
      const inside = moved !== null && !(row < low && twinRow < lowAfter) && !(row > high && twinRow > highAfter);
      work.remaining--;
      if (!inside) yield* formulasOf(pair, index, row, twinRow);
    }
  }
}

function* formulasOf(
  pair: SheetPair,
  index: number,
  row: number,
  twinRow: number,
): Generator<readonly [string, string]> {
  const own = pair.before.cells(index).filter((cell) => cell.formula !== null);
  if (own.length === 0) return;
  const theirs = new Map(pair.after.cellsOfRow(twinRow).map((cell) => [cell.column, cell]));
  for (const cell of own) {
    const column = pair.columnMaps.toAfter.to(cell.column);
    const twin = column === null ? undefined : theirs.get(column);
    const formula = pair.before.formula(row, cell);
    const other = twin === undefined ? null : pair.after.formula(twinRow, twin);
    if (formula !== null && other !== null) yield [formula, other];
  }
}
