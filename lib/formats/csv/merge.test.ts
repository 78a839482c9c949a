import { describe, expect, it } from "vitest";

import { formatAddress } from "../../core/address/address.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { mergeFiles } from "../merge.ts";
import type { MergeOptions } from "../three-way.ts";
import { csvFormat } from "./index.ts";

const source = (text: string) => memorySource("t.csv", Buffer.from(text, "utf8"));
async function merge(base: string, accepted: string, staged: string, options: MergeOptions = {}) {
  const { merged, conflicts } = await mergeFiles(source(base), source(accepted), source(staged), options);
  return { text: merged && Buffer.from(merged).toString("utf8"), conflicts };
}

const BASE = "id,name,amount\n1,Ann,10\n2,Bob,20\n3,Cem,30\n4,Dea,40\n";
const swap = (from: string, to: string) => BASE.replace(from, to);

describe("three-way merge of tables, cases written down by hand", () => {
  it.each([
    ["two cells of one row", swap("Bob", "Bea"), swap("20", "21"), swap("Bob,20", "Bea,21")],
    ["the same edit", swap("20", "21"), `${swap("20", "21")}5,E,5\n`, `${swap("20", "21")}5,E,5\n`],
    ["a row added alike", `${BASE}5,E,5\n`, `${swap("10", "11")}5,E,5\n`, `${swap("10", "11")}5,E,5\n`],
    [
      "a column added alike, and a cell",
      BASE.replaceAll(/$(?<!^)/gm, ",z").replace("amount,z", "amount,unit"),
      BASE.replaceAll(/$(?<!^)/gm, ",z")
        .replace("amount,z", "amount,unit")
        .replace("Ann", "Amy"),
      BASE.replaceAll(/$(?<!^)/gm, ",z")
        .replace("amount,z", "amount,unit")
        .replace("Ann", "Amy"),
    ],
    [
      "an edit follows a moved row",
      "id,name,amount\n2,Bob,20\n3,Cem,30\n4,Dea,40\n1,Ann,10\n",
      swap("Ann,10", "Ann,11"),
      "id,name,amount\n2,Bob,20\n3,Cem,30\n4,Dea,40\n1,Ann,11\n",
    ],
    [
      "a row and a column are inserted",
      swap("3,Cem", "9,Zoe,9\n3,Cem"),
      BASE.replaceAll(/^(\w+),/gm, "$1,x$1,"),
      "id,xid,name,amount\n1,x1,Ann,10\n2,x2,Bob,20\n9,,Zoe,9\n3,x3,Cem,30\n4,x4,Dea,40\n",
    ],
    [
      "line ends on one side, text on the other",
      BASE.replaceAll("\n", "\r\n"),
      swap("20", "21"),
      swap("20", "21").replaceAll("\n", "\r\n"),
    ],
    [
      "quotes on one side, text on the other",
      BASE.replaceAll(/\w+/g, '"$&"'),
      swap("20", "21"),
      swap("20", "21").replaceAll(/\w+/g, '"$&"'),
    ],
    [
      "rows deleted on both sides",
      swap("2,Bob,20\n", ""),
      BASE.replace("2,Bob,20\n3,Cem,30\n", ""),
      BASE.replace("2,Bob,20\n3,Cem,30\n", ""),
    ],
    ["a deletion beside an edit", swap("2,Bob,20\n", ""), swap("30", "31"), swap("2,Bob,20\n", "").replace("30", "31")],
  ])("%s: taken", async (_name, accepted, staged, wanted) => {
    expect(await merge(BASE, accepted, staged)).toEqual({ text: wanted, conflicts: [] });
    expect(await merge(BASE, staged, accepted)).toEqual({ text: wanted, conflicts: [] });
  });

  it.each([
    ["two texts of one cell", swap("20", "21"), swap("20", "22"), ["cell=C3"]],
    ["two cells, each with two texts", swap("Bob,20", "B1,21"), swap("Bob,20", "B2,22"), ["cell=B3", "cell=C3"]],
    ["20.0 against 20.00", swap("20", "20.0"), swap("20", "20.00"), ["cell=C3"]],
    ["a deleted row against an edit", swap("2,Bob,20\n", ""), swap("20", "22"), ["cell=C3"]],
    ["a deleted column against an edit", BASE.replaceAll(/,\w+$/gm, ""), swap("20", "22"), ["cell=C3"]],
    ["different rows at one place", `${BASE}5,E,5\n`, `${BASE}6,F,6\n`, ["row=6"]],
    [
      "one row moved to two places",
      "id,name,amount\n2,Bob,20\n3,Cem,30\n4,Dea,40\n1,Ann,10\n",
      "id,name,amount\n2,Bob,20\n1,Ann,10\n3,Cem,30\n4,Dea,40\n",
      ["row=2"],
    ],
  ])("%s: a conflict each, and the accepted side stands", async (_name, accepted, staged, places) => {
    const there = await merge(BASE, accepted, staged);
    expect(there.conflicts.map(({ address }) => formatAddress(address))).toEqual(places);
    expect(there.text).toBe(accepted);
    expect((await merge(BASE, staged, accepted)).text).toBe(staged);
    const resolve = Object.fromEntries(there.conflicts.map(({ id }) => [id, "staged" as const]));
    expect((await merge(BASE, accepted, staged, { resolve })).text).toBe(staged);
  });

  it("neighbouring cells and rows conflict only when strict", async () => {
    const [one, two] = [swap("20", "21"), swap("30", "31")];
    expect((await merge(BASE, one, two)).conflicts).toEqual([]);
    expect((await merge(BASE, one, two, { strict: true })).conflicts).toHaveLength(1);
  });
});

describe("a change follows its base", () => {
  const changesOf = async (before: string, after: string) => {
    const [left, right] = [
      await csvFormat.read(source(before), DEFAULT_LIMITS),
      await csvFormat.read(source(after), DEFAULT_LIMITS),
    ];
    if (!left.ok || !right.ok) throw new Error("no table");
    return csvFormat.diff(left.value, right.value, defaultWork());
  };
  const INSERTED = BASE.replace("1,Ann", "0,New,0\n1,Ann").replaceAll(/^(\w+),/gm, "$1,x$1,");

  it.each([
    ["a cell", swap("30", "31")],
    ["an inserted row", swap("4,Dea", "9,Zoe,9\n4,Dea")],
    ["a look", swap("Cem", '"Cem"')],
  ])(
    "[R1] %s below an inserted row and behind an inserted column has the id that it would have there",
    async (_name, after) => {
      const move = await changesOf(BASE, INSERTED);
      const both = await merge(BASE, INSERTED, after);
      const wanted = (await changesOf(INSERTED, both.text ?? "")).changes.map(({ id }) => id);
      const followed = (await changesOf(BASE, after)).changes.map((change) => csvFormat.follow(change, move)?.id);
      expect(followed).toEqual(wanted);
    },
  );

  it("[R1] a deleted row follows rows; in a new column it is another deletion, because it deletes more", async () => {
    const deleted = swap("3,Cem,30\n", "");
    const [change] = (await changesOf(BASE, deleted)).changes;
    if (!change) throw new Error("no change");
    const above = swap("1,Ann", "0,New,0\n1,Ann");
    const [wanted] = (await changesOf(above, above.replace("3,Cem,30\n", ""))).changes;
    expect(csvFormat.follow(change, await changesOf(BASE, above))?.id).toBe(wanted?.id);
  });

  it("null where its row is gone or the move changed the same cell", async () => {
    const [change] = (await changesOf(BASE, swap("30", "31"))).changes;
    if (!change) throw new Error("no change");
    expect(csvFormat.follow(change, await changesOf(BASE, swap("3,Cem,30\n", "")))).toBeNull();
    expect(csvFormat.follow(change, await changesOf(BASE, swap("30", "33")))).toBeNull();
  });
});

it.each([
  ["a new row with a value in a deleted column", "a,c\n1,3\n4,6\n", "a,b,c\n1,2,3\n7,8,9\n4,5,6\n"],
  ["a new column with a value in a deleted row", "a,b,c\n4,5,6\n", "a,b,c,d\n1,2,3,x\n4,5,6,\n"],
])("%s is a conflict, whichever side deletes", async (_name, one, two) => {
  const base = "a,b,c\n1,2,3\n4,5,6\n";
  expect((await merge(base, one, two)).conflicts.length).toBeGreaterThan(0);
  expect((await merge(base, two, one)).conflicts.length).toBeGreaterThan(0);
});
