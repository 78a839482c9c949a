/**
 * The log of a workspace: its events, newest first, with names; whether their chain holds; and the chain as JSON lines
 * that verify offline (`staged verify-events`). Maintainers and owners read it.
 */
import type { AuditChain, AuditEntry, AuditView } from "../contracts/settings.ts";
import { fromRow, readEvents, type Published } from "../events/event.ts";
import { exportLine } from "../events/export.ts";
import { CHAIN_START, verifyChain } from "../events/publish.ts";
import { isHash, type Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import { auditWords } from "./auditWords.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { namesOf } from "./people.ts";

export interface AuditQuery extends PageQuery {
  readonly person?: string | undefined;
  readonly type?: string | undefined;
}

/** What the system does by itself, again and again: in the chain like everything, listed when it is asked for. */
const OWN_WORK = ["records", "rendering"] as const;

export async function listAudit(
  services: Services,
  principal: Principal,
  slug: string,
  { cursor, limit, person, type }: AuditQuery,
): Outcome<AuditView> {
  const workspace = await workspaceFor(services.db, principal, slug, "maintainer");
  if (!workspace.ok) return workspace;
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
    return fail("invalid-request", "The cursor is not one of this list.");
  const workspaceId = workspace.value.id;
  const rows = await services.db.event.findMany({
    where: {
      workspaceId,
      ...(cursor === undefined ? {} : { id: { lt: BigInt(cursor) } }),
      ...(person === undefined ? {} : { actorId: person }),
      type: type ?? { notIn: [...OWN_WORK] },
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = pageOf(rows.map(fromRow), limit, ({ id }) => String(id));
  const known = await filtersOf(services, workspaceId);
  const nameOf = await namesOf(services.db, [...known.people, ...page.rows.flatMap(idsOf)]);
  const branches = await branchesOf(services, page.rows);
  return ok({
    entries: page.rows.map((event) => entryOf(event, nameOf, branches)),
    nextCursor: page.nextCursor,
    people: known.people.map(nameOf).sort((a, b) => a.name.localeCompare(b.name)),
    types: known.types,
  });
}

const CHECKED_AT_ONCE = 2_000;

/** From the first event to the newest: O(events), a few thousand at a time. */
export async function checkAuditChain(services: Services, principal: Principal, slug: string): Outcome<AuditChain> {
  const workspace = await workspaceFor(services.db, principal, slug, "maintainer");
  if (!workspace.ok) return workspace;
  let [events, after, head] = [0, 0n, null as Hash | null];
  const answer = (fault: AuditChain["fault"]): AuditChain => ({ events, head, fault, checkedAt: services.now() });
  for (;;) {
    const page = await readEvents(services.db, workspace.value.id, after, CHECKED_AT_ONCE);
    const fault = verifyChain(page, head ?? CHAIN_START);
    if (fault) return ok(answer({ at: String(fault.at), fault: fault.fault }));
    const last = page.at(-1);
    if (!last) return ok(answer(null));
    [events, after, head] = [events + page.length, last.id, last.hash];
  }
}

/** One event a line, oldest first; read page by page while it is sent. */
export async function exportAudit(services: Services, principal: Principal, slug: string): Outcome<Response> {
  const workspace = await workspaceFor(services.db, principal, slug, "maintainer");
  if (!workspace.ok) return workspace;
  const encoder = new TextEncoder();
  let after = 0n;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await readEvents(services.db, workspace.value.id, after, CHECKED_AT_ONCE);
      const last = page.at(-1);
      if (!last) {
        controller.close();
        return;
      }
      after = last.id;
      controller.enqueue(encoder.encode(page.map((event) => `${exportLine(event)}\n`).join("")));
    },
  });
  return ok(
    new Response(stream, {
      headers: {
        "content-type": "application/x-ndjson",
        "content-disposition": `attachment; filename="${slug}-events.jsonl"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
    }),
  );
}

type Body = Readonly<Record<string, unknown>>;

const bodyOf = ({ body }: Published): Body =>
  typeof body === "object" && body !== null && !Array.isArray(body) ? (body as Body) : {};

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

const idsOf = (event: Published): string[] => {
  const body = bodyOf(event);
  return [event.actorId, textOf(body["person"]), textOf(body["token"])].filter((id) => id !== null);
};

async function filtersOf(services: Services, workspaceId: string): Promise<{ people: string[]; types: string[] }> {
  const [people, types] = await Promise.all([
    services.db.event.groupBy({ by: ["actorId"], where: { workspaceId, actorId: { not: null } } }),
    services.db.event.groupBy({ by: ["type"], where: { workspaceId } }),
  ]);
  return {
    people: people.flatMap(({ actorId }) => (actorId === null ? [] : [actorId])),
    types: types.map(({ type }) => type).sort(),
  };
}

async function branchesOf(services: Services, events: readonly Published[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(events.flatMap(({ branchId }) => (branchId === null ? [] : [branchId])))];
  const rows = await services.db.branch.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function entryOf(
  event: Published,
  nameOf: Awaited<ReturnType<typeof namesOf>>,
  branches: ReadonlyMap<string, string>,
): AuditEntry {
  const body = bodyOf(event);
  const token = textOf(body["token"]);
  const tree = textOf(body["treeHash"]) ?? textOf(body["after"]);
  return {
    id: String(event.id),
    type: event.type,
    at: event.at,
    by: event.actorId === null ? null : nameOf(event.actorId),
    token: token === null ? null : nameOf(token).name,
    branch:
      event.branchId === null ? null : { id: event.branchId, name: branches.get(event.branchId) ?? event.branchId },
    what: auditWords(event.type, body, (id) => nameOf(id).name),
    t: typeof body["t"] === "number" ? body["t"] : null,
    treeHash: tree !== null && isHash(tree) ? tree : null,
    hash: event.hash,
  };
}
