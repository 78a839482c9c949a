/** Pages of contents that the store holds no longer go, too: a rendering never outlives what it shows (M9). */
import type { Hash } from "../shared/brand.ts";
import type { Services } from "./context.ts";

/** How many were removed. */
export async function pruneRenderings({ db, renderer }: Pick<Services, "db" | "renderer">): Promise<number> {
  const orphans = await db.$queryRaw<{ hash: Hash }[]>`
    SELECT DISTINCT rendering.content_hash AS hash FROM rendering
    LEFT JOIN blob ON blob.hash = rendering.content_hash WHERE blob.hash IS NULL`;
  for (const { hash } of orphans) {
    // Files first: a row without files is asked for again, files without a row would stay for ever.
    await renderer.remove(hash);
    await db.rendering.deleteMany({ where: { contentHash: hash } });
  }
  return orphans.length;
}
