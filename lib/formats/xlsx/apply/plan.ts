/**
 * What a chosen set of changes means for each sheet: which rows and columns the result has, which cells it takes from
 * after, and how formulas of either version read in the result.
 */
import { AxisMap } from "../axis-map.ts";
import type { SheetMove, WorkbookMove } from "../formula-shift.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { axisMaps, partialMaps, SAME_ALIGNMENT, type PartialMaps } from "../diff/alignment.ts";
import type { Comparison, SheetPair } from "../diff/comparison.ts";
import type { Action, Entry, Place } from "../diff/entry.ts";

/** What one cell of before takes from its twin in after. */
export interface CellEdit {
  readonly after: Place;
  content: boolean;
  look: boolean;
  result: boolean;
}

export type ItemAction = Extract<Action, { type: "aspect-item" }>;

export interface SheetPlan {
  readonly pair: SheetPair;
  /** The sheet's name in the result. */
  readonly name: string;
  readonly rows: PartialMaps;
  readonly columns: PartialMaps;
  /** By row, then column of before. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, CellEdit>>;
  /** Rows of before that take all cells of a row of after. */
  readonly replaced: ReadonlyMap<number, number>;
  readonly looks: ReadonlyMap<number, number>;
  readonly aspects: readonly string[];
  /** Chosen items of aspects of which not all that differ were chosen. */
  readonly items: ReadonlyMap<string, readonly ItemAction[]>;
  /** Rows or columns come or go. */
  readonly moves: boolean;
}

export interface Plan {
  readonly comparison: Comparison;
  readonly before: Workbook;
  readonly after: Workbook;
  readonly chosen: readonly Entry[];
  readonly sheets: ReadonlyMap<Sheet, SheetPlan>;
  readonly removed: ReadonlySet<Sheet>;
  readonly added: readonly Sheet[];
  /** before → result, for formulas that stay. */
  readonly fromBefore: WorkbookMove;
  /** after → result, for formulas that are taken. */
  readonly fromAfter: WorkbookMove;
  /** Everything that can be decided was chosen: cached results of after are known to be right. */
  readonly all: boolean;
}

export function makePlan(comparison: Comparison, chosen: readonly Entry[], all: boolean): Plan {
  const { before, after } = comparison;
  const byPair = new Map<SheetPair, Action[]>(comparison.pairs.map((pair) => [pair, []]));
  const removed = new Set<Sheet>();
  const added: Sheet[] = [];
  for (const { action } of chosen) {
    if ("pair" in action) byPair.get(action.pair)?.push(action);
    else if (action.type === "sheet-removed") removed.add(action.before);
    else if (action.type === "sheet-added") added.push(action.after);
  }
  const sheets = new Map<Sheet, SheetPlan>();
  for (const [pair, actions] of byPair) sheets.set(pair.before, planSheet(pair, actions));
  const moves = [...sheets.values()];
  const same = moves.every((plan) => !plan.moves && plan.name === plan.pair.before.name);
  const fromBefore = new Map<string, SheetMove>();
  const fromAfter = new Map<string, SheetMove>();
  for (const sheet of before.sheets)
    fromBefore.set(sheet.name.toLowerCase(), {
      name: sheet.name,
      rows: AxisMap.same,
      columns: AxisMap.same,
    });
  for (const sheet of after.sheets)
    fromAfter.set(sheet.name.toLowerCase(), {
      name: added.includes(sheet) ? sheet.name : null,
      rows: AxisMap.same,
      columns: AxisMap.same,
    });
  for (const { pair, name, rows, columns } of moves) {
    fromBefore.set(pair.before.name.toLowerCase(), { name, rows: rows.fromBefore, columns: columns.fromBefore });
    fromAfter.set(pair.after.name.toLowerCase(), { name, rows: rows.fromAfter, columns: columns.fromAfter });
  }
  const afterSame =
    comparison.added.length === 0 &&
    moves.every(
      (plan) => plan.rows.fromAfter.isSame && plan.columns.fromAfter.isSame && plan.name === plan.pair.after.name,
    );
  return {
    comparison,
    before,
    after,
    chosen,
    sheets,
    removed,
    added,
    fromBefore: { isSame: same, sheet: (name) => fromBefore.get(name.toLowerCase()) },
    fromAfter: { isSame: afterSame, sheet: (name) => fromAfter.get(name.toLowerCase()) },
    all,
  };
}

function planSheet(pair: SheetPair, actions: readonly Action[]): SheetPlan {
  const removedRows = new Set<number>();
  const addedRows = new Set<number>();
  const removedColumns = new Set<number>();
  const addedColumns = new Set<number>();
  const cells = new Map<number, Map<number, CellEdit>>();
  const replaced = new Map<number, number>();
  const looks = new Map<number, number>();
  const aspects: string[] = [];
  const items = new Map<string, ItemAction[]>();
  let { name } = pair.before;
  for (const action of actions) {
    if (action.type === "row-removed" || action.type === "row-moved") removedRows.add(action.before);
    if (action.type === "row-added" || action.type === "row-moved") addedRows.add(action.after);
    if (action.type === "column-removed") removedColumns.add(action.before);
    if (action.type === "column-added") addedColumns.add(action.after);
    if (action.type === "row-replaced") replaced.set(action.before, action.after);
    if (action.type === "row-look") looks.set(action.before, action.after);
    if (action.type === "aspect") aspects.push(action.aspect);
    if (action.type === "aspect-item") items.set(action.aspect, [...(items.get(action.aspect) ?? []), action]);
    if (action.type === "sheet-renamed") ({ name } = pair.after);
    if (action.type === "cell") editCell(cells, action);
  }
  return {
    pair,
    name,
    rows: partialMaps(
      pair.rows,
      (row) => removedRows.has(row),
      (row) => addedRows.has(row),
    ),
    columns: partialMaps(
      pair.columns,
      (column) => removedColumns.has(column),
      (column) => addedColumns.has(column),
    ),
    cells,
    replaced,
    looks,
    aspects: aspects.concat([...items].flatMap(([aspect, chosen]) => (isWhole(chosen) ? [aspect] : []))),
    items: new Map([...items].filter(([, chosen]) => !isWhole(chosen))),
    moves: removedRows.size + addedRows.size + removedColumns.size + addedColumns.size > 0,
  };
}

const isWhole = (chosen: readonly ItemAction[]): boolean => chosen.length === chosen[0]?.total;

function editCell(cells: Map<number, Map<number, CellEdit>>, action: Extract<Action, { type: "cell" }>): void {
  let row = cells.get(action.before.row);
  if (row === undefined) cells.set(action.before.row, (row = new Map<number, CellEdit>()));
  let edit = row.get(action.before.column);
  if (edit === undefined)
    row.set(action.before.column, (edit = { after: action.after, content: false, look: false, result: false }));
  edit[action.takes] = true;
}

/** The plan of a sheet that has no twin in after and stays as it is. */
export function standingSheet(sheet: Sheet): SheetPlan {
  const maps = axisMaps(SAME_ALIGNMENT);
  const pair: SheetPair = {
    before: sheet,
    after: sheet,
    rows: SAME_ALIGNMENT,
    columns: SAME_ALIGNMENT,
    rowMaps: maps,
    columnMaps: maps,
    sameBytes: true,
  };
  return planSheet(pair, []);
}
