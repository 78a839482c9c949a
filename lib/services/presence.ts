/** Who is where in a workspace now. A beat needs a member; nothing is kept, and nothing changes. */
import type { Presence, PresenceBeat } from "../contracts/inbox.ts";
import type { PresenceBoard } from "../events/presence.ts";
import { ok } from "../shared/result.ts";
import { branchFor, workspaceFor } from "./access.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";

export async function notePresence(
  services: Services,
  board: PresenceBoard,
  principal: Principal,
  slug: string,
  beat: PresenceBeat,
): Outcome<Presence> {
  const found =
    beat.branch === null
      ? await workspaceFor(services.db, principal, slug, "viewer")
      : await branchFor(services.db, principal, slug, beat.branch, "viewer");
  if (!found.ok) return found;
  const workspaceId = "workspace" in found.value ? found.value.workspace.id : found.value.id;
  await board.announce({ ...beat, workspaceId, userId: principal.userId, name: principal.name });
  return ok(presenceOf(board, workspaceId));
}

/** Each person once, where they went last. */
export function presenceOf(board: PresenceBoard, workspaceId: string): Presence {
  const people = new Map<string, Presence["people"][number]>();
  for (const { userId, name, branch, path, since } of board.here(workspaceId).toSorted((a, b) => a.since - b.since))
    people.set(userId, { id: userId, name, branch, path, since: new Date(since).toISOString() });
  return { people: [...people.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
