/**
 * Seals a draft with the bytes that were made for it (R6): what is approved is this hash and nothing else. Asserts
 * R4: no path is promoted as W_t has it where a change of its contents was rejected.
 */
import { invariant } from "../../shared/assert.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Hash } from "../../shared/brand.ts";
import type { Content } from "../journal/retarget.ts";
import { TreeEdit } from "../tree/edit.ts";
import { treeHash } from "../tree/objects.ts";
import type { Path } from "../tree/path.ts";
import { entryHash, hashAt, nodeAt, obstacleAt, type Tree, type TreeEntry } from "../tree/tree.ts";
import type { DraftEntry, PlanDraft } from "./draft.ts";
import type { CommitPlan, MustHold, PlanEntry } from "./plan.ts";

/** `results`: the bytes that were made, by path of the entry. A path whose result is what is there anyway is dropped. */
export function sealPlan(
  draft: PlanDraft,
  results: ReadonlyMap<Path, Content>,
): Result<CommitPlan, { readonly reason: "not-made"; readonly paths: readonly Path[] }> {
  const missing = draft.entries
    .filter(({ outcome, path }) => outcome.kind === "apply" && !results.has(path))
    .map(({ path }) => path);
  if (missing.length > 0) return err({ reason: "not-made", paths: missing });
  const entries = draft.entries
    .map((entry) => sealEntry(entry, results))
    .filter((entry) => changesSomething(draft.accepted, entry));
  return ok(planOf(draft.accepted, entries, draft.untouched));
}

/** The plan of entries that are made already: of a rollback, or of a promotion that is derived again. */
export function planOf(accepted: Tree, entries: readonly PlanEntry[], untouched: CommitPlan["untouched"]): CommitPlan {
  const base = treeHash(accepted);
  const resultingTree = carryOut(accepted, entries);
  return {
    base,
    entries,
    untouched,
    planHash: planHash(entries),
    resultingTree,
    resultingHash: treeHash(resultingTree),
  };
}

/** M2: whether the accepted tree of now still holds what the plan was made for. */
export function checkPlan(
  plan: CommitPlan,
  accepted: Tree,
): Result<
  null,
  { readonly reason: "base-moved"; readonly paths: readonly (MustHold & { readonly found: Hash | null })[] }
> {
  const paths = plan.entries
    .flatMap(({ mustHold }) => mustHold)
    .map((held) => ({ ...held, found: hashAt(accepted, held.path) }))
    .filter(({ hash, found }) => hash !== found);
  return paths.length > 0 ? err({ reason: "base-moved", paths }) : ok(null);
}

/** R6: of what the plan touches and nothing else, so that a promotion elsewhere in the tree voids no approval. */
function planHash(entries: readonly PlanEntry[]): Hash {
  const bound = entries.map(({ path, basePath, mustHold, result, decisions }) => ({
    path,
    basePath,
    mustHold,
    result,
    decisions,
  }));
  return sha256(canonicalJson({ entries: bound }));
}

function sealEntry(
  { outcome, never, path, basePath, mustHold, decisions, leftOut }: DraftEntry,
  results: ReadonlyMap<Path, Content>,
): PlanEntry {
  const result: TreeEntry | null =
    outcome.kind === "entry" ? plain(outcome.entry) : { kind: "file", ...(results.get(path) as Content) };
  invariant(
    never === null || result?.kind !== "file" || result.hash !== never,
    `R4: ${path} is not promoted with what was rejected in it`,
  );
  return { path, basePath, mustHold, result, decisions, leftOut };
}

const plain = (entry: TreeEntry | null): TreeEntry | null =>
  entry?.kind === "file"
    ? { kind: "file", hash: entry.hash, size: entry.size }
    : entry === null
      ? null
      : { kind: "directory" };

/** False where the path holds the result already, and nothing leaves another path. */
function changesSomething(accepted: Tree, { path, basePath, result }: PlanEntry): boolean {
  return (basePath !== null && basePath !== path) || entryHash(result) !== hashAt(accepted, path);
}

/** All that leave, then all that come, files before empty folders. @throws where one has no room. */
function carryOut(accepted: Tree, entries: readonly PlanEntry[]): Tree {
  const edit = new TreeEdit(accepted);
  for (const { path, basePath } of entries) edit.remove(basePath ?? path).remove(path);
  const arriving = entries.flatMap(({ path, result }) => (result === null ? [] : [{ path, result }]));
  for (const { path, result } of arriving.sort((a, b) => rank(a.result) - rank(b.result))) {
    if (result.kind === "directory" && nodeAt(edit.tree, path)?.kind === "directory") continue;
    invariant(obstacleAt(edit.tree, path) === null, `M1: ${path} has room in the accepted tree`);
    edit.put(path, result);
  }
  return edit.finish();
}

const rank = (entry: TreeEntry): number => (entry.kind === "directory" ? 1 : 0);
