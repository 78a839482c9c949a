/** Generated workbooks, written by a program that is not the code under test (SheetJS): small sheets, edited by cell and row. */
import * as sheetjs from "@e965/xlsx";
import fc from "fast-check";

import type { Arbitraries } from "./laws.ts";

type Cell = string | number | boolean | null | { readonly formula: string; readonly value: number };
interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

const WIDTH = 4;
const cell: fc.Arbitrary<Cell> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("", "Revenue", "Total", "a<b&c", " padded ", "naïve €", "1", "=1") },
  { weight: 4, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("SUM(A1:B2)", "A1*2", "IF(A2>1,B1,C1)"), fc.integer())
      .map(([formula, value]) => ({ formula, value })),
  },
);
const row = fc.array(cell, { minLength: WIDTH, maxLength: WIDTH });
const sheet = (name: string): fc.Arbitrary<Sheet> =>
  fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => ({ name, rows }));
const workbook = fc
  .tuple(sheet("Model"), fc.option(sheet("Q3 Plan"), { nil: undefined }))
  .map(([first, second]) => (second ? [first, second] : [first]));

/** Cells replaced, rows inserted and deleted. */
function edited(sheets: readonly Sheet[]): fc.Arbitrary<Sheet[]> {
  const edit = fc.oneof(
    { weight: 6, arbitrary: fc.constant({ kind: "keep" as const }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("cell" as const), column: fc.nat({ max: WIDTH - 1 }), value: cell }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("insert" as const), own: row }) },
    { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
  );
  return fc
    .tuple(...sheets.map(({ rows }) => fc.array(edit, { minLength: rows.length, maxLength: rows.length })))
    .map((all) =>
      sheets.map(({ name, rows }, at) => ({
        name,
        rows: rows.flatMap((own, n) => {
          const change = all[at]?.[n] ?? { kind: "keep" };
          if (change.kind === "cell")
            return [own.map((value, column) => (column === change.column ? change.value : value))];
          if (change.kind === "insert") return [change.own, own];
          return change.kind === "drop" && rows.length > 1 ? [] : [own];
        }),
      })),
    );
}

/** Only cells, so that rows keep their places. */
function retyped(sheets: readonly Sheet[]): fc.Arbitrary<Sheet[]> {
  const number = fc.option(fc.integer({ min: 2000, max: 9000 }), { nil: undefined, freq: 3 });
  const sizes = sheets.map(({ rows }) =>
    fc.array(fc.array(number, { minLength: WIDTH, maxLength: WIDTH }), {
      minLength: rows.length,
      maxLength: rows.length,
    }),
  );
  return fc.tuple(...sizes).map((all) =>
    sheets.map(({ name, rows }, at) => ({
      name,
      rows: rows.map((own, n) => own.map((value, column) => all[at]?.[n]?.[column] ?? value)),
    })),
  );
}

export const workbookArbitraries: Arbitraries = {
  name: "model.xlsx",
  pair: workbook.chain((base) => edited(base).map((after) => [written(base), written(after)] as const)),
  triple: workbook.chain((base) =>
    fc.tuple(edited(base), edited(base)).map(([one, two]) => [written(base), written(one), written(two)] as const),
  ),
  unambiguous: workbook
    .map((sheets) =>
      sheets.map(({ name, rows }) => ({ name, rows: rows.map((own, n): Cell[] => [`row ${n}`, ...own.slice(1)]) })),
    )
    .chain((base) => retyped(base).map((after) => [written(base), written(keepKeys(base, after))] as const)),
  extensions: ["xlsx", "xlsm"],
  runs: 60,
};

function keepKeys(base: readonly Sheet[], after: readonly Sheet[]): Sheet[] {
  return after.map(({ name, rows }, at) => ({
    name,
    rows: rows.map((own, n) => [base[at]?.rows[n]?.[0] ?? null, ...own.slice(1)]),
  }));
}

function written(sheets: readonly Sheet[]): Uint8Array {
  const book = sheetjs.utils.book_new();
  for (const { name, rows } of sheets) {
    const cells = rows.map((own) =>
      own.map((value) =>
        value !== null && typeof value === "object" ? { t: "n", v: value.value, f: value.formula } : value,
      ),
    );
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(cells), name);
  }
  return sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array;
}
