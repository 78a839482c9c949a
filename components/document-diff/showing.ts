/** Which version is drawn and how: what of an item is in sight, and what of it is marked. */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import type { Fate } from "./align.ts";

/** `redline`: both versions in one text; `side`: beside each other; `clean`: the shown version alone. */
export type Layout = "redline" | "side" | "clean";

export interface Showing {
  readonly layout: Layout;
  readonly version: ShownVersion;
}

/** Null: it is not there. */
export type BlockMark = "none" | "added" | "removed" | "movedFrom" | "movedTo" | null;

/** Whether a change is done in the shown version; what changes with the file as a whole is. */
export const isTaken = ({ version }: Showing, change: ReviewedChange | null): boolean =>
  version === "planned" ? change === null || change.verdict.state === "accepted" : version === "staged";

/** @param side which column is drawn; `both` where there is but one */
export function markOf(
  showing: Showing,
  fate: Fate,
  change: ReviewedChange | null,
  side: "both" | "before" | "after" = "both",
): BlockMark {
  if (fate === "pair") return "none";
  const leaves = fate === "removed" || fate === "movedFrom";
  if (side === "before") return leaves ? fate : null;
  const taken = isTaken(showing, change);
  if (side === "after") return leaves ? (taken ? null : "none") : taken ? fate : null;
  if (showing.layout === "clean") return leaves === taken ? null : "none";
  if (showing.version === "before") return leaves ? fate : null;
  if (taken) return fate;
  return leaves ? "none" : null;
}
