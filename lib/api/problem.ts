/** The one place that turns a failure into an RFC 9457 problem answer. */
import type { Problem, ProblemType } from "../contracts/problems.ts";
import type { Failure } from "../services/failure.ts";

const KINDS: Readonly<Record<ProblemType, readonly [status: number, title: string]>> = {
  "invalid-request": [400, "The request is not valid"],
  "not-signed-in": [401, "Sign in first"],
  "not-permitted": [403, "Your role does not allow this"],
  "origin-refused": [403, "The request came from another site"],
  "promotion-needs-a-person": [403, "A promotion is confirmed by a signed-in person in a browser"],
  "not-found": [404, "There is no such thing here"],
  "method-not-allowed": [405, "This method is not offered here"],
  "base-moved": [409, "The version has changed since"],
  "plan-changed": [409, "The plan has changed since it was shown"],
  "decision-contested": [409, "Somebody else decided otherwise"],
  "not-closed": [409, "The choice leaves out what it requires"],
  "not-decidable": [409, "This cannot be decided"],
  "turn-open": [409, "A turn is open"],
  "no-open-turn": [409, "No turn is open"],
  conflict: [409, "The request conflicts with what holds now"],
  "name-taken": [409, "The name is taken"],
  "import-unconfirmed": [409, "The import proposes renames that were not confirmed"],
  "import-gone": [410, "The import has expired"],
  "too-large": [413, "Too large"],
  "illegal-path": [422, "The path is not allowed"],
  "blocked-by-check": [422, "A required check fails"],
  "length-or-hash-differs": [422, "The received bytes are not the announced ones"],
  "archive-refused": [422, "The archive was refused"],
  unreadable: [422, "The file cannot be read"],
  "apply-refused": [422, "The chosen changes cannot be applied faithfully"],
  "rate-limited": [429, "Too many requests"],
  internal: [500, "Something went wrong on the server"],
  "storage-full": [507, "The server's storage is full"],
};

export function problemOf(failure: Failure): Problem {
  const [status, title] = KINDS[failure.type];
  return {
    type: `urn:staged:problem:${failure.type}`,
    title,
    status,
    detail: failure.detail,
    ...(failure.expected === undefined ? {} : { expected: failure.expected }),
    ...(failure.found === undefined ? {} : { found: failure.found }),
    ...(failure.version ? { version: failure.version } : {}),
    ...(failure.details ? { details: [...failure.details] } : {}),
  };
}

export function problemResponse(failure: Failure): Response {
  const problem = problemOf(failure);
  return Response.json(problem, {
    status: problem.status,
    headers: {
      "content-type": "application/problem+json",
      "cache-control": "no-store",
      ...(problem.status === 401 ? { "www-authenticate": 'Bearer realm="staged"' } : {}),
      ...(failure.retryAfter === undefined ? {} : { "retry-after": String(failure.retryAfter) }),
    },
  });
}
