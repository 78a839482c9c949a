import { z } from "zod";

import { versionOnlySchema } from "../../contracts/branches.ts";
import { fileDiffSchema } from "../../contracts/changes.ts";
import { pageQuerySchema, pathSchema, wholeNumber } from "../../contracts/common.ts";
import {
  callChangesSchema,
  callRecordedSchema,
  momentSchema,
  recordCallSchema,
  recordMessageSchema,
  traceSchema,
} from "../../contracts/trace.ts";
import { getCallChanges } from "../../services/getCallChanges.ts";
import { getMoment, getMomentDiff } from "../../services/getMoment.ts";
import { getTrace } from "../../services/getTrace.ts";
import { recordMessage } from "../../services/recordMessage.ts";
import { recordCall } from "../../services/recordToolCall.ts";
import { operation } from "../operation.ts";
import { branchParams } from "./branches.ts";

const momentParams = branchParams.extend({ t: wholeNumber(0) });

export const traceGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/branches/{branch}/trace",
  summary: "The session of a branch: turns, messages, tool calls, points",
  access: "viewer",
  params: branchParams,
  answer: traceSchema,
  run: ({ services, principal, params }) => getTrace(services, principal, params.workspace, params.branch),
});

export const momentGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/branches/{branch}/moments/{t}",
  summary: "The branch as it was at a t: both tree hashes and the changed files",
  access: "viewer",
  params: momentParams,
  answer: momentSchema,
  run: ({ services, principal, params }) => getMoment(services, principal, params.workspace, params.branch, params.t),
});

export const momentDiffGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/branches/{branch}/moments/{t}/diff",
  summary: "The changes of one path as they were at a t",
  access: "viewer",
  params: momentParams,
  query: pageQuerySchema.extend({ path: pathSchema }),
  answer: fileDiffSchema,
  run: ({ services, principal, params, query }) =>
    getMomentDiff(services, principal, params.workspace, params.branch, { ...query, t: params.t }),
});

export const callChangesGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/branches/{branch}/calls/{call}/changes",
  summary: "What one tool call changed, and which changes of the review came from it",
  access: "viewer",
  params: branchParams.extend({ call: z.string() }),
  answer: callChangesSchema,
  run: ({ services, principal, params }) =>
    getCallChanges(services, principal, params.workspace, params.branch, params.call),
});

export const callRecord = operation({
  method: "POST",
  path: "/api/workspaces/{workspace}/branches/{branch}/calls",
  summary: "Keep a tool call of the open turn; with `synchronize`, stage what it changed as its doing",
  access: "turns",
  token: "stage",
  params: branchParams,
  body: recordCallSchema,
  answer: callRecordedSchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    recordCall(services, principal, params.workspace, params.branch, body),
});

export const messageRecord = operation({
  method: "POST",
  path: "/api/workspaces/{workspace}/branches/{branch}/messages",
  summary: "Keep what was said in the open turn: what a person asked for, or what the agent answered",
  access: "turns",
  token: "stage",
  params: branchParams,
  body: recordMessageSchema,
  answer: versionOnlySchema,
  status: 201,
  run: ({ services, principal, params, body }) =>
    recordMessage(services, principal, params.workspace, params.branch, body),
});
