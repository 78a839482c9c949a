/** Hands `/api/auth/*` to the sign-in adapter. */
import { runtime } from "./runtime.ts";

export async function serveAuth(request: Request): Promise<Response> {
  const { auth } = await runtime();
  return auth.handler(request);
}
