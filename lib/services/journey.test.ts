/** The main job end to end on text: stage, see, decide, promote, roll back, undo the rollback. */
import { rm } from "node:fs/promises";
import path from "node:path";

import { describe, expect, test } from "vitest";

import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideChanges } from "./decideChanges.ts";
import { getDelta } from "./getDelta.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { getHistory } from "./getHistory.ts";
import { getTextView } from "./getTextView.ts";
import { getWorkspace } from "./listWorkspaces.ts";
import { listStale } from "./listStale.ts";
import { markSeen } from "./markSeen.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { reconcileOperation } from "./reconcileOperation.ts";
import { planRollback, rollBack } from "./rollBack.ts";
import { synchronizeBranch } from "./synchronize.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const numbered = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 30 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join("");

async function decideOn(
  who: Parameters<typeof getDelta>[1],
  slug: string,
  branch: string,
  file: string,
  verdict: "accept" | "reject",
  pick: (address: string) => boolean = () => true,
) {
  const diff = must(await getFileDiff(services, who, slug, branch, { path: file, limit: 1000 }));
  const ids = diff.changes.filter(({ address }) => pick(address)).map(({ id }) => id);
  return must(
    await decideChanges(services, who, slug, branch, {
      path: file,
      ids,
      verdict,
      seen: diff.file.after,
      seq: diff.version.seq ?? 0,
      answers: [],
      bulk: false,
      withRequired: true,
    }),
  );
}

describe("the main job on text", () => {
  test("[M3] part is promoted, the rest stays pending; rolled back; the rollback undone", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const slug = await harness.workspace(mara, { "notes/plan.md": numbered(), "old.txt": "gone soon\n" });
    const { id, sandbox } = await harness.branch(mara, slug);
    const before = must(await getWorkspace(services, mara, slug)).treeHash;

    must(await openTurn(services, mara, slug, id, { title: "Edit the plan" }));
    await putFiles(sandbox, { "notes/plan.md": numbered({ 3: "third", 20: "twentieth" }), "new.txt": "hello\n" });
    await rm(path.join(sandbox, "old.txt"));
    must(await synchronizeBranch(services, mara, slug, id));
    must(await closeTurn(services, mara, slug, id));

    const delta = must(await getDelta(services, mara, slug, id));
    expect(delta.files.map(({ path: at, kind }) => [at, kind])).toEqual([
      ["new.txt", "created"],
      ["notes/plan.md", "modified"],
      ["old.txt", "deleted"],
    ]);

    await decideOn(mara, slug, id, "notes/plan.md", "accept", (address) => address.startsWith("L3"));
    await decideOn(mara, slug, id, "new.txt", "accept");
    const view = must(await getTextView(services, mara, slug, id, "notes/plan.md"));
    expect(view.planned).toBe(numbered({ 3: "third" }));

    const plan = must(await planPromotion(services, mara, slug, id, {}));
    expect(plan.entries.map(({ path: at, stillPending }) => [at, stillPending])).toEqual([
      ["new.txt", 0],
      ["notes/plan.md", 1],
    ]);
    const promoted = must(await promote(services, mara, slug, id, { planHash: plan.planHash, message: "first" }));
    expect(promoted.version.treeHash).toBe(delta.current);

    const rest = must(await getDelta(services, mara, slug, id));
    expect(rest.files.map(({ path: at, verdicts }) => [at, verdicts.pending])).toEqual([
      ["notes/plan.md", 1],
      ["old.txt", 1],
    ]);
    const left = must(await getFileDiff(services, mara, slug, id, { path: "notes/plan.md", limit: 10 }));
    expect(left.origins[0]?.turn).toBe(1);

    const accepted = must(await getWorkspace(services, mara, slug)).treeHash;
    const back = must(await planRollback(services, mara, slug, 1));
    must(await rollBack(services, mara, slug, 1, { planHash: back.planHash, leaveOutConflicts: false, message: "" }));
    expect(must(await getWorkspace(services, mara, slug)).treeHash).toBe(before);
    const undo = must(await planRollback(services, mara, slug, 2));
    must(await rollBack(services, mara, slug, 2, { planHash: undo.planHash, leaveOutConflicts: false, message: "" }));
    expect(must(await getWorkspace(services, mara, slug)).treeHash).toBe(accepted);
    expect(
      must(await getHistory(services, mara, slug, { limit: 10 })).promotions.map(({ number, kind }) => [number, kind]),
    ).toEqual([
      [3, "rollback"],
      [2, "rollback"],
      [1, "promotion"],
    ]);
  });

  test("[M2] a plan hash that is no longer current promotes nothing", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const slug = await harness.workspace(mara, { "a.txt": numbered() });
    const { id, sandbox } = await harness.branch(mara, slug);
    must(await openTurn(services, mara, slug, id, { title: "Edit" }));
    await putFiles(sandbox, { "a.txt": numbered({ 2: "two", 15: "fifteen" }) });
    must(await closeTurn(services, mara, slug, id));
    await decideOn(mara, slug, id, "a.txt", "accept", (address) => address.startsWith("L2"));
    const plan = must(await planPromotion(services, mara, slug, id, {}));
    await decideOn(mara, slug, id, "a.txt", "accept");
    const refused = await promote(services, mara, slug, id, { planHash: plan.planHash, message: "" });
    expect(refused.ok ? null : refused.error.type).toBe("plan-changed");
    expect(must(await getWorkspace(services, mara, slug)).head).toBe(0);
  });

  test("[J2, M6] another branch promotes the same file: stale, nothing overwritten, merged by hand of the reviewer", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const slug = await harness.workspace(mara, { "a.txt": numbered(), "b.txt": "b\n" });
    const first = await harness.branch(mara, slug);
    const second = await harness.branch(mara, slug);
    for (const [branch, line] of [
      [first, 4],
      [second, 25],
    ] as const) {
      must(await openTurn(services, mara, slug, branch.id, { title: "Edit" }));
      await putFiles(branch.sandbox, { "a.txt": numbered({ [line]: `by ${line}` }), "b.txt": `b ${line}\n` });
      must(await closeTurn(services, mara, slug, branch.id));
    }
    await decideOn(mara, slug, first.id, "a.txt", "accept");
    const plan = must(await planPromotion(services, mara, slug, first.id, {}));
    must(await promote(services, mara, slug, first.id, { planHash: plan.planHash, message: "" }));

    const { stale } = must(await listStale(services, mara, slug, second.id));
    expect(stale.map(({ path: at, cause, merge }) => [at, cause, merge])).toEqual([
      ["a.txt", "base-moved", { merged: 1, conflicts: 0 }],
    ]);
    expect(
      must(await getDelta(services, mara, slug, second.id)).files.map(({ path: at, state }) => [at, state]),
    ).toEqual([
      ["a.txt", "stale"],
      ["b.txt", "pending"],
    ]);
    const [one] = stale;
    must(
      await reconcileOperation(services, mara, slug, second.id, {
        operation: one!.id,
        take: "merged",
        accepted: one!.accepted,
        staged: one!.staged,
      }),
    );
    const view = must(await getTextView(services, mara, slug, second.id, "a.txt"));
    expect(view.staged).toBe(numbered({ 4: "by 4", 25: "by 25" }));
    expect(view.before).toBe(numbered({ 4: "by 4" }));
  });

  test("[R4] rejections are applied before the next turn, and a change that comes back is rejected", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const slug = await harness.workspace(mara, { "a.txt": numbered() });
    const { id, sandbox } = await harness.branch(mara, slug);
    must(await openTurn(services, mara, slug, id, { title: "One" }));
    await putFiles(sandbox, { "a.txt": numbered({ 5: "five!", 20: "twenty!" }) });
    must(await closeTurn(services, mara, slug, id));
    await decideOn(mara, slug, id, "a.txt", "reject", (address) => address.startsWith("L5"));
    must(await openTurn(services, mara, slug, id, { title: "Two" }));
    expect(must(await getTextView(services, mara, slug, id, "a.txt")).staged).toBe(numbered({ 20: "twenty!" }));
    await putFiles(sandbox, { "a.txt": numbered({ 5: "five!", 20: "twenty!" }) });
    must(await closeTurn(services, mara, slug, id));
    const diff = must(await getFileDiff(services, mara, slug, id, { path: "a.txt", limit: 10 }));
    expect(diff.changes.map(({ address, verdict }) => [address, verdict.state, verdict.restaged ?? false])).toEqual([
      ["L5", "rejected", true],
      ["L20", "pending", false],
    ]);
  });

  test("[R5] a bulk accept leaves out what was not seen, by name", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const slug = await harness.workspace(mara, { "a.txt": numbered() });
    const { id, sandbox } = await harness.branch(mara, slug);
    must(await openTurn(services, mara, slug, id, { title: "One" }));
    await putFiles(sandbox, { "a.txt": numbered({ 5: "five!", 20: "twenty!" }) });
    must(await closeTurn(services, mara, slug, id));
    const diff = must(await getFileDiff(services, mara, slug, id, { path: "a.txt", limit: 10 }));
    const ids = diff.changes.map((change) => change.id);
    must(await markSeen(services, mara, slug, id, { path: "a.txt", ids: ids.slice(0, 1) }));
    const decided = must(
      await decideChanges(services, mara, slug, id, {
        path: "a.txt",
        ids,
        verdict: "accept",
        seen: diff.file.after,
        seq: 0,
        answers: [],
        bulk: true,
        withRequired: false,
      }),
    );
    expect(decided.decided).toEqual(ids.slice(0, 1));
    expect(decided.leftOut.map(({ id: left, why }) => [left, why])).toEqual([[ids[1], "unseen"]]);
  });
});
