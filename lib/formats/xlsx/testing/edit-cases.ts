/** Seeded edits of a modelled workbook, as a person makes them in a spreadsheet program. For tests only. */
import { DATA, emptySheet, makeBook, MODEL, NOTES, Random } from "./edit-book.ts";
import {
  cellKey,
  copyBook,
  sheetOf,
  type BookModel,
  type Cell,
  type Formula,
  type Ref,
  type SheetModel,
} from "./edit-model.ts";

export interface EditCase {
  readonly seed: number;
  readonly ops: readonly string[];
  readonly before: BookModel;
  readonly after: BookModel;
  /** Row ids that were moved as a whole. */
  readonly moved: ReadonlySet<number>;
  /** A table was sorted in place: only then several reports of the same are right. */
  readonly sorted: boolean;
}

const OPS = [
  "insert row",
  "delete row",
  "move row",
  "insert column",
  "delete column",
  "retype",
  "reformat",
  "change formula",
  "overwrite formula",
  "duplicate row",
  "sort",
  "rename sheet",
  "add sheet",
  "reorder sheets",
  "hide sheet",
  "insert rows",
  "delete first row",
  "delete last row",
  "clear cell",
  "fill cell",
] as const;
type Op = (typeof OPS)[number];

export function makeCase(seed: number): EditCase {
  const random = new Random(seed);
  const editor = new Editor(random, makeBook(random));
  const { before } = editor;
  const ops: Op[] = [OPS[seed % OPS.length] ?? "retype"];
  if (seed >= OPS.length * 5) for (let more = 1 + random.below(3); more > 0; more--) ops.push(random.pick(OPS));
  for (const op of ops) editor.run(op);
  return { seed, ops, before, after: editor.book, moved: editor.moved, sorted: editor.sorted };
}

class Editor {
  readonly before: BookModel;
  readonly book: BookModel;
  readonly moved = new Set<number>();
  sorted = false;
  readonly #random: Random;
  /** Rows and columns that an edit touched already: the next one keeps its distance, so that only one report is right. */
  readonly #touched = new Set<number>();
  #next = 10_000;

  constructor(random: Random, book: BookModel) {
    this.#random = random;
    this.before = book;
    this.book = copyBook(book);
  }

  run(op: Op): void {
    const model = sheetOf(this.book, MODEL);
    if (model === undefined) return;
    const edits: Readonly<Partial<Record<Op, () => void>>> = {
      "insert row": () => this.#insertRows(model, 1),
      "insert rows": () => this.#insertRows(model, 2 + this.#random.below(3)),
      "duplicate row": () => this.#duplicate(model),
      "delete row": () => this.#deleteRow(model, this.#row(model)),
      "delete first row": () => this.#deleteRow(model, this.#free(model, 1)),
      "delete last row": () => this.#deleteRow(model, this.#free(model, model.rows.length - 2)),
      "move row": () => this.#moveRow(model),
      "insert column": () => this.#insertColumn(model),
      "delete column": () => this.#deleteColumn(model),
      sort: () => this.#sort(),
      "rename sheet": () => this.#rename(),
      "add sheet": () => this.#addSheet(),
      "reorder sheets": () => {
        this.book.sheets.push(...this.book.sheets.splice(0, 1));
      },
      "hide sheet": () => {
        for (const sheet of this.book.sheets) if (sheet.id === NOTES) sheet.state = "hidden";
      },
    };
    (edits[op] ?? (() => this.#editCell(model, op)))();
  }

  /** A data row's index that lies two rows from whatever was touched; -1 where there is none. */
  #row(model: SheetModel): number {
    const free = model.rows
      .map((_row, at) => this.#free(model, at))
      .filter((at) => at >= 1 && at < model.rows.length - 1);
    return free.length === 0 ? -1 : this.#random.pick(free);
  }

  #free(model: SheetModel, at: number): number {
    const near = [-2, -1, 0, 1, 2].some((by) => this.#touched.has(model.rows[at + by] ?? -1));
    return near || at < 1 ? -1 : at;
  }

  #touch(model: SheetModel, at: number, count = 1): void {
    for (let n = at - 1; n <= at + count; n++) this.#touched.add(model.rows[n] ?? -2);
  }

  #insertRows(model: SheetModel, count: number): void {
    const at = this.#row(model);
    if (at < 0) return;
    const fresh = Array.from({ length: count }, () => this.#next++);
    model.rows.splice(at, 0, ...fresh);
    for (const row of fresh) this.#fillRow(model, row, null);
    this.#touch(model, at, count);
  }

  #fillRow(model: SheetModel, row: number, like: number | null): void {
    model.columns.forEach((column, n) => {
      const own = (number: number): Ref => ({ sheet: model.id, rows: [row, row], columns: [number, number] });
      const source = like === null ? undefined : model.cells.get(cellKey(like, column));
      let cell: Cell | undefined = source;
      if (source?.formula !== undefined)
        cell = {
          ...source,
          formula: {
            ...source.formula,
            args: source.formula.args.map((ref) =>
              ref !== null && ref.rows[0] === like ? { ...ref, rows: [row, row] } : ref,
            ),
          },
        };
      if (like === null) {
        const value = n === 0 ? `new ${this.#random.below(1e9)}` : 20_000 + this.#random.below(90_000);
        const [second, third] = [model.columns[1] ?? 0, model.columns[2] ?? 0];
        cell =
          n === 3
            ? { formula: { op: "times", args: [own(second), own(third)], factor: 1 } }
            : n < 5
              ? { value }
              : undefined;
      }
      if (cell !== undefined) model.cells.set(cellKey(row, column), cell);
    });
  }

  #duplicate(model: SheetModel): void {
    const at = this.#row(model);
    if (at < 0) return;
    const row = this.#next++;
    const source = model.rows[at] ?? 0;
    model.rows.splice(at + 1, 0, row);
    this.#fillRow(model, row, source);
    this.#touch(model, at, 2);
  }

  #deleteRow(model: SheetModel, at: number): void {
    const row = model.rows[at];
    if (at < 1 || row === undefined || model.rows.length < 6) return;
    this.#touch(model, at);
    this.#forget(model, "rows", row);
  }

  /** Ends move inwards; what is gone as a whole is `null`. */
  #forget(model: SheetModel, axis: "rows" | "columns", id: number): void {
    const order = model[axis];
    const at = order.indexOf(id);
    const moved = (ref: Ref | null): Ref | null => {
      if (ref === null || ref.sheet !== model.id) return ref;
      const [first, last] = ref[axis];
      if (first === id && last === id) return null;
      if (first === id) return { ...ref, [axis]: [order[at + 1] ?? 0, last] };
      return last === id ? { ...ref, [axis]: [first, order[at - 1] ?? 0] } : ref;
    };
    for (const sheet of this.book.sheets) {
      for (const [key, cell] of sheet.cells) {
        const { formula } = cell;
        if (formula !== undefined)
          sheet.cells.set(key, { ...cell, formula: { ...formula, args: formula.args.map(moved) } });
      }
      const kept = (refs: readonly Ref[]) => refs.flatMap((ref) => moved(ref) ?? []);
      sheet.merges = kept(sheet.merges).filter(
        (ref) => ref.columns[0] !== ref.columns[1] || ref.rows[0] !== ref.rows[1],
      );
      sheet.validations = kept(sheet.validations);
      sheet.formats = kept(sheet.formats);
    }
    for (const name of this.book.names) name.ref = moved(name.ref);
    for (const key of [...model.cells.keys()]) {
      const [row, column] = key.split(" ").map(Number);
      if ((axis === "rows" ? row : column) === id) model.cells.delete(key);
    }
    order.splice(at, 1);
  }

  /** Inside of the data, never the first or the last of it: what programs do with ends that are cut differs. */
  #moveRow(model: SheetModel): void {
    const inner = (at: number) => at >= 2 && at < model.rows.length - 2;
    const from = this.#row(model);
    if (!inner(from)) return;
    const row = model.rows[from] ?? 0;
    const targets = model.rows
      .map((_row, at) => at)
      .filter((at) => inner(at) && Math.abs(at - from) > 2 && this.#free(model, at) >= 0);
    if (targets.length === 0) return;
    const to = this.#random.pick(targets);
    this.#touch(model, from);
    model.rows.splice(from, 1);
    const at = to > from ? to - 1 : to;
    model.rows.splice(at, 0, row);
    this.#touch(model, at);
    this.moved.add(row);
  }

  #insertColumn(model: SheetModel): void {
    const at = 1 + this.#random.below(model.columns.length - 1);
    if (this.#touched.has(model.columns[at] ?? 0) || this.#touched.has(model.columns[at - 1] ?? 0) || at === 5) return;
    const column = this.#next++;
    model.columns.splice(at, 0, column);
    model.rows.forEach((row, n) => {
      const value = n === 0 ? "Extra" : 500_000 + this.#random.below(90_000);
      model.cells.set(cellKey(row, column), { value });
    });
    for (const n of [at - 1, at, at + 1]) this.#touched.add(model.columns[n] ?? 0);
  }

  #deleteColumn(model: SheetModel): void {
    const column = this.#random.pick([model.columns[1], model.columns[2]]) ?? 0;
    const at = model.columns.indexOf(column);
    if ([-1, 0, 1].some((by) => this.#touched.has(model.columns[at + by] ?? -1))) return;
    for (const by of [-1, 1]) this.#touched.add(model.columns[at + by] ?? 0);
    this.#forget(model, "columns", column);
  }

  #sort(): void {
    const table = sheetOf(this.book, DATA);
    if (table === undefined || this.sorted) return;
    const rows = table.rows.slice(1);
    const [, second = 0] = table.columns;
    const contents = rows.map((row) => table.columns.map((column) => table.cells.get(cellKey(row, column)) ?? {}));
    const place = (cells: readonly Cell[]) => Number(cells[table.columns.indexOf(second)]?.value ?? 0);
    contents.sort((a, b) => place(a) - place(b));
    rows.forEach((row, n) =>
      table.columns.forEach((column, c) => table.cells.set(cellKey(row, column), contents[n]?.[c] ?? {})),
    );
    this.sorted = true;
  }

  #rename(): void {
    const sheet = this.#random.pick(this.book.sheets.filter(({ id }) => id <= NOTES));
    sheet.name = `${sheet.id} renamed`;
  }

  #addSheet(): void {
    const id = this.#next++;
    const sheet = emptySheet(id, `Added ${id}`, 2, 2, this.#next);
    this.#next += 1_000;
    sheet.cells.set(cellKey(sheet.rows[0] ?? 0, sheet.columns[0] ?? 0), { value: `sheet ${this.#random.below(1e6)}` });
    const all = this.book.names[0]?.ref ?? null;
    sheet.cells.set(cellKey(sheet.rows[1] ?? 0, sheet.columns[1] ?? 0), {
      formula: { op: "sum", args: [all], factor: 3 },
    });
    this.book.sheets.splice(1 + this.#random.below(this.book.sheets.length), 0, sheet);
  }

  #editCell(model: SheetModel, op: Op): void {
    const at = this.#row(model);
    const row = model.rows[at];
    if (row === undefined) return;
    const column = (n: number) => model.columns.find((id) => id === 1_500 + n) ?? 0;
    const pick =
      op === "change formula" || op === "overwrite formula"
        ? column(3)
        : op === "clear cell" || op === "fill cell"
          ? column(5)
          : column(1 + this.#random.below(2));
    if (!model.columns.includes(pick)) return;
    const key = cellKey(row, pick);
    const old = model.cells.get(key) ?? {};
    const look = {
      ...(old.format === undefined ? {} : { format: old.format }),
      ...(old.bold === true ? { bold: true } : {}),
    };
    const second: Ref = { sheet: model.id, rows: [row, row], columns: [column(1), column(1)] };
    const formula: Formula = { op: "plus", args: [model.columns.includes(column(1)) ? second : null], factor: 7 };
    if (op === "retype") model.cells.set(key, { ...look, value: 1_000_000 + this.#random.below(1_000) });
    if (op === "reformat") model.cells.set(key, { ...old, format: "0.0000", bold: true });
    if (op === "overwrite formula" && old.formula !== undefined) model.cells.set(key, { ...look, value: 77_777 });
    if (op === "change formula" && old.formula !== undefined && formula.args[0] !== null)
      model.cells.set(key, { ...look, formula });
    if (op === "clear cell") model.cells.delete(key);
    if (op === "fill cell") model.cells.set(key, { ...look, value: `filled ${this.#random.below(1e6)}` });
    this.#touch(model, at);
    for (const id of [column(1), column(2), column(3), pick]) this.#touched.add(id);
  }
}
