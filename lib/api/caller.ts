/**
 * Who calls: a person by the session's cookie, or an agent by `Authorization: Bearer`. A request with a bearer token is
 * the agent's alone: its cookies are not looked at, and no other site can make a browser send one unasked, so that its
 * origin says nothing. What agents may do at all is decided here, once, from what the operation declares (M7); which
 * workspace and how much of it, in services/access.ts.
 */
import type { TokenError } from "../auth/token-principal.ts";
import type { Principal } from "../services/context.ts";
import type { Failure } from "../services/failure.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { tokenNeed, type AnyOperation } from "./operation.ts";
import type { Runtime } from "./runtime.ts";

/** Null: a request without an agent's token. */
export const bearerOf = (request: Request): string | null =>
  /^bearer +(\S+)$/i.exec(request.headers.get("authorization")?.trim() ?? "")?.[1] ?? null;

export async function agentOf(
  { tokens }: Pick<Runtime, "tokens">,
  operation: Declared,
  bearer: string,
): Promise<Result<Principal, Failure>> {
  const found = await tokens.principalOf(bearer);
  if (!found.ok) return err(refused(found.error));
  const failure = tokenRefusal(operation, found.value.token.scope);
  return failure === null ? ok(found.value) : err(failure);
}

type Declared = Pick<AnyOperation, "method" | "path" | "summary" | "access" | "token">;

/** By name, so that an agent can tell its person what it was refused. Null: it may. */
function tokenRefusal(operation: Declared, scope: "read" | "stage"): Failure | null {
  const need = tokenNeed(operation);
  const what = `${operation.method} ${operation.path}`;
  if (need === "never") {
    const promotes = operation.path.includes("/promotions");
    return {
      type: promotes ? "promotion-needs-a-person" : "not-permitted",
      detail: `${what} (${operation.summary}) is for a signed-in person: agent tokens read and stage, nothing else. Nothing was changed.`,
    };
  }
  if (need === "read" || scope === "stage") return null;
  return {
    type: "not-permitted",
    detail: `${what} (${operation.summary}) needs a token of scope "stage"; this one reads. Nothing was changed.`,
  };
}

function refused(error: TokenError): Failure {
  if (error.reason === "too-many")
    return {
      type: "rate-limited",
      detail: `Too many tokens were refused; the next unknown one is heard in ${error.seconds} s. Nothing was done.`,
      retryAfter: error.seconds,
    };
  return { type: "not-signed-in", detail: `The agent token is ${error.reason}. Nothing was done.` };
}
