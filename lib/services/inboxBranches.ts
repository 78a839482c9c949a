/** What waits on branches: handed over for review, stale, or with changes that the person may promote. */
import type { InboxEntry } from "../contracts/inbox.ts";
import { mayActAs } from "../contracts/common.ts";
import type { Services } from "./context.ts";
import type { InboxBranch, InboxWorkspace } from "./inboxWorkspace.ts";
import { namesOf } from "./people.ts";
import { reviewBranch } from "./reviewBranch.ts";
import { isSuperseded, type ReviewRequestRow } from "./submitList.ts";

export async function branchEntries(services: Services, inbox: InboxWorkspace): Promise<InboxEntry[]> {
  const requests = await requestsFor(services, inbox);
  const nameOf = await namesOf(
    services.db,
    requests.map(({ createdBy }) => createdBy),
  );
  const asked = new Map(requests.map((row) => [row.branchId, row]));
  const entries: InboxEntry[] = [];
  for (const branch of inbox.branches.values()) {
    const request = asked.get(branch.row.id);
    if (request !== undefined) {
      const { pending, flagged } = await waitingChanges(services, branch);
      entries.push({
        kind: "review-request",
        key: `review-request ${request.id}`,
        ...inbox.entry(branch, request.createdAt),
        request: request.id,
        by: nameOf(request.createdBy),
        message: request.message,
        t: request.t,
        superseded: isSuperseded(request, branch.version),
        pending,
        flagged,
      });
    } else if (mayActAs(inbox.role, "maintainer")) {
      const changes = await changesEntry(services, inbox, branch);
      if (changes !== null) entries.push(changes);
    }
    const stale = await staleEntry(services, inbox, branch);
    if (stale !== null) entries.push(stale);
  }
  return entries;
}

/** Open ones that are for this person: by name, or for whoever may review. Nobody is asked to review their own. */
async function requestsFor(services: Services, { id, me, role }: InboxWorkspace): Promise<ReviewRequestRow[]> {
  const open = mayActAs(role, "reviewer")
    ? [{ reviewerId: me }, { reviewerId: null, createdBy: { not: me } }]
    : [{ reviewerId: me }];
  return services.db.reviewRequest.findMany({
    where: { branch: { workspaceId: id, kind: { not: "evaluation" } }, closedAt: null, OR: open },
    orderBy: { createdAt: "asc" },
  });
}

async function changesEntry(
  services: Services,
  inbox: InboxWorkspace,
  branch: InboxBranch,
): Promise<InboxEntry | null> {
  const { pending, flagged, files, path } = await waitingChanges(services, branch);
  if (pending === 0) return null;
  return {
    kind: "changes",
    key: `changes ${branch.row.id}`,
    ...inbox.entry(branch, await changedAt(services, branch)),
    ...{ path, pending, flagged, files },
  };
}

interface Waiting {
  readonly pending: number;
  /** Of the pending ones. */
  readonly flagged: number;
  readonly files: number;
  /** The first file to look at: one with something flagged before others. */
  readonly path: string | null;
}

async function waitingChanges(services: Services, { row, state }: InboxBranch): Promise<Waiting> {
  const review = await reviewBranch(services, row.id, state);
  let [pending, flagged, files] = [0, 0, 0];
  let first: string | null = null;
  let firstFlagged: string | null = null;
  for (const { delta, verdicts } of review.paths) {
    const open = verdicts.filter(({ status }) => status === "pending");
    const marked = open.filter(({ change, restaged }) => (change.flags ?? []).length > 0 || restaged).length;
    if (open.length === 0) continue;
    pending += open.length;
    flagged += marked;
    files += 1;
    first ??= delta.path;
    if (marked > 0) firstFlagged ??= delta.path;
  }
  return { pending, flagged, files, path: firstFlagged ?? first };
}

async function changedAt(services: Services, { row, state }: InboxBranch): Promise<Date> {
  const entry = await services.db.journalEntry.findUnique({
    where: { branchId_seq: { branchId: row.id, seq: state.seq } },
    select: { at: true },
  });
  return entry?.at ?? row.createdAt;
}

/** Of one's own branches: nobody else reconciles them by surprise. */
async function staleEntry(services: Services, inbox: InboxWorkspace, branch: InboxBranch): Promise<InboxEntry | null> {
  const { row, state } = branch;
  const oldest = state.stale[0];
  const path = oldest?.paths[0]?.path;
  if (row.userId !== inbox.me || oldest === undefined || path === undefined) return null;
  const since = await services.db.journalEntry.findUnique({
    where: { branchId_seq: { branchId: row.id, seq: oldest.since } },
    select: { at: true },
  });
  return {
    kind: "stale",
    key: `stale ${row.id}`,
    ...inbox.entry(branch, since?.at ?? row.createdAt),
    path,
    files: new Set(state.stale.flatMap(({ paths }) => paths.map((touched) => touched.path))).size,
  };
}
