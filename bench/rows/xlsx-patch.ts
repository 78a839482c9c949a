/** One accepted cell written into a large workbook, against SheetJS writing that workbook; and that nothing else changed. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { read, write } from "@e965/xlsx";

import { applyFiles, compareFiles } from "../../lib/formats/compare.ts";
import { DEFAULT_LIMITS } from "../../lib/formats/format.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { readZipDirectory } from "../../lib/formats/ooxml/zip-directory.ts";
import { baseRows, COLUMNS, withEditedCell, withEditedRows, writeWorkbook } from "../fixtures/workbook.ts";
import { OURS, packageVersion } from "../machine.ts";
import type { Place, Run, Row, Side } from "../row.ts";
import { rowsOf } from "./xlsx-read.ts";

type Version = "base" | "rows" | "cell";
const bytesOf = ({ folder }: Place, version: Version) => readFileSync(path.join(folder, `${version}.xlsx`));
const sourceOf = (place: Place, version: Version) => memorySource("workbook.xlsx", bytesOf(place, version));

export const xlsxPatch: Row = {
  name: "xlsx-patch",
  title: "One-cell patch of a workbook",
  rounds: 3,
  notes: () => [
    "Ours reads both versions from disk, compares them, and writes the first with one chosen cell of the second; SheetJS writes, compressed, a workbook that it holds in memory already.",
    "Written anew are the sheet with the cell and the workbook part, which asks for recalculation when it is loaded.",
    "Where one of several changes is chosen, results that are no longer known are left out: every formula is read to find those that depend on it.",
  ],
  async prepare(place) {
    const base = baseRows(rowsOf(place));
    const make = (version: Version, rows: typeof base) =>
      writeWorkbook(path.join(place.folder, `${version}.xlsx`), rows);
    await make("base", base);
    await make("rows", withEditedRows(base));
    await make("cell", withEditedCell(base));
  },
  sides: {
    ours: (place) => patching(place, "cell"),
    "one of many": (place) => patching(place, "rows"),
    sheetjs(place) {
      const book = read(bytesOf(place, "base"), { dense: true, cellHTML: false, cellText: false });
      return {
        version: `write, compressed (${packageVersion("@e965/xlsx")})`,
        run() {
          write(book, { type: "buffer", bookType: "xlsx", compression: true });
          return {};
        },
      };
    },
  },
  comparisons(place) {
    const work = `${rowsOf(place).toLocaleString("en")} × ${COLUMNS}`;
    return [
      {
        work: `${work}, the one cell that changed`,
        ours: "ours",
        peer: "sheetjs",
        aim: 0.2,
        missed:
          "both versions are read and checked whole and compared before one byte is written, which is what makes the choice safe; inflating them and deflating the sheet alone are about 0.2×.",
      },
      { work: `${work}, one cell of 1 % changed rows`, ours: "one of many", peer: "sheetjs", aim: null },
    ];
  },
};

async function patching(place: Place, version: Version): Promise<Side> {
  const { changes } = await compareFiles(sourceOf(place, "base"), sourceOf(place, version));
  const chosen = changes.find(({ facet, address }) => facet === "content" && address.kind === "cells");
  if (chosen === undefined) throw new Error("No cell changed");
  return {
    version: OURS,
    async run(): Promise<Run> {
      const start = performance.now();
      const patched = await applyFiles(sourceOf(place, "base"), sourceOf(place, version), [chosen.id]);
      const time = performance.now() - start;
      if (!patched.ok || patched.value === null) throw new Error(JSON.stringify(patched));
      return { times: { patch: time }, found: [unchangedEntries(bytesOf(place, "base"), patched.value)] };
    },
  };
}

/** Compares entries as they lie in the file: local header and compressed bytes. */
function unchangedEntries(before: Uint8Array, after: Uint8Array): string {
  const [from, to] = [readZipDirectory(before, DEFAULT_LIMITS), readZipDirectory(after, DEFAULT_LIMITS)];
  if (!from.ok || !to.ok) throw new Error("The result is no zip");
  const raw = (bytes: Uint8Array, entry: { localStart: number; localEnd: number }) =>
    Buffer.from(bytes.buffer, bytes.byteOffset + entry.localStart, entry.localEnd - entry.localStart);
  const changed = from.value.entries.filter((entry) => {
    const written = to.value.byName.get(entry.name);
    return written === undefined || !raw(before, entry).equals(raw(after, written));
  });
  const same = from.value.entries.length - changed.length;
  return `${same} of ${from.value.entries.length} zip entries are byte for byte as before; written anew: ${changed.map(({ name }) => name).join(", ")}`;
}
