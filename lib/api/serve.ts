/**
 * The route wrapper: session or agent's token, origin check, schemas, ETag, problems. It holds no rule of the product: roles are the
 * services' own. Every unexpected throw becomes an `internal` problem with an id that the log carries as well.
 */
import { randomUUID } from "node:crypto";

import { z } from "zod";

import type { Failure } from "../services/failure.ts";
import type { Principal } from "../services/context.ts";
import { sha256 } from "../shared/sha256.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { agentOf, bearerOf } from "./caller.ts";
import type { Operation } from "./operation.ts";
import { problemResponse } from "./problem.ts";
import { runtime } from "./runtime.ts";

interface RouteContext {
  /** Resolves to nothing where the route has no parameter. */
  readonly params: Promise<Record<string, string | string[]> | undefined>;
}

type Handler = (request: Request, context: RouteContext) => Promise<Response>;

const NOBODY: Principal = { userId: "" as Principal["userId"], name: "", email: "" };

export function serve<P, Q, B, A>(operation: Operation<P, Q, B, A>): Handler {
  return async (request, context) => {
    try {
      const outcome = await answer(operation, request, context);
      return outcome.ok ? outcome.value : problemResponse(outcome.error);
    } catch (thrown) {
      const id = randomUUID();
      const { log } = await runtime();
      log.error({ err: thrown, id, method: request.method, path: operation.path }, "request failed");
      return problemResponse({
        type: "internal",
        detail: `The server could not finish this. Nothing was changed. Reference ${id}.`,
      });
    }
  };
}

async function answer<P, Q, B, A>(
  operation: Operation<P, Q, B, A>,
  request: Request,
  context: RouteContext,
): Promise<Result<Response, Failure>> {
  const { services, auth, tokens, origins } = await runtime();
  const bearer = bearerOf(request);
  if (!hostAllowed(request, origins)) {
    return err({
      type: "origin-refused",
      detail: "The Host header does not name this server (STAGED_ORIGIN). Nothing was done.",
    });
  }
  if (bearer === null && operation.method !== "GET" && !originAllowed(request, origins)) {
    return err({ type: "origin-refused", detail: "The Origin header does not name this server. Nothing was changed." });
  }
  const agent = bearer === null ? null : await agentOf({ tokens }, operation, bearer);
  if (agent && !agent.ok) return agent;
  const principal = agent ? agent.value : await auth.principalOf(request.headers);
  if (!principal && operation.access !== "public")
    return err({ type: "not-signed-in", detail: "There is no valid session." });

  const params = parse(operation.params, decodeAll((await context.params) ?? {}), "path");
  if (!params.ok) return params;
  const query = parse(operation.query, Object.fromEntries(new URL(request.url).searchParams), "query");
  if (!query.ok) return query;
  const body = operation.body ? await jsonBody(operation.body, request) : ok(undefined as B);
  if (!body.ok) return body;

  const outcome = await operation.run({
    services,
    principal: principal ?? NOBODY,
    params: params.value,
    query: query.value,
    body: body.value,
    request,
  });
  if (!outcome.ok) return outcome;
  if (outcome.value instanceof Response) return ok(outcome.value);
  return ok(jsonAnswer(operation, outcome.value, request));
}

function jsonAnswer<P, Q, B, A>(operation: Operation<P, Q, B, A>, value: A, request: Request): Response {
  const text = JSON.stringify(value);
  const etag = `"${sha256(text)}"`;
  const headers = { "content-type": "application/json", "cache-control": "no-cache, private", etag };
  if (operation.method === "GET" && request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers });
  return new Response(text, { status: operation.status ?? 200, headers });
}

/**
 * A page of another site can make its own name lead to this server (DNS rebinding): then Host is that name. What a proxy
 * forwards is not believed: an address behind a proxy is named by STAGED_ORIGIN.
 */
export function hostAllowed(request: Request, origins: ReadonlySet<string>): boolean {
  const host = request.headers.get("host");
  return host === null || [...origins].some((origin) => new URL(origin).host === host);
}

/** A mutation comes from this server's own pages. A browser always names its origin, so a missing one is no browser. */
function originAllowed(request: Request, origins: ReadonlySet<string>): boolean {
  const origin = request.headers.get("origin");
  return origin === null ? request.headers.get("sec-fetch-site") === null : origins.has(origin);
}

/** Bytes of a JSON body. Files are never in one: they are streamed. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

export async function jsonBody<B>(schema: z.ZodType<B>, request: Request): Promise<Result<B, Failure>> {
  const text = await limitedText(request);
  if (text === null)
    return err({
      type: "too-large",
      detail: `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB. Nothing was done.`,
    });
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return err({ type: "invalid-request", detail: "The body is not JSON." });
  }
  return parse(schema, raw, "body");
}

/** Null past the ceiling: whatever the headers announce, no more than that is kept. */
async function limitedText(request: Request): Promise<string | null> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Where a value holds the one character that PostgreSQL keeps in no text; null: nowhere. */
function placeOfNul(value: unknown, where: string): string | null {
  if (typeof value === "string") return value.includes("\0") ? where : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = key.includes("\0") ? where : placeOfNul(inner, `${where}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** What a request says beyond what is known is a misspelt word: it is refused rather than passed over in silence. */
function parse<T>(schema: z.ZodType<T> | undefined, raw: unknown, where: string): Result<T, Failure> {
  if (!schema) return ok({} as T);
  const nul = placeOfNul(raw, where);
  if (nul !== null)
    return err({
      type: "invalid-request",
      detail: `${nul}: holds the character U+0000, which cannot be kept. Nothing was done.`,
      details: [{ where: nul, what: "holds U+0000" }],
    });
  const parsed = (schema instanceof z.ZodObject ? (schema.strict() as unknown as z.ZodType<T>) : schema).safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  const details = parsed.error.issues
    .slice(0, 20)
    .map((issue) => ({ where: [where, ...issue.path.map(String)].join("."), what: issue.message }));
  const first = details[0];
  return err({
    type: "invalid-request",
    detail: first ? `${first.where}: ${first.what}` : "The request is not valid.",
    details,
  });
}

const decodeAll = (params: Record<string, string | string[]>) =>
  Object.fromEntries(
    Object.entries(params).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(safeDecode).join("/") : safeDecode(value),
    ]),
  );

/** Next hands over dynamic segments still percent-encoded. */
function safeDecode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
