/**
 * Why a use case did not happen. Nothing was changed when a failure comes back. One place, the API route wrapper,
 * turns a failure into an RFC 9457 problem.
 */
import type { Version } from "../contracts/common.ts";
import type { ProblemType } from "../contracts/problems.ts";
import type { Hash } from "../shared/brand.ts";
import { err, type Result } from "../shared/result.ts";

export interface Failure {
  readonly type: ProblemType;
  /** One sentence for a person: what, and why. */
  readonly detail: string;
  /** Of a conflict of versions: what the request named and what holds now; `null` = absent. */
  readonly expected?: Hash | null;
  readonly found?: Hash | null;
  readonly version?: Version;
  /** Seconds after which the same request may be heard. */
  readonly retryAfter?: number;
  readonly details?: readonly { readonly where: string; readonly what: string }[];
}

export type Outcome<T> = Promise<Result<T, Failure>>;

export const fail = (
  type: ProblemType,
  detail: string,
  more: Omit<Failure, "type" | "detail"> = {},
): Result<never, Failure> => err({ type, detail, ...more });
