/** Generated tables, written by hand-made rules that are not the code under test: every delimiter, quoting, ending and encoding. */
import fc from "fast-check";

import type { Change, ChangeId } from "../../../core/change/change.ts";
import type { Arbitraries } from "./laws.ts";

interface Dialect {
  readonly delimiter: string;
  readonly quoting: "needed" | "all" | "mixed";
  readonly ending: string;
  readonly final: boolean;
  readonly bom: boolean;
}

interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly dialect: Dialect;
}

const dialect: fc.Arbitrary<Dialect> = fc.record({
  delimiter: fc.constantFrom(",", ",", ";", "\t", "|"),
  quoting: fc.constantFrom("needed", "needed", "all", "mixed"),
  ending: fc.constantFrom("\n", "\n", "\r\n", "\r"),
  final: fc.boolean(),
  bom: fc.constantFrom(false, false, true),
});

const cell = fc.constantFrom(
  "",
  "",
  "a",
  "b",
  "1",
  "1.0",
  "1.00",
  "x y",
  "a,b",
  'say "no"',
  "two\nlines",
  "é",
  "€",
  "#REF!",
  ";",
);
const record = fc.oneof(
  { weight: 8, arbitrary: fc.array(cell, { minLength: 4, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(cell, { minLength: 1, maxLength: 6 }) },
);
const table: fc.Arbitrary<Table> = fc.record({
  rows: fc
    .tuple(fc.boolean(), fc.array(record, { maxLength: 9 }))
    .map(([named, rows]) => (named ? [["id", "name", "amount", "note"], ...rows] : rows)),
  dialect,
});

/** Rows dropped, inserted, changed in a cell, moved to the end; a column dropped, inserted or moved. */
function edited(base: Table): fc.Arbitrary<Table> {
  const edit = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "move" as const }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("insert" as const), own: record }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("cell" as const), at: fc.nat(3), value: cell }) },
  );
  const column = fc.oneof(
    { weight: 4, arbitrary: fc.constant("keep" as const) },
    { weight: 1, arbitrary: fc.constant("drop" as const) },
    { weight: 1, arbitrary: fc.constant("insert" as const) },
    { weight: 1, arbitrary: fc.constant("swap" as const) },
  );
  const edits = fc.array(edit, { minLength: base.rows.length, maxLength: base.rows.length });
  const style = fc.oneof({ weight: 4, arbitrary: fc.constant(base.dialect) }, { weight: 1, arbitrary: dialect });
  return fc.tuple(edits, column, fc.nat(3), style).map(([all, kind, at, own]) => {
    const moved: (readonly string[])[] = [];
    const rows = base.rows.flatMap((row, n) => {
      const change = all[n] ?? { kind: "keep" };
      if (change.kind === "drop") return [];
      if (change.kind === "move") return (moved.push(row), []);
      if (change.kind === "insert") return [change.own, row];
      return change.kind === "cell" ? [row.map((value, place) => (place === change.at ? change.value : value))] : [row];
    });
    return { rows: [...rows, ...moved].map((row, n) => withColumn(row, kind, at, n)), dialect: own };
  });
}

function withColumn(
  row: readonly string[],
  kind: "keep" | "drop" | "insert" | "swap",
  at: number,
  n: number,
): readonly string[] {
  if (kind === "drop") return row.length > 1 ? row.filter((_, place) => place !== at) : row;
  if (kind === "insert") return [...row.slice(0, at), n === 0 ? "extra" : `e${n}`, ...row.slice(at)];
  if (kind === "swap" && row.length > 1) return [...row.slice(1), row[0] ?? ""];
  return row;
}

/** Rows known by their key, columns by their name, one dialect: only one way to see what changed. */
const keyed = fc
  .integer({ min: 3, max: 10 })
  .map((count) => [
    ["id", "name", "amount", "note"],
    ...Array.from({ length: count }, (_, n) => [`k${n}`, `name ${n}`, `${n * 3.5}`, n % 2 === 0 ? "" : "a, b"]),
  ]);

function distinctly(rows: readonly (readonly string[])[]): fc.Arbitrary<readonly (readonly string[])[]> {
  const kinds = fc.array(fc.constantFrom("keep", "keep", "keep", "drop", "insert", "cell", "note"), {
    minLength: rows.length,
    maxLength: rows.length,
  });
  return fc
    .tuple(kinds, fc.constantFrom("keep", "keep", "drop", "insert", "rename"), fc.nat(rows.length))
    .map(([all, column, moved]) => {
      const result = rows.flatMap((row, n) => {
        if (n === 0 || all[n] === "keep") return [row];
        // A table of one line without a final newline has no line ending to tell, so the first row under the names stays.
        if (all[n] === "drop") return n === 1 ? [row] : [];
        if (all[n] === "insert") return [[`new ${n}`, `other ${n}`, "7", "!"], row];
        return [row.map((value, at) => (at === (all[n] === "cell" ? 2 : 3) ? `changed ${n}` : value))];
      });
      const away = moved > 1 && moved < result.length - 2 ? result.splice(moved, 1) : [];
      return [...result, ...away].map((row, n) => {
        if (column === "drop") return row.filter((_, at) => at !== 1);
        if (column === "insert")
          return [...row.slice(0, 2), n === 0 ? "unit" : `unit of ${row[0] ?? ""}`, ...row.slice(2)];
        return column === "rename" && n === 0 ? row.map((name) => (name === "note" ? "remark" : name)) : row;
      });
    });
}

export const csvArbitraries: Arbitraries = {
  name: "table.csv",
  pair: table.chain((base) => edited(base).map((after) => [written(base), written(after)] as const)),
  triple: table.chain((base) =>
    fc.tuple(edited(base), edited(base)).map(([one, two]) => [written(base), written(one), written(two)] as const),
  ),
  unambiguous: fc.tuple(keyed, dialect, dialect).chain(([rows, own, other]) => {
    const quoting = (one: Dialect): Dialect => ({ ...one, quoting: one.quoting === "mixed" ? "needed" : one.quoting });
    return distinctly(rows).map(
      (after) => [written({ rows, dialect: quoting(own) }), written({ rows: after, dialect: quoting(other) })] as const,
    );
  }),
  oracle: spliced,
  extensions: ["csv", "tsv", "tab"],
  runs: 200,
};

export function written({ rows, dialect: { delimiter, quoting, ending, final, bom } }: Table): Uint8Array {
  const lines = rows.map((row, y) =>
    row
      .map((value, x) => {
        const needs = value.includes(delimiter) || /["\r\n]/.test(value);
        const around = quoting === "all" || (quoting === "mixed" && (x + y) % 3 === 0);
        return needs || around ? `"${value.replaceAll('"', '""')}"` : value;
      })
      .join(delimiter),
  );
  return Buffer.from((bom ? "\ufeff" : "") + lines.join(ending) + (final && lines.length > 0 ? ending : ""), "utf8");
}

/**
 * The subset by addresses and values alone, for the plain case: commas, no quotes, rows of one width, only cells and
 * whole rows changed.
 */
function spliced(
  before: Uint8Array,
  after: Uint8Array,
  changes: readonly Change[],
  chosen: ReadonlySet<ChangeId>,
): Uint8Array | null {
  const rowsOf = (bytes: Uint8Array) => {
    const text = Buffer.from(bytes).toString("utf8");
    const rows = text.split("\n").map((row) => row.split(","));
    const width = rows[0]?.length ?? 0;
    const plain = text.endsWith("\n") && !/["\r\t;|\ufeff]/.test(text) && width > 1;
    return plain && rows.slice(0, -1).every((row) => row.length === width) ? rows.slice(0, -1) : null;
  };
  const [rows, other] = [rowsOf(before), rowsOf(after)];
  if (rows === null || rows[0]?.length !== other?.[0]?.length) return null;
  const width = rows[0]?.length ?? 0;
  const inFrontOf = new Map<number, string[][]>();
  const gone = new Set<number>();
  const columnOf = (letters: string) => letters.charCodeAt(0) - 65;
  for (const { id, kind, address, beforeAddress, after: value } of changes) {
    const at = beforeAddress ?? address;
    if (kind === "moved" || at.kind === "column" || at.kind === "file") return null;
    if (!chosen.has(id)) continue;
    if (at.kind === "cells" && value?.type === "cell") {
      const row = rows[Number(at.range.slice(1)) - 1];
      if (row) row[columnOf(at.range)] = textOf(value);
    } else if (at.kind === "row" && kind === "removed") gone.add(at.row);
    else if (at.kind === "row" && kind === "added" && value?.type === "cells") {
      const fresh = Array.from({ length: width }, () => "");
      for (const [letters, cell] of Object.entries(value.cells)) fresh[columnOf(letters)] = textOf(cell);
      inFrontOf.set(at.row, [...(inFrontOf.get(at.row) ?? []), fresh]);
    } else return null;
  }
  const result = [...rows, null].flatMap((row, n) => [
    ...(inFrontOf.get(n + 1) ?? []),
    ...(row === null || gone.has(n + 1) ? [] : [row]),
  ]);
  return Buffer.from(result.map((row) => `${row.join(",")}\n`).join(""), "utf8");
}

const textOf = ({ value }: { readonly value: unknown }): string => (typeof value === "string" ? value : "");
