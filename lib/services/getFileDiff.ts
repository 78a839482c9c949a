/** The changes of one path of a branch, each with its verdict and the operation that made it. */
import type { FileDiffView } from "../contracts/changes.ts";
import { ok } from "../shared/result.ts";
import { loadBranch, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { seenOn } from "./markSeen.ts";
import type { PageQuery } from "./page.ts";
import { idsOfActor, namesOf } from "./people.ts";
import { reviewBranch, reviewedPath } from "./reviewBranch.ts";
import { changedFile, originsOf, reviewedChange, type SeenIds } from "./reviewViews.ts";

export async function getFileDiff(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  query: PageQuery & { readonly path: string },
): Outcome<FileDiffView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const subject = reviewedPath(await reviewBranch(services, branchId, branch.value.state), query.path);
  const path = subject?.delta.path ?? query.path;
  const seen = (await seenOn(services, branchId, principal.userId, path)).get(path) ?? new Set<string>();
  return fileDiffOf(services, branchId, branch.value, query, seen);
}

/** The same of a branch at any state that it had. */
export async function fileDiffOf(
  services: Services,
  branchId: string,
  { state, version }: Pick<LoadedBranch, "state" | "version">,
  query: PageQuery & { readonly path: string },
  seen: SeenIds,
): Outcome<FileDiffView> {
  const subject = reviewedPath(await reviewBranch(services, branchId, state), query.path);
  if (!subject) return fail("not-found", `"${query.path}" is not changed on this branch.`, { version });
  const start = query.cursor === undefined ? 0 : Number(query.cursor);
  const page = subject.verdicts.slice(start, start + query.limit);
  const seqs = new Set(page.flatMap(({ provenance }) => (provenance ? [provenance.seq] : [])));
  const ids = [
    ...page.flatMap(({ decision }) => (decision ? [decision.by] : [])),
    ...page.flatMap(({ provenance }) => (provenance ? idsOfActor(provenance.actor) : [])),
  ];
  const nameOf = await namesOf(services.db, ids);
  return ok({
    version,
    file: changedFile(subject, state, seen),
    changes: page.map((verdict) => reviewedChange(verdict, seen, nameOf)),
    origins: await originsOf(services, branchId, state, seqs, nameOf),
    nextCursor: start + page.length < subject.verdicts.length ? String(start + page.length) : null,
  });
}
