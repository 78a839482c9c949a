/**
 * Asks the worker for the records that are missing (S2): of exactly the contents that have none at the parser of now,
 * so that unchanged files are never read again. Called after the change is committed; where the queue does not answer,
 * nothing is lost but time: the worker's sweep finds what was missed.
 */
import type { Step } from "../core/journal/state.ts";
import type { CommitPlan } from "../core/plan/plan.ts";
import { files, type Tree } from "../core/tree/tree.ts";
import { PARSE, PARSE_MANY, type ParseJob } from "../jobs/queues.ts";
import { sha256 } from "../shared/sha256.ts";
import type { Services } from "./context.ts";
import { withoutRecord, type FileAt } from "./records.ts";

/** A change of so many files or fewer does not wait behind imports. */
export const FEW = 64;
const BATCH = 100;

export async function requestRecords(
  services: Pick<Services, "caches" | "db" | "jobs">,
  workspaceId: string,
  branchId: string | null,
  contents: readonly FileAt[],
): Promise<number> {
  const missing = await withoutRecord(services, contents);
  const few = missing.length <= FEW;
  const size = few ? 1 : BATCH;
  for (let start = 0; start < missing.length; start += size) {
    const batch = missing.slice(start, start + size).map(({ hash, path }) => ({ hash, name: path }));
    const payload: ParseJob = { workspace: workspaceId, branch: branchId, contents: batch };
    const key = sha256(
      `${workspaceId} ${branchId ?? ""} ${batch.map(({ hash, name }) => `${hash} ${name}`).join("\n")}`,
    );
    await services.jobs.enqueue(few ? PARSE : PARSE_MANY, payload, { singletonKey: key });
  }
  return missing.length;
}

/** After a change was committed: it stands whether the queue answers or not. */
export async function recordsWanted(
  services: Pick<Services, "caches" | "db" | "jobs">,
  workspaceId: string,
  branchId: string | null,
  contents: readonly FileAt[],
): Promise<void> {
  try {
    await requestRecords(services, workspaceId, branchId, contents);
  } catch {
    // Nobody is told: the files read as waiting, which is true, until the sweep has found them.
  }
}

/** What the steps of a branch made. */
export const contentsOfSteps = (steps: readonly Step[]): FileAt[] =>
  steps.flatMap(({ entries }) =>
    entries.flatMap((entry): FileAt[] => {
      if (entry.type !== "operation") return [];
      const { toPath, path, resultHash, resultSize } = entry.operation;
      return resultHash === null || resultSize === null ? [] : [{ path: toPath ?? path, hash: resultHash }];
    }),
  );

export const contentsOfPlan = (plan: CommitPlan): FileAt[] =>
  plan.entries.flatMap(({ path, result }) => (result?.kind === "file" ? [{ path, hash: result.hash }] : []));

export const contentsOfTree = (tree: Tree): FileAt[] =>
  [...files(tree)].map(({ path, entry }) => ({ path, hash: entry.hash }));
