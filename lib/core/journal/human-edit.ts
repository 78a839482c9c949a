/**
 * A person's edits on a branch (B2): on W_t itself, in a human patch, each against the version that the person saw.
 * A wrong base changes nothing and answers with both versions.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { TreeEdit } from "../tree/edit.ts";
import type { Path } from "../tree/path.ts";
import { EMPTY_FOLDER_HASH, getFile, hashAt, nodeAt, type Obstacle, type Tree } from "../tree/tree.ts";
import type { PatchId } from "./entry.ts";
import { additionOf, changeOf, misfit, perform, removalOf, type OperationDraft } from "./operation.ts";
import type { BranchState, FreshnessCounts, Stamp, Step } from "./state.ts";
import { pathsOfAll, StepBuilder } from "./step-builder.ts";

export type Edit =
  /** `base` null: the path is absent. */
  | {
      readonly kind: "write";
      readonly path: Path;
      readonly base: Hash | null;
      readonly result: { readonly hash: Hash; readonly size: number };
    }
  | { readonly kind: "delete"; readonly path: Path; readonly base: Hash }
  | { readonly kind: "move"; readonly path: Path; readonly toPath: Path; readonly base: Hash }
  | { readonly kind: "mkdir"; readonly path: Path }
  | { readonly kind: "rmdir"; readonly path: Path };

export type EditError =
  | {
      readonly reason: "base-differs";
      readonly path: Path;
      readonly expected: Hash | null;
      readonly found: Hash | null;
    }
  | { readonly reason: "not-absent"; readonly path: Path; readonly obstacle: Obstacle };

/** All of the edits, each onto the one before, or none. An edit to what is there already changes nothing. */
export function humanEdit(
  state: BranchState,
  input: { readonly patch: PatchId; readonly edits: readonly Edit[]; readonly freshness?: FreshnessCounts },
  stamp: Stamp,
): Result<Step, EditError> {
  const drafts = draftsOf(state.current, input.edits);
  if (!drafts.ok) return drafts;
  const build = new StepBuilder(state, stamp);
  for (const draft of drafts.value) build.operation(draft, input.patch, "edit");
  build.supersedeRedundant("edit", pathsOfAll(drafts.value)).dissolveClashes("edit");
  return ok(build.point("edit", { freshness: input.freshness }).finish());
}

function draftsOf(current: Tree, edits: readonly Edit[]): Result<OperationDraft[], EditError> {
  const tree = new TreeEdit(current);
  const all: OperationDraft[] = [];
  for (const edit of edits) {
    const drafts = draftOf(tree.tree, edit);
    if (!drafts.ok) return drafts;
    for (const draft of drafts.value) {
      const why = misfit(tree.tree, draft);
      if (why !== null)
        return err(
          why.reason === "not-absent"
            ? { reason: why.reason, path: why.at, obstacle: why.obstacle }
            : { ...why, path: why.at },
        );
      perform(tree, draft);
      all.push(draft);
    }
  }
  tree.finish();
  return ok(all);
}

function draftOf(tree: Tree, edit: Edit): Result<readonly OperationDraft[], EditError> {
  const { path } = edit;
  const found = hashAt(tree, path);
  if (edit.kind === "mkdir")
    return ok(nodeAt(tree, path)?.kind === "directory" ? [] : additionOf(path, { kind: "directory" }));
  if (edit.kind === "rmdir") {
    return found === EMPTY_FOLDER_HASH
      ? ok(removalOf(path, { kind: "directory" }))
      : err({ reason: "base-differs", path, expected: EMPTY_FOLDER_HASH, found });
  }
  const file = getFile(tree, path);
  if ((file?.hash ?? null) !== edit.base) return err({ reason: "base-differs", path, expected: edit.base, found });
  if (edit.kind === "write")
    return ok(
      file === undefined
        ? additionOf(path, { kind: "file", ...edit.result })
        : changeOf(path, file, { kind: "file", ...edit.result }),
    );
  if (file === undefined) return err({ reason: "base-differs", path, expected: edit.base, found });
  if (edit.kind === "delete") return ok(removalOf(path, file));
  return ok([
    { kind: "move", path, toPath: edit.toPath, baseHash: file.hash, resultHash: file.hash, resultSize: file.size },
  ]);
}
