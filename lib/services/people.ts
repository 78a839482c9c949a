/** Names of people by id, read together. */
import type { Person } from "../contracts/common.ts";
import type { Queries } from "../store/database.ts";

/** Whoever is not there any more is called by their id. */
export async function namesOf(db: Queries, ids: readonly string[]): Promise<(id: string) => Person> {
  const wanted = [...new Set(ids)];
  const users =
    wanted.length === 0
      ? []
      : await db.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return (id) => ({ id, name: names.get(id) ?? id });
}
