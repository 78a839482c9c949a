/** Addresses that no operation has: said as a problem, as every answer of the API is. */
import { problemResponse } from "../../../lib/api/problem.ts";

const nothing = (): Response =>
  problemResponse({ type: "not-found", detail: "There is no such route. All routes are in /api/openapi.json." });

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
