/** Every operation by name: what the OpenAPI document and the access table are made from. */
import { z } from "zod";

import { ok } from "../../shared/result.ts";
import { openApiDocument } from "../openapi.ts";
import { operation, type AnyOperation } from "../operation.ts";
import * as account from "./account.ts";
import * as branches from "./branches.ts";
import * as comments from "./comments.ts";
import * as files from "./files.ts";
import * as operators from "./operators.ts";
import * as people from "./people.ts";
import * as promotions from "./promotions.ts";
import * as reconciliations from "./reconcile.ts";
import * as records from "./records.ts";
import * as rendering from "./rendering.ts";
import * as settings from "./settings.ts";
import * as trace from "./trace.ts";
import * as workspaces from "./workspaces.ts";

export const openApi = operation({
  method: "GET",
  path: "/api/openapi.json",
  summary: "This document",
  access: "public",
  answer: z.record(z.string(), z.unknown()),
  run: () => Promise.resolve(ok(openApiDocument(operations))),
});

const isOperation = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "method" in value && "run" in value;

export const operations: Readonly<Record<string, AnyOperation>> = Object.fromEntries(
  Object.entries({
    ...people,
    ...account,
    ...comments,
    ...settings,
    ...workspaces,
    ...branches,
    ...files,
    ...promotions,
    ...records,
    ...reconciliations,
    ...rendering,
    ...trace,
    ...operators,
    openApi,
  }).filter(([, value]) => isOperation(value)),
) as unknown as Record<string, AnyOperation>;
