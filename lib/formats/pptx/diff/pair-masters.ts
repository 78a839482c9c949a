/**
 * Masters and layouts of two versions, paired: masters by the name of their theme, layouts within a pair by name, then
 * by type. Both sides get labels that go by what is paired, never by part names.
 */
import { PartView } from "../view.ts";
import type { Deck, Layout, Master } from "../deck.ts";

export interface MasterPair {
  readonly before: Master;
  readonly after: Master;
  readonly layouts: readonly (readonly [Layout, Layout])[];
  readonly removed: readonly Layout[];
  readonly added: readonly Layout[];
}

export interface Masters {
  readonly pairs: readonly MasterPair[];
  readonly removed: readonly Master[];
  readonly added: readonly Master[];
  /** Labels by part name. */
  readonly labels: { readonly before: ReadonlyMap<string, string>; readonly after: ReadonlyMap<string, string> };
  /** The part of before that a part of after is paired with. */
  readonly toBefore: ReadonlyMap<string, string>;
}

export function pairMasters(before: Deck, after: Deck): Masters {
  const looks = { before: looksOf(before), after: looksOf(after) };
  const left = [...before.masters];
  const right = [...after.masters];
  const found = byKey(left, right, ({ name }) => name);
  if (before.masters.length === 1 && after.masters.length === 1) found.push(...byKey(left, right, () => "only"));
  const pairs = found.map(([a, b]): MasterPair => {
    const [ours, theirs] = [[...a.layouts], [...b.layouts]];
    const layouts = byKey(ours, theirs, ({ name }) => name || null);
    layouts.push(...byKey(ours, theirs, ({ type }) => type || null));
    layouts.push(...byKey(ours, theirs, looks.before, looks.after));
    return { before: a, after: b, layouts, removed: ours, added: theirs };
  });
  const labels = { before: new Map<string, string>(), after: new Map<string, string>() };
  const toBefore = new Map<string, string>();
  const taken = new Set<string>();
  const fresh = (wanted: string) => {
    let label = wanted;
    for (let n = 2; taken.has(label); n++) label = `${wanted} (${n})`;
    taken.add(label);
    return label;
  };
  for (const master of before.masters) {
    labels.before.set(master.part, fresh(`master ${master.name}`));
    for (const layout of master.layouts) labels.before.set(layout.part, fresh(`layout ${master.name}/${layout.name}`));
  }
  const couple = (a: { part: string }, b: { part: string }) => {
    labels.after.set(b.part, labels.before.get(a.part) ?? "");
    toBefore.set(b.part, a.part);
  };
  for (const pair of pairs) {
    couple(pair.before, pair.after);
    for (const [a, b] of pair.layouts) couple(a, b);
  }
  const known = new Map(pairs.map((pair) => [pair.after, pair.before.name]));
  for (const master of after.masters) {
    const name = known.get(master) ?? master.name;
    if (!labels.after.has(master.part)) labels.after.set(master.part, fresh(`master ${master.name}`));
    for (const layout of master.layouts)
      if (!labels.after.has(layout.part)) labels.after.set(layout.part, fresh(`layout ${name}/${layout.name}`));
  }
  return { pairs, removed: left, added: right, labels, toBefore };
}

/** What a layout means beside its name: a renamed one is the same layout. */
function looksOf({ package: pack, masters }: Deck): (layout: Layout) => string | null {
  const view = new PartView(pack, new Map(masters.map(({ part }) => [part, "master"])));
  return ({ part }) => {
    const tree = pack.tree(part);
    if (!tree.ok) return null;
    const children = tree.value.children.map((child) =>
      typeof child !== "string" && child.name === "cSld" ? { ...child, attributes: [] } : child,
    );
    return view.meaning(part, { ...tree.value, children }, String);
  };
}

/** Takes what has the same key out of both lists, in order. */
function byKey<T>(
  left: T[],
  right: T[],
  key: (item: T) => string | null,
  other: (item: T) => string | null = key,
): [T, T][] {
  const found: [T, T][] = [];
  for (const a of [...left]) {
    const wanted = key(a);
    const at = wanted === null ? -1 : right.findIndex((b) => other(b) === wanted);
    const b = right[at];
    if (b === undefined) continue;
    found.push([a, b]);
    left.splice(left.indexOf(a), 1);
    right.splice(at, 1);
  }
  return found;
}
