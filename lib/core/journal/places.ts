/**
 * Where a reduction is touched, by folded path: finds what a path is connected with (J2). Connected are the same
 * path, a path above or below it, and, where a folder is spelled in two ways, everything in that folder, since only
 * the order of operations keeps the two spellings apart.
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
import type { Place } from "./reduction.ts";

type Places = PersistentMap<Place>;

/** The touched paths that a path, not touched itself, is connected with. O(depth + answer). */
export function connectedTo(places: Places, path: Path): Path[] {
  const found: Path[] = [];
  for (const { key, name, last } of steps(path)) {
    const place = mapGet(places, key);
    if (place === undefined) break;
    if (last || place.mixed || place.name !== name) return [...found, ...below(places, key)].sort(comparePaths);
    found.push(...place.here);
  }
  return found;
}

/** Notes that a path is touched, once for each path. */
export function occupy(places: Places, path: Path, edit: EditToken | null): Places {
  let next = places;
  let parent: string | null = null;
  for (const { key, name, last } of steps(path)) {
    const known = mapGet(next, key);
    const place = known ?? { name, mixed: false, here: [], below: emptyMap<string>() };
    const mixed = place.mixed || place.name !== name;
    const changed = last || known === undefined || mixed !== place.mixed;
    if (changed) next = mapSet(next, key, { ...place, mixed, here: last ? [...place.here, path] : place.here }, edit);
    if (known === undefined && parent !== null) {
      const above = mapGet(next, parent) as Place;
      next = mapSet(next, parent, { ...above, below: mapSet(above.below, key, key, edit) }, edit);
    }
    parent = key;
  }
  return next;
}

/** Undoes `occupy`; null where a mixed spelling is on the way, whose mark can only be found anew by reducing again. */
export function vacate(places: Places, path: Path): Places | null {
  const way = [...steps(path)];
  if (way.some(({ key }) => mapGet(places, key)?.mixed !== false)) return null;
  let next = places;
  let emptied: string | null = null;
  for (const { key, last } of way.reverse()) {
    const place = mapGet(next, key) as Place;
    const here = last ? place.here.filter((other) => other !== path) : place.here;
    const remaining: Place = {
      ...place,
      here,
      below: emptied === null ? place.below : mapDelete(place.below, emptied),
    };
    const empty = remaining.here.length === 0 && remaining.below.size === 0;
    next = empty ? mapDelete(next, key) : mapSet(next, key, remaining);
    emptied = empty ? key : null;
  }
  return next;
}

function below(places: Places, key: string): Path[] {
  const place = mapGet(places, key);
  return place === undefined
    ? []
    : [...place.here, ...[...mapValues(place.below)].flatMap((inner) => below(places, inner))];
}

/** Every folder on the way and the path itself, folded, with its name as spelled. */
function* steps(path: Path): Generator<{ readonly key: string; readonly name: string; readonly last: boolean }> {
  const names = path.split("/");
  let key = "";
  for (const [i, name] of names.entries()) {
    key = i === 0 ? foldCase(name) : `${key}/${foldCase(name)}`;
    yield { key, name, last: i === names.length - 1 };
  }
}
