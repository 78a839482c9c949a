/** Documents and notebooks in the review: a redline and cells, stepped through and decided by keys; what only came is drawn whole. */
import { expect, test, type Page } from "@playwright/test";

import { buildDocument, p, table } from "../lib/formats/docx/testing/build.ts";
import { notebook, stream } from "../lib/formats/ipynb/testing/notebooks.ts";
import { address, signIn, watch } from "./support/fixtures.ts";
import { stagedWorkspace } from "./support/staged.ts";

const MARKUP = "<img src=x onerror=alert(1)>";
const memo = {
  before: buildDocument(p("The board met in June") + table(["Region", "Q3"], ["North", "43.1"]) + p("Last words")),
  after: buildDocument(
    p("The board met in July") + table(["Region", "Q3"], ["North", "44.0"]) + p(`Note ${MARKUP}`) + p("Last words"),
  ),
};
const study = {
  before: Buffer.from(notebook([{ id: "a", source: "print(1)\n", outputs: [stream("1\n")], count: 1 }])),
  after: Buffer.from(notebook([{ id: "a", source: "print(2)\n", outputs: [stream("2\n")], count: 1 }])),
};

/** A workspace of both files with their later versions on a branch, and a document that only came; its review's address. */
async function reviewOf(page: Page, name: string): Promise<string> {
  const { slug, branch } = await stagedWorkspace(page, name, [
    { name: "memo.docx", base: memo.before, staged: memo.after },
    { name: "study.ipynb", base: study.before, staged: study.after },
    { name: "new.docx", base: null, staged: memo.after },
  ]);
  return `${address()}/w/${slug}/branches/${branch}/review`;
}

test("[R1] documents and notebooks are read as redlines and decided by keys", async ({ page }) => {
  await signIn(page, "mara");
  const review = await reviewOf(page, "Redlines");
  const faults = watch(page);
  await page.goto(`${review}?path=memo.docx`);
  const text = page.getByRole("list", { name: "Document" });
  await expect(text.locator("del", { hasText: "June" })).toBeVisible();
  await expect(text.locator("ins", { hasText: "July" })).toBeVisible();
  await expect(text.getByText(MARKUP)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText("Change 1 of")).toBeVisible();
  await page.keyboard.press("a");
  await expect(text.getByRole("img", { name: "accepted" }).first()).toBeVisible();
  await page.getByRole("radio", { name: "Side by side" }).click();
  await expect(text.getByText("Last words")).toHaveCount(2);

  await page.goto(`${review}?path=study.ipynb`);
  const cell = page.getByRole("region", { name: "Cell 1" });
  await expect(cell.getByRole("button", { name: "Source changed" })).toBeVisible();
  await cell.getByRole("button", { name: "Outputs changed" }).click();
  await page.keyboard.press("r");
  await expect(page.getByText(/^1 of \d+ decided/u)).toBeVisible();
  expect(faults).toEqual([]);
});

test("[R2] a document that only came is drawn whole, and decided as one file", async ({ page }) => {
  await signIn(page, "mara");
  const review = await reviewOf(page, "Created");
  const faults = watch(page);
  await page.goto(`${review}?path=new.docx`);
  const text = page.getByRole("list", { name: "Document" });
  await expect(text.getByText("The board met in July")).toBeVisible();
  await expect(text.getByText("44.0")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  // Its contents require its creation (R3): both are decided, and it is said.
  await page.getByRole("alertdialog").getByRole("button", { name: "Accept all 2" }).click();
  await expect(page.getByText(/^2 of 2 decided/u)).toBeVisible();
  // The question comes as a refusal that names what is required, which the browser logs.
  expect(faults.filter((fault) => !/409/u.test(fault))).toEqual([]);
});
