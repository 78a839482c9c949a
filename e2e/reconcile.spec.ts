/** A stale file reconciled conflict by conflict: by mouse, by keyboard, by taking one side, and handed back. */
import type { Page } from "@playwright/test";

import { address, agentBranch, expect, freshWorkspace, test, watch } from "./support/fixtures.ts";

async function openStale(page: Page, name: string): Promise<{ readonly slug: string; readonly branch: string }> {
  const slug = await freshWorkspace(name);
  const branch = await agentBranch(page, slug);
  await page.goto(`${address()}/w/${slug}/branches/${branch}/stale`);
  await expect(page.getByText("Volume discount").first()).toBeVisible();
  return { slug, branch };
}

/** The displayed value of a cell as the branch holds it, from the review's diff. */
async function stagedText(page: Page, slug: string, branch: string, cell: string): Promise<string | undefined> {
  const path = encodeURIComponent("survey/pricing.xlsx");
  const response = await page.request.get(`${address()}/api/workspaces/${slug}/branches/${branch}/diff?path=${path}`);
  const { changes } = (await response.json()) as {
    readonly changes: readonly { readonly address: string; readonly after?: { readonly text?: string } }[];
  };
  return changes.find((change) => change.address === `sheet=Tiers&cell=${cell}`)?.after?.text;
}

test("[M6] by mouse: the conflict is chosen, undone, chosen again, and the result is staged", async ({ mara }) => {
  const faults = watch(mara);
  const { slug, branch } = await openStale(mara, "Reconcile by mouse");
  const stage = mara.getByRole("button", { name: "Stage the result" });
  const choose = mara.getByRole("group", { name: "Choose" });
  await expect(stage).toBeDisabled();
  await expect(choose.getByText("1 open conflict of 1")).toBeVisible();
  await choose.getByRole("button", { name: /^Accepted 10/u }).click();
  await expect(choose.getByText("0 open conflicts of 1")).toBeVisible();
  await choose.getByRole("button", { name: "Undo the last choice" }).click();
  await expect(choose.getByText("1 open conflict of 1")).toBeVisible();
  await choose.getByRole("button", { name: /^Staged 12/u }).click();
  await expect(stage).toBeEnabled();
  await stage.click();
  await expect(mara.getByText("Nothing to reconcile").first()).toBeVisible();
  expect(await stagedText(mara, slug, branch, "B5")).toBe("12%");
  expect(await stagedText(mara, slug, branch, "B4")).toBe("124.00");
  expect(faults).toEqual([]);
});

test("[M6] by keyboard alone", async ({ mara }) => {
  const { slug, branch } = await openStale(mara, "Reconcile by keyboard");
  const choose = mara.getByRole("group", { name: "Choose" });
  await mara.keyboard.press("j");
  await mara.keyboard.press("2");
  await expect(choose.getByText("0 open conflicts of 1")).toBeVisible();
  await mara.keyboard.press("u");
  await expect(choose.getByText("1 open conflict of 1")).toBeVisible();
  await mara.keyboard.press("2");
  await expect(choose.getByText("0 open conflicts of 1")).toBeVisible();
  await mara.keyboard.press("ControlOrMeta+Enter");
  await expect(mara.getByText("Nothing to reconcile").first()).toBeVisible();
  expect(await stagedText(mara, slug, branch, "B5"), "what is accepted already is no change").toBeUndefined();
  expect(await stagedText(mara, slug, branch, "B4")).toBe("124.00");
});

test("[M6] taking staged names what it undoes; handing back keeps the file stale", async ({ mara }) => {
  await openStale(mara, "Reconcile, handed back");
  await mara.getByRole("radio", { name: "Take staged" }).click();
  const note = mara.getByRole("note", { name: "What this undoes" });
  await expect(note.getByText("Taking staged undoes 2 accepted changes", { exact: false })).toBeVisible();
  await expect(note.getByText("Tiers!C9")).toBeVisible();
  await mara.getByRole("button", { name: "Ask the agent…" }).click();
  const dialog = mara.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Ten percent, please.");
  await dialog.getByRole("button", { name: "Hand back" }).click();
  await expect(dialog).toBeHidden();
  await expect(mara.getByText("Ten percent, please.")).toBeVisible();
  await expect(mara.getByText("handed back").first()).toBeVisible();
});
