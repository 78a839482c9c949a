import { pageQuerySchema, wholeNumber } from "../../contracts/common.ts";
import {
  historySchema,
  planRequestSchema,
  planSchema,
  promotedSchema,
  promoteSchema,
  rollbackPlanSchema,
  rollbackRequestSchema,
} from "../../contracts/promotions.ts";
import { getHistory } from "../../services/getHistory.ts";
import { planPromotion } from "../../services/planPromotion.ts";
import { promote as promoteBranch } from "../../services/promote.ts";
import { planRollback, rollBack as rollBackPromotion } from "../../services/rollBack.ts";
import { operation } from "../operation.ts";
import { branchParams } from "./branches.ts";
import { workspaceParams } from "./workspaces.ts";

const BRANCH = "/api/workspaces/{workspace}/branches/{branch}";
const promotionParams = workspaceParams.extend({ number: wholeNumber(1) });
const PROMOTION = "/api/workspaces/{workspace}/promotions/{number}/rollback";

export const plan = operation({
  method: "POST",
  path: `${BRANCH}/plan`,
  summary: "The commit plan of what is accepted; nothing is changed",
  access: "viewer",
  token: "read",
  params: branchParams,
  body: planRequestSchema,
  answer: planSchema,
  run: ({ services, principal, params, body }) =>
    planPromotion(services, principal, params.workspace, params.branch, body),
});

export const promote = operation({
  method: "POST",
  path: `${BRANCH}/promotions`,
  summary: "Promote one plan, named by its hash",
  access: "maintainer",
  params: branchParams,
  body: promoteSchema,
  answer: promotedSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    promoteBranch(services, principal, params.workspace, params.branch, body),
});

export const history = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/promotions",
  summary: "Promotions and rollbacks, newest first",
  access: "viewer",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: historySchema,
  run: ({ services, principal, params, query }) => getHistory(services, principal, params.workspace, query),
});

export const rollbackPlan = operation({
  method: "GET",
  path: PROMOTION,
  summary: "What rolling back this promotion would do",
  access: "viewer",
  params: promotionParams,
  answer: rollbackPlanSchema,
  run: ({ services, principal, params }) => planRollback(services, principal, params.workspace, params.number),
});

export const rollBack = operation({
  method: "POST",
  path: PROMOTION,
  summary: "Roll back this promotion; itself a promotion, with an inverse",
  access: "maintainer",
  params: promotionParams,
  body: rollbackRequestSchema,
  answer: promotedSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    rollBackPromotion(services, principal, params.workspace, params.number, body),
});
