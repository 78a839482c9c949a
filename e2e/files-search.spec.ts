/** A number is searched, opened at its cell, and the versions of its file are listed and compared. */
import { address, expect, freshWorkspace, test, watch } from "./support/fixtures.ts";

test("[P2, R7] search opens at the cell, with the label of its text; history and comparison of the file", async ({
  mara,
}) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Search");
  await mara.goto(`${address()}/w/${slug}/search?q=${encodeURIComponent("gross margin")}`);
  // The worker reads the files of a new workspace meanwhile.
  const hit = mara.getByRole("link", { name: /gross margin/iu }).first();
  await expect(hit).toBeVisible({ timeout: 60_000 });
  await expect(mara.getByText(/index current|index behind/u).first()).toBeVisible();

  await mara
    .getByRole("link", { name: /Opex A10/u })
    .first()
    .click();
  await expect(mara).toHaveURL(/files\?.*v=[0-9a-f]{64}#sheet=Opex&cell=A10$/u);
  await expect(mara.getByRole("gridcell", { selected: true })).toHaveText(/gross margin/iu);

  await mara.getByRole("radio", { name: "History" }).click();
  await expect(mara.getByRole("table", { name: /Versions of/u })).toBeVisible();
  await expect(mara.getByText("the import").first()).toBeVisible();
  expect(faults).toEqual([]);
});

test("[R7] a hit in a document opens at its paragraph, one in a PDF at its page with the words found", async ({
  mara,
}) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Search places");
  const search = (words: string) => mara.goto(`${address()}/w/${slug}/search?q=${encodeURIComponent(words)}`);
  await search("hardware");
  const inMemo = mara.locator('a[data-hit][href*="cfo-memo.docx"]').first();
  await expect(inMemo).toBeVisible({ timeout: 60_000 });
  await inMemo.click();
  await expect(mara.locator("[aria-current=location]")).toContainText(/hardware/iu);
  await expect(mara.locator("[aria-current=location]")).toBeInViewport();

  await search("ledger");
  const inPdf = mara.locator('a[data-hit][href*=".pdf"][href*="#page="]').last();
  await expect(inPdf).toBeVisible({ timeout: 60_000 });
  const page = /#page=(\d+)/u.exec((await inPdf.getAttribute("href")) ?? "")?.[1] ?? "";
  await inPdf.click();
  await expect(mara.getByRole("group", { name: `Page ${page}`, exact: true })).toBeInViewport();
  await expect(mara.getByRole("textbox", { name: "Find in the pages" })).toHaveValue(/ledger/iu);
  expect(faults).toEqual([]);
});
