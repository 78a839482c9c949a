/**
 * A change as it is once its base has moved, with its new id (R1): the numbers of slides and shapes are counted anew; what the
 * change says stays. `null` where the slide or shape that it stood in is gone.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change, Diff, Value } from "../../core/change/change.ts";
import { baseAddress, idOf, type UnnamedChange } from "./identity.ts";

const MAX_ORDINAL = 200;

export function followChange(change: Change, baseMove: Diff): Change | null {
  const base = baseAddress(change);
  if (base.kind !== "slide" && base.kind !== "notes") return change;
  const slides = slideMove(baseMove);
  const whole = base.kind === "slide" && base.shape === undefined;
  if (whole && change.kind === "added") return renamed(change, { kind: "slide", slide: slides.front(base.slide) });
  const slide = slides.to(base.slide);
  if (slide === null) return null;
  if (whole && change.kind === "moved")
    return renamed(
      change,
      { kind: "slide", slide },
      front(change.after, (place) => slides.front(place)),
    );
  if (base.kind === "notes" || base.shape === undefined) return renamed(change, { ...base, slide });
  const shapes = shapeMove(baseMove, base.slide);
  if (change.kind === "added") return renamed(change, { ...base, slide, shape: shapes.front(base.shape) });
  const shape = shapes.to(base.shape);
  if (shape === null) return null;
  const after = change.kind === "moved" ? front(change.after, (place) => shapes.front(place)) : change.after;
  return renamed(change, { ...base, slide, shape }, after);
}

function renamed(change: Change, place: Address, after: Value | undefined = change.after): Change {
  if (JSON.stringify(place) === JSON.stringify(baseAddress(change)) && after === change.after) return change;
  const moved: UnnamedChange = {
    ...change,
    ...(change.kind === "removed" ? { address: place } : { beforeAddress: place }),
    ...(after === undefined ? {} : { after }),
  };
  return { ...moved, id: idOf(moved, ordinalOf(change)) };
}

/** Which of several equal changes it was: the ordinal is part of the id alone. */
function ordinalOf(change: Change): number {
  for (let ordinal = 0; ordinal < MAX_ORDINAL; ordinal++) if (idOf(change, ordinal) === change.id) return ordinal;
  return 0;
}

/** The place that a moved slide or shape goes to is counted in the base, too. */
function front(value: Value | undefined, move: (place: number) => number): Value | undefined {
  if (value?.type !== "properties") return value;
  const place = Number(value.properties["front"]);
  const next = move(place);
  return next === place ? value : { type: "properties", properties: { ...value.properties, front: next } };
}

/** How numbers move: runs that went, that came, and that went to another place. */
interface Move {
  /** `null` where it is gone. */
  to(number: number): number | null;
  /** The place in front of which something is put: behind what was in front of it and is still there. */
  front(number: number): number;
}

interface Run {
  readonly first: number;
  readonly span: number;
}

function moveOf(gone: readonly Run[], come: readonly Run[], moved: readonly (readonly [Run, Run])[]): Move {
  const inRun = (runs: readonly Run[], number: number) =>
    runs.find(({ first, span }) => number >= first && number < first + span);
  const leaving = [...gone, ...moved.map(([from]) => from)];
  const arriving = [...come, ...moved.map(([, into]) => into)].sort((a, b) => a.first - b.first);
  const to = (number: number): number | null => {
    if (inRun(gone, number) !== undefined) return null;
    const carried = moved.find(([from]) => inRun([from], number) !== undefined);
    if (carried !== undefined) return carried[1].first + number - carried[0].first;
    let at = number - leaving.reduce((sum, { first, span }) => sum + (first + span <= number ? span : 0), 0);
    for (const { first, span } of arriving) if (first <= at) at += span;
    return at;
  };
  const still = (number: number) => number > 0 && inRun(leaving, number) === undefined;
  return {
    to,
    front(number) {
      let last = number - 1;
      while (last > 0 && !still(last)) last--;
      return last === 0 ? 1 : (to(last) ?? 0) + 1;
    },
  };
}

function slideMove({ changes }: Diff): Move {
  const whole = changes.filter(
    ({ address, facet }) => address.kind === "slide" && address.shape === undefined && facet === "structure",
  );
  const run = (address: Address | undefined): Run => ({
    first: address?.kind === "slide" ? address.slide : 0,
    span: 1,
  });
  return moveOf(
    whole.filter(({ kind }) => kind === "removed").map(({ address }) => run(address)),
    whole.filter(({ kind }) => kind === "added").map(({ address }) => run(address)),
    whole
      .filter(({ kind }) => kind === "moved")
      .map((change) => [run(baseAddress(change)), run(change.address)] as const),
  );
}

function shapeMove({ changes }: Diff, slide: number): Move {
  const own = changes.filter((change) => {
    const base = baseAddress(change);
    return base.kind === "slide" && base.slide === slide && base.shape !== undefined && change.kind !== "modified";
  });
  const spanOf = ({ before, after }: Change): number => {
    const value = before ?? after;
    return value?.type === "properties" ? Number(value.properties["shapes"] ?? 1) : 1;
  };
  const run = (address: Address, change: Change): Run => ({
    first: address.kind === "slide" ? (address.shape ?? 0) : 0,
    span: spanOf(change),
  });
  return moveOf(
    own.filter(({ kind }) => kind === "removed").map((change) => run(change.address, change)),
    own.filter(({ kind }) => kind === "added").map((change) => run(change.address, change)),
    own
      .filter(({ kind }) => kind === "moved")
      .map((change) => [run(baseAddress(change), change), run(change.address, change)] as const),
  );
}
