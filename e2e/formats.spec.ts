/**
 * The journey across all formats: of every file one change is accepted, one rejected, the rest pending; exactly that is
 * promoted, and rolled back. What each promoted file holds is read by comparing it again.
 */
import type { Locator, Page } from "@playwright/test";

import { compareFiles } from "../lib/formats/compare.ts";
import { buildDocument, p } from "../lib/formats/docx/testing/build.ts";
import { memorySource } from "../lib/formats/memory-source.ts";
import { buildDeck } from "../lib/formats/pptx/testing/deck-builder.ts";
import { pdfOf, pictureOf, workbookOf } from "./support/files.ts";
import { address, expect, hunksReady, test, treeHash, watch } from "./support/fixtures.ts";
import { acceptedFile, stagedWorkspace, type StagedFile } from "./support/staged.ts";

const notebook = (...sources: readonly string[]) =>
  Buffer.from(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 4,
      metadata: {},
      cells: sources.map((source) => ({ cell_type: "markdown", metadata: {}, source })),
    }),
  );
const slide = (id: number, text: string) => ({ id, boxes: [{ id: 2, kind: "title" as const, text: [text] }] });
const item = (page: Page, list: string) => page.getByRole("list", { name: list }).getByRole("listitem").first();

interface Case extends StagedFile {
  readonly base: Uint8Array;
  /** Until the file's own comparison stands there: keys that step through it do nothing before. */
  readonly ready: (page: Page) => Promise<unknown> | Locator;
  /** Decided as one: there is no second change to reject. */
  readonly whole?: true;
}

const CASES: readonly Case[] = [
  {
    name: "contract.docx",
    base: buildDocument(p("The notice period is 30 days.") + p("Payment is due at once.") + p("Signed in Basel.")),
    staged: buildDocument(
      p("The notice period is 45 days.") + p("Payment is due within a month.") + p("Signed in Basel.") + p("Annex."),
    ),
    ready: (page) => item(page, "Document"),
  },
  {
    name: "deck.pptx",
    base: buildDeck({ slides: [slide(256, "Revenue grows"), slide(257, "Costs"), slide(258, "Outlook for the year")] }),
    staged: buildDeck({
      slides: [slide(256, "Revenue grows faster"), slide(257, "Costs"), slide(258, "Outlook for two years")],
    }),
    ready: (page) => item(page, "Changes"),
  },
  {
    name: "notes.ipynb",
    base: notebook("# Model", "Growth is 3 %.", "End."),
    staged: notebook("# The model", "Growth is 4 %.", "End."),
    ready: (page) => item(page, "Cells"),
  },
  {
    name: "rates.csv",
    base: Buffer.from("item,q1\nServices,10\nLicences,30\n"),
    staged: Buffer.from("item,q1\nServices,11\nLicences,33\n"),
    ready: (page) => page.getByText("Services", { exact: true }).first(),
  },
  {
    name: "model.xlsx",
    base: workbookOf([
      ["Item", "Value"],
      ["Rent", 100],
      ["Wages", 200],
      ["Power", 300],
    ]),
    staged: workbookOf([
      ["Item", "Value"],
      ["Rent", 110],
      ["Wages", 220],
      ["Power", 330],
    ]),
    ready: (page) => page.getByText("Rent", { exact: true }).first(),
  },
  {
    name: "notes.txt",
    base: Buffer.from(lines({})),
    staged: Buffer.from(lines({ 4: "the fourth line, edited", 20: "the twentieth line, edited" })),
    ready: hunksReady,
  },
  {
    name: "letter.pdf",
    base: pdfOf(["Revenue grew by ten percent", "Costs stayed as they were", "The outlook is stable"]),
    staged: pdfOf(["Revenue grew by twelve percent", "Costs stayed as they were", "The outlook is positive"]),
    ready: (page) => page.getByRole("region", { name: "Pages of both versions" }).getByText("Costs").first(),
  },
  { name: "mark.png", base: pictureOf(90), staged: pictureOf(120), ready: decide, whole: true },
  {
    name: "raw.bin",
    base: Buffer.from([0, 1, 2, 255]),
    staged: Buffer.from([0, 1, 3, 255]),
    ready: decide,
    whole: true,
  },
];

/** 30 lines, some of them replaced. */
function lines(edited: Readonly<Record<number, string>>): string {
  return Array.from({ length: 30 }, (_, n) => `${edited[n + 1] ?? `line ${n + 1} as it was`}\n`).join("");
}

function decide(page: Page): Locator {
  return page.getByRole("group", { name: "Decide" });
}

test("[R2, M1, M5] every format: what was accepted is promoted and nothing else, and rolled back", async ({ mara }) => {
  test.slow();
  const faults = watch(mara);
  const { slug, branch } = await stagedWorkspace(mara, "Formats", CASES);
  const before = await treeHash(mara, slug);

  for (const { name, ready, whole } of CASES) {
    await mara.goto(`${address()}/w/${slug}/branches/${branch}/review?path=${name}`);
    const there = await ready(mara);
    if (there !== undefined) await expect(there as Locator).toBeVisible();
    await mara.keyboard.press("j");
    await mara.keyboard.press("a");
    await expect(decide(mara).getByText(/^1 of \d+ decided/u), name).toBeVisible();
    if (whole) continue;
    await mara.keyboard.press("j");
    await mara.keyboard.press("r");
    await expect(decide(mara).getByText(/^2 of \d+ decided/u), name).toBeVisible();
  }

  await mara.keyboard.press("Control+Enter");
  const plan = mara.getByRole("dialog");
  const promote = plan.getByRole("button", { name: new RegExp(`^Promote ${CASES.length} changes`, "u") });
  await promote.click();
  await expect(plan.getByRole("button", { name: "Back to the plan" })).toBeVisible();
  await promote.click();
  await expect(plan.getByRole("heading", { name: /^Promotion \d+ is in$/u })).toBeVisible();
  expect(await treeHash(mara, slug)).not.toBe(before);

  for (const { name, base, staged, whole } of CASES) {
    const wanted = await compareFiles(memorySource(name, base), memorySource(name, staged));
    expect(wanted.changes.length, name).toBeGreaterThan(whole ? 0 : 1);
    const promoted = await acceptedFile(mara, slug, name);
    const found = await compareFiles(memorySource(name, base), memorySource(name, promoted));
    expect(
      found.changes.map(({ id }) => id),
      name,
    ).toEqual([wanted.changes[0]?.id]);
  }

  await mara.goto(`${address()}/w/${slug}/history`);
  await mara
    .getByRole("button", { name: /^Roll back/u })
    .first()
    .click();
  await mara
    .getByRole("dialog")
    .getByRole("button", { name: /^Roll back/u })
    .last()
    .click();
  await expect.poll(() => treeHash(mara, slug)).toBe(before);
  expect(faults).toEqual([]);
});
