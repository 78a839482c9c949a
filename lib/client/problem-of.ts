/** Any failure as a problem that a screen can show: calls throw `ProblemError`; anything else is a fault of the page. */
import type { Problem } from "../contracts/problems.ts";
import { ProblemError } from "./http.ts";

export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return {
    type: "urn:staged:problem:internal",
    title: "The page could not do this",
    status: 0,
    detail: thrown instanceof Error ? thrown.message : "Nothing was changed.",
  };
}
