/**
 * The versions of one file that the history knows, newest first, following its moves back. Costs one walk over the
 * promotions; knows nothing of versions that were staged and never promoted.
 */
import type { PromotionView } from "../../lib/contracts/promotions.ts";

export interface FileVersion {
  readonly hash: string;
  /** What the file was called then. */
  readonly path: string;
  /** The promotion that put it there; null: it was there before the first one that touched it. */
  readonly promotion: PromotionView | null;
  /** It is what the accepted tree holds now. */
  readonly accepted: boolean;
}

/** @param promotions newest first @param acceptedHash null where the accepted tree does not hold the path */
export function versionsOf(
  path: string,
  acceptedHash: string | null,
  promotions: readonly PromotionView[],
): readonly FileVersion[] {
  const versions: FileVersion[] = [];
  let name = path;
  let before: string | null = acceptedHash;
  for (const promotion of promotions) {
    const touched = promotion.paths.find((entry) => entry.path === name);
    if (touched === undefined) continue;
    if (touched.after !== null)
      versions.push({ hash: touched.after, path: name, promotion, accepted: touched.after === acceptedHash });
    name = touched.fromPath ?? name;
    before = touched.before;
  }
  const last = versions.at(-1);
  if (before !== null && before !== last?.hash)
    versions.push({ hash: before, path: name, promotion: null, accepted: before === acceptedHash });
  return versions.map((version, index) => ({
    ...version,
    accepted: version.accepted && versions.findIndex(({ hash }) => hash === version.hash) === index,
  }));
}
