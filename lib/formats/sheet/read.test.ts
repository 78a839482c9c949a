/** Workbooks that are read and not written: what is read from each container, and what is refused with its reason. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as sheetjs from "@e965/xlsx";
import { afterAll, describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { compareFiles } from "../compare.ts";
import { DEFAULT_LIMITS, defaultWork, type Limits } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { rewriteZip } from "../ooxml/zip-write.ts";
import { formatFor } from "../registry.ts";
import { buildWorkbook, type BuildValue } from "../xlsx/testing/build.ts";
import { cellOf, lines, open } from "../xlsx/testing/workbooks.ts";
import type { Workbook } from "../xlsx/workbook.ts";
import { sheetFormat } from "./index.ts";

type Grid = readonly (readonly (string | number | boolean | null | sheetjs.CellObject)[])[];
const CONTAINERS = [
  ["xls", "biff8"],
  ["xlsb", "xlsb"],
  ["ods", "ods"],
] as const;
type Container = (typeof CONTAINERS)[number][1];

/** SheetJS does not type its compound files. */
const compound = sheetjs.CFB as {
  read(bytes: Uint8Array, options: { type: "buffer" }): object;
  write(file: object, options: { type: "buffer" }): Uint8Array;
  find(file: object, name: string): { content: Uint8Array } | null;
  utils: { cfb_new(): object; cfb_add(file: object, name: string, content: Uint8Array): void };
};

function saved(sheets: Readonly<Record<string, Grid>>, container: Container): Uint8Array {
  const book = sheetjs.utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows as unknown[][]), name);
  return sheetjs.write(book, { type: "buffer", bookType: container }) as Uint8Array;
}

const total = (formula: string, value: number): sheetjs.CellObject => ({ t: "n", v: value, f: formula });
const base: Grid = [
  ["Item", "Amount", "Paid"],
  ["Rent", 10, true],
  ["Food", { t: "n", v: 0.5, z: "0.00%" }, false],
  ["Naïve €", -3.25, null],
  ["Total", total("SUM(B2:B4)", 7.25)],
];

async function changesOf(before: Uint8Array, after: Uint8Array): Promise<readonly Change[]> {
  const [a, b] = [memorySource("a", before), memorySource("b", after)];
  const [left, right] = [await sheetFormat.read(a, DEFAULT_LIMITS), await sheetFormat.read(b, DEFAULT_LIMITS)];
  if (!left.ok || !right.ok) throw new Error("not readable");
  return sheetFormat.diff(left.value, right.value, defaultWork()).changes;
}
const shown = (changes: readonly Change[]) => lines(changes.filter(({ facet }) => facet !== "metadata"));

describe.each(CONTAINERS)("%s", (extension, container) => {
  // SheetJS writes formulas into one of the three; reading them from the others is tested on real files, and below.
  const writesFormulas = container === "ods";

  it("is known by its content and gives its cells as text", async () => {
    const bytes = saved({ Plan: base, "Q3 notes": [["kept"]] }, container);
    expect(formatFor(bytes.subarray(0, 4096), `a.${extension}`).id).toBe("sheet");
    const read = await sheetFormat.read(memorySource(`a.${extension}`, bytes), DEFAULT_LIMITS);
    if (!read.ok) throw new Error(read.error.detail);
    const pages = [...sheetFormat.records(read.value)];
    expect(pages.map(({ locator }) => locator)).toEqual([
      { kind: "sheet", sheet: "Plan" },
      { kind: "sheet", sheet: "Q3 notes" },
    ]);
    expect(pages[0]?.markdown).toContain("| 2 | Rent | 10 | TRUE |");
    expect(pages[0]?.markdown).toContain("| 3 | Food | 50.00% | FALSE |");
    expect(pages[0]?.markdown).toContain("| 4 | Naïve € | -3.25 |  |");
    expect(pages[0]?.markdown).toContain(writesFormulas ? "7.25 (=SUM(B2:B4))" : "| Total | 7.25 |");
  });

  it("a retyped cell, a formula, an inserted row, a sheet: each is one change, and all hang together", async () => {
    const before = saved({ Plan: base, Old: [["gone", 1, 2]] }, container);
    const [head, , food, naive] = base as [Grid[0], Grid[0], Grid[0], Grid[0]];
    const after = saved(
      {
        Plan: [head, ["Rent", 11, true], ["Books", 5, true], food, naive, ["Total", total("SUM(B2:B5)*2", 30)]],
        New: [["fresh", 3]],
      },
      container,
    );
    const changes = await changesOf(before, after);
    expect(shown(changes).sort()).toEqual([
      "added structure New",
      "added structure Plan!3",
      "modified content Plan!B2",
      `modified ${writesFormulas ? "formula" : "content"} Plan!B6`,
      "removed structure Old",
    ]);
    const ids = changes.filter(({ facet }) => facet !== "recalculated").map(({ id }) => id);
    const [a, b] = [memorySource("a", before), memorySource("b", after)];
    for (const id of ids) {
      const part = await sheetFormat.apply(a, b, [id]);
      expect(part).toMatchObject({ ok: false, error: { reason: "not-closed" } });
      if (!part.ok && part.error.reason === "not-closed")
        expect([...part.error.missing, id].sort()).toEqual([...ids].sort());
    }
    const all = await sheetFormat.apply(a, b, ids);
    expect(all.ok && Buffer.compare(all.value, after)).toBe(0);
  });

  it("a value, a formula, a number format", async () => {
    const rows = (amount: sheetjs.CellObject): Grid => [
      ["Item", "Amount"],
      ["Rent", amount],
    ];
    const before = saved({ Plan: rows({ t: "n", v: 2, z: "0.00" }) }, container);
    const look = await changesOf(before, saved({ Plan: rows({ t: "n", v: 2, z: "0.00%" }) }, container));
    expect(shown(look)[0]).toBe("modified format Plan!B2");
    if (!writesFormulas) return;
    const formula = saved({ Plan: rows({ t: "n", v: 2, z: "0.00", f: "1+1" }) }, container);
    expect(shown(await changesOf(before, formula))).toEqual(["modified formula Plan!B2"]);
    const back = await changesOf(formula, before);
    expect(back.find(({ facet }) => facet === "content")?.flags).toEqual(["formula-overwritten"]);
  });

  it("is cut off or over a limit: an error with its reason, and then compared as bytes", async () => {
    const bytes = saved({ Plan: base }, container);
    const read = (content: Uint8Array, limits: Limits = DEFAULT_LIMITS) =>
      sheetFormat.read(memorySource(`a.${extension}`, content), limits);
    for (const cut of [30, 600, bytes.length >> 1, bytes.length - 700]) {
      const found = await read(bytes.subarray(0, cut));
      if (!found.ok) expect(found.error.detail).not.toBe("");
    }
    expect(await read(bytes, { ...DEFAULT_LIMITS, maxCells: 5 })).toMatchObject({
      error: { reason: "limit", limit: "maxCells" },
    });
    expect(await read(bytes, { ...DEFAULT_LIMITS, maxBytes: 100 })).toMatchObject({
      error: { reason: "limit", limit: "maxBytes" },
    });
    const compared = await compareFiles(
      memorySource(`a.${extension}`, bytes.subarray(0, 1_000)),
      memorySource(`a.${extension}`, bytes),
    );
    expect(compared).toMatchObject({ format: "bytes", unreadable: { side: "before" } });
  });
});

describe("hostile and protected", () => {
  const read = (name: string, bytes: Uint8Array) => sheetFormat.read(memorySource(name, bytes), DEFAULT_LIMITS);

  it("cells repeated a milliard times are refused before they are made", async () => {
    const ods = saved({ Plan: [["x"]] }, "ods");
    const zip = readZipDirectory(ods, DEFAULT_LIMITS);
    if (!zip.ok) throw new Error("no zip");
    const text = `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="Plan"><table:table-row table:number-rows-repeated="1000000"><table:table-cell office:value-type="string" table:number-columns-repeated="1000"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
    const bomb = rewriteZip(zip.value, new Map([["content.xml", new TextEncoder().encode(text)]]));
    expect(await read("a.ods", bomb)).toMatchObject({ error: { reason: "limit", limit: "maxCells" } });
    const entity = rewriteZip(
      zip.value,
      new Map([["content.xml", new TextEncoder().encode(`<!DOCTYPE a [<!ENTITY b "c">]>${text}`)]]),
    );
    expect(await read("a.ods", entity)).toMatchObject({ error: { reason: "unsupported" } });
    const manifest =
      '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>';
    const locked = rewriteZip(zip.value, new Map([["META-INF/manifest.xml", new TextEncoder().encode(manifest)]]));
    expect(await read("a.ods", locked)).toMatchObject({ error: { reason: "encrypted" } });
  });

  it("a password record, a chain that goes in circles, a file without a workbook", async () => {
    const xls = saved({ Plan: base }, "biff8");
    const stream = compound.find(compound.read(xls, { type: "buffer" }), "/Workbook")?.content;
    const first = Buffer.from(stream ?? []);
    const length = 4 + first.readUInt16LE(2);
    const pass = Buffer.concat([first.subarray(0, length), Buffer.from([0x2f, 0, 2, 0, 0, 0]), first.subarray(length)]);
    expect(await read("a.xls", pass)).toMatchObject({ error: { reason: "encrypted" } });
    const circle = Buffer.from(xls);
    const table = (circle.readUInt32LE(76) + 1) * 512;
    for (let at = table; at < table + 512; at += 4) circle.writeUInt32LE(1, at);
    expect(await read("a.xls", circle)).toMatchObject({ error: { reason: "damaged" } });
    const empty = compound.utils.cfb_new();
    compound.utils.cfb_add(empty, "/Other", Buffer.from("text"));
    const bytes = Uint8Array.from(compound.write(empty, { type: "buffer" }));
    expect(await read("a.xls", bytes)).toMatchObject({ error: { reason: "not-this-format" } });
  });

  it("any byte of a file may be any other", { timeout: 60_000 }, async () => {
    let seed = 20_240_607;
    const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff) % below;
    let refused = 0;
    for (const [extension, container] of CONTAINERS) {
      const bytes = saved({ Plan: base, More: [[1, 2, 3]] }, container);
      for (let run = 0; run < 150; run++) {
        const copy = Uint8Array.from(bytes);
        for (let hits = 1 + random(4); hits > 0; hits--) copy[random(copy.length)] = random(256);
        const found = await read(`a.${extension}`, copy);
        if (!found.ok) refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

const office = spawnSync("soffice", ["--version"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "sheet-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!office)(`saved by LibreOffice${office ? "" : " (not run: no soffice)"}`, () => {
  it.each(["xls", "ods"])("what .xlsx says, %s says too", { timeout: 120_000 }, async (extension) => {
    const file = path.join(folder, "model.xlsx");
    const rows: readonly (readonly BuildValue[])[] = [
      ["Item", "Amount", "Share"],
      ["Rent", 10, { formula: "B2/B$5", value: 0.1 }],
      ["Food", 20.5, { formula: "B3/B$5", value: 0.2 }],
      ["Fun & games", { value: 70, format: "0.00" }, { formula: 'IF(B4>5,"much","little")', value: "much" }],
      ["Total", { formula: "SUM(B2:B4)+Other!A1+SUM('Q3 Plan'!A1:B$2)", value: 101.5 }, 7],
    ];
    const xlsx = buildWorkbook([
      { name: "Model", rows },
      { name: "Other", rows: [[1]], state: "hidden" },
      { name: "Q3 Plan", rows: [[0]] },
    ]);
    writeFileSync(file, xlsx);
    const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
    execFileSync("soffice", [profile, "--headless", "--convert-to", extension, "--outdir", folder, file], {
      stdio: "pipe",
    });
    const bytes = readFileSync(path.join(folder, `model.${extension}`));
    const read = await sheetFormat.read(memorySource(`model.${extension}`, bytes), DEFAULT_LIMITS);
    if (!read.ok) throw new Error(read.error.detail);
    const [own, other] = [open(xlsx), read.value.book];
    expect(other.sheets.map(({ name, entry }) => [name, entry.state])).toEqual([
      ["Model", "visible"],
      ["Other", "hidden"],
      ["Q3 Plan", "visible"],
    ]);
    const saying = (book: Workbook, place: string) => {
      const cell = cellOf(book, "Model", place);
      return [place, cell?.formula, cell?.formula === undefined ? cell?.value : "result"];
    };
    for (const place of ["A", "B", "C"].flatMap((column) => [1, 2, 3, 4, 5].map((row) => `${column}${row}`)))
      expect(saying(other, place)).toEqual(saying(own, place));
    expect(cellOf(other, "Model", "B4")?.numberFormat).toBe("0.00");
    expect(cellOf(other, "Model", "A1")?.numberFormat).toBeUndefined();
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";
describe.skipIf(root === "")(`real files${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`, () => {
  it("each is read", { timeout: 120_000 }, async () => {
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.(xls|xlsb|ods)$/.test(name),
    );
    const refused: string[] = [];
    let cells = 0;
    for (const name of files) {
      const read = await sheetFormat.read(memorySource(name, readFileSync(path.join(root, name))), DEFAULT_LIMITS);
      if (!read.ok) refused.push(`${path.basename(name)}: ${read.error.reason} ${read.error.detail}`);
      else for (const sheet of read.value.book.sheets) cells += sheet.rows.cells;
    }
    expect(refused).toEqual([]);
    expect(files.length).toBeGreaterThan(30);
    expect(cells).toBeGreaterThan(1_000);
  });
});
