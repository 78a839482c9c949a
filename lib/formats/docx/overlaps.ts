/**
 * Whether two changes of different sides, both counted in the base, touch the same thing: the same words of a
 * paragraph, the same property, a row or block that goes and what is changed in it, two insertions at one place. Strict:
 * anything in the same paragraph or row, or in the neighbouring one, too.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change } from "../../core/change/change.ts";
import { isWholeStory, paragraphsIn, startOf, storyOf } from "./base-move.ts";
import { baseAddress } from "./identity.ts";
import { editOf, editsTouch } from "./rich-edit.ts";

export function changesOverlap(left: Change, right: Change, strict: boolean): boolean {
  const [a, b] = [baseAddress(left), baseAddress(right)];
  if (a.kind === "part" || b.kind === "part") return samePlace(a, b) && shareNames(left, right);
  if (isComment(left) !== isComment(right)) return false;
  if (isComment(left)) return samePlace(left.address, right.address) && left.kind !== "added" && right.kind !== "added";
  if (isWholeStory(left) || isWholeStory(right)) return storiesOverlap(left, right);
  if (storyOf(a) !== storyOf(b)) return false;
  if (takesTable(left, b) || takesTable(right, a)) return true;
  const [first, second] = [rangeOf(left, a), rangeOf(right, b)];
  if (first === null || second === null) return rowsOverlap(left, right, a, b, strict);
  if (left.kind === "moved" && right.kind === "moved") return meet(first, second);
  const [cameLeft, cameRight] = [isInsertion(left), isInsertion(right)];
  if (cameLeft && cameRight) return first.from === second.from;
  const near = strict ? 1 : 0;
  if (cameLeft || cameRight) {
    const [place, other] = cameLeft ? [first, second] : [second, first];
    const inside = place.from > other.from && place.from < other.to;
    return inside || (strict && place.from >= other.from - 1 && place.from <= other.to + 1 && !isRow(left, right));
  }
  if (!meet({ from: first.from - near, to: first.to + near }, second)) return false;
  return strict || takesAll(left) || takesAll(right) || sameWords(left, right);
}

/** A note that goes, against anything in it; two that come to one place. */
function storiesOverlap(left: Change, right: Change): boolean {
  if (left.kind === "added" || right.kind === "added")
    return left.kind === right.kind && samePlace(baseAddress(left), baseAddress(right));
  return storyOf(baseAddress(left)) === storyOf(baseAddress(right));
}

const isComment = ({ address }: Change): boolean => storyOf(address).startsWith("comment-");
const samePlace = (a: Address, b: Address): boolean => JSON.stringify(a) === JSON.stringify(b);
const isInsertion = ({ kind }: Change): boolean => kind === "added";
const takesAll = ({ kind, facet }: Change): boolean => kind !== "modified" || facet === "structure";
const isRow = (left: Change, right: Change): boolean =>
  baseAddress(left).kind === "tableRow" && baseAddress(right).kind === "tableRow";

interface Range {
  readonly from: number;
  /** Half open. */
  readonly to: number;
}

const meet = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;

/** The paragraphs of the base that a change touches; `null` where only its row is known. */
function rangeOf(change: Change, base: Address): Range | null {
  const { before, after, kind } = change;
  if (base.kind === "tableRow") {
    const at = startOf(before) ?? startOf(after);
    if (at === undefined) return null;
    return { from: at, to: kind === "added" ? at : at + paragraphsIn(before) };
  }
  if (base.kind !== "paragraph") return null;
  const from = base.paragraph;
  if (kind === "added") return { from, to: from };
  return { from, to: from + (kind === "modified" ? 1 : paragraphsIn(before)) };
}

/** A block that goes or moves with a table, against that table's rows. */
function takesTable({ kind, before }: Change, place: Address): boolean {
  if (place.kind !== "tableRow" || (kind !== "removed" && kind !== "moved") || before?.type !== "properties")
    return false;
  const { table, tables } = before.properties;
  return (
    typeof table === "number" && typeof tables === "number" && place.table >= table && place.table < table + tables
  );
}

/** Properties of tables, rows and cells: no paragraphs, but a row. */
function rowsOverlap(left: Change, right: Change, a: Address, b: Address, strict: boolean): boolean {
  if (a.kind !== "tableRow" || b.kind !== "tableRow" || a.table !== b.table) return false;
  const near = strict ? 1 : 0;
  if (isInsertion(left) || isInsertion(right)) return strict && Math.abs(a.row - b.row) <= 1;
  if (Math.abs(a.row - b.row) > near) return false;
  return strict || takesAll(left) || takesAll(right) || shareNames(left, right);
}

/** The same words, or the same property, of one paragraph. */
function sameWords(left: Change, right: Change): boolean {
  const [a, b] = [left.before, right.before];
  if (a?.type === "rich" && b?.type === "rich" && left.after?.type === "rich" && right.after?.type === "rich")
    return editsTouch(a, editOf(a, left.after), editOf(b, right.after));
  if (a?.type === "rich" || b?.type === "rich") return false;
  return shareNames(left, right);
}

/** Where both say what they are of (`style`, `column`), it must be the same; then any other name in common counts. */
function shareNames(left: Change, right: Change): boolean {
  const [a, b] = [left.before ?? left.after, right.before ?? right.after];
  if (a?.type !== "properties" || b?.type !== "properties") return true;
  for (const name of WHERE)
    if (name in a.properties && name in b.properties && a.properties[name] !== b.properties[name]) return false;
  for (const name of WHERE) if (name in a.properties !== name in b.properties) return false;
  const names = Object.keys(a.properties).filter((name) => !WHERE.has(name));
  if (left.kind !== "modified" || right.kind !== "modified") return true;
  return names.some((name) => name in b.properties);
}

const WHERE: ReadonlySet<string> = new Set(["column", "section", "list", "bookmark", "named"]);
