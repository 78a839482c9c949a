/** The members by name: whom a comment can mention, who can be given something to do. No e-mail addresses. */
import type { Person, Role } from "../contracts/common.ts";
import { ok } from "../shared/result.ts";
import { workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";

export async function listPeople(
  services: Services,
  principal: Principal,
  slug: string,
): Outcome<{ people: (Person & { role: Role })[] }> {
  const workspace = await workspaceFor(services.db, principal, slug, "viewer");
  if (!workspace.ok) return workspace;
  const members = await services.db.member.findMany({
    where: { workspaceId: workspace.value.id },
    include: { user: { select: { id: true, name: true } } },
    orderBy: { user: { name: "asc" } },
  });
  return ok({ people: members.map(({ role, user }) => ({ ...user, role })) });
}
