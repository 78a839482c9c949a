/**
 * One HTTP operation: its address, who may call it, the schemas of what goes in and out, and the one service it calls.
 * Routes, the OpenAPI document and the access table of the tests are all made from these objects.
 */
import type { z } from "zod";

import type { BranchNeed } from "../services/access.ts";
import type { Principal, Services } from "../services/context.ts";
import type { Failure } from "../services/failure.ts";
import type { Result } from "../shared/result.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The least that a caller needs. Told here for documents and tests; enforced by the service (never here). */
export type Access = "public" | "signed-in" | BranchNeed;

/**
 * The scope that an agent's token needs; `never`: only a signed-in person may (M7). What changes something is `never`
 * unless its operation says otherwise, so that no new operation is open to agents by accident.
 */
export type TokenNeed = "read" | "stage" | "never";

export interface Call<P, Q, B> {
  readonly services: Services;
  /** Null only where `access` is `public`. */
  readonly principal: Principal;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly request: Request;
}

export interface Operation<P = unknown, Q = unknown, B = unknown, A = unknown> {
  readonly method: Method;
  /** As in OpenAPI: `/api/workspaces/{workspace}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** Absent: `read` for reads of a workspace and for what is public, `never` for all else. */
  readonly token?: TokenNeed;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** `bytes`: the service answers with a stream of its own. */
  readonly answer: z.ZodType<A> | "bytes";
  readonly status?: 200 | 201;
  run(call: Call<P, Q, B>): Promise<Result<A | Response, Failure>>;
}

export const tokenNeed = ({ token, method, access }: Pick<Operation, "token" | "method" | "access">): TokenNeed =>
  token ?? (method === "GET" && access !== "signed-in" ? "read" : "never");

/** Keeps the types of the schemas and the handler together. */
export function operation<P = Record<string, never>, Q = Record<string, never>, B = undefined, A = unknown>(
  definition: Operation<P, Q, B, A>,
): Operation<P, Q, B, A> {
  return definition;
}

/** For tables over all operations: what goes in and out is known to the operation alone. */
export type AnyOperation = Pick<Operation, "method" | "path" | "summary" | "access" | "token" | "status" | "answer"> & {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
};
