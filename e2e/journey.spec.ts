/** The whole journey on the demo: decide cell by cell, promote a part, reconcile, promote, roll back, undo the rollback. */
import type { Page } from "@playwright/test";

import { address, agentBranch, expect, freshWorkspace, hunksReady, test, treeHash, watch } from "./support/fixtures.ts";

test("[M3, M4, M5] a reviewer decides, promotes, reconciles, promotes, rolls back and undoes it", async ({ mara }) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Journey");
  const branch = await agentBranch(mara, slug);
  const before = await treeHash(mara, slug);

  await mara.context().clearCookies();
  await mara.goto(`${address()}/`);
  await expect(mara).toHaveURL(/sign-in/u);
  await expect(mara.getByText(/demo mode/iu).first()).toBeVisible();
  await mara.getByRole("button", { name: /Mara Lindqvist/u }).click();
  await expect(mara).toHaveURL(/workspaces/u);
  await mara
    .getByRole("link", { name: /Journey/u })
    .first()
    .click();
  await mara.goto(
    `${address()}/w/${slug}/branches/${branch}/review?path=${encodeURIComponent("model/Q3-model.xlsx")}&sheet=Revenue`,
  );

  const decide = mara.getByRole("group", { name: "Decide" });
  await expect(mara.getByRole("tab", { name: /Revenue/u })).toBeVisible();
  // The first stops of the sheet, one by one: accept two, reject one.
  await expect(mara.getByText("Subscriptions", { exact: true }).first()).toBeVisible();
  await mara.keyboard.press("j");
  await decide.getByRole("button", { name: /^Accept [A-Z]+\d+\b/u }).click();
  await expect(decide.getByText(/1 of \d+ decided/u)).toBeVisible();
  await mara.keyboard.press("j");
  await mara.keyboard.press("a");
  await expect(decide.getByText(/2 of \d+ decided/u)).toBeVisible();
  await mara.keyboard.press("j");
  await mara.keyboard.press("r");
  await expect(decide.getByText(/3 of \d+ decided/u)).toBeVisible();

  await promote(mara, /2 changes in 1 file/u);
  const half = await treeHash(mara, slug);
  expect(half).not.toBe(before);
  await expect(mara.getByRole("treeitem", { name: /Q3-model\.xlsx/u })).toBeVisible();
  const delta = (await (
    await mara.request.get(`${address()}/api/workspaces/${slug}/branches/${branch}/delta`)
  ).json()) as {
    files: { path: string; state: string; verdicts: { pending: number; rejected: number } }[];
  };
  const model = delta.files.find(({ path }) => path === "model/Q3-model.xlsx");
  expect(model?.verdicts.pending).toBeGreaterThan(10);
  expect(model?.verdicts.rejected).toBe(1);
  expect(delta.files.find(({ path }) => path === "survey/pricing.xlsx")?.state).toBe("stale");

  await mara.goto(`${address()}/w/${slug}/branches/${branch}/stale`);
  await expect(mara.getByText(/base moved/u).first()).toBeVisible();
  await mara.getByRole("radio", { name: "Take staged" }).click();
  await mara.getByRole("button", { name: "Take staged" }).click();
  await expect(mara.getByText("Nothing to reconcile").first()).toBeVisible();

  await mara.goto(
    `${address()}/w/${slug}/branches/${branch}/review?path=${encodeURIComponent("notes/board-notes.md")}`,
  );
  await expect(decide).toBeVisible();
  await hunksReady(mara);
  await mara.keyboard.press("j");
  await mara.keyboard.press("a");
  await expect(decide.getByText(/1 of \d+ decided/u)).toBeVisible();
  await promote(mara, /1 change in 1 file/u);
  const full = await treeHash(mara, slug);

  await mara.goto(`${address()}/w/${slug}/history`);
  await rollBackNewest(mara, slug);
  expect(await treeHash(mara, slug)).toBe(half);
  await rollBackNewest(mara, slug);
  expect(await treeHash(mara, slug)).toBe(full);
  expect(faults).toEqual([]);
});

async function promote(page: Page, scope: RegExp): Promise<void> {
  await page.getByRole("button", { name: /^Promote/u }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: scope }).click();
  await dialog.getByRole("button", { name: /^Promote/u }).click();
  await expect(dialog.getByRole("heading", { name: /^Promotion \d+ is in$/u })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
}

/** Rolls back the newest promotion: the first time it takes it back, the second time it undoes that. */
async function rollBackNewest(page: Page, slug: string): Promise<void> {
  const before = await headOf(page, slug);
  await expect(page.getByRole("row", { name: new RegExp(`^${before} `, "u") })).toBeVisible();
  await page
    .getByRole("button", { name: /^(Roll back|Undo)/u })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("button", { name: /^(Roll back|Undo)/u })
    .last()
    .click();
  await expect.poll(() => headOf(page, slug)).toBe(before + 1);
  await page.reload();
}

async function headOf(page: Page, slug: string): Promise<number> {
  const response = await page.request.get(`${address()}/api/workspaces/${slug}`);
  return ((await response.json()) as { head: number }).head;
}
