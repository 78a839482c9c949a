/** The versions that one path of W_t went through, followed back over its moves: what provenance is computed from. */
import type { Hash } from "../../shared/brand.ts";
import type { Path } from "../tree/path.ts";
import type { JournaledOperation } from "./entry.ts";

export interface Version {
  readonly operation: JournaledOperation;
  /** Where the file was after the operation. */
  readonly path: Path;
  /** What it held after the operation; null: it was absent for a while. */
  readonly hash: Hash | null;
}

/**
 * Oldest first, without the base itself. `live`: live operations in any order; those of the path's chain suffice.
 * For a path that is gone, its own: the last version is null.
 */
export function lineageOf(live: Iterable<JournaledOperation>, path: Path): Version[] {
  const versions: Version[] = [];
  let at = path;
  for (const operation of [...live].sort((a, b) => b.seq - a.seq)) {
    if (operation.toPath === at) {
      versions.push({ operation, path: at, hash: operation.resultHash });
      at = operation.path;
    } else if (operation.path === at && operation.kind === "move") {
      if (versions.length > 0) break;
      versions.push({ operation, path: at, hash: null });
    } else if (operation.path === at) versions.push({ operation, path: at, hash: operation.resultHash });
  }
  return versions.reverse();
}
