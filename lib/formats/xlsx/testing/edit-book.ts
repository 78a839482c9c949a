/** The workbook that edits are made on: a model with sums and shares, a table, and notes that read both. For tests only. */
import { cellKey, type BookModel, type Cell, type Ref, type SheetModel } from "./edit-model.ts";

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0;
  }

  /** 0 … below − 1 (mulberry32). */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

export const MODEL = 1;
export const DATA = 2;
export const NOTES = 3;

export function makeBook(random: Random): BookModel {
  const data = 7 + random.below(8);
  const model = emptySheet(MODEL, "Model", data + 2, 6, 1_000);
  const at = (row: number) => model.rows[row - 1] ?? 0;
  const column = (number: number) => model.columns[number - 1] ?? 0;
  const set = (row: number, number: number, cell: Cell) => model.cells.set(cellKey(at(row), column(number)), cell);
  const one = (row: number, number: number, fixed = false): Ref => ({
    sheet: MODEL,
    rows: [at(row), at(row)],
    columns: [column(number), column(number)],
    ...(fixed ? { fixed } : {}),
  });
  const down = (number: number): Ref => ({
    sheet: MODEL,
    rows: [at(2), at(data + 1)],
    columns: [column(number), column(number)],
  });
  ["Item", "Count", "Price", "Amount", "Share", "Note"].forEach((text, n) =>
    set(1, n + 1, { value: text, bold: true }),
  );
  for (let row = 2; row <= data + 1; row++) {
    set(row, 1, { value: `item ${random.below(90_000) + row * 100_000}` });
    set(row, 2, { value: 1 + random.below(500) });
    set(row, 3, { value: (1 + random.below(9_000)) / 4, format: "#,##0.00" });
    set(row, 4, { formula: { op: "times", args: [one(row, 2), one(row, 3)], factor: 1 } });
    set(row, 5, { formula: { op: "ratio", args: [one(row, 4), one(data + 2, 4, true)], factor: 1 }, format: "0.0%" });
    if (random.below(3) > 0) set(row, 6, { value: `note ${random.below(1_000_000)}` });
  }
  set(data + 2, 1, { value: "Total", bold: true });
  for (const number of [2, 4])
    set(data + 2, number, { formula: { op: "sum", args: [down(number)], factor: 1 }, bold: true });
  const table = makeTable(random);
  const notes = emptySheet(NOTES, "Q3 Notes", 6, 3, 3_000);
  const note = (row: number, number: number, cell: Cell) =>
    notes.cells.set(cellKey(notes.rows[row - 1] ?? 0, notes.columns[number - 1] ?? 0), cell);
  const cellOfTable = (row: number, number: number): Ref => {
    const [r, c] = [table.rows[row - 1] ?? 0, table.columns[number - 1] ?? 0];
    return { sheet: DATA, rows: [r, r], columns: [c, c] };
  };
  note(1, 1, { value: "From the model" });
  note(2, 1, { value: "one amount" });
  note(2, 2, { formula: { op: "plus", args: [one(2 + random.below(data), 4), one(1 + data, 2)], factor: 1 } });
  note(3, 1, { value: "all amounts" });
  note(3, 2, { formula: { op: "sum", args: [down(4)], factor: 2 } });
  note(4, 1, { value: "of the table" });
  note(4, 2, { formula: { op: "plus", args: [cellOfTable(3, 2), cellOfTable(5, 3)], factor: 1 } });
  note(5, 1, { value: "sum of the table" });
  note(5, 2, {
    formula: {
      op: "sum",
      args: [
        {
          sheet: DATA,
          rows: [table.rows[1] ?? 0, table.rows[6] ?? 0],
          columns: [table.columns[1] ?? 0, table.columns[2] ?? 0],
        },
      ],
      factor: 1,
    },
  });
  model.merges.push({ sheet: MODEL, rows: [at(data + 2), at(data + 2)], columns: [column(5), column(6)] });
  model.validations.push(down(2));
  model.formats.push(down(4), one(data + 2, 4));
  return {
    sheets: [model, table, notes],
    names: [
      { name: "Amounts", ref: down(4) },
      { name: "Grand", ref: one(data + 2, 4, true) },
    ],
  };
}

function makeTable(random: Random): SheetModel {
  const table = emptySheet(DATA, "Data", 7, 3, 2_000);
  for (let row = 0; row < 7; row++)
    table.columns.forEach((column, n) => {
      const value =
        row === 0
          ? ["Key", "Left", "Right"][n]
          : n === 0
            ? `key ${random.below(1_000_000)}`
            : 10 + random.below(100_000);
      table.cells.set(cellKey(table.rows[row] ?? 0, column), value === undefined ? {} : { value });
    });
  table.table = {
    sheet: DATA,
    rows: [table.rows[0] ?? 0, table.rows[6] ?? 0],
    columns: [table.columns[0] ?? 0, table.columns[2] ?? 0],
  };
  return table;
}

export function emptySheet(id: number, name: string, rows: number, columns: number, first: number): SheetModel {
  return {
    id,
    name,
    state: "visible",
    rows: Array.from({ length: rows }, (_unused, n) => first + n),
    columns: Array.from({ length: columns }, (_unused, n) => first + 500 + n),
    cells: new Map(),
    merges: [],
    validations: [],
    formats: [],
    table: null,
  };
}
