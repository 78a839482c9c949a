/**
 * Which formulas of before no longer have a known result once some cells change: everything that reads a changed cell,
 * directly or through other formulas, names, or whole ranges. What cannot be told from the text (INDIRECT, structured
 * references) counts as reading everything. Errs towards "not known". Costs one look at each formula a pass.
 */
import { formulaTokens } from "../formula-tokens.ts";
import { MAX_COLUMN, MAX_ROW, type Area } from "../reference.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import type { Plan } from "./plan.ts";
import type { Dirty } from "./sheet-rows.ts";

interface Reading {
  readonly sheet: string;
  readonly area: Area;
}

interface FormulaCell {
  readonly sheet: Sheet;
  readonly row: number;
  readonly column: number;
  /** `null` reads what cannot be told. */
  readonly reads: readonly Reading[] | null;
}

const MAX_PASSES = 40;
const UNTOLD = /\b(INDIRECT|OFFSET|CELL|INFO|NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY|GETPIVOTDATA)\(|\[(?!\d+\])/i;

export function dirtyResults(plan: Plan): ReadonlyMap<Sheet, Dirty> {
  const changed = new ChangedCells();
  seed(plan, changed);
  const dirty = new Map<Sheet, Map<number, Set<number>>>();
  if (changed.isEmpty) return dirty;
  let open = [...formulasOf(plan.before, plan.removed)];
  for (let pass = 0; open.length > 0; pass++) {
    const left: FormulaCell[] = [];
    for (const cell of open) {
      const reads =
        cell.reads === null || pass >= MAX_PASSES || cell.reads.some(({ sheet, area }) => changed.meets(sheet, area));
      if (!reads) {
        left.push(cell);
        continue;
      }
      changed.add(cell.sheet.name, cell.row, cell.column);
      let rows = dirty.get(cell.sheet);
      if (rows === undefined) dirty.set(cell.sheet, (rows = new Map<number, Set<number>>()));
      const columns = rows.get(cell.row);
      if (columns === undefined) rows.set(cell.row, new Set([cell.column]));
      else columns.add(cell.column);
    }
    if (left.length === open.length) break;
    open = left;
  }
  return dirty;
}

/** In before's coordinates. An inserted row changes whatever reaches across the place where it comes in. */
function seed(plan: Plan, changed: ChangedCells): void {
  for (const { pair, cells, replaced, rows, columns, name } of plan.sheets.values()) {
    const sheet = pair.before.name;
    for (const [row, edits] of cells)
      for (const [column, edit] of edits) if (edit.content) changed.add(sheet, row, column);
    for (const row of replaced.keys()) changed.addArea(sheet, wholeRow(row));
    const keptRows = new Set(
      rows.runs.filter((run) => run.before !== null && run.count === 1).map((run) => run.before),
    );
    for (const row of pair.rows.removed) if (!keptRows.has(row)) changed.addArea(sheet, wholeRow(row));
    const keptColumns = new Set(
      columns.runs.filter((run) => run.before !== null && run.count === 1).map((run) => run.before),
    );
    for (const column of pair.columns.removed)
      if (!keptColumns.has(column)) changed.addArea(sheet, wholeColumn(column));
    for (const run of rows.runs)
      if (run.before === null && run.after !== null) changed.addGap(sheet, "row", pair.rowMaps.anchorOf(run.after));
    for (const run of columns.runs)
      if (run.before === null && run.after !== null)
        changed.addGap(sheet, "column", pair.columnMaps.anchorOf(run.after));
    if (name !== sheet) changed.add(sheet, 0, 0);
  }
  for (const sheet of plan.removed)
    changed.addArea(sheet.name, { top: 1, left: 1, bottom: MAX_ROW, right: MAX_COLUMN });
  if (plan.chosen.some(({ action }) => action.type === "name")) changed.add("", 0, 0);
}

const wholeRow = (row: number): Area => ({ top: row, bottom: row, left: 1, right: MAX_COLUMN });
const wholeColumn = (column: number): Area => ({ top: 1, bottom: MAX_ROW, left: column, right: column });

class ChangedCells {
  readonly #columns = new Map<string, Map<number, Map<number, Set<number>>>>();
  readonly #areas = new Map<string, Area[]>();
  readonly #gaps = new Map<string, { readonly axis: "row" | "column"; readonly anchor: number }[]>();
  isEmpty = true;

  add(sheet: string, row: number, column: number): void {
    this.isEmpty = false;
    const columns = entry(this.#columns, sheet.toLowerCase(), () => new Map<number, Map<number, Set<number>>>());
    const blocks = entry(columns, column, () => new Map<number, Set<number>>());
    entry(blocks, row >> 10, () => new Set<number>()).add(row);
  }

  addArea(sheet: string, area: Area): void {
    this.isEmpty = false;
    entry(this.#areas, sheet.toLowerCase(), () => []).push(area);
  }

  addGap(sheet: string, axis: "row" | "column", anchor: number): void {
    this.isEmpty = false;
    entry(this.#gaps, sheet.toLowerCase(), () => []).push({ axis, anchor });
  }

  meets(sheet: string, area: Area): boolean {
    const key = sheet.toLowerCase();
    if (
      this.#areas
        .get(key)
        ?.some(
          (other) =>
            area.top <= other.bottom &&
            other.top <= area.bottom &&
            area.left <= other.right &&
            other.left <= area.right,
        ) === true
    )
      return true;
    if (
      this.#gaps
        .get(key)
        ?.some(({ axis, anchor }) =>
          axis === "row" ? area.top < anchor && anchor <= area.bottom : area.left < anchor && anchor <= area.right,
        ) === true
    )
      return true;
    const columns = this.#columns.get(key);
    if (columns === undefined) return false;
    for (const [column, blocks] of columns) {
      if (column < area.left || column > area.right) continue;
      for (const [block, rows] of blocks) {
        if (block < area.top >> 10 || block > area.bottom >> 10) continue;
        if (block > area.top >> 10 && block < area.bottom >> 10) return true;
        for (const row of rows) if (row >= area.top && row <= area.bottom) return true;
      }
    }
    return false;
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}

function* formulasOf(book: Workbook, removed: ReadonlySet<Sheet>): Generator<FormulaCell> {
  const names = new Map(book.names.map((name) => [name.name.toLowerCase(), name]));
  const known = new Map<string, readonly Reading[] | null>();
  for (const sheet of book.sheets) {
    if (removed.has(sheet) || !sheet.hasFormulas) continue;
    for (let index = 0; index < sheet.rows.count; index++) {
      const text = sheet.rowText(index);
      if (!text.includes("<f")) continue;
      const row = sheet.rows.numbers[index] ?? 0;
      for (const cell of sheet.cells(index, text)) {
        const formula = sheet.formula(row, cell);
        if (formula === null) continue;
        const key = `${sheet.name}\0${formula}`;
        let reads = known.get(key);
        if (reads === undefined) {
          reads = readings(formula, sheet.name, names, 0);
          if (known.size < 100_000) known.set(key, reads);
        }
        yield { sheet, row, column: cell.column, reads };
      }
    }
  }
}

function readings(
  formula: string,
  own: string,
  names: ReadonlyMap<string, { readonly formula: string }>,
  depth: number,
): readonly Reading[] | null {
  if (depth > 8) return null;
  const found: Reading[] = [];
  for (const token of formulaTokens(formula)) {
    if (token.kind === "other") {
      const bare = token.text.replace(/"(?:[^"]|"")*"/g, "");
      if (UNTOLD.test(bare)) return null;
      if (names.size === 0) continue;
      for (const word of bare.match(/[\p{L}_\\][\p{L}\p{N}_.\\?]*/gu) ?? []) {
        const name = names.get(word.toLowerCase());
        const inner = name === undefined ? [] : readings(name.formula, own, names, depth + 1);
        if (inner === null) return null;
        found.push(...inner);
      }
    } else if (token.lastSheet !== null) return null;
    else if (!token.external) {
      const { first, last } = token;
      const end = last ?? first;
      const rows = [first.row ?? 1, end.row ?? MAX_ROW];
      const columns = [first.column ?? 1, end.column ?? MAX_COLUMN];
      const area = {
        top: Math.min(...rows),
        bottom: Math.max(...rows),
        left: Math.min(...columns),
        right: Math.max(...columns),
      };
      found.push({ sheet: token.sheet ?? own, area });
    }
  }
  return found;
}
