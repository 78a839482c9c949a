/** The OpenAPI document, made from the operations and their schemas: nothing in it is written by hand twice. */
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";

import { problemSchema } from "../contracts/problems.ts";
import { tokenNeed, type Access, type AnyOperation, type TokenNeed } from "./operation.ts";

export function openApiDocument(operations: Readonly<Record<string, AnyOperation>>): Record<string, unknown> {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, operation] of Object.entries(operations)) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase() as "get" | "post" | "put" | "delete"] = describe(name, operation);
  }
  const document = createDocument({
    openapi: "3.1.0",
    info: { title: "StagedWorkspace", version: "0.1.0", license: { name: "Apache-2.0" } },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "staged.session_token" },
        agent: { type: "http", scheme: "bearer", description: "An agent's token of one person in one workspace" },
      },
    },
    paths,
  });
  return document as unknown as Record<string, unknown>;
}

const NEEDS: Readonly<Partial<Record<Access, string>>> = {
  turns: "reviewer on a branch of one's own, maintainer on another's",
};
const TOKENS: Readonly<Record<TokenNeed, string>> = {
  read: "of any scope",
  stage: "of scope stage",
  never: "refused",
};

function describe(name: string, operation: AnyOperation): ZodOpenApiOperationObject {
  const success =
    operation.answer === "bytes"
      ? { description: "A stream", content: { "application/octet-stream": { schema: z.string() } } }
      : { description: "Done", content: { "application/json": { schema: operation.answer } } };
  return {
    operationId: name,
    summary: operation.summary,
    description: `Needs: ${NEEDS[operation.access] ?? operation.access}. Agent tokens: ${TOKENS[tokenNeed(operation)]}.`,
    ...(operation.access === "public"
      ? {}
      : { security: [{ session: [] }, ...(tokenNeed(operation) === "never" ? [] : [{ agent: [] }])] }),
    requestParams: {
      ...(operation.params ? { path: operation.params as z.ZodObject } : {}),
      ...(operation.query ? { query: operation.query as z.ZodObject } : {}),
    },
    ...(operation.body
      ? { requestBody: { content: { "application/json": { schema: operation.body as z.ZodType } } } }
      : {}),
    responses: {
      [`${operation.status ?? 200}`]: success,
      default: {
        description: "A problem (RFC 9457)",
        content: { "application/problem+json": { schema: problemSchema } },
      },
    },
  };
}
