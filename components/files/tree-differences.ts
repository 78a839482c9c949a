/** How the files of a shown version stand to the accepted tree, by content hash. */
import type { TreeEntry } from "./use-whole-tree.ts";

export type Standing = "same" | "changed" | "new";

export interface ShownEntry extends TreeEntry {
  readonly standing: Standing;
  /** What the accepted tree holds at the path; null: nothing. */
  readonly acceptedHash: string | null;
}

export interface Differences {
  readonly entries: readonly ShownEntry[];
  readonly counts: Readonly<Record<Standing | "gone", number>>;
}

export function differences(shown: readonly TreeEntry[], accepted: readonly TreeEntry[]): Differences {
  const before = new Map(accepted.map((entry) => [entry.path, entry]));
  const counts = { same: 0, changed: 0, new: 0, gone: 0 };
  const entries = shown.map((entry): ShownEntry => {
    const other = before.get(entry.path);
    const standing: Standing =
      other?.kind !== entry.kind ? "new" : other.contentHash === entry.contentHash ? "same" : "changed";
    if (entry.kind === "file") counts[standing] += 1;
    return { ...entry, standing, acceptedHash: other?.contentHash ?? null };
  });
  const paths = new Set(shown.map(({ path }) => path));
  counts.gone = accepted.filter(({ path, kind }) => kind === "file" && !paths.has(path)).length;
  return { entries, counts };
}
