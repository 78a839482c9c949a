/**
 * Where the places of threads are at the version that is shown (R7). What was said about a change is where that change
 * is; anything else follows its file through moves, and its place through the diff of the two contents. Where the place
 * is gone the thread says so, and keeps its quote.
 *
 * Costs one cached comparison for each content that was commented on and is not the current one.
 */
import type { ThreadPlace } from "../contracts/threads.ts";
import { formatAddress, parseAddress } from "../core/address/address.ts";
import type { Diff } from "../core/change/change.ts";
import { recognise } from "../core/journal/recognise.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapValues } from "../core/tree/persistent-map.ts";
import { entryHash, getFile, type Tree } from "../core/tree/tree.ts";
import type { FormatId } from "../formats/format.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import { followPlace } from "./followPlace.ts";
import { reviewedPath } from "./reviewBranch.ts";
import type { BranchReview, ReviewedPath } from "./reviewTypes.ts";
import { loadTree } from "./trees.ts";

/** What a thread keeps of where it was said. */
export interface Anchor {
  readonly path: string;
  readonly contentHash: string;
  readonly fragment: string;
  readonly changeId: string | null;
  readonly seq: number;
}

/** The version that is shown: of a branch, with its review; or the accepted one (both null). */
export interface ShownSide {
  readonly workspaceId: string;
  readonly tree: Tree;
  readonly state: BranchState | null;
  readonly review: BranchReview | null;
}

export async function placeOf(services: Services, side: ShownSide, anchor: Anchor): Promise<ThreadPlace> {
  const path = await pathNow(services, side, anchor);
  const subject = path === null || side.review === null ? undefined : reviewedPath(side.review, path);
  const file = path === null ? undefined : getFile(side.tree, path);
  const hash = file?.hash ?? entryHash(subject?.delta.before);
  if (path === null || hash === null) return { state: "gone", path: null, why: "file" };
  const own = subject && ownChange(subject, anchor, hash);
  if (own !== null && own !== undefined) return { ...own, moved: isMoved(own, anchor) };
  // Of a deleted file only the version before is left to look at.
  if (file === undefined && hash !== anchor.contentHash) return { state: "gone", path, why: "file" };
  return followed(services, anchor, path, hash, subject);
}

/** The change that was spoken of, where it is still one. What was removed counts in the version before. */
function ownChange({ delta, verdicts }: ReviewedPath, { changeId }: Anchor, hash: Hash) {
  const found = changeId === null ? undefined : verdicts.find(({ change }) => change.id === changeId);
  if (found === undefined) return null;
  const { change } = found;
  const counted = change.kind === "removed" ? (entryHash(delta.before) ?? hash) : hash;
  return {
    state: "here" as const,
    path: delta.path,
    contentHash: counted,
    fragment: formatAddress(change.address),
    changeId: change.id,
  };
}

async function followed(
  services: Services,
  anchor: Anchor,
  path: Path,
  hash: Hash,
  subject: ReviewedPath | undefined,
): Promise<ThreadPlace> {
  const address = parseAddress(anchor.fragment);
  if (!address.ok) return { state: "gone", path, why: "place" };
  let now = address.value;
  if (hash !== anchor.contentHash && now.kind !== "file") {
    const compared = await compareVersions(services, path, anchor.contentHash as Hash, hash);
    if (!compared.complete) return { state: "gone", path, why: "not-compared" };
    const diff: Diff = { complete: true, changes: compared.changes };
    const next = followPlace(compared.format as FormatId, diff, now);
    if (next === null) return { state: "gone", path, why: "place" };
    now = next;
  }
  const place = { path, contentHash: hash, fragment: formatAddress(now) };
  return { state: "here", ...place, changeId: changeAt(subject, place.fragment), moved: isMoved(place, anchor) };
}

/** What stands at a place now: another change than the one that was spoken of, or one that came later. */
function changeAt(subject: ReviewedPath | undefined, fragment: string) {
  if (fragment === "") return null;
  const found = subject?.verdicts.find(
    ({ change, status }) =>
      status !== "follows" && change.kind !== "removed" && formatAddress(change.address) === fragment,
  );
  return found?.change.id ?? null;
}

const isMoved = (place: { path: string; fragment: string }, anchor: Anchor): boolean =>
  place.path !== anchor.path || place.fragment !== anchor.fragment;

/** Null: the file is nowhere, neither in this version nor among what the branch deletes. */
export async function pathNow(
  services: Services,
  side: ShownSide,
  anchor: Pick<Anchor, "path" | "seq">,
): Promise<Path | null> {
  const own = anchor.path as Path;
  const { state, review, tree } = side;
  if (state === null) {
    if (getFile(tree, own)) return own;
    const moved = await movedByPromotions(services, side.workspaceId, own, anchor.seq);
    return getFile(tree, moved) ? moved : null;
  }
  const moved = movedOnBranch(state, own, anchor.seq);
  for (const path of [moved, own]) if (getFile(tree, path)) return path;
  return review === null ? null : (reviewedPath(review, own)?.delta.path ?? null);
}

function movedOnBranch(state: BranchState, path: Path, since: number): Path {
  const moves = [...mapValues(state.operations)]
    .filter(({ kind, seq }) => kind === "move" && seq > since)
    .sort((a, b) => a.seq - b.seq);
  return moves.reduce((at, move) => (move.path === at && move.toPath !== undefined ? move.toPath : at), path);
}

async function movedByPromotions(services: Services, workspaceId: string, path: Path, since: number): Promise<Path> {
  const promotions = await services.db.promotion.findMany({
    where: { workspaceId, number: { gt: since } },
    orderBy: { number: "asc" },
    select: { beforeTree: true, afterTree: true },
  });
  let at = path;
  for (const { beforeTree, afterTree } of promotions) {
    const [before, after] = [await loadTree(services, beforeTree as Hash), await loadTree(services, afterTree as Hash)];
    if (!getFile(before, at) || getFile(after, at)) continue;
    const move = recognise(before, after).find(({ kind, path: from }) => kind === "move" && from === at);
    at = move?.toPath ?? at;
  }
  return at;
}
