/**
 * Random closed subsets of known edits: the result, read by SheetJS, has exactly the chosen cells, rows, columns and
 * sheets of after and everything else of before; formulas, names, merged ranges, validations, conditional formats and
 * tables lie where they must; parts that nothing chosen names keep their bytes.
 */
import * as sheetjs from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { closed } from "../conformance/testing/laws.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { applyToWorkbooks } from "./apply/apply.ts";
import { Random } from "./testing/edit-book.ts";
import { makeCase } from "./testing/edit-cases.ts";
import { fileOf } from "./testing/edit-files.ts";
import { expectedResult, type Expected } from "./testing/edit-result.ts";
import { changesOf, open } from "./testing/workbooks.ts";

const CASES = 200;
const SUBSETS = 1;

interface ZipFile {
  readonly FullPaths: readonly string[];
  readonly FileIndex: readonly { readonly content: Uint8Array }[];
}
const zip = sheetjs.CFB as { read(bytes: Uint8Array, options: { type: "buffer" }): ZipFile };

/** The same facts, as SheetJS and the text of the parts tell them. */
function factsOf(bytes: Uint8Array): Expected {
  const book = sheetjs.read(bytes, { type: "buffer", cellFormula: true, cellNF: true, sheetStubs: true });
  const file = zip.read(bytes, { type: "buffer" });
  const textOf = (part: string) => {
    const at = file.FullPaths.findIndex((name) => name.endsWith(part));
    return Buffer.from(file.FileIndex[at]?.content ?? []).toString("utf8");
  };
  const links = textOf("xl/_rels/workbook.xml.rels");
  const entries = [...textOf("xl/workbook.xml").matchAll(/<sheet [^>]*>/g)].map(([tag]) => tag);
  const sheets = book.SheetNames.map((name, at) => {
    const id = /r:id="([^"]*)"/.exec(entries[at] ?? "")?.[1] ?? "";
    const part = new RegExp(`Id="${id}"[^>]*Target="([^"]*)"`).exec(links)?.[1] ?? "";
    const xml = textOf(part.replace(/^\/?(xl\/)?/, "xl/"));
    const rels = textOf(part.replace(/^\/?(?:xl\/)?worksheets\/(.*)$/, "xl/worksheets/_rels/$1.rels"));
    const table = /tables\/[^"]*/.exec(rels)?.[0];
    const cells = new Map<string, string>();
    for (const [place, cell] of Object.entries(book.Sheets[name] ?? {})) {
      if (place.startsWith("!")) continue;
      const { f, v, z } = cell as sheetjs.CellObject;
      if (f === undefined && v === undefined) continue;
      cells.set(place, `${f === undefined ? JSON.stringify(v) : `=${f}`} ${String(z ?? "General")}`);
    }
    const ranges = [...xml.matchAll(/sqref="([^"]*)"/g)].map(([, place = ""]) => place);
    if (table !== undefined) ranges.push(/<table [^>]*?ref="([^"]*)"/.exec(textOf(`xl/${table}`))?.[1] ?? "");
    return {
      name,
      state: book.Workbook?.Sheets?.[at]?.Hidden === 1 ? "hidden" : "visible",
      cells,
      merges: (book.Sheets[name]?.["!merges"] ?? []).map((range) => sheetjs.utils.encode_range(range)).sort(),
      ranges: ranges.sort(),
    };
  });
  return { sheets, names: new Map((book.Workbook?.Names ?? []).map(({ Name, Ref }) => [Name, Ref])) };
}

const plain = ({ sheets, names }: Expected) => ({
  names: Object.fromEntries(names),
  sheets: Object.fromEntries(
    sheets.map(({ name, cells, ...rest }) => [
      name,
      { ...rest, cells: Object.fromEntries([...cells].sort(([a], [b]) => (a < b ? -1 : 1))) },
    ]),
  ),
});

function crcs(bytes: Uint8Array): Map<string, number> {
  const read = readZipDirectory(bytes, DEFAULT_LIMITS);
  return new Map(read.ok ? read.value.entries.map((entry) => [entry.name, entry.crc]) : []);
}

describe("random closed subsets against an independent oracle", () => {
  it(`${CASES} cases, ${SUBSETS} subsets each`, { timeout: 180_000 }, () => {
    let held = 0;
    let refused = 0;
    const wrong: string[] = [];
    for (let seed = 0; seed < CASES; seed++) {
      const edit = makeCase(seed);
      const [before, after] = [fileOf(edit.before), fileOf(edit.after)];
      const changes = changesOf(before, after).filter(({ facet }) => facet !== "recalculated");
      // Told as rows that moved, a sort has no identities to reckon with.
      if (edit.sorted && changes.some(({ kind }) => kind === "moved")) continue;
      const random = new Random(seed + 77_777);
      for (let n = 0; n < SUBSETS; n++) {
        const picked = changes.filter(() => random.below(2) === 0).map(({ id }) => id);
        const chosen = closed(changes, picked);
        const result = applyToWorkbooks(open(before), open(after), [...chosen]);
        if (!result.ok) {
          expect(result.error).toMatchObject({ reason: "refused", detail: expect.stringMatching(/.{10}/) as string });
          refused++;
          continue;
        }
        const taken: Change[] = changes.filter(({ id }) => chosen.has(id));
        const [is, wanted] = [plain(factsOf(result.value)), plain(expectedResult(edit, taken))];
        try {
          expect(is).toEqual(wanted);
        } catch (error) {
          wrong.push(`seed ${seed}, subset ${n} (${edit.ops.join(", ")}): ${String(error)}`);
        }
        const [old, now] = [crcs(before), crcs(result.value)];
        for (const part of ["xl/sharedStrings.xml", "_rels/.rels"]) expect(now.get(part)).toBe(old.get(part));
        const touchesTable = taken.some(
          ({ address }) => "sheet" in address && /^(Data|2 renamed)$/.test(address.sheet ?? ""),
        );
        if (!touchesTable)
          expect(now.get("xl/worksheets/sheet2.xml"), `seed ${seed}`).toBe(old.get("xl/worksheets/sheet2.xml"));
        held++;
      }
    }
    expect(wrong).toEqual([]);
    expect(held).toBeGreaterThan(CASES * 0.8);
    expect(refused).toBeLessThan(held / 10);
  });
});
