/**
 * One of several processes that edit, decide, promote, reconcile and roll back on one workspace at once, each with its
 * own connections and caches. It says what was acknowledged and what was refused.
 */
import { hashAt } from "../../core/tree/tree.ts";
import { path } from "../../core/tree/path.ts";
import type { Result } from "../../shared/result.ts";
import { loadBranch } from "../branchState.ts";
import type { Principal, Services } from "../context.ts";
import type { Failure } from "../failure.ts";
import { getWorkspace } from "../listWorkspaces.ts";
import { listStale } from "../listStale.ts";
import { planPromotion } from "../planPromotion.ts";
import { promote } from "../promote.ts";
import { rebaseBranch } from "../rebaseBranch.ts";
import { reconcileOperation } from "../reconcileOperation.ts";
import { planRollback, rollBack } from "../rollBack.ts";
import { writeFile } from "../writeFile.ts";
import { decideAllOf, openServices, personOf, randomOf, say } from "./process.ts";

/** The one argument, as JSON. */
export interface Job {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly slug: string;
  readonly person: string;
  /** Its own branch, and one that all share. */
  readonly branches: readonly [string, string];
  readonly files: readonly string[];
  readonly seed: number;
  readonly rounds: number;
}

export type Said =
  | {
      readonly what: "promoted" | "rolled-back";
      readonly number: number;
      readonly planHash: string;
      readonly after: string;
    }
  | { readonly what: "refused"; readonly of: string; readonly planHash: string; readonly why: string }
  | { readonly what: "done" };

async function run(job: Job): Promise<void> {
  const services = openServices(job.databaseUrl, job.folder);
  const who = personOf(job.person);
  const random = randomOf(job.seed);
  for (let round = 0; round < job.rounds; round += 1) {
    const branch = job.branches[random(3) === 0 ? 1 : 0];
    const file = job.files[random(job.files.length)] ?? "";
    await settleStale(services, who, job, branch);
    await edit(services, who, job, branch, file, random(12), `${job.person} ${round}`);
    await decideAllOf(services, who, job.slug, branch, file, random(6) === 0 ? "reject" : "accept");
    await promoteAll(services, who, job, branch);
    if (random(3) === 0) await rollBackLast(services, who, job);
    if (random(4) === 0) await rebaseBranch(services, who, job.slug, branch);
  }
  await services.db.close();
  say({ what: "done" } satisfies Said);
}

async function edit(
  services: Services,
  who: Principal,
  job: Job,
  branch: string,
  file: string,
  line: number,
  text: string,
) {
  const loaded = await loadBranch(services, who, job.slug, branch, "reviewer");
  const hash = loaded.ok ? hashAt(loaded.value.state.current, path(file)) : null;
  if (hash === null) return;
  const lines = Buffer.from((await services.blobs.readAll(hash)) ?? [])
    .toString()
    .split("\n");
  lines[line] = text;
  const body = new Blob([lines.join("\n")]).stream();
  await writeFile(services, who, job.slug, branch, {
    path: file,
    sha256: null,
    ifMatch: hash,
    ifNoneMatch: null,
    announced: null,
    body,
  });
}

async function promoteAll(services: Services, who: Principal, job: Job, branch: string): Promise<void> {
  const plan = await planPromotion(services, who, job.slug, branch, {});
  if (!plan.ok || plan.value.entries.length === 0) return;
  const { planHash } = plan.value;
  const promoted = await promote(services, who, job.slug, branch, { planHash, message: "" });
  tell("promoted", planHash, promoted);
}

async function rollBackLast(services: Services, who: Principal, job: Job): Promise<void> {
  const workspace = await getWorkspace(services, who, job.slug);
  const number = workspace.ok ? workspace.value.head : 0;
  const plan = number === 0 ? null : await planRollback(services, who, job.slug, number);
  if (!plan?.ok || plan.value.entries.length === 0) return;
  const { planHash } = plan.value;
  const rolled = await rollBack(services, who, job.slug, number, { planHash, leaveOutConflicts: true, message: "" });
  tell("rolled-back", planHash, rolled);
}

function tell(
  what: "promoted" | "rolled-back",
  planHash: string,
  outcome: Result<
    {
      readonly version: { readonly treeHash: string };
      readonly promotion: { readonly number: number; readonly after: string };
    },
    Failure
  >,
): void {
  if (outcome.ok) {
    const { number, after } = outcome.value.promotion;
    say({ what, number, planHash, after } satisfies Said);
  } else say({ what: "refused", of: what, planHash, why: outcome.error.type } satisfies Said);
}

async function settleStale(services: Services, who: Principal, job: Job, branch: string): Promise<void> {
  const found = await listStale(services, who, job.slug, branch);
  for (const { id, accepted, staged } of found.ok ? found.value.stale : []) {
    for (const take of ["merged", "accepted"] as const) {
      const done = await reconcileOperation(services, who, job.slug, branch, { operation: id, take, accepted, staged });
      if (done.ok) break;
    }
  }
}

// Last, when everything above is defined.
const [argument] = process.argv.slice(2);
if (argument !== undefined) await run(JSON.parse(argument) as Job);
