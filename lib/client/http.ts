/**
 * Typed calls to this server's own API. Every answer is checked against its contract; every failure is a
 * `ProblemError` that carries the RFC 9457 problem, so that screens can say what happened in the server's words.
 */
import type { z } from "zod";

import { problemSchema, type Problem } from "../contracts/problems.ts";

export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }

  /** `base-moved` for `urn:staged:problem:base-moved`. */
  get kind(): string {
    return this.problem.type.split(":").at(-1) ?? "";
  }
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

interface Options {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const withQuery = (path: string, query: Query | undefined) => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

export async function call<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  answer: z.ZodType<T>,
  options: Options = {},
): Promise<T> {
  const raw = options.body instanceof Blob || options.body instanceof ArrayBuffer;
  const response = await fetchOrExplain(withQuery(path, options.query), {
    method,
    headers: {
      ...(options.body !== undefined && !raw ? { "content-type": "application/json" } : {}),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: raw ? (options.body as Blob) : JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    credentials: "same-origin",
  });
  if (!response.ok) throw await problemFrom(response);
  const parsed = answer.safeParse(await response.json());
  if (parsed.success) return parsed.data;
  throw new ProblemError({
    type: "urn:staged:problem:internal",
    title: "The server's answer is not as agreed",
    status: 500,
    detail: parsed.error.issues[0]?.message ?? "",
  });
}

async function fetchOrExplain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw new ProblemError({
      type: "urn:staged:problem:unreachable",
      title: "The server does not answer",
      status: 0,
      detail: "Nothing was changed. It will be tried again when the server answers.",
    });
  }
}

export async function problemFrom(response: Response): Promise<ProblemError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null));
  return new ProblemError(
    parsed.success
      ? parsed.data
      : {
          type: "urn:staged:problem:internal",
          title: "The server could not answer",
          status: response.status,
          detail: `HTTP ${response.status}`,
        },
  );
}
