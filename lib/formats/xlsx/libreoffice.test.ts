/** Results of partial acceptance, opened and calculated by LibreOffice: every cell shows what it must. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as sheetjs from "@e965/xlsx";
import { afterAll, describe, expect, it } from "vitest";

import { closed } from "../conformance/testing/laws.ts";
import { buildWorkbook } from "./testing/build.ts";
import { Random } from "./testing/edit-book.ts";
import { makeCase } from "./testing/edit-cases.ts";
import { fileOf } from "./testing/edit-files.ts";
import { cellKey, letters, resultOf, type BookModel } from "./testing/edit-model.ts";
import { expectedBook } from "./testing/edit-result.ts";
import { applied, changesOf } from "./testing/workbooks.ts";

const office = spawnSync("soffice", ["--version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "libreoffice-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** By file, then `Sheet!A1`: what the cell shows, unformatted. */
function calculated(files: Readonly<Record<string, Uint8Array>>): Map<string, Map<string, string>> {
  const paths = Object.entries(files).map(([name, bytes]) => {
    const file = path.join(folder, `${name}.xlsx`);
    writeFileSync(file, bytes);
    return file;
  });
  const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
  const filter = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1";
  execFileSync("soffice", [profile, "--headless", "--convert-to", filter, "--outdir", folder, ...paths], {
    stdio: "pipe",
  });
  const found = new Map<string, Map<string, string>>();
  for (const [name, bytes] of Object.entries(files)) {
    const cells = new Map<string, string>();
    for (const sheet of sheetjs.read(bytes, { type: "buffer", bookSheets: true }).SheetNames) {
      const text = readFileSync(path.join(folder, `${name}-${sheet}.csv`), "utf8");
      const rows = sheetjs.read(text, { type: "string", raw: true }).Sheets["Sheet1"] ?? {};
      for (const [place, cell] of Object.entries(rows))
        if (!place.startsWith("!")) cells.set(`${sheet}!${place}`, String((cell as sheetjs.CellObject).v ?? ""));
    }
    found.set(name, cells);
  }
  return found;
}

function expectedCells(book: BookModel): Map<string, string | number> {
  const cells = new Map<string, string | number>();
  for (const sheet of book.sheets)
    sheet.rows.forEach((row, r) =>
      sheet.columns.forEach((column, c) => {
        const cell = sheet.cells.get(cellKey(row, column));
        const value = cell?.formula === undefined ? cell?.value : (resultOf(book, sheet.id, row, column) ?? "#REF!");
        if (value !== undefined) cells.set(`${sheet.name}!${letters(c + 1)}${r + 1}`, value);
      }),
    );
  return cells;
}

/** Percentages are written as such. */
const numberIn = (text = ""): number => (text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text));

describe.skipIf(!office)(`calculated by LibreOffice${office ? "" : " (not run: no soffice)"}`, () => {
  it("inserted, deleted, moved rows and columns, overwritten formulas, chosen in part", { timeout: 180_000 }, () => {
    const files: Record<string, Uint8Array> = {};
    const expected: Record<string, ReadonlyMap<string, string | number>> = {};
    for (const seed of [0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 103, 107, 111, 118, 126, 138, 171]) {
      const edit = makeCase(seed);
      const [before, after] = [fileOf(edit.before), fileOf(edit.after)];
      const changes = changesOf(before, after).filter(({ facet }) => facet !== "recalculated");
      const random = new Random(seed);
      const all = changes.map(({ id }) => id);
      const picked = seed < 100 ? all : all.filter(() => random.below(3) > 0);
      const chosen = closed(changes, picked);
      const name = `case${seed}`;
      files[name] = applied(before, after, [...chosen]);
      expected[name] = expectedCells(
        expectedBook(
          edit,
          changes.filter(({ id }) => chosen.has(id)),
        ),
      );
    }
    const shown = calculated(files);
    let compared = 0;
    for (const [name, cells] of Object.entries(expected))
      for (const [place, value] of cells) {
        const is = shown.get(name)?.get(place);
        if (typeof value === "number") expect(numberIn(is), `${name} ${place}`).toBeCloseTo(value, 6);
        else expect(is, `${name} ${place}`).toBe(value);
        compared++;
      }
    expect(compared).toBeGreaterThan(1_000);
  });

  it("shared formulas around an inserted row and an overwritten master", { timeout: 120_000 }, () => {
    const shared = (n: number) =>
      n === 2
        ? { xml: '<c><f t="shared" ref="B2:B5" si="0">A2*2</f><v>4</v></c>' }
        : { xml: `<c><f t="shared" si="0"/><v>${2 * n}</v></c>` };
    const sum = { xml: "<c><f>SUM(B2:B5)</f><v>28</v></c>" };
    const before = buildWorkbook([
      { name: "Model", rows: [["n", "twice"], ...[2, 3, 4, 5].map((n) => [n, shared(n)]), ["all", sum]] },
    ]);
    const plain = (row: number, n: number) => [n, { formula: `A${row}*2`, value: 2 * n }];
    const after = buildWorkbook([
      {
        name: "Model",
        rows: [
          ["n", "twice"],
          [2, 100],
          plain(3, 3),
          [50, { formula: "A4*2", value: 100 }],
          plain(5, 4),
          plain(6, 5),
          ["all", { formula: "SUM(B2:B6)", value: 224 }],
        ],
      },
    ]);
    const changes = changesOf(before, after).filter(({ facet }) => facet !== "recalculated");
    expect(changes.map(({ kind }) => kind).sort()).toEqual(["added", "modified"]);
    const idOf = (kind: string) => changes.filter((change) => change.kind === kind).map(({ id }) => id);
    const shown = calculated({
      row: applied(before, after, idOf("added")),
      cell: applied(before, after, idOf("modified")),
    });
    const column = (name: string) => [2, 3, 4, 5, 6, 7].map((row) => shown.get(name)?.get(`Model!B${row}`) ?? "");
    expect(column("row")).toEqual(["4", "6", "100", "8", "10", "128"]);
    expect(column("cell")).toEqual(["100", "6", "8", "10", "124", ""]);
  });
});
