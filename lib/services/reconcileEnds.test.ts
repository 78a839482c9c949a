/** The ends of a stale operation (M6): what each writes, who made it, and what is refused. */
import { expect, test } from "vitest";

import type { Choices, ReconcileView, SideChoice } from "../contracts/reconcile.ts";
import { buildWorkbook } from "../formats/xlsx/testing/build.ts";
import { sha256 } from "../shared/sha256.ts";
import { createActionItem } from "./actionItemsCreate.ts";
import { downloadFile } from "./download.ts";
import { getDelta } from "./getDelta.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { getReconcile } from "./getReconcile.ts";
import { listStale } from "./listStale.ts";
import { reconcileCorrected } from "./reconcileCorrected.ts";
import { reconcileOperation } from "./reconcileOperation.ts";
import { createHarness, must } from "./testing/harness.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { staleOn, type Stale } from "./testing/stale.ts";

const harness = await createHarness();
const { services } = harness;

const lines = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join("");
const book = (price: number, discount: number, volume: number) =>
  buildWorkbook([
    { name: "Tiers", rows: [["List price", price], ["Discount", discount], ["Notes"], ["Volume", volume]] },
  ]);

const edited = (content: string) => ({ files: { "a.txt": content } });
const onText = () =>
  staleOn(
    harness,
    { "a.txt": lines() },
    edited(lines({ 5: "five", 15: "fifteen" })),
    edited(lines({ 5: "FIVE", 9: "NINE" })),
  );

async function viewOf({ mara, slug, branch }: Stale, choices: Choices = {}): Promise<ReconcileView> {
  const [one] = must(await listStale(services, mara, slug, branch.id)).stale;
  return must(await getReconcile(services, mara, slug, branch.id, { operation: one!.id, strict: false, choices }));
}

const all = (view: ReconcileView, choice: SideChoice): Choices =>
  Object.fromEntries(view.files.flatMap(({ conflicts }) => conflicts.map(({ id }) => [id, choice])));

async function end(stale: Stale, view: ReconcileView, take: "accepted" | "staged" | "merged", choices: Choices = {}) {
  const { mara, slug, branch } = stale;
  const { operation, sides } = view;
  const { accepted, staged } = sides[0]!;
  return reconcileOperation(services, mara, slug, branch.id, { operation, take, accepted, staged, sides, choices });
}

/** What the branch holds; null: absent. */
async function held({ mara, slug, branch }: Stale, path: string): Promise<string | null> {
  const found = await downloadFile(services, mara, slug, { path, branch: branch.id }, new Headers());
  return found.ok ? found.value.text() : null;
}

test("[M6] keep accepted writes nothing and settles the operation", async () => {
  const stale = await onText();
  must(await end(stale, await viewOf(stale), "accepted"));
  expect(await held(stale, "a.txt")).toBe(lines({ 5: "five", 15: "fifteen" }));
  expect(must(await getDelta(services, stale.mara, stale.slug, stale.branch.id)).files).toEqual([]);
  expect(must(await listStale(services, stale.mara, stale.slug, stale.branch.id)).stale).toEqual([]);
});

test("[M6] merged with choices: what merges by itself, and the chosen side", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  must(await end(stale, view, "merged", all(view, "staged")));
  expect(await held(stale, "a.txt")).toBe(lines({ 5: "FIVE", 9: "NINE", 15: "fifteen" }));
});

test("[M6] an open conflict is refused by name, and changes nothing", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  const before = await fingerprint(services.db);
  const refused = await end(stale, view, "merged");
  expect(refused.ok ? null : refused.error).toMatchObject({
    type: "conflict",
    details: [{ where: view.files[0]!.conflicts[0]!.id, what: "a.txt L5" }],
  });
  expect(await fingerprint(services.db)).toEqual(before);
});

test("[M6] take staged undoes what is listed as lost", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  expect(view.files[0]!.lost.accepted.changes.map(({ address }) => address)).toEqual(["L5", "L15"]);
  must(await end(stale, view, "staged"));
  expect(await held(stale, "a.txt")).toBe(lines({ 5: "FIVE", 9: "NINE" }));
});

async function byHand(stale: Stale, view: ReconcileView, text: string, accepted = view.sides[0]!.accepted) {
  const { mara, slug, branch } = stale;
  return reconcileCorrected(services, mara, slug, branch.id, {
    operation: view.operation,
    path: "a.txt",
    accepted,
    staged: view.sides[0]!.staged,
    sha256: sha256(text),
    announced: text.length,
    body: new Blob([text]).stream(),
  });
}

test("[M6] edited by hand: the uploaded file is the result, and only where both sides are the ones shown", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  const text = lines({ 5: "by hand", 9: "NINE" });
  const refused = await byHand(stale, view, text, view.files[0]!.base);
  expect(refused.ok ? null : refused.error.type).toBe("base-moved");
  must(await byHand(stale, view, text));
  expect(await held(stale, "a.txt")).toBe(text);
  const diff = must(
    await getFileDiff(services, stale.mara, stale.slug, stale.branch.id, { path: "a.txt", limit: 100 }),
  );
  const turnOf = (address: string) => {
    const change = diff.changes.find((one) => one.address === address);
    return diff.origins.find(({ seq }) => seq === change?.originSeq)?.turn;
  };
  expect([turnOf("L5"), turnOf("L9")], "the correction is the person's, the rest the agent's").toEqual([null, 1]);
});

const ENDS: readonly (readonly ["staged" | "merged", string])[] = [
  ["staged", "take staged"],
  ["merged", "a merge"],
];

test.each(ENDS)("[M6, A1] after %s the evidence chain of a cell leads to the agent's call (%s)", async (take) => {
  const stale = await staleOn(
    harness,
    { "p.xlsx": book(120, 8, 1400) },
    { files: { "p.xlsx": book(120, 10, 1450) } },
    { files: { "p.xlsx": book(124, 12, 1400) } },
  );
  const { mara, slug, branch } = stale;
  const view = await viewOf(stale);
  must(await end(stale, view, take, take === "merged" ? all(view, "staged") : {}));
  const diff = must(await getFileDiff(services, mara, slug, branch.id, { path: "p.xlsx", limit: 100 }));
  const madeBy = Object.fromEntries(
    diff.changes.map(({ address, originSeq }) => {
      const origin = diff.origins.find(({ seq }) => seq === originSeq);
      return [address, [origin?.actor.kind, origin?.turn, origin?.toolCall?.tool]];
    }),
  );
  const agent = ["agent", 1, "python"];
  expect(madeBy).toMatchObject({ "sheet=Tiers&cell=B1": agent, "sheet=Tiers&cell=B2": agent });
  // What was accepted since and is undone was not made by the agent.
  if (take === "staged") expect(madeBy["sheet=Tiers&cell=B4"]).toEqual(["person", null, undefined]);
  else expect(madeBy["sheet=Tiers&cell=B4"]).toBeUndefined();
});

const three = edited(lines({ 3: "three" }));

test.each<readonly [SideChoice, string | null]>([
  ["accepted", null],
  ["staged", lines({ 3: "three" })],
  ["base", lines()],
])("[M6] a deletion against an edit, %s chosen", async (choice, expected) => {
  const stale = await staleOn(harness, { "a.txt": lines(), "b.txt": "b\n" }, { files: { "a.txt": null } }, three);
  const view = await viewOf(stale);
  must(await end(stale, view, "merged", all(view, choice)));
  expect(await held(stale, "a.txt")).toBe(expected);
});

test("[M6, A1] an edit against a deletion, the deletion chosen, is the agent's deletion", async () => {
  const stale = await staleOn(harness, { "a.txt": lines() }, three, { files: { "a.txt": null } });
  const view = await viewOf(stale);
  must(await end(stale, view, "merged", all(view, "staged")));
  expect(await held(stale, "a.txt")).toBeNull();
  const diff = must(await getFileDiff(services, stale.mara, stale.slug, stale.branch.id, { path: "a.txt", limit: 9 }));
  expect(diff.origins.map(({ actor, turn }) => [actor.kind, turn])).toEqual([["agent", 1]]);
});

test("[M6] two creations, both kept: the staged one beside the accepted one", async () => {
  const stale = await staleOn(harness, { "x.txt": "x\n" }, edited("theirs\n"), edited("mine\n"));
  const view = await viewOf(stale);
  must(await end(stale, view, "merged", all(view, "both")));
  expect([await held(stale, "a.txt"), await held(stale, "a (2).txt")]).toEqual(["theirs\n", "mine\n"]);
});

test("[M6] a move meets an edit: the file is moved with what was accepted since", async () => {
  const stale = await staleOn(harness, { "a.txt": lines() }, three, { moves: [["a.txt", "b.txt"]] });
  must(await end(stale, await viewOf(stale), "merged"));
  expect([await held(stale, "a.txt"), await held(stale, "b.txt")]).toEqual([null, lines({ 3: "three" })]);
  const { files } = must(await getDelta(services, stale.mara, stale.slug, stale.branch.id));
  expect(files.map(({ path, fromPath }) => [path, fromPath])).toEqual([["b.txt", "a.txt"]]);
});

test("[M6] an edit meets a move: the edit lands where the file is now", async () => {
  const stale = await staleOn(harness, { "a.txt": lines() }, { moves: [["a.txt", "b.txt"]] }, three);
  must(await end(stale, await viewOf(stale), "merged"));
  expect([await held(stale, "a.txt"), await held(stale, "b.txt")]).toEqual([null, lines({ 3: "three" })]);
});

test("[M2, M6] a promotion meanwhile: refused with both versions; choices still asked are kept", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  const choices = all(view, "staged");
  await stale.promoteToo(edited(lines({ 5: "five", 15: "fifteen", 19: "nineteen" })));
  const refused = await end(stale, view, "merged", choices);
  const now = await viewOf(stale, choices);
  expect(refused.ok ? null : refused.error).toMatchObject({
    type: "base-moved",
    expected: view.sides[0]!.accepted,
    found: now.sides[0]!.accepted,
  });
  expect(now.open, "the same conflict has the same id").toBe(0);
  must(await end(stale, now, "merged", choices));
  expect(await held(stale, "a.txt")).toBe(lines({ 5: "FIVE", 9: "NINE", 15: "fifteen", 19: "nineteen" }));
});

test("[M6] an operation that was settled is not settled again", async () => {
  const stale = await onText();
  const view = await viewOf(stale);
  must(await end(stale, view, "staged"));
  const again = await end(stale, view, "accepted");
  expect(again.ok ? null : again.error.type).toBe("not-found");
});

test("[M6] handed back: it stays stale, and says with which reason", async () => {
  const stale = await onText();
  const { mara, slug, branch } = stale;
  const { operation } = await viewOf(stale);
  const item = {
    title: "Again",
    body: "On ten percent, please.",
    assignee: "agent" as const,
    path: "a.txt",
    operation,
  };
  must(await createActionItem(services, mara, slug, branch.id, item));
  const { handedBack } = await viewOf(stale);
  expect(handedBack).toMatchObject({ reason: "On ten percent, please.", to: null, by: { name: "Mara Lindqvist" } });
  expect(must(await listStale(services, mara, slug, branch.id)).stale[0]!.handedBack).toEqual(handedBack);
});
