import { z } from "zod";

import { pageQuerySchema, slugSchema, wholeNumber } from "../../contracts/common.ts";
import {
  createImportSchema,
  createWorkspaceSchema,
  importProposalSchema,
  treeSchema,
  workspaceListSchema,
  workspaceSchema,
} from "../../contracts/workspaces.ts";
import { createWorkspace } from "../../services/createWorkspace.ts";
import { proposeArchiveImport, proposeFolderImport } from "../../services/importTree.ts";
import { listTree } from "../../services/listTree.ts";
import { getWorkspace, listWorkspaces } from "../../services/listWorkspaces.ts";
import { operation } from "../operation.ts";

export const workspaceParams = z.object({ workspace: slugSchema });

export const workspaceList = operation({
  method: "GET",
  path: "/api/workspaces",
  summary: "The workspaces that you are a member of",
  access: "signed-in",
  token: "read",
  query: pageQuerySchema,
  answer: workspaceListSchema,
  run: ({ services, principal, query }) => listWorkspaces(services, principal, query),
});

export const workspaceCreate = operation({
  method: "POST",
  path: "/api/workspaces",
  summary: "Make a workspace, empty or from a confirmed import",
  access: "signed-in",
  body: createWorkspaceSchema,
  answer: workspaceSchema,
  status: 201,
  run: ({ services, principal, body }) => createWorkspace(services, principal, body),
});

export const folderImport = operation({
  method: "POST",
  path: "/api/imports/folder",
  summary: "Read a folder of the server and propose a workspace; nothing is made yet",
  access: "signed-in",
  body: createImportSchema,
  answer: importProposalSchema,
  status: 201,
  run: ({ services, principal, body }) => proposeFolderImport(services, principal, body),
});

export const archiveImport = operation({
  method: "POST",
  path: "/api/imports/archive",
  summary: "Upload a zip and propose a workspace; nothing is made yet",
  access: "signed-in",
  query: z.object({ name: z.string().min(1).max(255) }),
  answer: importProposalSchema,
  status: 201,
  run: ({ services, principal, query, request }) =>
    proposeArchiveImport(services, principal, {
      name: query.name,
      body: request.body,
      announced: announcedLength(request),
    }),
});

export const workspaceGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}",
  summary: "One workspace with its accepted version",
  access: "viewer",
  params: workspaceParams,
  answer: workspaceSchema,
  run: ({ services, principal, params }) => getWorkspace(services, principal, params.workspace),
});

export const treeList = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/tree",
  summary: "The paths of the accepted tree, of a branch, or of any version named by its tree hash",
  access: "viewer",
  params: workspaceParams,
  query: pageQuerySchema.extend({
    branch: z.string().optional(),
    t: wholeNumber(0).optional(),
    tree: z.string().optional(),
    // Trees are large, their rows small.
    limit: wholeNumber(1, 10_000).default(500),
  }),
  answer: treeSchema,
  run: ({ services, principal, params, query }) => listTree(services, principal, params.workspace, query),
});

/** The Content-Length that the client announced; null where it announced none. */
export function announcedLength(request: Request): number | null {
  const header = request.headers.get("content-length");
  return header === null || !/^\d+$/.test(header) ? null : Number(header);
}
