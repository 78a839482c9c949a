/**
 * Where a place of one version is in another, along the diff between the two: the format's own `follow` counts rows,
 * columns, paragraphs, slides and cells anew. A place whose content changed is still there; null: it is gone.
 *
 * Cost: the changes of the diff, once. It does no I/O.
 */
import { formatAddress, type Address } from "../core/address/address.ts";
import type { Change, ChangeId, Diff } from "../core/change/change.ts";
import type { FormatId } from "../formats/format.ts";
import { formatById } from "../formats/registry.ts";

export function followPlace(format: FormatId, diff: Diff, address: Address): Address | null {
  if (address.kind === "file" || diff.changes.length === 0) return address;
  if (address.kind === "lines") return followLines(address, diff.changes);
  if (address.kind === "page") return followPage(address.page, diff.changes);
  if (address.kind === "cells" && address.range.includes(":")) return followRange(format, diff, address);
  const own = diff.changes.filter((change) => isAt(change, address));
  const kept = own.find(({ kind }) => kind === "modified" || kind === "moved");
  if (kept !== undefined) return kept.address;
  const here: Change = { id: "" as ChangeId, kind: "modified", facet: "content", address, beforeAddress: address };
  // A cell that was emptied is still a cell; a paragraph that was removed is none.
  const emptied = new Set(address.kind === "cells" ? own : []);
  const moves = diff.changes.filter((change) => movesPlaces(change) && !emptied.has(change));
  const followed = formatById(format).follow(here, { ...diff, changes: moves });
  return followed === null ? null : (followed.beforeAddress ?? followed.address);
}

const before = ({ beforeAddress, address }: Change): Address => beforeAddress ?? address;

/** A change of that very place: what is noted beside it, or cannot be shown, says nothing of where it is. */
const isAt = (change: Change, address: Address): boolean =>
  change.kind !== "added" &&
  change.facet !== "unrendered" &&
  change.facet !== "metadata" &&
  formatAddress(before(change)) === formatAddress(address);

/** What a place says can change without the place going anywhere. */
const movesPlaces = ({ kind, facet }: Change): boolean => kind !== "modified" || facet === "structure";

/** Half open, from 0, in either version. */
interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly afterFrom: number;
  readonly afterTo: number;
}

function followLines({ from, to }: { from: number; to: number }, changes: readonly Change[]): Address | null {
  const hunks = changes.flatMap(hunkOf).sort((a, b) => a.from - b.from);
  if (to < from) return line(shifted(from - 1, hunks, "end"), shifted(from - 1, hunks, "end"));
  const start = shifted(from - 1, hunks, "start");
  const end = shifted(to, hunks, "end");
  return end > start ? line(start, end) : null;
}

const line = (from: number, to: number): Address => ({ kind: "lines", from: from + 1, to });

/** Where a boundary between lines is afterwards; inside of a replaced run it is as far in as the new run goes. */
function shifted(at: number, hunks: readonly Hunk[], side: "start" | "end"): number {
  let shift = 0;
  for (const hunk of hunks) {
    const passed = side === "start" ? hunk.to <= at : hunk.to < at || (hunk.to === at && hunk.from < hunk.to);
    if (passed) {
      shift = hunk.afterTo - hunk.to;
      continue;
    }
    if (hunk.from >= at) break;
    return Math.min(hunk.afterFrom + (at - hunk.from), hunk.afterTo);
  }
  return at + shift;
}

function hunkOf(change: Change): Hunk[] {
  const [was, is] = [before(change), change.address];
  if (was.kind !== "lines" || is.kind !== "lines" || change.facet !== "content") return [];
  const own = { from: was.from - 1, to: was.to, afterFrom: is.from - 1, afterTo: is.to };
  return [change.kind === "removed" && change.beforeAddress === undefined ? { ...own, afterTo: own.afterFrom } : own];
}

/** Pages that came and went are counted; the words of a page flow, and leave it where it is. */
function followPage(page: number, changes: readonly Change[]): Address | null {
  let [gone, come] = [0, 0];
  const whole = changes.filter(({ facet, address }) => facet === "structure" && address.kind === "page");
  for (const change of whole) {
    const was = before(change);
    if (change.kind === "moved" && was.kind === "page" && was.page === page) return change.address;
    if (change.kind !== "removed" || was.kind !== "page") continue;
    if (was.page === page) return null;
    if (was.page < page) gone += 1;
  }
  const added = whole
    .flatMap(({ kind, address }) => (kind === "added" && address.kind === "page" ? [address.page] : []))
    .sort((a, b) => a - b);
  for (const at of added) if (at <= page - gone + come) come += 1;
  return { kind: "page", page: page - gone + come };
}

function followRange(format: FormatId, diff: Diff, address: Extract<Address, { kind: "cells" }>): Address | null {
  const [first = "", last = ""] = address.range.split(":");
  const corners = [first, last].map((range) => followPlace(format, diff, { ...address, range }));
  const [from, to] = corners;
  if (from?.kind === "cells" && to?.kind === "cells") return { ...from, range: `${from.range}:${to.range}` };
  // One corner went: what is left of the area is named by the other.
  return from ?? to ?? null;
}
