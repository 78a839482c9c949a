/**
 * What becomes of a change when its base moves, and when two changes of one base touch. Both count pages of the base.
 * A page is one place; between pages are places where pages are added. Annotations touch only the same annotation, and
 * whatever takes their page away; parts and fields touch what has the same name.
 */
import type { Change, Diff } from "../../core/change/change.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import { pagesIn } from "./diff/values.ts";
import { baseAddressOf, ordinalOf, pdfChangeId } from "./identity.ts";

const textIn = (change: Change, key: string, side: "before" | "after" = "before"): string => {
  const value = change[side];
  const text = value?.type === "properties" ? value.properties[key] : null;
  return typeof text === "string" ? text : "";
};

const isAnnotation = (change: Change): boolean =>
  (change.before ?? change.after)?.type === "properties" &&
  textIn(change, "annotation", change.before ? "before" : "after") !== "";
const isInsertion = (change: Change): boolean =>
  change.kind === "added" && change.address.kind === "page" && !isAnnotation(change);

/** Pages of the base that a change takes hold of, from 1. An insertion has none. */
function basePages(change: Change): readonly number[] {
  const block = textIn(change, "block");
  if (block !== "") return pagesIn(block);
  const pages = textIn(change, "pages");
  if (pages !== "") return pagesIn(pages);
  const address = baseAddressOf(change);
  return address.kind === "page" && !isInsertion(change) ? [address.page] : [];
}

export function pdfOverlaps(left: Change, right: Change, strict: boolean): boolean {
  if (left.facet === "recalculated" || right.facet === "recalculated") return false;
  const [a, b] = [baseAddressOf(left), baseAddressOf(right)];
  const [own, other] = [basePages(left), basePages(right)];
  if (isInsertion(left) || isInsertion(right)) {
    if (a.kind !== "page" || b.kind !== "page") return false;
    if (isInsertion(left) && isInsertion(right)) return a.page === b.page;
    const [place, pages] = isInsertion(left) ? [a.page, other] : [b.page, own];
    // Within pages that text flows through there is no place of its own.
    const inside = pages.includes(place) && pages.includes(place - 1);
    return inside || (strict && (pages.includes(place) || pages.includes(place - 1)));
  }
  if (own.length === 0 || other.length === 0) return canonicalJson(a) === canonicalJson(b);
  const held = new Set(other);
  const meet = own.some((page) => held.has(page) || (strict && (held.has(page - 1) || held.has(page + 1))));
  if (!meet) return false;
  const [note, otherNote] = [isAnnotation(left), isAnnotation(right)];
  if (note && otherNote)
    return strict || (left.before !== undefined && canonicalJson(left.before) === canonicalJson(right.before));
  return note || otherNote ? strict || takesPage(note ? right : left) : true;
}

/** Goes with the page's annotations, too: it goes, or is part of a flow. */
const takesPage = (change: Change): boolean => change.kind === "removed" || textIn(change, "block") !== "";

export function followPdf(change: Change, baseMove: Diff): Change | null {
  if (!baseMove.complete) return null;
  const address = baseAddressOf(change);
  const moves = baseMove.changes.filter(({ facet }) => facet !== "recalculated");
  if (moves.some((move) => !isInsertion(move) && !isInsertion(change) && pdfOverlaps(change, move, false))) return null;
  if (moves.some((move) => isInsertion(move) && isInsertion(change) && pdfOverlaps(change, move, false))) return null;
  if (address.kind !== "page") return change;
  const shift = new PageShift(moves);
  const page = isInsertion(change) ? shift.place(address.page) : shift.page(address.page);
  if (page === null) return null;
  return page === address.page ? change : renumbered(change, page);
}

/** Where pages of the old base are in the new one: what stays keeps its order and fills the places that are not taken. */
class PageShift {
  readonly #gone: Set<number>;
  readonly #taken: Set<number>;
  readonly #moved = new Map<number, number>();

  constructor(moves: readonly Change[]) {
    const [gone, taken] = [new Set<number>(), new Set<number>()];
    for (const move of moves) {
      if (move.address.kind !== "page" || isAnnotation(move)) continue;
      const block = textIn(move, "block");
      if (block !== "") {
        for (const page of pagesIn(block)) gone.add(page);
        for (const page of pagesIn(textIn(move, "block", "after"))) taken.add(page);
      } else if (move.kind === "removed" && move.facet === "structure") gone.add(move.address.page);
      else if (move.kind === "added" && move.facet === "structure") taken.add(move.address.page);
      else if (move.kind === "moved" && move.beforeAddress?.kind === "page") {
        gone.add(move.beforeAddress.page);
        taken.add(move.address.page);
        this.#moved.set(move.beforeAddress.page, move.address.page);
      }
    }
    this.#gone = gone;
    this.#taken = taken;
  }

  page(page: number): number | null {
    const moved = this.#moved.get(page);
    if (moved !== undefined) return moved;
    return this.#gone.has(page) ? null : this.#fill(this.#rank(page) + 1);
  }

  /** Right behind the page in front of the place. */
  place(page: number): number {
    for (let own = page - 1; own > 0; own--) {
      const found = this.#gone.has(own) ? null : this.#fill(this.#rank(own) + 1);
      if (found !== null) return found + 1;
    }
    return 1;
  }

  #rank(page: number): number {
    let rank = page - 1;
    for (const gone of this.#gone) if (gone < page) rank--;
    return rank;
  }

  /** The n-th place that is not taken. */
  #fill(n: number): number {
    let page = n;
    for (const taken of [...this.#taken].sort((a, b) => a - b)) if (taken <= page) page++;
    return page;
  }
}

function renumbered(change: Change, page: number): Change | null {
  const ordinal = ordinalOf(change);
  if (ordinal === null) return null;
  const moved = { ...change, beforeAddress: { kind: "page", page } as const };
  return { ...moved, id: pdfChangeId(moved, ordinal) };
}
