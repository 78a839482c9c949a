import { z } from "zod";

import { versionOnlySchema } from "../../contracts/branches.ts";
import { hashSchema, pathSchema } from "../../contracts/common.ts";
import { fileViewSchema } from "../../contracts/views.ts";
import { downloadFile, downloadTree } from "../../services/download.ts";
import { getFileView } from "../../services/getFileView.ts";
import { getMedia } from "../../services/getMedia.ts";
import { writeFile } from "../../services/writeFile.ts";
import { operation } from "../operation.ts";
import { branchParams } from "./branches.ts";
import { announcedLength, workspaceParams } from "./workspaces.ts";

export const fileDownload = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/file",
  summary:
    "The bytes of a path in a version (`v`, or the newest of a branch or of the accepted tree); ranges are served",
  access: "viewer",
  params: workspaceParams,
  query: z.object({
    path: pathSchema,
    v: hashSchema.optional(),
    branch: z.string().optional(),
    tree: hashSchema.optional(),
  }),
  answer: "bytes",
  run: ({ services, principal, params, query, request }) =>
    downloadFile(services, principal, params.workspace, query, request.headers),
});

export const fileViewGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/view",
  summary: "What a screen draws of a path in a version: slides, paragraphs, notebook cells",
  access: "viewer",
  params: workspaceParams,
  query: z.object({
    path: pathSchema,
    v: hashSchema.optional(),
    branch: z.string().optional(),
    tree: hashSchema.optional(),
  }),
  answer: fileViewSchema,
  run: ({ services, principal, params, query }) => getFileView(services, principal, params.workspace, query),
});

export const mediaGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/media",
  summary:
    "A raster picture inside of a file's version: `part` is a package part, `cell=N&output=M` of a notebook, or empty for a picture file",
  access: "viewer",
  params: workspaceParams,
  query: z.object({ path: pathSchema, v: hashSchema, part: z.string().max(1024).default("") }),
  answer: "bytes",
  run: ({ services, principal, params, query }) => getMedia(services, principal, params.workspace, query),
});

export const archiveDownload = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/archive",
  summary: "A tree as a zip: the accepted one, a branch's, or one named by its hash",
  access: "viewer",
  params: workspaceParams,
  query: z.object({ branch: z.string().optional(), tree: hashSchema.optional() }),
  answer: "bytes",
  run: ({ services, principal, params, query }) => downloadTree(services, principal, params.workspace, query),
});

export const fileUpload = operation({
  method: "PUT",
  path: "/api/workspaces/{workspace}/branches/{branch}/file",
  summary:
    "Stage a corrected file against the version it came from (If-Match: its content hash; `If-None-Match: *` for a new file)",
  access: "reviewer",
  token: "stage",
  params: branchParams,
  query: z.object({ path: pathSchema, sha256: hashSchema.optional() }),
  answer: versionOnlySchema,
  run: ({ services, principal, params, query, request }) =>
    writeFile(services, principal, params.workspace, params.branch, {
      path: query.path,
      sha256: query.sha256 ?? null,
      ifMatch: request.headers.get("if-match"),
      ifNoneMatch: request.headers.get("if-none-match"),
      announced: announcedLength(request),
      body: request.body,
    }),
});

export const fileDelete = operation({
  method: "DELETE",
  path: "/api/workspaces/{workspace}/branches/{branch}/file",
  summary: "Stage the deletion of a file (If-Match: its content hash)",
  access: "reviewer",
  token: "stage",
  params: branchParams,
  query: z.object({ path: pathSchema }),
  answer: versionOnlySchema,
  run: ({ services, principal, params, query, request }) =>
    writeFile(services, principal, params.workspace, params.branch, {
      path: query.path,
      sha256: null,
      ifMatch: request.headers.get("if-match"),
      ifNoneMatch: null,
      announced: null,
      body: "delete",
    }),
});
