/** The seed is part of the software: what it asks of the services works, or the demo is not made and says why. */
import type { Failure } from "../../lib/services/failure.ts";
import type { Result } from "../../lib/shared/result.ts";

export function must<T>(outcome: Result<T, Failure | { readonly reason: string }>, what: string): T {
  if (outcome.ok) return outcome.value;
  const { error } = outcome;
  throw new Error(`The demo cannot be made: ${what}: ${"detail" in error ? error.detail : error.reason}`);
}
