/** One file of a version that a request names: the path, and a content hash that this path really had in the workspace. */
import { parsePath, type Path } from "../core/tree/path.ts";
import { getFile } from "../core/tree/tree.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Version } from "../contracts/common.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import type { WorkspaceAccess } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { fileVersions } from "./fileVersions.ts";
import { versionedTree, type Which } from "./versions.ts";

export interface WhichFile extends Which {
  readonly path: string;
  /** The content hash; absent: what the tree holds at the path. */
  readonly v?: string | undefined;
}

export interface VersionedFile {
  readonly version: Version;
  readonly path: Path;
  readonly hash: Hash;
  /** What the named tree holds at the path; null: nothing, or a folder. */
  readonly inTree: Hash | null;
  readonly workspace: WorkspaceAccess;
  /** Of the branch that was named; null: none was. */
  readonly state: BranchState | null;
}

export async function versionedFile(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<VersionedFile> {
  const path = parsePath(which.path);
  if (!path.ok) return fail("illegal-path", `"${which.path}" is not a legal path (${path.error.reason}).`);
  const found = await versionedTree(services, principal, slug, which);
  if (!found.ok) return found;
  const { version, workspace, state } = found.value;
  const inTree = getFile(found.value.tree, path.value)?.hash;
  const hash = (which.v ?? inTree) as Hash | undefined;
  if (hash === undefined) return fail("not-found", `There is no file "${path.value}" in this version.`, { version });
  if (hash !== inTree && !(await fileVersions(services, workspace.id, path.value)).has(hash))
    return fail("not-found", `"${path.value}" never was ${hash} in this workspace.`, { version });
  return ok({ version, path: path.value, hash, inTree: inTree ?? null, workspace, state });
}
