/** Names of people, and of the agent tokens that work for them, by id, read together. */
import type { ActorView, Person } from "../contracts/common.ts";
import type { Actor } from "../core/journal/entry.ts";
import type { Queries } from "../store/database.ts";

/** Whoever is not there any more is called by their id. */
export async function namesOf(db: Queries, ids: readonly string[]): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids)];
  const users =
    wanted.length === 0
      ? []
      : await db.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  const known = new Set(users.map(({ id }) => id));
  const others = wanted.filter((id) => id !== "" && !known.has(id));
  const tokens =
    others.length === 0
      ? []
      : await db.agentToken.findMany({ where: { id: { in: others } }, select: { id: true, name: true } });
  const names = new Map([...users, ...tokens].map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? id });
}

/** Everybody that an actor names. */
export const idsOfActor = ({ user, token }: Actor): readonly string[] => (token === undefined ? [user] : [user, token]);

/** An actor as answers name it; `nameOf` knows `idsOfActor`. */
export const actorView = (actor: Actor, nameOf: (id: string) => Person): ActorView => ({
  kind: actor.kind,
  ...nameOf(actor.user),
  ...(actor.token === undefined ? {} : { token: nameOf(actor.token).name }),
});

/** The owner of the server: the first account that was made. Null: there is none yet. */
export async function serverOwner(db: Queries): Promise<string | null> {
  const first = await db.user.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }], select: { id: true } });
  return first?.id ?? null;
}
