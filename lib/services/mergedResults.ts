/**
 * What every path of a stale operation shall hold when it is merged with the choices made; refused while a conflict is
 * open, where a folder is on one side, and where the result would take the place of a file that nobody was asked about.
 */
import type { Choices } from "../contracts/reconcile.ts";
import { formatAddress } from "../core/address/address.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { Path } from "../core/tree/path.ts";
import { nodeAt, type Tree } from "../core/tree/tree.ts";
import { err, ok, type Result } from "../shared/result.ts";
import type { Services } from "./context.ts";
import { fail, type Failure } from "./failure.ts";
import { mergeStale, type MergedFile } from "./mergeStale.ts";
import type { StaleAt } from "./staleSides.ts";

export async function mergedResults(
  services: Services,
  current: Tree,
  stale: StaleAt,
  options: { readonly strict: boolean; readonly choices: Choices },
): Promise<Result<ReadonlyMap<Path, Content | null>, Failure>> {
  const merged: MergedFile[] = [];
  for (const file of stale.files) {
    const one = await mergeStale(services, current, file, { ...options, toStage: true });
    if (!one.ok) return one;
    merged.push(one.value);
  }
  const blocked = notMergeable(current, merged);
  if (blocked !== null) return fail("conflict", `${blocked} Nothing was changed.`);
  const open = merged.flatMap(({ file, conflicts }) =>
    conflicts.filter(({ choice }) => choice === null).map((conflict) => ({ file, conflict })),
  );
  if (open.length > 0) return err(openConflicts(open));
  return ok(resultsOf(merged));
}

/** Why it cannot be merged at all, whatever is chosen, in a sentence; null: it can. */
export function notMergeable(current: Tree, merged: readonly MergedFile[]): string | null {
  const folder = merged.find(({ file }) => file.folder);
  if (folder !== undefined) return `"${folder.file.key}" is a folder on one side: keep accepted or take staged.`;
  const own = new Set(merged.flatMap(({ file }) => [file.acceptedPath]));
  const taken = merged.find(
    ({ result }) => result.content !== null && !own.has(result.path) && nodeAt(current, result.path) !== undefined,
  );
  return taken === undefined
    ? null
    : `"${taken.result.path}" is another file by now, and the result would take its place: keep accepted, or take staged, which replaces it.`;
}

function openConflicts(
  open: readonly { file: MergedFile["file"]; conflict: MergedFile["conflicts"][number] }[],
): Failure {
  const [first] = open;
  return {
    type: "conflict",
    detail: `"${first?.file.key ?? ""}" has ${open.length} ${open.length === 1 ? "conflict" : "conflicts"} without a choice: choose a side, keep accepted, take staged, or upload a file of your own. Nothing was changed.`,
    details: open.slice(0, 50).map(({ file, conflict }) => ({
      where: conflict.id,
      what: `${file.key} ${formatAddress(conflict.address)}`.trim(),
    })),
  };
}

/** A file that is somewhere else in the result is gone from where it was. */
export function resultsOf(merged: readonly MergedFile[]): ReadonlyMap<Path, Content | null> {
  const results = new Map<Path, Content | null>();
  for (const { file } of merged)
    for (const path of [file.basePath, file.acceptedPath, file.stagedPath]) if (path !== null) results.set(path, null);
  for (const { result, beside } of merged) {
    if (result.content !== null || !results.has(result.path)) results.set(result.path, result.content);
    if (beside !== null) results.set(beside.path, beside.content);
  }
  return results;
}
