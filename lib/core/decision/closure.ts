/** What a verdict takes along (R3): shown and counted before it is decided. */
import type { Change } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import { Scopes } from "./verdict.ts";

export interface Located {
  readonly path: Path;
  readonly change: Change;
}

export interface Closure<T extends Located> {
  /** All that will be decided, in the order given; recalculated results are never among them. */
  readonly all: readonly T[];
  /** Those that were not asked for. */
  readonly added: readonly T[];
}

/** `chosen` and everything that they require. */
export function closureToAccept<T extends Located>(changes: readonly T[], chosen: (change: T) => boolean): Closure<T> {
  const scopes = new Scopes(changes);
  return close(changes, chosen, (one) => scopes.requiredBy(one));
}

/** `chosen` and everything that requires them. */
export function closureToReject<T extends Located>(changes: readonly T[], chosen: (change: T) => boolean): Closure<T> {
  const scopes = new Scopes(changes);
  const dependents = new Map<T, T[]>();
  for (const one of changes) {
    for (const required of scopes.requiredBy(one)) dependents.set(required, [...(dependents.get(required) ?? []), one]);
  }
  return close(changes, chosen, (one) => dependents.get(one) ?? []);
}

function close<T extends Located>(
  changes: readonly T[],
  chosen: (change: T) => boolean,
  next: (change: T) => readonly T[],
): Closure<T> {
  const asked = new Set(changes.filter((one) => chosen(one) && one.change.facet !== "recalculated"));
  const reached = new Set(asked);
  const waiting = [...asked];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    for (const other of next(one)) {
      if (reached.has(other) || other.change.facet === "recalculated") continue;
      reached.add(other);
      waiting.push(other);
    }
  }
  const all = changes.filter((one) => reached.has(one));
  return { all, added: all.filter((one) => !asked.has(one)) };
}
