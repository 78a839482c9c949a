import { expect, test } from "vitest";

import { hereWords, othersHere, type Present } from "./here-now.ts";

const one = (id: string, name: string, branch: string | null, path: string | null): Present => ({
  ...{ id, name, branch, path },
  since: "2026-01-01T00:00:00.000Z",
});
const ann = one("u1", "Ann", "b1", "model/q3.xlsx");
const tomas = one("u2", "Tomas", "b1", "a.txt");
const mara = one("u3", "Mara", "b2", null);

test("others on the branch, never oneself", () => {
  expect(othersHere([ann, tomas, mara], "u1", "b1")).toEqual([tomas]);
  expect(othersHere([ann, tomas, mara], "u1", null)).toEqual([tomas, mara]);
});

test.each([
  [[], "a.txt", null],
  [[tomas], "a.txt", "Tomas is on this file"],
  [[ann], "a.txt", "Ann is on q3.xlsx"],
  [[mara], "a.txt", "Mara is here"],
  [[ann, tomas], "a.txt", "Ann and Tomas are here"],
  [[ann, { ...tomas, path: ann.path }], ann.path, "Ann and Tomas are on this file"],
  [[ann, tomas, mara], null, "Ann, Tomas and 1 other are here"],
] as const)("%j from %s: %s", (others, path, words) => {
  expect(hereWords(others, path)).toBe(words);
});
