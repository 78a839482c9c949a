/** One record of a result, field by field: of the base with its edits, or of a version that brings it. */
import type { Edit } from "./changes.ts";
import type { Comparison, RowLook, Style } from "./comparison.ts";
import { rowFields, type CsvDocument } from "./document.ts";
import type { PlacedItem } from "./placing.ts";
import type { Field } from "./scan.ts";
import { respelled, spelled, type Spelling } from "./spelling.ts";

interface ComposedBranch {
  readonly doc: CsvDocument;
  readonly comparison: Comparison;
  readonly edits: readonly Edit[];
}

export interface BranchRow {
  readonly branch: number;
  readonly row: number;
}

interface Taken {
  readonly branch: number;
  readonly afterRow: number;
  /** By column of the base: the column of the version, and whether the field says something else there. */
  readonly columns: Map<number, { readonly to: number; readonly says: boolean }>;
}

export class RowComposer {
  readonly #base: CsvDocument;
  readonly #branches: readonly ComposedBranch[];
  readonly #columns: readonly PlacedItem[];
  readonly #style: Style;
  readonly #sameColumns: boolean;
  readonly #taken = new Map<number, Taken[]>();
  /** The record that was cut last: a row asks for one field after the other. */
  #cut: { readonly branch: number; readonly row: number; readonly fields: readonly Field[] } | null = null;
  readonly #looks = new Map<number, RowLook>();
  /** Per version: which of its new rows have something in which of its new columns. */
  readonly #crossings: readonly ReadonlySet<string>[];

  constructor(base: CsvDocument, branches: readonly ComposedBranch[], columns: readonly PlacedItem[], style: Style) {
    this.#base = base;
    this.#branches = branches;
    this.#columns = columns;
    this.#style = style;
    this.#sameColumns = columns.length === base.maxWidth && columns.every(({ base: own }, at) => own === at);
    branches.forEach((branch, n) => this.#collect(branch, n));
    this.#crossings = branches.map(
      ({ edits }) =>
        new Set(edits.flatMap((edit) => (edit.type === "crossing" ? [`${edit.afterRow} ${edit.afterColumn}`] : []))),
    );
  }

  #collect({ edits }: ComposedBranch, branch: number): void {
    const take = (row: number, afterRow: number, column: number, to: number, says: boolean) => {
      const list = this.#taken.get(row) ?? [];
      let own = list.find((taken) => taken.branch === branch);
      if (!own) list.push((own = { branch, afterRow, columns: new Map() }));
      own.columns.set(column, { to, says });
      this.#taken.set(row, list);
    };
    const { columns } = this.#branches[branch]?.comparison ?? {};
    for (const edit of edits) {
      if (edit.type === "cell") take(edit.row, edit.afterRow, edit.column, edit.afterColumn, true);
      if (edit.type !== "row-look") continue;
      const { look } = edit;
      for (const { column } of look.looks)
        take(edit.row, look.afterRow, column, columns?.toAfter[column] ?? column, false);
      if (look.ending) this.#looks.set(edit.row, look);
    }
  }

  /** Whether the record of base row `row` is another one than in the base. */
  touches(row: number): boolean {
    return !this.#sameColumns || this.#taken.has(row);
  }

  lookOf(row: number): RowLook | undefined {
    return this.#looks.get(row);
  }

  /** The fields of a base row, or why it cannot be written. */
  kept(row: number): Field[] | string {
    const own = rowFields(this.#base, row);
    const taken = this.#taken.get(row) ?? [];
    const rowsOf = this.#branches.map(({ comparison }) => comparison.rows.toAfter[row] ?? -1);
    const fields: (Field | null)[] = [];
    const gaps = new Set<number>();
    for (const item of this.#columnsOf(taken)) {
      if (item.base === null) {
        const after = rowsOf[item.branch] ?? -1;
        const field = after < 0 ? null : this.#fieldOf(item.branch, after, item.at);
        const wide = own.length >= this.#base.width;
        fields.push(field ?? (after < 0 && wide ? this.#blank() : null));
      } else {
        const column = item.base;
        // What a cell says goes before how another side writes it.
        const changes = taken.filter(({ columns }) => columns.has(column));
        const change = changes.find(({ columns }) => columns.get(column)?.says) ?? changes[0];
        const kept = own[column];
        const field = change
          ? this.#fieldOf(change.branch, change.afterRow, change.columns.get(column)?.to ?? -1)
          : kept && this.#respell(kept, this.#branches[0]?.comparison.style.before);
        if (field === null || field === undefined) gaps.add(fields.length);
        fields.push(field ?? null);
      }
    }
    const filled = this.#filled(fields);
    if ([...gaps].some((at) => at < filled.length))
      return `row ${row + 1} of the base would get an empty field that nobody chose`;
    return filled;
  }

  /** The columns of the result; the fields behind the widest record of the base included, where a version has them. */
  #columnsOf(taken: readonly Taken[]): readonly PlacedItem[] {
    const extra = taken.flatMap(({ columns }) => [...columns.keys()]).filter((column) => column >= this.#base.maxWidth);
    return extra.length === 0
      ? this.#columns
      : [...this.#columns, ...extra.sort((a, b) => a - b).map((base) => ({ base, branch: -1, at: -1 }))];
  }

  /** The fields of a row that a version brings. */
  added({ branch, row }: BranchRow): Field[] {
    const version = this.#branches[branch];
    if (!version) return [this.#blank()];
    const values = rowFields(version.doc, row);
    const { columns } = version.comparison;
    const whole = values.length >= version.doc.width;
    const fields: (Field | null)[] = this.#columns.map((item) => {
      if (item.base !== null) {
        const after = columns.toAfter[item.base] ?? -1;
        const field = after < 0 ? null : this.#fieldOf(branch, row, after);
        return field ?? (whole && item.base < this.#base.width ? this.#blank() : null);
      }
      const crosses = item.branch === branch && this.#crossings[branch]?.has(`${row} ${item.at}`);
      return crosses ? this.#fieldOf(branch, row, item.at) : whole ? this.#blank() : null;
    });
    // Fields behind the widest record of the base.
    for (let base = this.#base.maxWidth; base < columns.toAfter.length; base++) {
      const after = columns.toAfter[base] ?? -1;
      fields.push(after < 0 ? null : this.#fieldOf(branch, row, after));
    }
    return this.#filled(fields);
  }

  /** Up to the last field that is there; blank ones where one is missing in between. */
  #filled(fields: readonly (Field | null)[]): Field[] {
    const end = fields.findLastIndex((field) => field !== null) + 1;
    return fields.slice(0, end).map((field) => field ?? this.#blank());
  }

  #fieldOf(branch: number, row: number, column: number): Field | null {
    const version = this.#branches[branch];
    if (!version || column < 0) return null;
    if (this.#cut?.branch !== branch || this.#cut.row !== row)
      this.#cut = { branch, row, fields: rowFields(version.doc, row) };
    const field = this.#cut.fields[column];
    return field ? this.#respell(field, version.comparison.style.after) : null;
  }

  #respell(field: Field, from: Spelling | undefined): Field {
    return { value: field.value, raw: from ? respelled(field, from, this.#style) : field.raw };
  }

  #blank(): Field {
    return { value: "", raw: spelled("", this.#style) };
  }
}
