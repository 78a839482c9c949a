/** Two people at once: one sees the other's decision without a reload, and a contrary one is asked about. */
import { address, agentBranch, expect, freshWorkspace, hunksReady, openAs, test } from "./support/fixtures.ts";

test("[R1] a decision reaches the other browser; contradicting it asks first", async ({ browser, mara }) => {
  const slug = await freshWorkspace("Together");
  const branch = await agentBranch(mara, slug);
  const tomas = await openAs(browser, "tomas");
  const review = `${address()}/w/${slug}/branches/${branch}/review?path=${encodeURIComponent("notes/board-notes.md")}`;
  for (const page of [mara, tomas]) {
    await page.goto(review);
    await expect(page.getByRole("group", { name: "Decide" }).getByText(/0 of \d+ decided/u)).toBeVisible();
  }
  await hunksReady(mara);
  await mara.keyboard.press("j");
  await mara.keyboard.press("a");
  await expect(tomas.getByRole("group", { name: "Decide" }).getByText(/1 of \d+ decided/u)).toBeVisible();

  await hunksReady(tomas);
  await tomas.keyboard.press("j");
  await tomas.keyboard.press("r");
  const question = tomas.getByRole("alertdialog");
  await expect(question).toContainText(/Somebody else decided/u);
  await question.getByRole("button", { name: /^Reject anyway/u }).click();
  await expect(question).toBeHidden();
  await expect(mara.getByRole("treeitem", { name: /board-notes\.md/u })).toBeVisible();
  await expect
    .poll(async () => {
      const response = await mara.request.get(
        `${address()}/api/workspaces/${slug}/branches/${branch}/diff?path=notes%2Fboard-notes.md`,
      );
      const { changes } = (await response.json()) as { changes: { verdict: { state: string } }[] };
      return changes.map(({ verdict }) => verdict.state).filter((state) => state === "rejected").length;
    })
    .toBe(1);
  await tomas.context().close();
});

test("[M2] a plan that somebody else overtook is refused, and nothing is promoted", async ({ browser, mara }) => {
  const slug = await freshWorkspace("Overtaken");
  const branch = await agentBranch(mara, slug);
  const tomas = await openAs(browser, "tomas");
  const review = `${address()}/w/${slug}/branches/${branch}/review?path=${encodeURIComponent("notes/board-notes.md")}`;
  await mara.goto(review);
  await expect(mara.getByRole("group", { name: "Decide" })).toBeVisible();
  await hunksReady(mara);
  await mara.keyboard.press("j");
  await mara.keyboard.press("a");
  await expect(mara.getByText(/1 of \d+ decided/u)).toBeVisible();
  await mara.getByRole("button", { name: /^Promote/u }).click();
  const dialog = mara.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Promote 1 change/u }).click();

  await tomas.goto(review);
  await expect(tomas.getByText(/1 of \d+ decided/u)).toBeVisible();
  await hunksReady(tomas);
  await tomas.keyboard.press("j");
  await tomas.keyboard.press("j");
  await tomas.keyboard.press("a");
  await expect(tomas.getByText(/2 of \d+ decided/u)).toBeVisible();

  const head = async () =>
    ((await (await mara.request.get(`${address()}/api/workspaces/${slug}`)).json()) as { head: number }).head;
  const before = await head();
  // The confirmation was for another plan: the dialog is back at the plan of now.
  await expect(dialog.getByRole("button", { name: "Back to the plan" })).toBeHidden();
  await expect(dialog.getByRole("button", { name: /^Promote 2 changes/u })).toBeVisible();
  expect(await head()).toBe(before);
  await tomas.context().close();
});
