/**
 * Hands the two sign-in routes that the screens use to the sign-in adapter, and nothing else of it: its other routes
 * would tell scripts the session's token, which the cookie keeps from them.
 */
import { hostAllowed } from "./serve.ts";
import { problemResponse } from "./problem.ts";
import { runtime } from "./runtime.ts";

const SERVED = new Set(["POST /api/auth/sign-in/email", "POST /api/auth/sign-out"]);

export async function serveAuth(request: Request): Promise<Response> {
  const { auth, origins } = await runtime();
  const { pathname } = new URL(request.url);
  if (!hostAllowed(request, origins))
    return problemResponse({ type: "origin-refused", detail: "The Host header does not name this server." });
  if (!SERVED.has(`${request.method} ${pathname}`))
    return problemResponse({ type: "not-found", detail: "There is no such route." });
  return auth.handler(request);
}
