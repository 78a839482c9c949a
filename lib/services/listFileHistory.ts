/** The versions of one file, newest first: where each came from, who made it, when, and what holds now (P2, R7). */
import type { FileHistoryView } from "../contracts/records.ts";
import { parsePath } from "../core/tree/path.ts";
import { getFile } from "../core/tree/tree.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { fileSteps } from "./fileSteps.ts";
import { loadTree } from "./trees.ts";
import { versionedTree, type Which } from "./versions.ts";

export async function listFileHistory(
  services: Services,
  principal: Principal,
  slug: string,
  which: Which & { readonly path: string },
): Outcome<FileHistoryView> {
  const path = parsePath(which.path);
  if (!path.ok) return fail("illegal-path", `"${which.path}" is not a legal path (${path.error.reason}).`);
  const found = await versionedTree(services, principal, slug, which);
  if (!found.ok) return found;
  const { workspace, version, tree } = found.value;
  const steps = await fileSteps(services, workspace, path.value);
  const accepted = getFile(await loadTree(services, workspace.acceptedTree), path.value)?.hash ?? null;
  const shown = getFile(tree, path.value)?.hash ?? null;
  if (steps.length === 0 && shown === null)
    return fail("not-found", `This workspace never had a file "${path.value}".`, { version });
  return ok({ version, path: path.value, shown, accepted, steps });
}
