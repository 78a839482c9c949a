/** The threads of a branch or of the accepted version, of one file or of all, each with where its place is now. */
import type { ThreadList } from "../contracts/threads.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { pathNow } from "./threadAnchors.ts";
import { threadsSide, type ThreadsSide } from "./threadsSide.ts";
import { THREAD_PARTS, threadViews, type ThreadRow } from "./threadViews.ts";

const MOST = 500;

export interface WhichThreads {
  /** Null: of the accepted version. */
  readonly branch: string | null;
  /** Where the file is in this version, or was when they were said; absent: of all files. */
  readonly path?: string | undefined;
}

export async function listThreads(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichThreads,
): Outcome<ThreadList> {
  const found = await threadsSide(services, principal, slug, which.branch, "viewer");
  if (!found.ok) return found;
  const side = found.value;
  const heads = await services.db.thread.findMany({
    where: { workspaceId: side.workspaceId, branchId: which.branch },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, path: true, seq: true, resolvedAt: true },
  });
  const placed = await placedOf(services, side, heads);
  const wanted = placed
    .filter(({ path, head }) => which.path === undefined || which.path === path || which.path === head.path)
    .map(({ head }) => head)
    .sort((a, b) => Number(a.resolvedAt !== null) - Number(b.resolvedAt !== null));
  const ids = wanted.slice(0, MOST).map(({ id }) => id);
  const rows: ThreadRow[] = await services.db.thread.findMany({ where: { id: { in: ids } }, include: THREAD_PARTS });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => byId.get(id) ?? []);
  return ok({
    version: side.version,
    threads: await threadViews(services, side, ordered),
    files: counted(placed),
    more: wanted.length - ids.length,
  });
}

interface Head {
  readonly id: string;
  readonly path: string;
  readonly seq: number;
  readonly resolvedAt: Date | null;
}

interface Placed {
  readonly head: Head;
  readonly path: string;
}

/** Files that were spoken of at one point share their way. */
async function placedOf(services: Services, side: ThreadsSide, heads: readonly Head[]): Promise<Placed[]> {
  const known = new Map<string, string>();
  const placed: Placed[] = [];
  for (const head of heads) {
    const key = `${head.seq} ${head.path}`;
    const path = known.get(key) ?? (await pathNow(services, side, head)) ?? head.path;
    known.set(key, path);
    placed.push({ head, path });
  }
  return placed;
}

function counted(placed: readonly Placed[]): ThreadList["files"] {
  const files = new Map<string, { open: number; resolved: number }>();
  for (const { head, path } of placed) {
    const count = files.get(path) ?? { open: 0, resolved: 0 };
    if (head.resolvedAt === null) count.open += 1;
    else count.resolved += 1;
    files.set(path, count);
  }
  return [...files].map(([path, count]) => ({ path, ...count })).sort((a, b) => (a.path < b.path ? -1 : 1));
}
