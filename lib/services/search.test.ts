/** Words, questions and places: what is found, what is not, and where it is said to be. */
import { beforeAll, describe, expect, test } from "vitest";

import { buildWorkbook } from "../formats/xlsx/testing/build.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { withReader } from "./testing/reader.ts";
import type { Principal } from "./context.ts";
import { hitsOf } from "./searchHits.ts";
import { matchesOf, parseQuery, tsQueryOf } from "./searchQuery.ts";
import { searchRecords } from "./searchRecords.ts";
import { vectorOf, wordsOf, wordsOfPage } from "./searchWords.ts";
import { sweepRecords } from "./sweepRecords.ts";
import { synchronizeBranch } from "./synchronize.ts";

const harness = await createHarness();
const reader = withReader(harness.services);
const { services } = reader;
let mara: Principal;
let slug = "";

beforeAll(async () => {
  mara = await harness.person("Mara Lindqvist");
  slug = await harness.workspace(mara, {
    "finance/model.xlsx": buildWorkbook([
      {
        name: "Revenue",
        rows: [
          ["Region", "Q3 2026"],
          ["North", 1234.5],
          ["South", 4.2],
          ["Éire", 12],
        ],
      },
    ]),
    "finance/revenue-notes.md":
      "# Notes\n\nThe net revenue retention is 104.6 %.\nRetention of net revenue, not gross.\n",
    "finance/table.csv": "Region,Amount\nNorth,88\nSouth,99\n",
    "copy/table.csv": "Region,Amount\nNorth,88\nSouth,99\n",
    "hostile.txt": '<img src=x onerror=alert(1)> \u202eevil "quoted" & <b>bold</b>\n',
    "日本.txt": "四半期の売上高は増加した。\n",
  });
  await sweepRecords(services);
  await reader.run();
});

const search = async (q: string, more: object = {}) =>
  must(await searchRecords(services, mara, slug, { q, limit: 20, ...more }));
const found = async (q: string) =>
  (await search(q)).files.flatMap(({ path, hits }) => hits.map(({ locator }) => `${path}#${locator}`)).sort();

describe("what is found, and where", () => {
  test("numbers as they are written and without their signs", async () => {
    expect(await found("4.2 ")).toEqual(["finance/model.xlsx#sheet=Revenue&cell=B3"]);
    expect(await found("1234.5 ")).toEqual(["finance/model.xlsx#sheet=Revenue&cell=B2"]);
    expect(await found("104.6 ")).toEqual(["finance/revenue-notes.md#L3"]);
  });

  test("cells of workbooks and tables, under every path that holds the bytes", async () => {
    expect(await found("south 99")).toEqual(["copy/table.csv#cell=A3", "finance/table.csv#cell=A3"]);
    expect(await found("eire")).toEqual(["finance/model.xlsx#sheet=Revenue&cell=A4"]);
    // Where in a table something is, is no word of it.
    expect(await found('"3" ')).toEqual([]);
  });

  test("phrases, all words, beginnings and exclusions", async () => {
    expect(await found('"net revenue retention" ')).toEqual(["finance/revenue-notes.md#L3"]);
    expect((await search("retention net")).files).toHaveLength(1);
    expect(await found("reten* -gross")).toEqual([]);
    expect(await found("retent")).toHaveLength(2);
    expect(await found('"retent" ')).toEqual([]);
  });

  test("scripts without spaces", async () => {
    expect(await found("売上高")).toEqual(["日本.txt#L1"]);
    expect(await found("高売")).toEqual([]);
  });

  test("names of files, with what to mark", async () => {
    const { names, namesTotal } = await search("revenue notes");
    expect([names.map(({ path }) => path), namesTotal]).toEqual([["finance/revenue-notes.md"], 1]);
    expect(names[0]?.marks.map(({ start, end }) => "finance/revenue-notes.md".slice(start, end))).toEqual([
      "revenue",
      "notes",
    ]);
  });

  test("nothing to look for is no error", async () => {
    for (const q of ["%", '""', "-only", "&&&"]) expect(await search(q)).toMatchObject({ files: [], words: [] });
  });

  test("text of files comes as text, with ranges", async () => {
    const [file] = (await search("onerror bold")).files;
    const [hit] = file?.hits ?? [];
    expect(hit?.text).toContain("<img src=x onerror=alert(1)>");
    expect(hit?.marks.map(({ start, end }) => hit.text.slice(start, end))).toEqual(["onerror", "bold"]);
  });

  test("pages of an answer follow each other without a gap", async () => {
    const first = await search("region", { limit: 1 });
    expect(first.nextCursor).not.toBeNull();
    const second = await search("region", { limit: 10, cursor: first.nextCursor });
    const paths = [...first.files, ...second.files].map(({ path }) => path).sort();
    expect(paths).toEqual(["copy/table.csv", "finance/model.xlsx", "finance/table.csv"]);
    expect(second.names).toEqual([]);
    const wrong = await searchRecords(services, mara, slug, { q: "region", limit: 1, cursor: "x" });
    expect(wrong.ok || wrong.error.type).toBe("invalid-request");
  });
});

test("[V3] a branch is searched at the t that is named, and each file says whether it is the accepted one", async () => {
  const { id, sandbox } = await harness.branch(mara, slug);
  await putFiles(sandbox, { "only.txt": "zebra\n" });
  must(await synchronizeBranch(services, mara, slug, id));
  await reader.run();
  const now = await search("zebra ", { branch: id });
  expect(now.files.map(({ path, changed }) => [path, changed])).toEqual([["only.txt", true]]);
  expect([now.version.branch, now.version.t]).toEqual([id, 1]);
  const before = await search("zebra ", { branch: id, t: 0 });
  expect([before.files, before.version.t]).toEqual([[], 0]);
  expect((await search("zebra ")).files).toEqual([]);
});

describe("words", () => {
  test.each([
    ["Ünïcode ﬁle", ["unicode", "file"]],
    ["-4.2 % of 1,234.5", ["4.2", "of", "1,234.5"]],
    ["foo_bar-baz", ["foo", "bar", "baz"]],
    ["2026-09-30", ["2026", "09", "30"]],
    ["=SUM(B2:B9)", ["sum", "b2", "b9"]],
    ["a.b", ["a", "b"]],
    ["売上は4.2億", ["売", "上", "は", "4.2", "億"]],
  ])("%s", (text, words) => expect(wordsOf(text).map((word) => word.text)).toEqual(words));

  test("a number is known by its other spellings", () => {
    expect(wordsOf("1,234.5m")[0]?.also).toEqual(["1,234.5", "1234.5"]);
    expect(vectorOf(wordsOf("4.2m 4.2"))).toBe("'4.2m':1 '4.2':1,2");
  });

  test("a table's row numbers and column letters are no words, its header counts once", () => {
    const page = {
      locator: "cell=A2:B3",
      markdown: "|  | A: Region | B: Amount |\n| --- | --- | --- |\n| 2 | A | 7 |\n",
    };
    expect(wordsOfPage(page, 0).map(({ text }) => text)).toEqual(["region", "amount", "a", "7"]);
    expect(wordsOfPage(page, 1).map(({ text }) => text)).toEqual(["a", "7"]);
  });
});

test("a question means the same to the index and to the texts", async () => {
  const questions = ["net reten", '"revenue retention"', "4.2", "-gross net ", "foo_bar", "NOT'; DROP", "a* b* -c"];
  const texts = [
    "net revenue retention",
    "retention revenue net gross",
    "4.2m",
    "foo bar",
    "not drop",
    "abc bcd",
    "abc bcd c",
  ];
  for (const question of questions) {
    const clauses = parseQuery(question) ?? [];
    for (const text of texts) {
      const vector = vectorOf(wordsOf(text));
      const [row] = await services.db.$queryRaw<{ is: boolean }[]>`
        SELECT ${vector}::tsvector @@ ${tsQueryOf(clauses)}::tsquery AS is`;
      expect([question, text, matchesOf(clauses, wordsOf(text)) !== null]).toEqual([question, text, row?.is]);
    }
  }
});

test("a long line is cut around the words", () => {
  const markdown = `| 7 | ${"left ".repeat(60)}| needle \\| thread | ${"right ".repeat(60)}|\n`;
  const { hits } = hitsOf({ locator: "sheet=A%20b", markdown }, 0, parseQuery("needle ") ?? [], 5);
  expect(hits[0]?.locator).toBe("sheet=A%20b&cell=B7");
  expect(hits[0]?.text).toMatch(/^… (left )+· needle \| thread · (right )+…$/);
  const [mark] = hits[0]?.marks ?? [];
  expect(hits[0]?.text.slice(mark?.start, mark?.end)).toBe("needle");
});
