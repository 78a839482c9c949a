/** The grid of the demo's model: aligned rows, both sides, verdicts laid over, and a planned side that guesses nothing. */
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { decideChanges } from "./decideChanges.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { getSheetGrid } from "./getSheetGrid.ts";
import { getSheetWindow } from "./getSheetWindow.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const seed = (at: string) => readFile(new URL(`../../prisma/seed/${at}`, import.meta.url));

test("an inserted row is one line and one change; formulas of a partly accepted file are not guessed", async () => {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "model.xlsx": await seed("workspace/model/Q3-model.xlsx") });
  const { id, sandbox } = await harness.branch(mara, slug);
  must(await openTurn(services, mara, slug, id, { title: "Insert" }));
  await putFiles(sandbox, { "model.xlsx": await seed("session/4-3/model/Q3-model.xlsx") });
  must(await closeTurn(services, mara, slug, id));

  const window = { path: "model.xlsx", sheet: "Revenue", rows: "all", from: 0, count: 40 } as const;
  const grid = must(await getSheetGrid(services, mara, slug, id, window));
  const added = grid.rows.filter(({ kind }) => kind === "added");
  expect(added.map(({ before, staged }) => [before, staged])).toEqual([[null, 6]]);
  expect(added[0]?.cells[0]?.staged?.text).toBe("Marketplace");
  expect(grid.rows.find(({ staged }) => staged === 7)?.before).toBe(6);
  expect(grid.sheets.find(({ sheet }) => sheet === "Revenue")?.changes.added).toBe(1);

  const diff = must(await getFileDiff(services, mara, slug, id, { path: "model.xlsx", limit: 20_000 }));
  const change = diff.changes.find(({ address }) => address === "sheet=Revenue&cell=D4");
  must(
    await decideChanges(services, mara, slug, id, {
      path: "model.xlsx",
      ids: [change!.id],
      verdict: "accept",
      seen: diff.file.after,
      seq: diff.version.seq ?? 0,
      answers: [],
      bulk: false,
      withRequired: true,
    }),
  );
  const decided = must(await getSheetGrid(services, mara, slug, id, window));
  const cellAt = (staged: number, column: number) =>
    decided.rows.find((row) => row.staged === staged)?.cells.find((cell) => cell.column === column);
  expect(cellAt(4, 3)).toMatchObject({ verdict: "accepted", planned: { value: 46.1 }, before: { value: 44.9 } });
  expect(cellAt(5, 3)).toMatchObject({ planned: { value: 10.4 }, staged: { value: 9.6 } });
  expect(cellAt(4, 5)?.planned).toMatchObject({ value: null, notCalculated: true });
  expect(decided.rows.find((row) => row.staged === 6)?.cells.every((cell) => cell.planned === null)).toBe(true);

  // What a version holds is shown the same way: a result that nobody worked out is not an empty cell.
  const shown = must(
    await getSheetWindow(services, mara, slug, {
      ...{ branch: id, path: "model.xlsx" },
      sheet: "Revenue",
      from: 0,
      count: 40,
    }),
  );
  expect(shown.rows.find(({ number }) => number === 4)?.cells.find(({ column }) => column === 5)).toMatchObject({
    text: "",
    formula: "SUM(B4:E4)",
    notCalculated: true,
  });

  const folded = must(await getSheetGrid(services, mara, slug, id, { ...window, rows: "changed" }));
  expect(folded.totalRows).toBeLessThan(grid.totalRows);
  expect(
    folded.rows
      .filter(({ kind }) => kind === "gap")
      .reduce((sum, row) => sum + (row.hidden ?? 0), folded.rows.filter(({ kind }) => kind !== "gap").length),
  ).toBe(grid.totalRows);
});

test("a table stands in the grid as one sheet that no address names; a created one is all new", async () => {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "rates.csv": "a,b\n1,2\n3,4\n" });
  const { id, sandbox } = await harness.branch(mara, slug);
  must(await openTurn(services, mara, slug, id, { title: "Rates" }));
  await putFiles(sandbox, { "rates.csv": "a,b\n1,2\n9,9\n3,5\n", "new.csv": "x\n1\n" });
  must(await closeTurn(services, mara, slug, id));
  const window = { rows: "changed", from: 0, count: 40 } as const;
  const grid = must(await getSheetGrid(services, mara, slug, id, { ...window, path: "rates.csv" }));
  expect(grid.sheets.map(({ sheet, changes, pending }) => [sheet, changes.added, changes.modified, pending])).toEqual([
    ["Table", 1, 1, 2],
  ]);
  expect(grid.rows.map(({ kind, before, staged }) => [kind, before, staged])).toEqual([
    ["both", 1, 1],
    ["both", 2, 2],
    ["added", null, 3],
    ["both", 3, 4],
  ]);
  expect(grid.rows[3]?.cells.map(({ before, staged, verdict }) => [before?.text, staged?.text, verdict])).toEqual([
    ["3", "3", undefined],
    ["4", "5", "pending"],
  ]);
  // A row that came is there as planned where it is accepted; so are all rows of a file that came, with the file.
  const rowsOf = async (file: string) =>
    must(await getSheetGrid(services, mara, slug, id, { ...window, path: file })).rows.map(
      ({ kind, planned }) => `${kind} ${planned}`,
    );
  expect(await rowsOf("rates.csv")).toEqual(["both true", "both true", "added false", "both true"]);
  expect(await rowsOf("new.csv")).toEqual(["added false", "added false"]);
  await decideAllOf(services, mara, slug, id, "rates.csv", "accept");
  await decideAllOf(services, mara, slug, id, "new.csv", "accept");
  expect(await rowsOf("rates.csv")).toEqual(["both true", "both true", "added true", "both true"]);
  expect(await rowsOf("new.csv")).toEqual(["added true", "added true"]);
});
