/**
 * An immutable map from strings: a hash trie of 32 branches a level. `set` and `delete` give a new map that shares
 * all but O(log n) of the old one; equal slots keep their identity, so two versions compare in O(what changed).
 *
 * An *edit token* (any fresh object) lets a run of updates reuse the nodes that it made itself: whoever passes the
 * token owns every map that carries it, and must drop the token before the map is shown to anybody else.
 */
export interface EditToken {
  readonly editing: true;
}
export const newEdit = (): EditToken => ({ editing: true });

interface Leaf<V> {
  readonly tag: 0;
  readonly code: number;
  readonly key: string;
  readonly value: V;
}
interface Branch<V> {
  readonly tag: 1;
  readonly owner: EditToken | null;
  bitmap: number;
  slots: Slot<V>[];
}
/** Keys whose 32-bit codes are equal. */
interface Bucket<V> {
  readonly tag: 2;
  readonly code: number;
  readonly leaves: readonly Leaf<V>[];
}
type Slot<V> = Leaf<V> | Branch<V> | Bucket<V>;

export interface PersistentMap<V> {
  readonly size: number;
  readonly root: Branch<V>;
}

const EMPTY: PersistentMap<never> = { size: 0, root: { tag: 1, owner: null, bitmap: 0, slots: [] } };
export const emptyMap = <V>(): PersistentMap<V> => EMPTY;

export function mapGet<V>(map: PersistentMap<V>, key: string): V | undefined {
  const code = codeOf(key);
  let branch: Branch<V> = map.root;
  for (let shift = 0; ; shift += 5) {
    const bit = 1 << ((code >>> shift) & 31);
    if ((branch.bitmap & bit) === 0) return undefined;
    const slot = branch.slots[rank(branch.bitmap, bit)] as Slot<V>;
    if (slot.tag === 1) branch = slot;
    else if (slot.tag === 0) return slot.code === code && slot.key === key ? slot.value : undefined;
    else return slot.code === code ? slot.leaves.find((leaf) => leaf.key === key)?.value : undefined;
  }
}

/** The same map where the key already holds this very value. */
export function mapSet<V>(
  map: PersistentMap<V>,
  key: string,
  value: V,
  edit: EditToken | null = null,
): PersistentMap<V> {
  const grown = { by: 0 };
  const root = setIn(map.root, 0, { tag: 0, code: codeOf(key), key, value }, edit, grown);
  return root === map.root && grown.by === 0 ? map : { size: map.size + grown.by, root };
}

export function mapDelete<V>(map: PersistentMap<V>, key: string, edit: EditToken | null = null): PersistentMap<V> {
  if (mapGet(map, key) === undefined) return map;
  const root = deleteIn(map.root, 0, codeOf(key), key, edit);
  return { size: map.size - 1, root: root.tag === 1 ? root : branchOf(root, 0, edit) };
}

/** In an order that depends on the keys alone, but is not sorted. */
export function* mapValues<V>(map: PersistentMap<V>): Generator<V> {
  for (const leaf of leavesOf(map.root)) yield leaf.value;
}

export function mapKeys<V>(map: PersistentMap<V>): string[] {
  return Array.from(leavesOf(map.root), (leaf) => leaf.key);
}

export function mapFrom<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
  const edit = newEdit();
  let map = emptyMap<V>();
  for (const [key, value] of entries) map = mapSet(map, key, value, edit);
  return map;
}

/** The keys whose values are not the same object, with both values; shared parts are skipped unseen. */
export function mapDifferences<V>(a: PersistentMap<V>, b: PersistentMap<V>): [string, V | undefined, V | undefined][] {
  const found: [string, V | undefined, V | undefined][] = [];
  compareSlots(a.root, b.root, 0, found);
  return found;
}

function setIn<V>(
  branch: Branch<V>,
  shift: number,
  leaf: Leaf<V>,
  edit: EditToken | null,
  grown: { by: number },
): Branch<V> {
  const bit = 1 << ((leaf.code >>> shift) & 31);
  const at = rank(branch.bitmap, bit);
  if ((branch.bitmap & bit) === 0) {
    grown.by = 1;
    return insertSlot(branch, bit, at, leaf, edit);
  }
  const slot = branch.slots[at] as Slot<V>;
  const next = setSlot(slot, shift, leaf, edit, grown);
  return next === slot ? branch : replaceSlot(branch, at, next, edit);
}

function setSlot<V>(
  slot: Slot<V>,
  shift: number,
  leaf: Leaf<V>,
  edit: EditToken | null,
  grown: { by: number },
): Slot<V> {
  if (slot.tag === 1) return setIn(slot, shift + 5, leaf, edit, grown);
  if (slot.tag === 0 && slot.code === leaf.code && slot.key === leaf.key)
    return slot.value === leaf.value ? slot : leaf;
  if (slot.code !== leaf.code) {
    const pushedDown = branchOf<V>(slot, shift + 5, edit);
    return setIn(pushedDown, shift + 5, leaf, edit, grown);
  }
  const leaves: readonly Leaf<V>[] = slot.tag === 0 ? [slot] : slot.leaves;
  const others = leaves.filter((other) => other.key !== leaf.key);
  grown.by = others.length === leaves.length ? 1 : 0;
  return { tag: 2, code: leaf.code, leaves: [...others, leaf].sort((x, y) => (x.key < y.key ? -1 : 1)) };
}

/** A branch left with one leaf or bucket is that leaf or bucket, so that equal maps have equal shapes. */
function deleteIn<V>(branch: Branch<V>, shift: number, code: number, key: string, edit: EditToken | null): Slot<V> {
  const bit = 1 << ((code >>> shift) & 31);
  const at = rank(branch.bitmap, bit);
  const slot = branch.slots[at] as Slot<V>;
  const next = slot.tag === 1 ? deleteIn(slot, shift + 5, code, key, edit) : without(slot, key);
  if (next !== null) {
    if (branch.slots.length === 1 && next.tag !== 1 && shift > 0) return next;
    return replaceSlot(branch, at, next, edit);
  }
  const remaining = branch.slots.filter((_, i) => i !== at);
  const only = remaining[0];
  if (shift > 0 && remaining.length === 1 && only !== undefined && only.tag !== 1) return only;
  return { tag: 1, owner: edit, bitmap: branch.bitmap & ~bit, slots: remaining };
}

function without<V>(slot: Leaf<V> | Bucket<V>, key: string): Slot<V> | null {
  if (slot.tag === 0) return null;
  const leaves = slot.leaves.filter((leaf) => leaf.key !== key);
  return leaves.length === 1 ? (leaves[0] as Leaf<V>) : { ...slot, leaves };
}

function insertSlot<V>(branch: Branch<V>, bit: number, at: number, slot: Slot<V>, edit: EditToken | null): Branch<V> {
  if (edit !== null && branch.owner === edit) {
    branch.slots.splice(at, 0, slot);
    branch.bitmap |= bit;
    return branch;
  }
  const slots = branch.slots.slice();
  slots.splice(at, 0, slot);
  return { tag: 1, owner: edit, bitmap: branch.bitmap | bit, slots };
}

function replaceSlot<V>(branch: Branch<V>, at: number, slot: Slot<V>, edit: EditToken | null): Branch<V> {
  if (edit !== null && branch.owner === edit) {
    branch.slots[at] = slot;
    return branch;
  }
  const slots = branch.slots.slice();
  slots[at] = slot;
  return { tag: 1, owner: edit, bitmap: branch.bitmap, slots };
}

function branchOf<V>(slot: Leaf<V> | Bucket<V>, shift: number, edit: EditToken | null): Branch<V> {
  return { tag: 1, owner: edit, bitmap: 1 << ((slot.code >>> shift) & 31), slots: [slot] };
}

function* leavesOf<V>(slot: Slot<V>): Generator<Leaf<V>> {
  if (slot.tag === 0) yield slot;
  else for (const inner of slot.tag === 1 ? slot.slots : slot.leaves) yield* leavesOf<V>(inner);
}

function compareSlots<V>(
  a: Slot<V> | undefined,
  b: Slot<V> | undefined,
  shift: number,
  found: [string, V | undefined, V | undefined][],
): void {
  if (a === b) return;
  if (a?.tag === 1 && b?.tag === 1) {
    for (let i = 0; i < 32; i += 1) {
      const bit = 1 << i;
      compareSlots(slotAt(a, bit), slotAt(b, bit), shift + 5, found);
    }
    return;
  }
  const before = new Map<string, V>();
  if (a !== undefined) for (const leaf of leavesOf(a)) before.set(leaf.key, leaf.value);
  if (b !== undefined) {
    for (const leaf of leavesOf(b)) {
      const was = before.get(leaf.key);
      before.delete(leaf.key);
      if (was !== leaf.value) found.push([leaf.key, was, leaf.value]);
    }
  }
  for (const [key, value] of before) found.push([key, value, undefined]);
}

function slotAt<V>(branch: Branch<V>, bit: number): Slot<V> | undefined {
  return (branch.bitmap & bit) === 0 ? undefined : branch.slots[rank(branch.bitmap, bit)];
}

/** How many set bits are below `bit`. */
function rank(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** FNV-1a over UTF-16 code units, then mixed so that the low bits depend on all of them. */
function codeOf(key: string): number {
  let code = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) code = Math.imul(code ^ key.charCodeAt(i), 0x01000193);
  code ^= code >>> 15;
  return Math.imul(code, 0x2c1b3c6d) >>> 0;
}
