import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { ipynbFormat } from "./index.ts";
import { changesOf, merge, notebook, stream, type TestCell } from "./testing/notebooks.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { source } from "./testing/notebooks.ts";

const CELLS: readonly TestCell[] = [
  { id: "a", source: "x = 1", outputs: [stream("1\n")], count: 1 },
  { id: "b", source: "y = 2", outputs: [stream("2\n")], count: 2 },
  { id: "c", type: "markdown", source: "text" },
];
const BASE = notebook(CELLS);
const at = (n: number, change: Partial<TestCell>): TestCell[] =>
  CELLS.map((cell, own) => (own === n ? { ...cell, ...change } : cell));
const both = (...changes: (readonly [number, Partial<TestCell>])[]): string =>
  notebook(
    changes.reduce<readonly TestCell[]>(
      (cells, [n, change]) => cells.map((cell, own) => (own === n ? { ...cell, ...change } : cell)),
      CELLS,
    ),
  );

describe("three-way merge of notebooks, cases written down by hand", () => {
  it.each([
    [
      "sources of two cells",
      both([0, { source: "x = 3" }]),
      both([1, { source: "y = 3" }]),
      both([0, { source: "x = 3" }], [1, { source: "y = 3" }]),
    ],
    [
      "source and outputs of one cell are apart",
      both([0, { source: "x = 3" }]),
      both([0, { outputs: [stream("9\n")], count: 5 }]),
      both([0, { source: "x = 3", outputs: [stream("9\n")], count: 5 }]),
    ],
    [
      "the same edit",
      both([0, { source: "x = 3" }]),
      both([0, { source: "x = 3" }], [1, { source: "z" }]),
      both([0, { source: "x = 3" }], [1, { source: "z" }]),
    ],
    [
      "an edit follows a moved cell",
      notebook([...CELLS.slice(1), ...CELLS.slice(0, 1)]),
      both([0, { source: "x = 3" }]),
      notebook([...CELLS.slice(1), { ...CELLS[0], source: "x = 3" }]),
    ],
    ["counts never hold back a deletion", notebook(CELLS.slice(1)), both([0, { count: 99 }]), notebook(CELLS.slice(1))],
    [
      "a cell inserted alike, with another id",
      notebook([...CELLS, { id: "p", source: "new" }]),
      notebook([...at(0, { source: "x = 3" }), { id: "q", source: "new" }]),
      null,
    ],
    [
      "cells inserted at two places",
      notebook([{ id: "p", source: "first" }, ...CELLS]),
      notebook([...CELLS, { id: "q", source: "last" }]),
      notebook([{ id: "p", source: "first" }, ...CELLS, { id: "q", source: "last" }]),
    ],
  ])("%s: taken", async (_name, accepted, staged, wanted) => {
    const there = await merge(BASE, accepted, staged);
    expect(there.conflicts).toEqual([]);
    if (wanted === null) expect(there.text.match(/"new"/g)).toHaveLength(1);
    else expect(JSON.parse(there.text)).toEqual(JSON.parse(wanted));
    expect((await merge(BASE, staged, accepted)).text).toBe(there.text);
  });

  it("counts that differ on both sides never conflict", async () => {
    expect((await merge(BASE, both([0, { count: 5 }]), both([0, { count: 6 }]))).conflicts).toEqual([]);
  });

  it.each([
    ["two texts of one source", both([0, { source: "x = 3" }]), both([0, { source: "x = 4" }]), ["cell=1"]],
    [
      "two outputs",
      both([0, { outputs: [stream("3")] }]),
      both([0, { outputs: [stream("4")] }]),
      ["cell=1&of=outputs"],
    ],
    ["a deletion against an edit", notebook(CELLS.slice(1)), both([0, { source: "x = 4" }]), ["cell=1"]],
    [
      "different cells at one place",
      notebook([...CELLS, { id: "p", source: "1" }]),
      notebook([...CELLS, { id: "q", source: "2" }]),
      ["cell=4"],
    ],
  ])("%s: one conflict, and the accepted side stands", async (_name, accepted, staged, places) => {
    expect(await merge(BASE, accepted, staged)).toEqual({ text: accepted, conflicts: places });
    expect(await merge(BASE, staged, accepted)).toEqual({ text: staged, conflicts: places });
  });
});

describe("a change follows its base", () => {
  it("[R1] it has the id that it would have there; null where its cell is gone", async () => {
    const [change] = await changesOf(BASE, both([1, { source: "y = 3" }]));
    if (!change) throw new Error("no change");
    const move = async (after: string) => {
      const [left, right] = [
        await ipynbFormat.read(source(BASE), DEFAULT_LIMITS),
        await ipynbFormat.read(source(after), DEFAULT_LIMITS),
      ];
      if (!left.ok || !right.ok) throw new Error("no notebook");
      return ipynbFormat.follow(change, ipynbFormat.diff(left.value, right.value, defaultWork()));
    };
    const above: TestCell = { id: "p", source: "above" };
    const [wanted] = await changesOf(notebook([above, ...CELLS]), notebook([above, ...at(1, { source: "y = 3" })]));
    expect((await move(notebook([above, ...CELLS])))?.id).toBe(wanted?.id);
    expect(await move(notebook(CELLS.toSpliced(1, 1)))).toBeNull();
    expect(await move(both([1, { source: "y = 5" }]))).toBeNull();
    expect((await move(both([1, { outputs: [] }])))?.id).toBe(change.id);
  });
});

const FOLDER = path.join(process.env["STAGED_CORPUS"] ?? "", "nbdime");
const there = (process.env["STAGED_CORPUS"] ?? "") !== "" && existsSync(FOLDER);

describe("triples of nbdime", () => {
  const read = (name: string) => readFileSync(path.join(FOLDER, `${name}.ipynb`), "utf8");
  const sources = (text: string) =>
    (JSON.parse(text) as { cells: { source: string | string[] }[] }).cells.map(({ source: own }) =>
      [own].flat().join(""),
    );

  it.skipIf(!there).each([
    ["base", "local", "remote", [], [0], [1, 2, 4]],
    ["multi_cell_nb", "multi_cell_nb--local", "multi_cell_nb--remote", [], [0], [1, 2, 4]],
  ] as const)("%s, %s, %s (needs STAGED_CORPUS)", async (base, local, remote, conflicts, fromRemote, fromLocal) => {
    const result = await merge(read(base), read(local), read(remote));
    expect(result.conflicts).toEqual(conflicts);
    const [own, mine, theirs] = [sources(read(base)), sources(read(local)), sources(read(remote))];
    for (const cell of fromLocal) own[cell] = mine[cell] ?? "";
    for (const cell of fromRemote) own[cell] = theirs[cell] ?? "";
    expect(sources(result.text)).toEqual(own);
  });

  it.skipIf(!there)(
    "edits of one text, cells inserted at two places, cells replaced (needs STAGED_CORPUS)",
    async () => {
      expect(
        (await merge(read("source-conflict--1"), read("source-conflict--2"), read("source-conflict--3"))).conflicts,
      ).toEqual(["cell=1"]);
      const branches = await merge(read("center"), read("left"), read("right"));
      expect(branches.conflicts).toEqual([
        "cell=1",
        expect.stringMatching(/^cell=3/),
        expect.stringMatching(/^cell=3/),
      ]);
      expect(sources(branches.text)).toEqual([...sources(read("left")), sources(read("right")).at(-1)]);
      const mixed = await merge(read("mixed-conflicts--1"), read("mixed-conflicts--2"), read("mixed-conflicts--3"));
      expect(mixed.conflicts.filter((place) => place.startsWith("cell=3") || place.startsWith("cell=5"))).toEqual([]);
      expect(sources(mixed.text)).toEqual(sources(read("mixed-conflicts--2")));
      const ids = await merge(read("cellids--base"), read("cellids--local"), read("cellids--remote"));
      const merged = sources(ids.text);
      expect([merged[1], merged[3]]).toEqual(["x = 5", "x = 7"]);
      expect(ids.conflicts.length).toBeGreaterThan(0);
    },
  );
});
