/**
 * Whether two changes of different sides, both counted in the base, touch the same thing. On a slide, shapes overlap shape by
 * shape and aspect by aspect; a removed slide or shape overlaps whatever is changed inside of it; two different
 * insertions at one place do. A moved slide takes its edits along. Strict: any two changes of one slide, and an
 * insertion beside a changed slide.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change, Value } from "../../core/change/change.ts";
import { baseAddress } from "./identity.ts";

type SlideAddress = Extract<Address, { kind: "slide" | "notes" }>;

export function changesOverlap(left: Change, right: Change, strict: boolean): boolean {
  const [a, b] = [baseAddress(left), baseAddress(right)];
  const [slideA, slideB] = [slideOf(a), slideOf(b)];
  if (slideA === null || slideB === null) return samePart(left, right, a, b);
  const comesA = isSlideInsertion(left);
  const comesB = isSlideInsertion(right);
  if (comesA !== null && comesB !== null && comesA === comesB) return true;
  const [newA, newB] = [isNewSlide(left), isNewSlide(right)];
  if (newA || newB) {
    const [place, other] = newA ? [slideA, slideB] : [slideB, slideA];
    return strict && newA !== newB && besides(place.slide, other.slide);
  }
  if (slideA.slide !== slideB.slide) return false;
  if (isGone(left, a) || isGone(right, b)) return true;
  return strict || withinSlide(left, right, slideA, slideB);
}

/** Changes overlap only where they share a key: their slide, or the place in front of which they come in. */
export function keysOf(change: Change): readonly string[] {
  const address = baseAddress(change);
  const slide = slideOf(address);
  if (slide === null) return [address.kind === "part" ? `part ${address.part}` : "file"];
  const front = isSlideInsertion(change);
  const keys = new Set([`slide ${slide.slide}`, ...(front === null ? [] : [`slide ${front}`, `slide ${front - 1}`])]);
  return [...keys];
}

const slideOf = (address: Address): SlideAddress | null =>
  address.kind === "slide" || address.kind === "notes" ? address : null;

function samePart(left: Change, right: Change, a: Address, b: Address): boolean {
  if (a.kind === "file" || b.kind === "file") return true;
  return (
    JSON.stringify(a) === JSON.stringify(b) &&
    (elementOf(left) === elementOf(right) || elementOf(left) === "" || elementOf(right) === "")
  );
}

const property = (value: Value | undefined, name: string): string => {
  const found = value?.type === "properties" ? value.properties[name] : undefined;
  return found === undefined ? "" : String(found);
};
const elementOf = ({ before, after }: Change): string => property(after ?? before, "element");

const isWholeSlide = (change: Change): boolean =>
  change.facet === "structure" && change.address.kind === "slide" && change.address.shape === undefined;

const isNewSlide = (change: Change): boolean => change.kind === "added" && isWholeSlide(change);

/** The number in the base in front of which a slide comes in, new or from elsewhere. */
function isSlideInsertion(change: Change): number | null {
  const base = baseAddress(change);
  if (!isWholeSlide(change) || base.kind !== "slide") return null;
  if (change.kind === "added") return base.slide;
  return change.kind === "moved" ? Number(property(change.after, "front")) : null;
}

const besides = (front: number, slide: number) => slide === front || slide === front - 1;

const isGone = (change: Change, address: Address): boolean =>
  change.kind === "removed" && address.kind === "slide" && address.shape === undefined;

function withinSlide(left: Change, right: Change, a: SlideAddress, b: SlideAddress): boolean {
  if (a.kind === "notes" || b.kind === "notes") return a.kind === b.kind;
  if (a.shape === undefined || b.shape === undefined) {
    if (a.shape !== undefined || b.shape !== undefined) return effectsAgainstShape(left, right);
    return aspectOf(left) === aspectOf(right);
  }
  const [newA, newB] = [left.kind === "added", right.kind === "added"];
  if (newA || newB)
    return newA && newB ? a.shape === b.shape : removedAround(newA ? right : left, newA ? b : a, newA ? a : b);
  if (removedAround(left, a, b) || removedAround(right, b, a)) return true;
  if (a.shape !== b.shape) return false;
  return a.cell === b.cell
    ? aspectOf(left) === aspectOf(right)
    : a.cell === undefined || b.cell === undefined
      ? isWholeGraphic(left) || isWholeGraphic(right)
      : false;
}

/** Effects name shapes: those that come or go are not independent of them. */
const effectsAgainstShape = (left: Change, right: Change): boolean => {
  const timing = (change: Change) => property(change.after ?? change.before, "timing") !== "";
  return (timing(left) && right.kind !== "modified") || (timing(right) && left.kind !== "modified");
};

/** A removed group takes its members with it. */
function removedAround(change: Change, address: SlideAddress, other: SlideAddress): boolean {
  if (change.kind !== "removed" || address.kind !== "slide" || other.kind !== "slide") return false;
  const span = Number(property(change.before, "shapes") || 1);
  const first = address.shape ?? 1;
  return other.shape !== undefined && other.shape >= first && other.shape < first + span;
}

const isWholeGraphic = (change: Change): boolean => ["graphic", "look"].includes(aspectOf(change));

function aspectOf({ kind, facet, before, after }: Change): string {
  if (kind === "moved") return "order";
  const value = after ?? before;
  if (value?.type !== "properties") return "text";
  const named = property(value, "aspect");
  if (named !== "") return named;
  return `${facet} ${property(value, "kind")}${Object.keys(value.properties)
    .filter((name) => name !== "digest" && name !== "text")
    .sort()
    .join()}`;
}
