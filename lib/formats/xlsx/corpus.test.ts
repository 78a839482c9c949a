/** The laws on real workbooks, where STAGED_CORPUS names a folder of them: hostile ones, and edits with random subsets. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import * as sheetjs from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { readZipDirectory } from "../ooxml/zip-directory.ts";
import { xlsxFormat } from "./index.ts";
import { applied, changesOf } from "./testing/workbooks.ts";
import { parseWorkbook } from "./workbook.ts";
import { writeZip, rewriteZip } from "../ooxml/zip-write.ts";
import { inflateEntry } from "../ooxml/inflate.ts";

const root = process.env["STAGED_CORPUS"] ?? "";
const files =
  root === ""
    ? []
    : readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.xls[xm]$/.test(file))
        .sort()
        .map((file) => path.join(root, file));
const readable = () =>
  files.filter((file) => statSync(file).size < 400_000 && parseWorkbook(readFileSync(file), DEFAULT_LIMITS).ok);
const notRun = root === "" ? " (not run: STAGED_CORPUS is not set)" : "";

/** Every plain number of the sheets another one, so that no row looks like its neighbour: an edit made without the code under test. */
function edited(bytes: Uint8Array): Uint8Array {
  const zip = readZipDirectory(bytes, DEFAULT_LIMITS);
  if (!zip.ok) return bytes;
  const edits = new Map<string, Uint8Array>();
  for (const entry of zip.value.entries) {
    const content = /worksheets\/[^/]*\.xml$/.test(entry.name) ? inflateEntry(zip.value, entry) : null;
    if (content?.ok !== true) continue;
    const text = Buffer.from(content.value).toString("utf8");
    const next = text.replace(
      /(<c r="[A-Z]+\d+"(?: s="\d+")?><v>)(\d{1,9})(<\/v>)/g,
      (_all, open: string, number: string, close: string) => open + String(Number(number) * 7 + 1_000_003) + close,
    );
    if (next !== text) edits.set(entry.name, Buffer.from(next));
  }
  return edits.size === 0 ? writeZip(new Map()) : rewriteZip(zip.value, edits);
}

/** What SheetJS finds in every cell, without results of formulas. */
function oracle(bytes: Uint8Array): Map<string, string> {
  const book = sheetjs.read(bytes, { type: "buffer", cellFormula: true, sheetStubs: true });
  const found = new Map<string, string>();
  for (const name of book.SheetNames)
    for (const [place, cell] of Object.entries(book.Sheets[name] ?? {}))
      if (!place.startsWith("!")) {
        const { f, v } = cell as { f?: string; v?: unknown };
        if (f !== undefined || v !== undefined)
          found.set(`${name}!${place}`, f === undefined ? JSON.stringify(v) : `=${f}`);
      }
  return found;
}

const placesOf = (changes: readonly Change[]) =>
  new Set(changes.map(({ address }) => (address.kind === "cells" ? `${address.sheet}!${address.range}` : "")));

describe.skipIf(root === "")(`real workbooks${notRun}`, () => {
  it("every file gives a value: read, or a reason", { timeout: 300_000 }, () => {
    const reasons = new Map<string, number>();
    for (const file of files) {
      const read = parseWorkbook(readFileSync(file), DEFAULT_LIMITS);
      const reason = read.ok ? "read" : read.error.reason;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (read.ok)
        for (const page of xlsxFormat.records(read.value)) expect(page.markdown.length).toBeLessThan(5_000_000);
    }
    expect(reasons.get("read")).toBeGreaterThan(files.length * 0.9);
  });

  it(
    "a random half of the changed cells is taken, all other cells and parts are not touched",
    { timeout: 600_000 },
    () => {
      let held = 0;
      let seed = 7;
      const coin = () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) % 2 === 0;
      for (const file of readable()) {
        const before = readFileSync(file);
        const after = edited(before);
        if (after.length < 100) continue;
        const all = changesOf(before, after);
        if (all.some(({ facet }) => facet === "structure")) continue;
        const changes = all.filter(({ facet }) => facet === "content");
        const chosen = changes.filter(coin);
        if (chosen.length === 0) continue;
        const result = applied(
          before,
          after,
          chosen.map(({ id }) => id),
        );
        const [was, is, wanted] = [oracle(before), oracle(result), oracle(after)];
        const places = placesOf(chosen);
        const follows = placesOf(all.filter(({ facet }) => facet === "recalculated"));
        for (const place of new Set([...was.keys(), ...is.keys()]))
          if (!follows.has(place))
            expect(`${file} ${place} ${is.get(place)}`).toBe(
              `${file} ${place} ${places.has(place) ? wanted.get(place) : was.get(place)}`,
            );
        const [a, b] = [readZipDirectory(before, DEFAULT_LIMITS), readZipDirectory(result, DEFAULT_LIMITS)];
        if (a.ok && b.ok)
          for (const entry of a.value.entries) {
            const twin = b.value.byName.get(entry.name);
            if (/worksheets\/|workbook\.xml|calcChain|\[Content_Types\]/.test(entry.name)) continue;
            expect(twin?.crc, `${file} ${entry.name}`).toBe(entry.crc);
          }
        held++;
      }
      expect(held).toBeGreaterThan(100);
    },
  );
});
