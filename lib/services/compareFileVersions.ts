/** What differs between any two versions that a file had in a workspace: for reading, nothing is decided here. */
import type { FileComparisonView } from "../contracts/records.ts";
import { parsePath } from "../core/tree/path.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { fileSteps } from "./fileSteps.ts";
import { fileVersions } from "./fileVersions.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { changeCounts, changeView } from "./reviewViews.ts";

export interface CompareFileVersions extends PageQuery {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export async function compareFileVersions(
  services: Services,
  principal: Principal,
  slug: string,
  request: CompareFileVersions,
): Outcome<FileComparisonView> {
  const path = parsePath(request.path);
  if (!path.ok) return fail("illegal-path", `"${request.path}" is not a legal path (${path.error.reason}).`);
  const found = await workspaceFor(services.db, principal, slug, "viewer");
  if (!found.ok) return found;
  const version = { workspace: slug, branch: null, t: null, seq: null, treeHash: found.value.acceptedTree };
  const known = new Set<string | null>(await fileVersions(services, found.value.id, path.value));
  const both = [request.before, request.after];
  // Under another name before it was moved.
  if (!both.every((hash) => known.has(hash)))
    for (const step of await fileSteps(services, found.value, path.value)) known.add(step.contentHash);
  const unknown = both.find((hash) => !known.has(hash));
  if (unknown !== undefined)
    return fail("not-found", `"${path.value}" never was ${unknown} in this workspace.`, { version });
  const compared =
    request.before === request.after
      ? { format: "", complete: true, changes: [], unreadable: null }
      : await compareVersions(services, path.value, request.before as Hash, request.after as Hash);
  const start = request.cursor === undefined ? 0 : Number(request.cursor);
  if (!Number.isInteger(start) || start < 0) return fail("invalid-request", "The cursor is no number.", { version });
  const rows = compared.changes.map((change, at) => ({ change, at })).slice(start, start + request.limit + 1);
  const page = pageOf(rows, request.limit, ({ at }) => String(at + 1));
  return ok({
    version,
    path: path.value,
    before: request.before,
    after: request.after,
    format: compared.format,
    complete: compared.complete,
    unreadable: compared.unreadable,
    counts: changeCounts(compared.changes),
    changes: page.rows.map(({ change }) => changeView(change)),
    nextCursor: page.nextCursor,
  });
}
