/** Stale operations whose staged side holds what was rejected (M6). */
import { expect, test } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { getDelta } from "./getDelta.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { listStale } from "./listStale.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { decideChanges } from "./decideChanges.ts";
import { rebaseBranch } from "./rebaseBranch.ts";
import { reconcileOperation } from "./reconcileOperation.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import type { Principal } from "./context.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const lines = (changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, i) => `${changes[i + 1] ?? `line ${i + 1}`}\n`).join("");

async function stage(
  who: Principal,
  slug: string,
  branch: { id: string; sandbox: string },
  files: Readonly<Record<string, string>>,
) {
  must(await openTurn(services, who, slug, branch.id, { title: "Edit" }));
  await putFiles(branch.sandbox, files);
  must(await closeTurn(services, who, slug, branch.id));
}

/** Two branches change `a.txt` and create `new.txt`; the first is promoted, the second is stale. */
async function twoBranches(reject: (who: Principal, slug: string, branch: string) => Promise<unknown>) {
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, { "a.txt": lines() });
  const [first, second] = [await harness.branch(mara, slug), await harness.branch(mara, slug)];
  await stage(mara, slug, second, { "a.txt": lines({ 5: "five", 15: "fifteen" }), "new.txt": "mine\n" });
  await reject(mara, slug, second.id);
  await stage(mara, slug, first, { "a.txt": lines({ 10: "ten" }), "new.txt": "theirs\n" });
  for (const file of ["a.txt", "new.txt"]) await decideAllOf(services, mara, slug, first.id, file, "accept");
  const { planHash } = must(await planPromotion(services, mara, slug, first.id, {}));
  must(await promote(services, mara, slug, first.id, { planHash, message: "" }));
  must(await rebaseBranch(services, mara, slug, second.id));
  const { stale } = must(await listStale(services, mara, slug, second.id));
  const of = (file: string) => stale.find(({ path }) => path === file)!;
  return { mara, slug, id: second.id, of };
}

test("[M6] take staged takes what was not rejected, as it is listed", async () => {
  const { mara, slug, id, of } = await twoBranches(async (who, at, branch) => {
    const diff = must(await getFileDiff(services, who, at, branch, { path: "a.txt", limit: 10 }));
    const ids = diff.changes.filter(({ address }) => address === "L5").map((change) => change.id);
    must(
      await decideChanges(services, who, at, branch, {
        path: "a.txt",
        ids,
        verdict: "reject",
        seen: diff.file.after,
        seq: 0,
        answers: [],
        bulk: false,
        withRequired: true,
      }),
    );
  });
  const one = of("a.txt");
  expect(one.staged).toBe(sha256(lines({ 15: "fifteen" })));
  const request = { operation: one.id, take: "staged" as const, accepted: one.accepted, staged: one.staged };
  must(await reconcileOperation(services, mara, slug, id, request));
  const { files } = must(await getDelta(services, mara, slug, id));
  expect(files.find(({ path }) => path === "a.txt")?.after).toBe(sha256(lines({ 15: "fifteen" })));
});

test("[M6] a creation that was rejected is not there to take", async () => {
  const { mara, slug, id, of } = await twoBranches((who, at, branch) =>
    decideAllOf(services, who, at, branch, "new.txt", "reject"),
  );
  const one = of("new.txt");
  expect([one.base, one.staged]).toEqual([null, null]);
  const request = { operation: one.id, take: "merged" as const, accepted: one.accepted, staged: one.staged };
  must(await reconcileOperation(services, mara, slug, id, request));
  expect(must(await getDelta(services, mara, slug, id)).files.filter(({ path }) => path === "new.txt")).toEqual([]);
});
