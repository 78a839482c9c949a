/**
 * Which shape of a slide is which shape of its other version. What means the same comes first, then what goes by the
 * same id and name, fills the same kind of placeholder, has the same name, the same text, and at last what is alike enough
 * in text and place. Only shapes of one kind are ever the same; members of a group are looked for in the same group.
 * Costs shapes times shapes at worst for those that nothing tells apart, counted as work.
 */
import type { Work } from "../../format.ts";
import { positionOf } from "../shape-values.ts";
import type { Shape } from "../shape.ts";
import { arrange, type Arrangement } from "./order.ts";
import { bagOf, overlap } from "./match-slides.ts";

export interface ShapePair {
  readonly before: Shape;
  readonly after: Shape;
  /** Of a group's members; empty for other shapes. */
  readonly members: ShapeList;
}

export interface ShapeList {
  /** In the order of after. */
  readonly pairs: readonly ShapePair[];
  readonly removed: readonly Shape[];
  readonly added: readonly Shape[];
  readonly order: Arrangement<Shape>;
}

export interface ShapeTraits {
  /** Equal exactly where the shapes mean the same. */
  digest(shape: Shape): string;
  text(shape: Shape): string;
}

const THRESHOLD = 0.5;

export interface ShapeMatching {
  readonly before: ShapeTraits;
  readonly after: ShapeTraits;
  readonly work: Work;
}

export function matchShapes(before: readonly Shape[], after: readonly Shape[], matching: ShapeMatching): ShapeList {
  const left = [...before];
  const right = [...after];
  const found: [Shape, Shape][] = [];
  const take = (key: (shape: Shape, traits: ShapeTraits) => string | null) => {
    for (const [a, b] of byKey(left, right, key, matching)) {
      found.push([a, b]);
      left.splice(left.indexOf(a), 1);
      right.splice(right.indexOf(b), 1);
    }
  };
  take((shape, traits) => `${shape.id} ${traits.digest(shape)}`);
  take((shape, traits) => traits.digest(shape));
  take(({ id, name }) => (name === "" ? null : `${id} ${name}`));
  take(({ placeholder }) => (placeholder === "" ? null : placeholder));
  take(({ placeholder }) => (placeholder === "" ? null : placeholderKind(placeholder)));
  take((shape, traits) => (textKey(shape, traits) === "" ? null : `${shape.name} ${textKey(shape, traits)}`));
  take(({ name, placeholder }) => (name === "" || placeholder !== "" ? null : name));
  take((shape, traits) => textKey(shape, traits) || null);
  for (const [a, b] of alike(left, right, matching)) {
    found.push([a, b]);
    left.splice(left.indexOf(a), 1);
    right.splice(right.indexOf(b), 1);
  }
  const pairs = found
    .sort((x, y) => x[1].number - y[1].number)
    .map(([a, b]): ShapePair => ({ before: a, after: b, members: matchShapes(a.children, b.children, matching) }));
  return { pairs, removed: left, added: right, order: arrange(pairs) };
}

/** Programs number placeholders anew, and call the title of a title slide by another name. */
export const placeholderKind = (placeholder: string): string =>
  (placeholder.split(" ")[0] ?? "").replace("ctrTitle", "title");

const textKey = (shape: Shape, traits: ShapeTraits) => traits.text(shape).trim();

/** Couples with the same key and kind, in order where several have it. */
function byKey(
  left: readonly Shape[],
  right: readonly Shape[],
  key: (shape: Shape, traits: ShapeTraits) => string | null,
  { before, after, work }: ShapeMatching,
): [Shape, Shape][] {
  if (left.length === 0 || right.length === 0) return [];
  work.remaining -= left.length + right.length;
  const byName = new Map<string, Shape[]>();
  for (const shape of right) {
    const name = key(shape, after);
    if (name === null) continue;
    const group = byName.get(`${shape.kind} ${name}`);
    if (group === undefined) byName.set(`${shape.kind} ${name}`, [shape]);
    else group.push(shape);
  }
  return left.flatMap((shape): [Shape, Shape][] => {
    const name = key(shape, before);
    const twin = name === null ? undefined : byName.get(`${shape.kind} ${name}`)?.shift();
    return twin === undefined ? [] : [[shape, twin]];
  });
}

function alike(
  left: readonly Shape[],
  right: readonly Shape[],
  { before, after, work }: ShapeMatching,
): [Shape, Shape][] {
  const bag = (shape: Shape, traits: ShapeTraits) => bagOf(traits.text(shape).split(/\s+/).filter(Boolean));
  const bagsLeft = new Map(left.map((shape) => [shape, bag(shape, before)]));
  const bagsRight = new Map(right.map((shape) => [shape, bag(shape, after)]));
  const scored: { a: Shape; b: Shape; score: number }[] = [];
  for (const [a, wordsA] of bagsLeft)
    for (const [b, wordsB] of bagsRight) {
      work.remaining -= 1 + wordsA.size;
      if (work.remaining < 0) return [];
      if (a.kind !== b.kind) continue;
      const words = wordsA.size === 0 || wordsB.size === 0 ? 0.25 : overlap(wordsA, wordsB);
      const place = isNear(a, b) ? 0.4 : 0;
      const score = 0.7 * words + place + (a.name === b.name ? 0.2 : 0) + (a.id === b.id ? 0.2 : 0);
      if (score >= THRESHOLD) scored.push({ a, b, score });
    }
  scored.sort((x, y) => y.score - x.score || x.a.number - y.a.number || x.b.number - y.b.number);
  const used = new Set<Shape>();
  return scored.flatMap(({ a, b }): [Shape, Shape][] => {
    if (used.has(a) || used.has(b)) return [];
    used.add(a).add(b);
    return [[a, b]];
  });
}

/** About a millimetre. */
const NEAR = 36_000;

function isNear(a: Shape, b: Shape): boolean {
  const [left, right] = [positionOf(a.element), positionOf(b.element)];
  return ["x", "y", "width", "height"].every((name) => {
    const [was, is] = [left[name], right[name]];
    return typeof was === "number" && typeof is === "number" && Math.abs(was - is) <= NEAR;
  });
}
