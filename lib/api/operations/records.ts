import { z } from "zod";

import { pathSchema } from "../../contracts/common.ts";
import {
  comparisonQuerySchema,
  fileComparisonSchema,
  fileHistorySchema,
  freshnessSchema,
  recordQuerySchema,
  recordSchema,
  sheetWindowQuerySchema,
  sheetWindowSchema,
  versionListSchema,
  whichSchema,
} from "../../contracts/records.ts";
import { searchQuerySchema, searchSchema } from "../../contracts/search.ts";
import { compareFileVersions } from "../../services/compareFileVersions.ts";
import { getFreshness } from "../../services/getFreshness.ts";
import { getRecord } from "../../services/getRecord.ts";
import { getSheetWindow } from "../../services/getSheetWindow.ts";
import { listFileHistory } from "../../services/listFileHistory.ts";
import { listVersions } from "../../services/listVersions.ts";
import { searchRecords } from "../../services/searchRecords.ts";
import { operation } from "../operation.ts";
import { workspaceParams } from "./workspaces.ts";

export const freshnessGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/freshness",
  summary: "How far the parsed cache is with a version: files by state, and those that are not current by name",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: whichSchema,
  answer: freshnessSchema,
  run: ({ services, principal, params, query }) => getFreshness(services, principal, params.workspace, query),
});

export const recordGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/record",
  summary: "The parsed text of a path in a version, in pages, with its freshness label",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: recordQuerySchema,
  answer: recordSchema,
  run: ({ services, principal, params, query }) => getRecord(services, principal, params.workspace, query),
});

export const search = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/search",
  summary:
    'Keyword search in one version: all words, "phrases", beginnings* and -exclusions, each hit with version and freshness',
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: searchQuerySchema,
  answer: searchSchema,
  run: ({ services, principal, params, query }) => searchRecords(services, principal, params.workspace, query),
});

export const fileHistory = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/file-history",
  summary: "Every version of a file, newest first: import, turns with their tool calls, uploads, promotions, rollbacks",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: whichSchema.extend({ path: pathSchema }),
  answer: fileHistorySchema,
  run: ({ services, principal, params, query }) => listFileHistory(services, principal, params.workspace, query),
});

export const fileCompare = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/compare",
  summary: "What differs between any two versions of a file; nothing is decided here",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: comparisonQuerySchema,
  answer: fileComparisonSchema,
  run: ({ services, principal, params, query }) => compareFileVersions(services, principal, params.workspace, query),
});

export const sheetWindowGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/sheet",
  summary: "A window of one sheet, or of a table file, of any version",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: sheetWindowQuerySchema,
  answer: sheetWindowSchema,
  run: ({ services, principal, params, query }) => getSheetWindow(services, principal, params.workspace, query),
});

export const versionList = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/versions",
  summary: "The versions that can be shown: accepted trees, and the points of a branch",
  access: "viewer",
  token: "read",
  params: workspaceParams,
  query: z.object({ branch: z.string().optional() }),
  answer: versionListSchema,
  run: ({ services, principal, params, query }) => listVersions(services, principal, params.workspace, query),
});
