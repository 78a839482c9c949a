/**
 * The changes between two versions of a file, computed once for a pair of content hashes and a format version, and kept:
 * in memory, and in the database, where other processes find them. Never wrong, only absent.
 */
import { z } from "zod";

import type { Change } from "../core/change/change.ts";
import { bytesComparison } from "../formats/compare.ts";
import { diffFormatVersion } from "../formats/registry.ts";
import type { Hash } from "../shared/brand.ts";
import { isUniqueViolation } from "../store/database.ts";
import type { Services } from "./context.ts";
import type { ComparedFiles } from "./reviewTypes.ts";
import { withSources } from "./sources.ts";

const bodySchema = z.object({
  format: z.string(),
  complete: z.boolean(),
  changes: z.array(z.custom<Change>()),
  unreadable: z.string().nullable(),
});

/** `name` tells the format where the content does not. */
export async function compareVersions(
  services: Services,
  name: string,
  before: Hash,
  after: Hash,
): Promise<ComparedFiles> {
  const extension = /\.[^./]{1,16}$/.exec(name)?.[0].toLowerCase() ?? "";
  const key = `${before}:${after}:${extension}:${diffFormatVersion}`;
  const known = services.caches.comparisons.get(key);
  if (known) return known;
  const where = { beforeHash: before, afterHash: after, format: extension, version: diffFormatVersion };
  const row = await services.db.comparison.findUnique({ where: { beforeHash_afterHash_format_version: where } });
  const stored = row ? bodySchema.safeParse(row.body) : null;
  if (stored?.success) {
    services.caches.comparisons.set(key, stored.data);
    return stored.data;
  }
  const { compared, gaveUp } = await compute(services, name, before, after);
  // What was stopped from outside may succeed the next time.
  if (gaveUp) return compared;
  await keep(services, where, compared);
  services.caches.comparisons.set(key, compared);
  return compared;
}

async function compute(
  services: Services,
  name: string,
  before: Hash,
  after: Hash,
): Promise<{ readonly compared: ComparedFiles; readonly gaveUp: boolean }> {
  const { format, complete, changes, unreadable } = await withSources(services, name, [before, after], (left, right) =>
    services.parser.compare(left, right),
  );
  const stored = changes.every(({ facet }) => facet === "recalculated")
    ? await storedOtherwise(services, name, before, after)
    : [];
  const why = unreadable ? `${unreadable.side}: ${unreadable.error.reason}, ${unreadable.error.detail}` : null;
  return {
    compared: { format, complete, changes: [...changes, ...stored], unreadable: why },
    gaveUp: unreadable?.error.reason === "gave-up",
  };
}

/**
 * Other bytes that say the same (packed anew, something behind the end) are one change of the file, so that they can be
 * decided like anything else; `applyFiles` knows its id as that of the whole file.
 */
async function storedOtherwise(services: Services, name: string, before: Hash, after: Hash): Promise<Change[]> {
  const { changes } = await withSources(services, name, [before, after], (left, right) =>
    bytesComparison(left, right, { side: "after", error: { reason: "unsupported", detail: "" } }),
  );
  return changes.map((change) => ({ ...change, facet: "metadata" }));
}

async function keep(
  services: Services,
  where: { beforeHash: string; afterHash: string; format: string; version: string },
  compared: ComparedFiles,
): Promise<void> {
  try {
    await services.db.comparison.create({ data: { ...where, body: compared as never } });
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
  }
}
