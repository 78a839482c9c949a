/**
 * Something to be done on a branch: by its agent, which is told of it at its next turn, or by a member. Made from a
 * thread, from a rejection, or from a stale operation that is handed back (M6), which stays stale.
 */
import type { createActionItemSchema, ActionItemView } from "../contracts/action-items.ts";
import type { Version } from "../contracts/common.ts";
import { formatAddress, parseAddress } from "../core/address/address.ts";
import { parsePath } from "../core/tree/path.ts";
import { publish } from "../events/publish.ts";
import { invariant } from "../shared/assert.ts";
import { ok, type Result } from "../shared/result.ts";
import type { z } from "zod";
import { actionItemViews } from "./actionItemsView.ts";
import { loadBranch, viaOf, type LoadedBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { fileVersions } from "./fileVersions.ts";

export type NewActionItem = z.output<typeof createActionItemSchema>;

export async function createActionItem(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: NewActionItem,
): Outcome<{ version: Version; item: ActionItemView }> {
  const branch = await loadBranch(services, principal, slug, branchId, "reviewer");
  if (!branch.ok) return branch;
  const { access, version } = branch.value;
  const assignee = await assigneeOf(services, branch.value, request);
  if (!assignee.ok) return assignee;
  const place = await placeOf(services, branch.value, request);
  if (!place.ok) return place;
  const linked = await linksOf(services, branch.value, request);
  if (!linked.ok) return linked;
  const id = services.newId();
  const row = await services.db.transaction(async (tx) => {
    const made = await tx.actionItem.create({
      data: {
        id,
        workspaceId: access.workspace.id,
        branchId,
        title: request.title,
        body: request.body ?? null,
        assigneeId: assignee.value,
        createdBy: principal.userId,
        createdAt: new Date(services.now()),
        ...place.value,
        ...linked.value,
      },
    });
    const { t, seq, treeHash } = version;
    const about = made.path === null ? {} : { path: made.path };
    await publish(
      tx,
      {
        workspaceId: access.workspace.id,
        branchId,
        type: "action-item",
        body: { t, seq, treeHash, ...about, subject: id, what: "created", ...viaOf(principal) },
        actorId: principal.userId,
      },
      new Date(services.now()),
    );
    return made;
  });
  const [item] = await actionItemViews(services.db, slug, [row]);
  invariant(item !== undefined, "a row gives a view");
  return ok({ version, item });
}

async function assigneeOf(
  services: Services,
  { access }: LoadedBranch,
  { assignee }: NewActionItem,
): Outcome<string | null> {
  if (assignee === "agent") {
    return access.kind === "chat"
      ? ok(null)
      : fail("invalid-request", "No agent works on this branch: give it to a person. Nothing was saved.");
  }
  const member = await services.db.member.findUnique({
    where: { workspaceId_userId: { workspaceId: access.workspace.id, userId: assignee.person } },
  });
  return member === null
    ? fail("invalid-request", "The person to do it is not a member here. Nothing was saved.")
    : ok(assignee.person);
}

interface Place {
  readonly path: string | null;
  readonly contentHash: string | null;
  readonly fragment: string | null;
}

async function placeOf(services: Services, { access, version }: LoadedBranch, request: NewActionItem): Outcome<Place> {
  if (request.path === undefined) return ok({ path: null, contentHash: null, fragment: null });
  const path = parsePath(request.path);
  if (!path.ok) return fail("illegal-path", `"${request.path}" is not a legal path (${path.error.reason}).`);
  const fragment = fragmentOf(request.fragment ?? "");
  if (!fragment.ok) return fragment;
  const hash = request.contentHash ?? null;
  if (hash !== null && !(await knownVersions(services, access.workspace.id, path.value, hash)))
    return fail("not-found", `"${path.value}" never was ${hash} in this workspace. Nothing was saved.`, { version });
  return ok({ path: path.value, contentHash: hash, fragment: fragment.value });
}

async function knownVersions(
  services: Services,
  workspaceId: string,
  path: Parameters<typeof fileVersions>[2],
  hash: string,
): Promise<boolean> {
  const known: ReadonlySet<string> = await fileVersions(services, workspaceId, path);
  return known.has(hash);
}

function fragmentOf(text: string): Result<string, Failure> {
  const address = parseAddress(text);
  return address.ok
    ? ok(formatAddress(address.value))
    : fail("invalid-request", `"${text}" names no place: ${address.error.detail}.`);
}

interface Links {
  readonly changeId: string | null;
  readonly threadId: string | null;
  readonly operation: string | null;
}

/** What it was made from is of this branch. */
async function linksOf(services: Services, { access, state }: LoadedBranch, request: NewActionItem): Outcome<Links> {
  const { thread, operation, changeId } = request;
  if (thread !== undefined) {
    const row = await services.db.thread.findFirst({
      where: { id: thread, branchId: access.id },
      select: { id: true },
    });
    if (row === null) return fail("not-found", "There is no such thread of comments on this branch.");
  }
  if (operation !== undefined && !state.stale.some(({ id }) => id === operation))
    return fail("not-found", "There is no such stale operation on this branch any more. Nothing was saved.");
  return ok({ changeId: changeId ?? null, threadId: thread ?? null, operation: operation ?? null });
}
