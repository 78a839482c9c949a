/** All that a database holds, in one comparable value: row counts of every table, and every head. */
import type { Database } from "../../store/database.ts";

/** Caches: what is computed again when it is not there. */
const CACHES = new Set([
  "comparison",
  "directory",
  "file_view",
  "parsed_page",
  "parsed_record",
  "rate_limit",
  "rendering",
  "_migration",
]);

/** `except`: tables that may grow, with the reason at the caller. */
export async function fingerprint(
  database: Database,
  except: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`;
  const counted: Record<string, unknown> = {};
  for (const { name } of tables) {
    if (CACHES.has(name) || except.includes(name)) continue;
    const [row] = await database.$queryRawUnsafe<{ count: bigint }[]>(`SELECT count(*) AS count FROM "${name}"`);
    counted[name] = Number(row?.count ?? -1);
  }
  counted["heads"] = await database.workspace.findMany({
    select: { slug: true, head: true, acceptedTree: true },
    orderBy: { id: "asc" },
  });
  counted["branches"] = await database.branch.findMany({ select: { id: true, seq: true }, orderBy: { id: "asc" } });
  counted["members"] = await database.member.findMany({
    orderBy: [{ workspaceId: "asc" }, { userId: "asc" }],
    select: { userId: true, role: true },
  });
  return counted;
}
