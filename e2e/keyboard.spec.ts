/** Keyboard only: from the workspaces to a promoted change, without a mouse. */
import { address, agentBranch, expect, freshWorkspace, hunksReady, test, treeHash } from "./support/fixtures.ts";

test("sign-in to promotion by keyboard alone", async ({ mara }) => {
  const slug = await freshWorkspace("Keyboard");
  const branch = await agentBranch(mara, slug);
  const before = await treeHash(mara, slug);
  await mara.goto(`${address()}/w/${slug}/branches/${branch}/review`);
  await expect(mara.getByRole("tree")).toBeVisible();

  await mara.keyboard.press("?");
  const help = mara.getByRole("dialog");
  await expect(help).toContainText(/Accept/u);
  await mara.keyboard.press("Escape");
  await expect(help).toBeHidden();

  // To the notes: N steps through the changed files in their order.
  const at = () => decodeURIComponent(mara.url());
  for (let steps = 0; steps < 30 && !at().includes("board-notes.md"); steps += 1) {
    const before = mara.url();
    await mara.keyboard.press("n");
    await expect(mara).not.toHaveURL(before);
  }
  const decide = mara.getByRole("group", { name: "Decide" });
  expect(at()).toContain("board-notes.md");
  await expect(decide).toBeVisible();
  await hunksReady(mara);
  await mara.keyboard.press("j");
  await mara.keyboard.press("a");
  await expect(decide.getByText(/1 of \d+ decided/u)).toBeVisible();
  await mara.keyboard.press("j");
  await mara.keyboard.press("r");
  await expect(decide.getByText(/2 of \d+ decided/u)).toBeVisible();
  await mara.keyboard.press("u");
  await expect(decide.getByText(/1 of \d+ decided/u)).toBeVisible();

  await mara.keyboard.press("Control+Enter");
  const plan = mara.getByRole("dialog");
  await expect(plan.getByRole("button", { name: /^Promote 1 change/u })).toBeEnabled();
  await plan.getByRole("button", { name: /^Promote 1 change/u }).focus();
  await mara.keyboard.press("Enter");
  const confirm = plan.getByRole("button", { name: /^Promote 1 change/u });
  await expect(plan.getByRole("button", { name: "Back to the plan" })).toBeVisible();
  await confirm.focus();
  await mara.keyboard.press("Enter");
  await expect.poll(() => treeHash(mara, slug)).not.toBe(before);
});
