/** Action items as answers show them. */
import type { ActionItemView } from "../contracts/action-items.ts";
import { parseAddress } from "../core/address/address.ts";
import { formatStagedUri } from "../core/address/staged-uri.ts";
import type { Path } from "../core/tree/path.ts";
import type { Hash } from "../shared/brand.ts";
import type { Queries } from "../store/database.ts";
import { namesOf } from "./people.ts";

export type ActionItemRow = Awaited<ReturnType<Queries["actionItem"]["findFirstOrThrow"]>>;

export async function actionItemViews(
  db: Queries,
  workspace: string,
  rows: readonly ActionItemRow[],
): Promise<ActionItemView[]> {
  const people = rows.flatMap(({ createdBy, assigneeId, closedBy }) => [createdBy, assigneeId ?? [], closedBy ?? []]);
  const nameOf = await namesOf(db, people.flat());
  return rows.map((row) => ({
    id: row.id,
    branch: row.branchId,
    title: row.title,
    body: row.body,
    path: row.path,
    contentHash: row.contentHash,
    fragment: row.fragment,
    changeId: row.changeId,
    thread: row.threadId,
    operation: row.operation,
    address: addressOf(workspace, row),
    state: row.state,
    createdBy: nameOf(row.createdBy),
    createdAt: row.createdAt.toISOString(),
    assignee: row.assigneeId === null ? null : nameOf(row.assigneeId),
    closed:
      row.closedAt === null || row.closedBy === null
        ? null
        : { by: nameOf(row.closedBy), at: row.closedAt.toISOString(), outcome: row.outcome },
  }));
}

function addressOf(workspace: string, { path, contentHash, fragment }: ActionItemRow): string | null {
  if (path === null || contentHash === null) return null;
  const address = parseAddress(fragment ?? "");
  return formatStagedUri({
    workspace,
    path: path as Path,
    contentHash: contentHash as Hash,
    address: address.ok ? address.value : { kind: "file" },
  });
}
