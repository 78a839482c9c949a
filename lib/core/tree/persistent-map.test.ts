import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  emptyMap,
  mapDelete,
  mapDifferences,
  mapFrom,
  mapGet,
  mapKeys,
  mapSet,
  newEdit,
  type PersistentMap,
} from "./persistent-map.ts";

/** "costarring" and "liquid" are the known FNV-1a pair; their codes stay equal after mixing, so they share a bucket. */
const KEYS = [
  "a",
  "b",
  "c",
  "aa",
  "ab",
  "costarring",
  "liquid",
  "declinate",
  "macallums",
  ...Array.from({ length: 100 }, (_, i) => `key ${i}`),
];
const steps = fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.option(fc.nat(3), { nil: undefined })), {
  maxLength: 120,
});

const run = (
  all: readonly (readonly [string, number | undefined])[],
  editing: boolean,
): [PersistentMap<number>, Map<string, number>] => {
  const edit = editing ? newEdit() : null;
  let map = emptyMap<number>();
  const model = new Map<string, number>();
  for (const [key, one] of all) {
    map = one === undefined ? mapDelete(map, key, edit) : mapSet(map, key, one, edit);
    if (one === undefined) model.delete(key);
    else model.set(key, one);
  }
  return [map, model];
};

describe("persistent maps", () => {
  test("property: as a map does, with and without an edit token", () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (all, editing) => {
        const [map, model] = run(all, editing);
        expect(map.size).toBe(model.size);
        for (const key of KEYS) expect(mapGet(map, key)).toBe(model.get(key));
        expect(mapKeys(map).sort()).toEqual([...model.keys()].sort());
      }),
    );
  });

  test("property: equal contents have equal shapes, whatever was deleted on the way", () => {
    fc.assert(
      fc.property(steps, (all) => {
        const [map, model] = run(all, false);
        expect(mapKeys(map)).toEqual(mapKeys(mapFrom(model)));
      }),
    );
  });

  test("property: earlier versions do not change", () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const [map, model] = run(first, true);
        const edit = newEdit();
        let next = map;
        for (const [key, one] of second)
          next = one === undefined ? mapDelete(next, key, edit) : mapSet(next, key, one, edit);
        for (const key of KEYS) expect(mapGet(map, key)).toBe(model.get(key));
        expect(map.size).toBe(model.size);
      }),
    );
  });

  test("property: differences are those of the contents", () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const [a, modelA] = run(first, false);
        let b = a;
        for (const [key, one] of second) b = one === undefined ? mapDelete(b, key) : mapSet(b, key, one);
        const expected = KEYS.filter((key) => modelA.get(key) !== mapGet(b, key)).sort();
        expect(
          mapDifferences(a, b)
            .map(([key]) => key)
            .sort(),
        ).toEqual(expected);
        for (const [key, was, is] of mapDifferences(a, b)) expect([was, is]).toEqual([modelA.get(key), mapGet(b, key)]);
      }),
    );
  });
});
