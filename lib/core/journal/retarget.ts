/** Takes W_t to what some of its paths shall hold, as operations; shared by what writes corrections (R4, M6). */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { TreeEdit } from "../tree/edit.ts";
import type { Path } from "../tree/path.ts";
import {
  EMPTY_FOLDER,
  EMPTY_FOLDER_HASH,
  nodeAt,
  obstacleAt,
  type Obstacle,
  type Tree,
  type TreeEntry,
} from "../tree/tree.ts";
import { arrange, type WantedMove } from "./arrange.ts";
import type { OperationDraft } from "./operation.ts";

export interface Content {
  readonly hash: Hash;
  readonly size: number;
}

export interface Blocked {
  readonly reason: "blocked";
  readonly path: Path;
  readonly obstacle: Obstacle;
}

/** null is absent; the other paths stay. Refused where something that stays is in the way. */
export function retarget(
  current: Tree,
  wanted: ReadonlyMap<Path, TreeEntry | null>,
  moves: readonly WantedMove[],
): Result<OperationDraft[], Blocked> {
  const edit = new TreeEdit(current);
  for (const path of wanted.keys()) edit.remove(path);
  for (const [path, entry] of wanted) {
    if (entry === null || (entry.kind === "directory" && nodeAt(edit.tree, path)?.kind === "directory")) continue;
    const obstacle = obstacleAt(edit.tree, path);
    if (obstacle !== null) return err({ reason: "blocked", path, obstacle });
    edit.put(path, entry);
  }
  return ok(arrange(current, edit.finish(), moves));
}

export const fileOf = (content: Content | null): TreeEntry | null =>
  content === null ? null : { kind: "file", ...content };

export function entryOf(hash: Hash | null, size: number | null): TreeEntry | null {
  if (hash === null) return null;
  return hash === EMPTY_FOLDER_HASH ? EMPTY_FOLDER : { kind: "file", hash, size: size ?? 0 };
}
