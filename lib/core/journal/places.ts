/**
 * Where a reduction is touched: a trie of folded names that finds what a path is connected with (J2). Connected are
 * the same path, a path above or below it, and, where a folder is spelled in two ways, everything in that folder,
 * since only the order of operations keeps the two spellings apart.
 */
import { comparePaths, foldCase, type Path } from "../tree/path.ts";
import {
  emptyMap,
  mapDelete,
  mapGet,
  mapSet,
  mapValues,
  type EditToken,
  type PersistentMap,
} from "../tree/persistent-map.ts";

export interface Place {
  /** As first spelled. */
  readonly name: string;
  /** Set where it is spelled in two ways: everything below is one chain. */
  readonly mixed: boolean;
  /** The touched paths that fold to exactly this place. */
  readonly here: readonly Path[];
  /** By folded name. */
  readonly below: PersistentMap<Place>;
  readonly owner: EditToken | null;
}

export const NO_PLACES: Place = { name: "", mixed: false, here: [], below: emptyMap(), owner: null };

/** The touched paths that a path, not touched itself, is connected with. O(depth + answer). */
export function connectedTo(places: Place, path: Path): Path[] {
  let found: Path[] | null = null;
  let place = places;
  for (let start = 0; start < path.length;) {
    const slash = path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    const name = path.slice(start, end);
    const child = mapGet(place.below, foldCase(name));
    if (child === undefined) break;
    if (slash < 0 || child.mixed || child.name !== name)
      return [...(found ?? []), ...touchedIn(child)].sort(comparePaths);
    if (child.here.length > 0) found = [...(found ?? []), ...child.here];
    place = child;
    start = end + 1;
  }
  return found ?? NONE;
}

const NONE: Path[] = [];

/** Notes that a path is touched, once for each path. */
export function occupy(place: Place, path: Path, edit: EditToken | null, start = 0): Place {
  if (start > path.length) return own(place, edit, { here: [...place.here, path] });
  const slash = path.indexOf("/", start);
  const name = path.slice(start, slash < 0 ? path.length : slash);
  const key = foldCase(name);
  const known = mapGet(place.below, key);
  const child = known ?? { ...NO_PLACES, name, owner: edit };
  let next = occupy(child, path, edit, start + name.length + 1);
  if (next.name !== name && !next.mixed) next = own(next, edit, { mixed: true });
  if (next === known) return place;
  const below = mapSet(place.below, key, next, edit);
  return below === place.below ? place : own(place, edit, { below });
}

/** Undoes `occupy`; null where a mixed spelling is on the way, whose mark can only be found anew by reducing again. */
export function vacate(place: Place, path: Path, start = 0): Place | null {
  if (place.mixed) return null;
  if (start > path.length) return { ...place, here: place.here.filter((other) => other !== path), owner: null };
  const slash = path.indexOf("/", start);
  const name = path.slice(start, slash < 0 ? path.length : slash);
  const key = foldCase(name);
  const child = mapGet(place.below, key);
  if (child === undefined) return place;
  const next = vacate(child, path, start + name.length + 1);
  if (next === null) return null;
  const empty = next.here.length === 0 && next.below.size === 0;
  return { ...place, below: empty ? mapDelete(place.below, key) : mapSet(place.below, key, next), owner: null };
}

function own(place: Place, edit: EditToken | null, change: Partial<Pick<Place, "mixed" | "here" | "below">>): Place {
  if (edit === null || place.owner !== edit) return { ...place, ...change, owner: edit };
  return Object.assign(place, change);
}

function touchedIn(place: Place): Path[] {
  return [...place.here, ...[...mapValues(place.below)].flatMap(touchedIn)];
}
