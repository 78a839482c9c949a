/** Promotions and rollbacks of a workspace, newest first, each with what it wrote and the audit head after it (A1). */
import { z } from "zod";

import type { HistoryView, PromotionView } from "../contracts/promotions.ts";
import { checkSchema } from "../contracts/promotions.ts";
import { ok } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { namesOf } from "./people.ts";

/** What a promotion row keeps of its plan, for people. */
export const storedPlanSchema = z.object({
  paths: z.array(
    z.object({
      path: z.string(),
      fromPath: z.string().optional(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      changes: z.number(),
    }),
  ),
  rollsBack: z.array(z.number()).default([]),
});
export type StoredPlan = z.infer<typeof storedPlanSchema>;

export async function getHistory(
  services: Services,
  principal: Principal,
  slug: string,
  query: PageQuery,
): Outcome<HistoryView> {
  const found = await workspaceFor(services.db, principal, slug, "viewer");
  if (!found.ok) return found;
  const { id: workspaceId, acceptedTree } = found.value;
  const before = query.cursor === undefined ? undefined : Number(query.cursor);
  const rows = await services.db.promotion.findMany({
    where: { workspaceId, ...(before !== undefined && Number.isInteger(before) ? { number: { lt: before } } : {}) },
    orderBy: { number: "desc" },
    take: query.limit + 1,
  });
  const page = pageOf(rows, query.limit, (row) => String(row.number));
  const promotions: PromotionView[] = [];
  for (const row of page.rows) promotions.push(await promotionView(services.db, workspaceId, row));
  return ok({
    version: { workspace: slug, branch: null, t: null, seq: null, treeHash: acceptedTree },
    promotions,
    nextCursor: page.nextCursor,
  });
}

type PromotionRow = Awaited<ReturnType<Services["db"]["promotion"]["findFirstOrThrow"]>>;

export async function promotionView(db: Queries, workspaceId: string, row: PromotionRow): Promise<PromotionView> {
  const branch = row.branchId === null ? null : await db.branch.findUnique({ where: { id: row.branchId } });
  const names = await namesOf(db, [row.authorId, ...(branch ? [branch.userId] : [])]);
  const later = await db.promotion.findFirst({
    where: { workspaceId, kind: "rollback", rollsBack: row.number },
    orderBy: { number: "desc" },
  });
  const [event] = await db.$queryRaw<{ hash: string }[]>`
    SELECT hash FROM event WHERE workspace_id = ${workspaceId} AND type = 'promoted' AND body ->> 'number' = ${String(row.number)}
    ORDER BY id DESC LIMIT 1`;
  const plan = storedPlanSchema.parse(row.plan);
  return {
    number: row.number,
    kind: row.kind === "rollback" ? "rollback" : "promotion",
    rollsBack: row.rollsBack === null ? [] : [row.rollsBack],
    rolledBackBy: later?.number ?? null,
    author: names(row.authorId),
    message: row.message,
    at: row.at.toISOString(),
    branch: branch ? { id: branch.id, name: branch.name, user: names(branch.userId) } : null,
    planHash: row.planHash,
    before: row.beforeTree,
    after: row.afterTree,
    paths: plan.paths.map(({ fromPath, ...path }) => ({ ...path, ...(fromPath === undefined ? {} : { fromPath }) })),
    checks: z
      .array(checkSchema)
      .parse(row.checks)
      .map(({ path, ...check }) => ({ ...check, ...(path === undefined ? {} : { path }) })),
    auditHead: event?.hash ?? "0".repeat(64),
  };
}
