/** What a stale operation asks, in every format: what merged, what conflicts, and what each choice comes to (M6). */
import { expect, test } from "vitest";

import type { Choices, ReconcileView, SideChoice } from "../contracts/reconcile.ts";
import { buildDocument, p } from "../formats/docx/testing/build.ts";
import { notebook } from "../formats/ipynb/testing/notebooks.ts";
import { page } from "../formats/pdf/testing/documents.ts";
import { writePdf } from "../formats/pdf/testing/write.ts";
import { deck, slide } from "../formats/pptx/testing/decks.ts";
import { buildWorkbook } from "../formats/xlsx/testing/build.ts";
import { getReconcile } from "./getReconcile.ts";
import { getReconcileResult } from "./getReconcileResult.ts";
import { listStale } from "./listStale.ts";
import { createHarness, must } from "./testing/harness.ts";
import { staleOn, type Content, type Edit, type Stale } from "./testing/stale.ts";

const harness = await createHarness();
const { services } = harness;

const lines = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join("");
const book = (price: number, discount: number, volume: number) =>
  buildWorkbook([
    {
      name: "Tiers",
      rows: [["List price", price], ["Discount", discount], ["Notes"], ["Volume", volume]],
    },
  ]);
const letter = (first: string, second: string, third: string) =>
  buildDocument([first, second, third].map((text) => p(text)).join(""));
const cells = (first: string, second: string, third: string) =>
  notebook([first, second, third].map((source, n) => ({ id: `cell-${n}`, source })));
const slides = (first: string, second: string, third: string) =>
  deck([slide(256, first), slide(257, second), slide(258, third)]);
const pages = (first: string, second: string, third: string) =>
  writePdf({ pages: [first, second, third].map((text) => page(text, "and more words of this page")) });
const table = (first: string, second: string, third: string) =>
  `name,value\na,"${first}"\nb,"${second}"\nc,"${third}"\n${Array.from({ length: 20 }, (_, n) => `more ${n},${n}\n`).join("")}`;
const bytes = (last: number) => new Uint8Array([0, 1, 2, 3, 0, 255, last]);

interface Case {
  readonly name: string;
  readonly file: string;
  readonly sides: readonly [base: Content, accepted: Content, staged: Content];
  /** Where the conflict is; how many merge by themselves on each side. */
  readonly at: string;
  readonly merged: readonly [accepted: number, staged: number];
}

const words = ["The first part", "The second part", "The third part"] as const;
const three = (make: (a: string, b: string, c: string) => Content): Case["sides"] => [
  make(...words),
  make(words[0], "The second part, accepted", "The third part, accepted"),
  make("The first part, staged", "The second part, staged", words[2]),
];

const CASES: readonly Case[] = [
  {
    name: "text",
    file: "a.txt",
    sides: [lines(), lines({ 10: "ten", 18: "eighteen" }), lines({ 2: "two", 10: "TEN" })],
    at: "L10",
    merged: [1, 1],
  },
  { name: "csv", file: "a.csv", sides: three(table), at: "cell=B3", merged: [1, 1] },
  {
    name: "xlsx",
    file: "a.xlsx",
    sides: [book(120, 8, 1400), book(120, 10, 1450), book(124, 12, 1400)],
    at: "sheet=Tiers&cell=B2",
    merged: [1, 1],
  },
  { name: "docx", file: "a.docx", sides: three(letter), at: "para=2", merged: [1, 1] },
  { name: "pptx", file: "a.pptx", sides: three(slides), at: "slide=2&shape=1", merged: [2, 2] },
  { name: "ipynb", file: "a.ipynb", sides: three(cells), at: "cell=2", merged: [1, 1] },
  { name: "pdf", file: "a.pdf", sides: three(pages), at: "page=2", merged: [1, 1] },
  { name: "bytes", file: "a.bin", sides: [bytes(1), bytes(2), bytes(3)], at: "", merged: [0, 0] },
];

async function viewOf({ mara, slug, branch }: Stale, choices: Choices = {}, strict = false): Promise<ReconcileView> {
  const [one] = must(await listStale(services, mara, slug, branch.id)).stale;
  return must(await getReconcile(services, mara, slug, branch.id, { operation: one!.id, strict, choices }));
}

async function resultOf({ mara, slug, branch }: Stale, view: ReconcileView, choices: Choices): Promise<Uint8Array> {
  const { operation, files } = view;
  const request = { operation, strict: false, choices, path: files[0]!.path };
  const response = must(await getReconcileResult(services, mara, slug, branch.id, request));
  return new Uint8Array(await response.arrayBuffer());
}

const choose = (view: ReconcileView, choice: SideChoice): Choices =>
  Object.fromEntries(view.files.flatMap(({ conflicts }) => conflicts.map(({ id }) => [id, choice])));

test.each(CASES)(
  "[M6] $name: each side's changes, the conflict with its three values, the result of each choice",
  async (one) => {
    const [base, accepted, staged] = one.sides;
    const stale = await staleOn(
      harness,
      { [one.file]: base },
      { files: { [one.file]: accepted } },
      { files: { [one.file]: staged } },
    );
    const view = await viewOf(stale);
    const [file] = view.files;
    const asked = file!.conflicts;
    expect([view.open, asked.length, view.blocked]).toEqual([
      asked.length,
      asked.length,
      { staged: null, merged: null },
    ]);
    expect(asked.length).toBeGreaterThan(0);
    const row = file!.rows.find(({ id }) => id === asked[0]!.id)!;
    expect([row.address, row.how]).toEqual([one.at, "conflict"]);
    expect([row.base, row.accepted, row.staged]).not.toContain(null);
    expect([file!.counts.accepted, file!.counts.staged]).toEqual(one.merged);

    // Nothing is decided by silence: an open conflict holds the accepted side.
    const open = await resultOf(stale, view, {});
    expect(await resultOf(stale, view, choose(view, "accepted"))).toEqual(open);
    const taken = await viewOf(stale, choose(view, "staged"));
    expect(taken.open).toBe(0);
    expect(taken.files[0]!.result.contentHash).not.toBe(view.files[0]!.result.contentHash);
    const back = await viewOf(stale, choose(view, "base"));
    expect(new Set([view, taken, back].map(({ files }) => files[0]!.result.contentHash)).size).toBe(3);
  },
);

test("[M6] a worksheet's rows are called by the text at their head", async () => {
  const [base, accepted, staged] = CASES[2]!.sides;
  const stale = await staleOn(
    harness,
    { "a.xlsx": base },
    { files: { "a.xlsx": accepted } },
    { files: { "a.xlsx": staged } },
  );
  const { rows } = (await viewOf(stale)).files[0]!;
  expect(rows.map(({ address, label }) => [address, label])).toEqual([
    ["sheet=Tiers&cell=B1", "List price"],
    ["sheet=Tiers&cell=B2", "Discount"],
    ["sheet=Tiers&cell=B4", "Volume"],
  ]);
});

test("[M6] strict: neighbouring changes are a conflict, too", async () => {
  const stale = await staleOn(
    harness,
    { "a.txt": lines() },
    { files: { "a.txt": lines({ 9: "nine" }) } },
    { files: { "a.txt": lines({ 10: "TEN" }) } },
  );
  expect((await viewOf(stale)).open).toBe(0);
  expect((await viewOf(stale, {}, true)).open).toBe(1);
});

interface Question {
  readonly name: string;
  readonly base: Readonly<Record<string, Content>>;
  readonly accepted: Edit;
  readonly staged: Edit;
  /** Of the first file: what is asked, and where it lies on its sides. */
  readonly asked: readonly string[];
  readonly paths: readonly [base: string | null, accepted: string | null, staged: string | null];
}

const edited = { files: { "a.txt": lines({ 3: "three" }) } };
const QUESTIONS: readonly Question[] = [
  {
    name: "a deletion against an edit",
    base: { "a.txt": lines() },
    accepted: { files: { "a.txt": null } },
    staged: edited,
    asked: ["file"],
    paths: ["a.txt", null, "a.txt"],
  },
  {
    name: "an edit against a deletion",
    base: { "a.txt": lines() },
    accepted: edited,
    staged: { files: { "a.txt": null } },
    asked: ["file"],
    paths: ["a.txt", "a.txt", null],
  },
  {
    name: "a creation against a creation",
    base: { "b.txt": "b\n" },
    accepted: { files: { "a.txt": "theirs\n" } },
    staged: { files: { "a.txt": "mine\n" } },
    asked: ["file"],
    paths: [null, "a.txt", "a.txt"],
  },
  {
    name: "a move against an edit",
    base: { "a.txt": lines() },
    accepted: edited,
    staged: { moves: [["a.txt", "b.txt"]] },
    asked: [],
    paths: ["a.txt", "a.txt", "b.txt"],
  },
  {
    name: "an edit against a move",
    base: { "a.txt": lines() },
    accepted: { moves: [["a.txt", "b.txt"]] },
    staged: edited,
    asked: [],
    paths: ["a.txt", "b.txt", "a.txt"],
  },
  {
    name: "a move against another move",
    base: { "a.txt": lines() },
    accepted: { moves: [["a.txt", "b.txt"]] },
    staged: { moves: [["a.txt", "c.txt"]] },
    asked: ["name"],
    paths: ["a.txt", "b.txt", "c.txt"],
  },
  {
    name: "a move against a deletion",
    base: { "a.txt": lines() },
    accepted: { files: { "a.txt": null } },
    staged: { moves: [["a.txt", "b.txt"]] },
    asked: ["file"],
    paths: ["a.txt", null, "b.txt"],
  },
];

test.each(QUESTIONS)(
  "[M6] $name is asked as one file, never an error",
  async ({ base, accepted, staged, asked, paths }) => {
    const stale = await staleOn(harness, base, accepted, staged);
    const view = await viewOf(stale);
    const [file] = view.files;
    expect(view.files).toHaveLength(1);
    expect(file!.conflicts.map(({ about }) => about)).toEqual(asked);
    expect([file!.basePath, file!.acceptedPath, file!.stagedPath]).toEqual(paths);
    expect(view.blocked.merged).toBeNull();
  },
);

test("[M6] the story tells what was read, which promotion moved it, and what the branch stands on", async () => {
  const stale = await staleOn(
    harness,
    { "a.txt": lines(), "b.txt": "b\n" },
    { files: { "a.txt": lines({ 5: "five" }) } },
    { files: { "a.txt": lines({ 5: "FIVE" }), "b.txt": "staged\n" } },
  );
  const view = await viewOf(stale);
  expect(view.story.map(({ kind }) => kind)).toEqual(["staged", "promoted", "stands"]);
  const [made, moved] = view.story;
  expect(made).toMatchObject({ turn: 1, turnTitle: "Agent's turn", tool: "python", base: view.files[0]!.base });
  expect(moved).toMatchObject({ number: 1, count: 1, from: view.files[0]!.base, to: view.files[0]!.accepted });
  expect(view.unaffected).toBe(1);
});
