/** Stale operations: what they ask, and their ends (M6). */
import { versionOnlySchema } from "../../contracts/branches.ts";
import { pathSchema } from "../../contracts/common.ts";
import {
  correctedQuerySchema,
  previewRequestSchema,
  reconcileRequestSchema,
  reconcileViewSchema,
} from "../../contracts/reconcile.ts";
import { getReconcile } from "../../services/getReconcile.ts";
import { getReconcileResult } from "../../services/getReconcileResult.ts";
import { reconcileCorrected } from "../../services/reconcileCorrected.ts";
import { reconcileOperation } from "../../services/reconcileOperation.ts";
import { operation } from "../operation.ts";
import { branchParams } from "./branches.ts";
import { announcedLength } from "./workspaces.ts";

const RECONCILIATIONS = "/api/workspaces/{workspace}/branches/{branch}/reconciliations";

export const reconcile = operation({
  method: "POST",
  path: RECONCILIATIONS,
  summary: "Keep accepted, take staged, or take what merges with the choices made",
  access: "reviewer",
  params: branchParams,
  body: reconcileRequestSchema,
  answer: versionOnlySchema,
  run: ({ services, principal, params, body }) =>
    reconcileOperation(services, principal, params.workspace, params.branch, body),
});

export const reconcilePreview = operation({
  method: "POST",
  path: `${RECONCILIATIONS}/preview`,
  summary:
    "A stale operation with its sides, conflicts, and the result of the choices so far; the branch stays as it is",
  access: "viewer",
  token: "read",
  params: branchParams,
  body: previewRequestSchema,
  answer: reconcileViewSchema,
  run: ({ services, principal, params, body }) =>
    getReconcile(services, principal, params.workspace, params.branch, body),
});

export const reconcileResult = operation({
  method: "POST",
  path: `${RECONCILIATIONS}/result`,
  summary: "The bytes of the result as the choices make it, to be corrected by hand",
  access: "viewer",
  token: "read",
  params: branchParams,
  body: previewRequestSchema.extend({ path: pathSchema }),
  answer: "bytes",
  run: ({ services, principal, params, body }) =>
    getReconcileResult(services, principal, params.workspace, params.branch, body),
});

export const reconcileByHand = operation({
  method: "PUT",
  path: `${RECONCILIATIONS}/corrected`,
  summary: "A corrected file as the result of a stale operation, against both sides as they were seen",
  access: "reviewer",
  params: branchParams,
  query: correctedQuerySchema,
  answer: versionOnlySchema,
  run: ({ services, principal, params, query, request }) =>
    reconcileCorrected(services, principal, params.workspace, params.branch, {
      operation: query.operation,
      path: query.path,
      accepted: query.accepted ?? null,
      staged: query.staged ?? null,
      sha256: query.sha256 ?? null,
      announced: announcedLength(request),
      body: request.body,
    }),
});
