import { expect, it } from "vitest";

import { differences } from "./tree-differences.ts";
import type { TreeEntry } from "./use-whole-tree.ts";

const file = (path: string, digit: string): TreeEntry => ({
  path,
  kind: "file",
  contentHash: digit.repeat(64),
  size: 1,
});

it("tells same, changed, new and gone", () => {
  const { entries, counts } = differences(
    [file("a", "1"), file("b", "2"), file("c", "3"), { path: "d", kind: "directory", contentHash: null, size: null }],
    [file("a", "1"), file("b", "1"), file("z", "9")],
  );
  expect(entries.map(({ path, standing, acceptedHash }) => [path, standing, acceptedHash?.[0] ?? null])).toEqual([
    ["a", "same", "1"],
    ["b", "changed", "1"],
    ["c", "new", null],
    ["d", "new", null],
  ]);
  expect(counts).toEqual({ same: 1, changed: 1, new: 1, gone: 1 });
});
