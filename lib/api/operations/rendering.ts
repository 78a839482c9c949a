import { z } from "zod";

import { hashSchema, pathSchema, wholeNumber } from "../../contracts/common.ts";
import { renderingSchema } from "../../contracts/rendering.ts";
import { getRenderedPage, getRenderedPdf, getRendering } from "../../services/getRendering.ts";
import { cancelRendering, requestRendering } from "../../services/requestRendering.ts";
import { operation } from "../operation.ts";
import { workspaceParams } from "./workspaces.ts";

const which = z.object({
  path: pathSchema,
  v: hashSchema.optional(),
  branch: z.string().optional(),
  tree: hashSchema.optional(),
});

export const renderingGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/rendering",
  summary: "How far the pages of a document, deck, workbook or PDF are, as a printer would show them",
  access: "viewer",
  params: workspaceParams,
  query: which,
  answer: renderingSchema,
  run: ({ services, principal, params, query }) => getRendering(services, principal, params.workspace, query),
});

export const renderingRequest = operation({
  method: "POST",
  path: "/api/workspaces/{workspace}/rendering",
  summary: "Ask for these pages; again after a failure",
  access: "viewer",
  params: workspaceParams,
  query: which,
  answer: renderingSchema,
  run: ({ services, principal, params, query }) => requestRendering(services, principal, params.workspace, query),
});

export const renderingCancel = operation({
  method: "DELETE",
  path: "/api/workspaces/{workspace}/rendering",
  summary: "Stop making these pages",
  access: "viewer",
  params: workspaceParams,
  query: which,
  answer: renderingSchema,
  run: ({ services, principal, params, query }) => cancelRendering(services, principal, params.workspace, query),
});

export const renderedPageGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/rendering/page",
  summary: "One page as a JPEG; its address names content and renderer, so it never changes",
  access: "viewer",
  params: workspaceParams,
  query: which.extend({
    page: wholeNumber(1, 100_000),
    size: z.enum(["large", "small"]).default("large"),
    renderer: z.string().min(1).max(200),
  }),
  answer: "bytes",
  run: ({ services, principal, params, query }) => getRenderedPage(services, principal, params.workspace, query),
});

export const renderedPdfGet = operation({
  method: "GET",
  path: "/api/workspaces/{workspace}/rendering/pdf",
  summary: "All pages as one PDF",
  access: "viewer",
  params: workspaceParams,
  query: which,
  answer: "bytes",
  run: ({ services, principal, params, query }) => getRenderedPdf(services, principal, params.workspace, query),
});
