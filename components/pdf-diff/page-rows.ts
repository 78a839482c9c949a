/**
 * Which pages of two versions stand side by side, from the changes alone: a page that came, went or moved keeps its
 * place with nothing beside it, changed pages stand beside their partner, and what no change names is paired in order.
 * Every page of either version is in exactly one row.
 */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";

export type RowKind = "same" | "modified" | "added" | "removed" | "moved";

/** Pages count from 1; null: nothing on that side. */
export interface PageRow {
  readonly before: number | null;
  readonly after: number | null;
  readonly kind: RowKind;
  /** Of a moved page: where it is on the other side. */
  readonly elsewhere: number | null;
  readonly changes: readonly ReviewedChange[];
}

interface Place {
  /** The page's partner; null: none, whatever stands there. */
  readonly partner: number | null;
  readonly kind: RowKind;
  readonly elsewhere: number | null;
}

const PAGE = /^page=(\d+)$/u;
const pageOf = (address: string | undefined): number | null => {
  const page = PAGE.exec(address ?? "")?.[1];
  return page === undefined ? null : Number(page);
};

/** Whether a change has a page. */
export const isOnPage = ({ address }: ReviewedChange): boolean => PAGE.test(address);

export function pageRows(pagesBefore: number, pagesAfter: number, changes: readonly ReviewedChange[]): PageRow[] {
  const { left, right } = placesOf(changes);
  const blocks = blocksOf(changes);
  const rows: Omit<PageRow, "changes">[] = [];
  const alone = (side: "before" | "after", page: number, place: Place | undefined) => {
    const { kind = side === "before" ? "removed" : "added", elsewhere = null } = place ?? {};
    const own = { before: null, after: null, kind: place === undefined ? "modified" : kind, elsewhere } as const;
    rows.push({ ...own, [side]: page });
  };
  for (let i = 1, k = 1; i <= pagesBefore || k <= pagesAfter;) {
    const [own, other] = [left.get(i), right.get(k)];
    if (i <= pagesBefore && own?.partner === null) alone("before", i++, own);
    else if (k <= pagesAfter && other?.partner === null) alone("after", k++, other);
    else if (i > pagesBefore) alone("after", k++, other);
    else if (k > pagesAfter) alone("before", i++, own);
    else if (own !== undefined && own.partner !== k && (own.partner ?? 0) > k) alone("after", k++, other);
    else if (other !== undefined && other.partner !== i && (other.partner ?? 0) > i) alone("before", i++, own);
    else if (own?.partner !== k && blocks.before.get(i) !== blocks.after.get(k)) {
      // Text flowed through a block of more pages on one side: what is over stands alone, and the rest stays in step.
      if (blocks.before.has(i)) alone("before", i++, own);
      else alone("after", k++, other);
    } else rows.push({ before: i++, after: k++, kind: own?.kind ?? flowed(blocks, i - 1), elsewhere: null });
  }
  return withChanges(rows, changes);
}

const flowed = (blocks: Blocks, page: number): RowKind => (blocks.before.has(page) ? "modified" : "same");

interface Places {
  readonly left: ReadonlyMap<number, Place>;
  readonly right: ReadonlyMap<number, Place>;
}

function placesOf(changes: readonly ReviewedChange[]): Places {
  const [left, right] = [new Map<number, Place>(), new Map<number, Place>()];
  for (const { kind, address, beforeAddress, before, after } of changes) {
    const page = pageOf(address);
    if (page === null || (before?.type !== "page" && after?.type !== "page")) continue;
    if (kind === "removed") left.set(page, { partner: null, kind, elsewhere: null });
    else if (kind === "added") right.set(page, { partner: null, kind, elsewhere: null });
    else {
      const was = pageOf(beforeAddress) ?? page;
      const moved = kind === "moved";
      left.set(was, { partner: moved ? null : page, kind, elsewhere: moved ? page : null });
      right.set(page, { partner: moved ? null : was, kind, elsewhere: moved ? was : null });
    }
  }
  return { left, right };
}

interface Blocks {
  readonly before: ReadonlyMap<number, number>;
  readonly after: ReadonlyMap<number, number>;
}

/** Pages by the block that text flowed through, numbered. */
function blocksOf(changes: readonly ReviewedChange[]): Blocks {
  const blocks = { before: new Map<number, number>(), after: new Map<number, number>() };
  for (const [n, change] of changes.entries())
    for (const side of ["before", "after"] as const) {
      const value = change[side];
      const ranges = value?.type === "properties" ? value.properties["block"] : undefined;
      if (typeof ranges === "string") for (const page of pagesIn(ranges)) blocks[side].set(page, n);
    }
  return blocks;
}

const MAX_PAGES = 100_000;

/** `2-5, 9` in full. */
export function pagesIn(ranges: string): number[] {
  return ranges.split(", ").flatMap((range) => {
    const [from = 0, to = from] = range.split("-").map(Number);
    const count = Number.isFinite(to - from) ? Math.min(Math.max(0, to - from + 1), MAX_PAGES) : 0;
    return Array.from({ length: count }, (_, n) => from + n);
  });
}

/** A change stands in the row of its page: of the later version, of the earlier one for what went. */
function withChanges(rows: readonly Omit<PageRow, "changes">[], changes: readonly ReviewedChange[]): PageRow[] {
  const byPage = new Map<string, ReviewedChange[]>();
  for (const change of changes) {
    const page = pageOf(change.address);
    if (page === null) continue;
    const onRight = change.kind !== "removed" || change.before?.type !== "page";
    const key = `${onRight ? "after" : "before"} ${page}`;
    byPage.set(key, [...(byPage.get(key) ?? []), change]);
  }
  return rows.map((row) => ({
    ...row,
    changes: [...(byPage.get(`before ${row.before ?? 0}`) ?? []), ...(byPage.get(`after ${row.after ?? 0}`) ?? [])],
  }));
}
