import { expect, it } from "vitest";

import { defaultWork, DEFAULT_LIMITS } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import type { FileGrid } from "../grid/file-grid.ts";
import { readCsv } from "./document.ts";
import { csvFormat } from "./index.ts";
import { tableGrid } from "./table-grid.ts";

const BASE = "id,name,amount\n1,One,10\n2,Two,20\n3,Three,30\n4,Four,40\n5,Five,50\n";

async function gridOf(before: string | null, after: string | null): Promise<FileGrid> {
  const [was, is] = await Promise.all(
    [before, after].map(async (text) => {
      if (text === null) return null;
      const read = await readCsv(memorySource("rates.csv", Buffer.from(text)), DEFAULT_LIMITS);
      if (!read.ok) throw new Error(read.error.detail);
      return read.value;
    }),
  );
  const changes = was && is ? csvFormat.diff(was, is, defaultWork()).changes : [];
  return tableGrid(was ?? null, is ?? null, changes);
}

const shown = (grid: FileGrid) =>
  grid.sheets.flatMap((sheet) =>
    grid
      .rows(sheet, "all", 0, 100)
      .map(({ kind, before, after, cells, change }) => [
        kind,
        before,
        after,
        change?.kind ?? null,
        cells.flatMap(({ changes, after: is, before: was }) =>
          changes.length > 0 ? [`${was?.text} ${is?.text}`] : [],
        ),
      ]),
  );

it("a changed cell, an inserted, a deleted and a moved row stand where they are", async () => {
  const grid = await gridOf(BASE, "id,name,amount\n5,Five,50\n1,One,11\n9,Nine,90\n3,Three,30\n4,Four,40\n");
  expect(shown(grid)).toEqual([
    ["both", 1, 1, null, []],
    ["moved", 6, 2, "moved", []],
    ["both", 2, 3, null, ["10 11"]],
    ["removed", 3, null, "removed", []],
    ["added", null, 4, "added", []],
    ["both", 4, 5, null, []],
    ["both", 5, 6, null, []],
  ]);
});

it("a new and a deleted column have no letter on the other side", async () => {
  const inserted = await gridOf("a,b\n1,2\n3,4\n", "a,x,b\n1,7,2\n3,8,4\n");
  expect(inserted.columns(inserted.sheets[0]!)).toEqual([
    { before: "A", staged: "A" },
    { before: null, staged: "B" },
    { before: "B", staged: "C" },
  ]);
});

it("a table that is new or gone is shown whole, with its blank fields", async () => {
  const created = await gridOf(null, "a,b\n1,\n");
  expect(shown(created).map(([kind]) => kind)).toEqual(["added", "added"]);
  expect(created.rows(created.sheets[0]!, "all", 1, 1)[0]?.cells.map(({ after }) => after?.text)).toEqual(["1", ""]);
  expect(shown(await gridOf("a,b\n", null)).map(([kind]) => kind)).toEqual(["removed"]);
});
