import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  arbitraryPair,
  arbitraryPath,
  arbitraryTree,
  edited,
  file,
  h,
  shown,
  shownLiteral,
  tree,
} from "../testing/worlds.ts";
import { applyDifferences, diffTrees } from "./diff.ts";
import { putEntry, removeEntry } from "./edit.ts";
import { decodeDirectory, encodeDirectory, newObjects, treeFromObjects, treeHash } from "./objects.ts";
import { path } from "./path.ts";
import {
  EMPTY_FOLDER_HASH,
  EMPTY_TREE,
  entries,
  folderToFill,
  getEntry,
  listDirectory,
  nodeAt,
  obstacleAt,
  sameEntry,
} from "./tree.ts";

const LITERAL = { "a.txt": "one", "d/x.txt": "two", "d/e/y.txt": "three", empty: null };

describe("trees", () => {
  test("[V1] equal content has equal hash, whatever the order it was put in", () => {
    const turned = tree(Object.fromEntries(Object.entries(LITERAL).reverse()));
    expect(treeHash(turned)).toBe(treeHash(tree(LITERAL)));
    expect(treeHash(edited(turned, { "a.txt": "other" }))).not.toBe(treeHash(turned));
  });

  test("[V1] a renamed, added or emptied path changes the hash", () => {
    const base = treeHash(tree(LITERAL));
    expect(treeHash(edited(tree(LITERAL), { "a.txt": undefined, "b.txt": "one" }))).not.toBe(base);
    expect(treeHash(edited(tree(LITERAL), { more: null }))).not.toBe(base);
    expect(treeHash(edited(tree(LITERAL), { empty: undefined }))).not.toBe(base);
  });

  test("[V1] the hash of the empty tree is that of an empty folder", () => {
    expect(treeHash(EMPTY_TREE)).toBe(EMPTY_FOLDER_HASH);
    expect(treeHash(removeEntry(tree({ a: "1" }), path("a")))).toBe(EMPTY_FOLDER_HASH);
  });

  test("[V1] property: hashes are equal exactly when the contents are", () => {
    fc.assert(
      fc.property(arbitraryPair, ([a, b]) => {
        expect(treeHash(a) === treeHash(b)).toBe(JSON.stringify(shown(a)) === JSON.stringify(shown(b)));
      }),
    );
  });

  test("[V4] empty folders are kept, and a folder with entries is none of its own", () => {
    expect(shown(tree(LITERAL))).toEqual(shownLiteral(LITERAL));
    expect(getEntry(tree(LITERAL), path("d"))).toBeUndefined();
    expect(nodeAt(tree(LITERAL), path("d"))?.kind).toBe("directory");
  });

  test("[V4] a case twin is in the way, of a name and of a folder on the way", () => {
    expect(obstacleAt(tree(LITERAL), path("A.txt"))).toEqual({ kind: "case-twin", at: "a.txt" });
    expect(obstacleAt(tree(LITERAL), path("D/new.txt"))).toEqual({ kind: "case-twin", at: "d" });
    expect(() => putEntry(tree(LITERAL), path("A.txt"), file("x"))).toThrow("V4");
  });

  test("[J1] absent is: nothing at the path, no file above, nothing below", () => {
    expect(obstacleAt(tree(LITERAL), path("a.txt"))).toEqual({ kind: "occupied", at: "a.txt" });
    expect(obstacleAt(tree(LITERAL), path("a.txt/x"))).toEqual({ kind: "file-above", at: "a.txt" });
    expect(obstacleAt(tree(LITERAL), path("d"))).toEqual({ kind: "entries-below", at: "d" });
    expect(obstacleAt(tree(LITERAL), path("empty"))).toEqual({ kind: "occupied", at: "empty" });
    expect(obstacleAt(tree(LITERAL), path("empty/x"))).toBeNull();
    expect(obstacleAt(tree(LITERAL), path("d/e/new.txt"))).toBeNull();
  });

  test("an entry put into an empty folder fills it", () => {
    expect(folderToFill(tree(LITERAL), path("empty/sub/x"))).toBe("empty");
    expect(folderToFill(tree(LITERAL), path("d/new"))).toBeNull();
    expect(shown(putEntry(tree({ empty: null }), path("empty/x"), file("1")))).toEqual({ "empty/x": h("1") });
  });

  test("[J5] unchanged subtrees keep their identity", () => {
    const before = tree(LITERAL);
    const after = edited(before, { "a.txt": "other" });
    expect(nodeAt(after, path("d"))).toBe(nodeAt(before, path("d")));
    expect(putEntry(before, path("a.txt"), file("one"))).toBe(before);
    expect(removeEntry(before, path("nothing/here"))).toBe(before);
  });

  test("folders list sorted", () => {
    expect(listDirectory(tree(LITERAL), null)?.map(({ name }) => name)).toEqual(["a.txt", "d", "empty"]);
    expect(listDirectory(tree(LITERAL), path("a.txt"))).toBeUndefined();
  });

  test("property: an edit is seen at its path and nowhere else", () => {
    fc.assert(
      fc.property(arbitraryTree, arbitraryPath, (before, at) => {
        fc.pre(obstacleAt(before, at) === null);
        const after = putEntry(before, at, file("new"));
        const filled = folderToFill(before, at);
        const expected = { ...shown(before), [at]: h("new") };
        expect(shown(after)).toEqual(
          filled === null ? expected : Object.fromEntries(Object.entries(expected).filter(([p]) => p !== filled)),
        );
      }),
    );
  });
});

describe("directory objects", () => {
  test("[V1] encode and decode are inverse, and decode takes nothing else", () => {
    const bytes = encodeDirectory(tree(LITERAL));
    const decoded = decodeDirectory(bytes);
    expect(decoded.ok && decoded.value.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "file a.txt",
      "directory d",
      "directory empty",
    ]);
    const text = new TextDecoder().decode(bytes);
    for (const damaged of [
      text.slice(0, -1),
      text.replace("staged-directory 1", "staged-directory 2"),
      text.replace("a.txt", ".."),
      text.replace("a.txt", "A/b"),
      text.replace("a.txt", "EMPTY"),
      text.replace("a.txt", "z.txt"),
      text.replace('"f"', ' "f"'),
      text.replace(/"[0-9a-f]{64}"/, '"00"'),
      text.replace(/,3\]/, ",-3]"),
      `${text}["x"]\n`,
      "",
    ]) {
      expect(decodeDirectory(new TextEncoder().encode(damaged)).ok, damaged).toBe(false);
    }
    expect(decodeDirectory(new Uint8Array([0xff, 0xfe])).ok).toBe(false);
  });

  test("[V1] property: a tree read back from its objects is the same tree", () => {
    fc.assert(
      fc.property(arbitraryTree, (of) => {
        const store = new Map([...newObjects(of, () => false)].map(({ hash, bytes }) => [hash, bytes]));
        const back = treeFromObjects(treeHash(of), (hash) => store.get(hash)!);
        expect(shown(back)).toEqual(shown(of));
        expect(treeHash(putEntry(back, path("zzz"), file("1")))).toBe(treeHash(putEntry(of, path("zzz"), file("1"))));
      }),
    );
  });

  test("only unknown objects are written, children before parents", () => {
    const before = tree(LITERAL);
    const known = new Set([...newObjects(before, () => false)].map(({ hash }) => hash));
    const added = [...newObjects(edited(before, { "d/e/y.txt": "changed" }), (hash) => known.has(hash))];
    expect(added).toHaveLength(3);
    expect(added.at(-1)?.hash).toBe(treeHash(edited(before, { "d/e/y.txt": "changed" })));
  });

  test("two folders of equal content are one object, under two names", () => {
    const twice = tree({ "p/x": "1", "q/x": "1" });
    const objects = [...newObjects(twice, () => false)];
    expect(objects).toHaveLength(2);
    const store = new Map(objects.map(({ hash, bytes }) => [hash, bytes]));
    expect(shown(treeFromObjects(treeHash(twice), (hash) => store.get(hash)!))).toEqual(shown(twice));
  });
});

describe("differences", () => {
  test("[J6] property: the difference is what a naive comparison says, filled folders apart", () => {
    fc.assert(
      fc.property(arbitraryPair, ([a, b]) => {
        const [before, after] = [
          new Map([...entries(a)].map((e) => [e.path, e.entry])),
          new Map([...entries(b)].map((e) => [e.path, e.entry])),
        ];
        const naive = [...new Set([...before.keys(), ...after.keys()])]
          .filter((at) => !sameEntry(before.get(at), after.get(at)))
          .filter(
            (at) => !(before.get(at)?.kind === "directory" && !after.has(at) && nodeAt(b, at)?.kind === "directory"),
          )
          .sort();
        expect(diffTrees(a, b).map((difference) => difference.path)).toEqual(naive);
      }),
      { numRuns: 500 },
    );
  });

  test("[J6] property: applied, it gives the other tree, both ways", () => {
    fc.assert(
      fc.property(arbitraryPair, ([a, b]) => {
        expect(treeHash(applyDifferences(a, diffTrees(a, b)))).toBe(treeHash(b));
        expect(treeHash(applyDifferences(b, diffTrees(b, a)))).toBe(treeHash(a));
      }),
      { numRuns: 500 },
    );
  });
});
