import { z } from "zod";

import {
  branchListSchema,
  branchSchema,
  createBranchSchema,
  decidedSchema,
  decideSchema,
  openTurnSchema,
  seenSchema,
  staleListSchema,
  versionOnlySchema,
} from "../../contracts/branches.ts";
import { deltaSchema, fileDiffSchema, textViewSchema } from "../../contracts/changes.ts";
import { pageQuerySchema, pathSchema, wholeNumber } from "../../contracts/common.ts";
import { gridQuerySchema, sheetGridSchema } from "../../contracts/sheets.ts";
import { applyRejections } from "../../services/applyRejections.ts";
import { createBranch, getBranch, listBranches } from "../../services/branches.ts";
import { decideChanges } from "../../services/decideChanges.ts";
import { getDelta } from "../../services/getDelta.ts";
import { getFileDiff } from "../../services/getFileDiff.ts";
import { getSheetGrid } from "../../services/getSheetGrid.ts";
import { getTextView } from "../../services/getTextView.ts";
import { listStale } from "../../services/listStale.ts";
import { markSeen } from "../../services/markSeen.ts";
import { rebaseBranch } from "../../services/rebaseBranch.ts";
import { synchronizeBranch } from "../../services/synchronize.ts";
import { closeTurn, openTurn } from "../../services/turns.ts";
import { turnSchema } from "../../services/turnSteps.ts";
import { operation } from "../operation.ts";
import { workspaceParams } from "./workspaces.ts";

export const branchParams = workspaceParams.extend({ branch: z.string().min(1).max(64) });
const pathQuery = z.object({ path: pathSchema });
const BRANCH = "/api/workspaces/{workspace}/branches/{branch}";

export const branchList = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/branches",
  summary: "All branches by user and kind, with turns, changes, stale and review state",
  access: "viewer",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: branchListSchema,
  run: ({ services, principal, params, query }) => listBranches(services, principal, params.workspace, query),
});

export const branchCreate = operation({
  method: "POST",
  path: "/api/workspaces/{workspace}/branches",
  summary: "Start a branch of your own",
  access: "reviewer",
  token: "stage",
  params: workspaceParams,
  body: createBranchSchema,
  answer: branchSchema,
  status: 201,
  run: ({ services, principal, params, body }) => createBranch(services, principal, params.workspace, body),
});

export const branchGet = operation({
  method: "GET",
  path: BRANCH,
  summary: "One branch with its version",
  access: "viewer",
  params: branchParams,
  answer: branchSchema,
  run: ({ services, principal, params }) => getBranch(services, principal, params.workspace, params.branch),
});

export const deltaGet = operation({
  method: "GET",
  path: `${BRANCH}/delta`,
  summary: "Δ_t: the changed paths with counts and verdicts",
  access: "viewer",
  params: branchParams,
  answer: deltaSchema,
  run: ({ services, principal, params }) => getDelta(services, principal, params.workspace, params.branch),
});

export const fileDiffGet = operation({
  method: "GET",
  path: `${BRANCH}/diff`,
  summary: "The changes of one path, each with its verdict and where it came from",
  access: "viewer",
  params: branchParams,
  query: pageQuerySchema.extend({
    path: pathSchema,
    limit: wholeNumber(1, 20_000).default(20_000),
  }),
  answer: fileDiffSchema,
  run: ({ services, principal, params, query }) =>
    getFileDiff(services, principal, params.workspace, params.branch, query),
});

export const textViewGet = operation({
  method: "GET",
  path: `${BRANCH}/text`,
  summary: "A text file before, as staged, and as it would be promoted",
  access: "viewer",
  params: branchParams,
  query: pathQuery,
  answer: textViewSchema,
  run: ({ services, principal, params, query }) =>
    getTextView(services, principal, params.workspace, params.branch, query.path),
});

export const sheetGridGet = operation({
  method: "GET",
  path: `${BRANCH}/grid`,
  summary: "A window of a spreadsheet comparison, rows aligned",
  access: "viewer",
  params: branchParams,
  query: gridQuerySchema,
  answer: sheetGridSchema,
  run: ({ services, principal, params, query }) =>
    getSheetGrid(services, principal, params.workspace, params.branch, query),
});

export const decide = operation({
  method: "POST",
  path: `${BRANCH}/decisions`,
  summary: "Accept, reject or clear changes of one path",
  access: "reviewer",
  params: branchParams,
  body: decideSchema,
  answer: decidedSchema,
  run: ({ services, principal, params, body }) =>
    decideChanges(services, principal, params.workspace, params.branch, body),
});

export const seenMark = operation({
  method: "POST",
  path: `${BRANCH}/seen`,
  summary: "Changes that you have had on the screen",
  access: "viewer",
  params: branchParams,
  body: seenSchema,
  answer: versionOnlySchema,
  run: ({ services, principal, params, body }) => markSeen(services, principal, params.workspace, params.branch, body),
});

export const rejectionsApply = operation({
  method: "POST",
  path: `${BRANCH}/rejections`,
  summary: "Take rejected changes out of the staged files",
  access: "reviewer",
  params: branchParams,
  answer: versionOnlySchema,
  run: ({ services, principal, params }) => applyRejections(services, principal, params.workspace, params.branch),
});

export const rebase = operation({
  method: "POST",
  path: `${BRANCH}/rebase`,
  summary: "Stand the branch on the accepted tree; what no longer fits turns stale",
  access: "reviewer",
  params: branchParams,
  answer: versionOnlySchema,
  run: ({ services, principal, params }) => rebaseBranch(services, principal, params.workspace, params.branch),
});

export const turnOpen = operation({
  method: "POST",
  path: `${BRANCH}/turn`,
  summary: "Open a turn: apply rejections, rebase, hydrate the sandbox",
  access: "turns",
  token: "stage",
  params: branchParams,
  body: openTurnSchema,
  answer: turnSchema,
  status: 201,
  run: ({ services, principal, params, body }) => openTurn(services, principal, params.workspace, params.branch, body),
});

export const turnClose = operation({
  method: "DELETE",
  path: `${BRANCH}/turn`,
  summary: "Scan once more and close the turn",
  access: "turns",
  token: "stage",
  params: branchParams,
  answer: turnSchema,
  run: ({ services, principal, params }) => closeTurn(services, principal, params.workspace, params.branch),
});

export const synchronize = operation({
  method: "POST",
  path: `${BRANCH}/synchronize`,
  summary:
    "Compare the sandbox with what it last held and stage what changed; without an open turn it is a turn of its own",
  access: "turns",
  token: "stage",
  params: branchParams,
  query: z.object({ import: z.string().optional(), title: z.string().trim().min(1).max(200).optional() }),
  answer: turnSchema,
  run: ({ services, principal, params, query }) =>
    synchronizeBranch(services, principal, params.workspace, params.branch, query),
});

export const staleList = operation({
  method: "GET",
  path: `${BRANCH}/stale`,
  summary: "Stale operations, each with its three sides",
  access: "viewer",
  params: branchParams,
  answer: staleListSchema,
  run: ({ services, principal, params }) => listStale(services, principal, params.workspace, params.branch),
});
