/** Keyboard only: from the workspaces to a promoted change, without a mouse. */
import { compareFiles } from "../lib/formats/compare.ts";
import { memorySource } from "../lib/formats/memory-source.ts";
import { workbookOf } from "./support/files.ts";
import { address, agentBranch, expect, freshWorkspace, hunksReady, test, treeHash, watch } from "./support/fixtures.ts";
import { acceptedFile, stagedWorkspace } from "./support/staged.ts";

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

test("a hundred changed cells, each decided by two keys: exactly the accepted ones are promoted", async ({ mara }) => {
  test.slow();
  const cells = 100;
  const book = (by: number) =>
    workbookOf([["Row", "Value"], ...Array.from({ length: 150 }, (_, n) => [n + 2, n * 7 + (n < cells ? by : 0)])]);
  const file = { name: "hundred.xlsx", base: book(0), staged: book(1) };
  const { slug, branch } = await stagedWorkspace(mara, "A hundred by keyboard", [file]);
  await mara.goto(`${address()}/w/${slug}/branches/${branch}/review?path=${file.name}`);
  const decide = mara.getByRole("group", { name: "Decide" });
  await expect(mara.getByText("Value", { exact: true }).first()).toBeVisible();
  for (let n = 1; n <= cells; n += 1) {
    await mara.keyboard.press("j");
    await mara.keyboard.press(n % 4 === 0 ? "r" : "a");
    await expect(decide.getByText(`${n} of ${cells} decided`)).toBeVisible();
  }
  await mara.keyboard.press("Control+Enter");
  const promote = mara.getByRole("dialog").getByRole("button", { name: /^Promote 75 changes/u });
  await expect(promote).toBeEnabled();
  await promote.press("Enter");
  await expect(mara.getByRole("button", { name: "Back to the plan" })).toBeVisible();
  await promote.press("Enter");
  await expect(mara.getByRole("heading", { name: /^Promotion \d+ is in$/u })).toBeVisible();

  const promoted = await acceptedFile(mara, slug, file.name);
  const found = await compareFiles(memorySource(file.name, file.base), memorySource(file.name, promoted));
  const rows = Array.from({ length: cells }, (_, n) => n + 2).filter((row) => (row - 1) % 4 !== 0);
  const ranges = found.changes.map(({ address }) => (address.kind === "cells" ? address.range : address.kind));
  expect(ranges.sort()).toEqual(rows.map((row) => `B${row}`).sort());
});

test("through all files as fast as keys go: whatever is still being drawn is left without a fault", async ({
  mara,
}) => {
  const faults = watch(mara);
  const slug = await freshWorkspace("Fast through the files");
  const branch = await agentBranch(mara, slug);
  await mara.goto(`${address()}/w/${slug}/branches/${branch}/review`);
  await expect(mara.getByRole("tree")).toBeVisible();
  const files = await mara.getByRole("treeitem").count();
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < files; n += 1) await mara.keyboard.press("n");
    for (let n = 0; n < files; n += 1) await mara.keyboard.press("p");
  }
  await expect(mara.getByRole("group", { name: "Decide" })).toBeVisible();
  expect(faults).toEqual([]);
});
