import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { arbitraryPair, shown, tree, type Literal } from "../testing/worlds.ts";
import { treeHash } from "../tree/objects.ts";
import { performAll } from "./operation.ts";
import { recognise } from "./recognise.ts";

const said = (held: Literal, sandbox: Literal): string[] =>
  recognise(tree(held), tree(sandbox)).map(({ kind, path, toPath }) =>
    toPath === undefined ? `${kind} ${path}` : `${kind} ${path} ${toPath}`,
  );

describe("recognition", () => {
  test("[S1] creates, replaces and deletes by path", () => {
    expect(said({ a: "1", b: "2" }, { a: "9", c: "3" })).toEqual(["delete b", "replace a", "create c"]);
  });

  test("[J1] a unique exact pair is a move", () => {
    expect(said({ a: "1" }, { "d/b": "1" })).toEqual(["move a d/b"]);
  });

  test("[J1] an ambiguous pair is not", () => {
    expect(said({ a: "1", b: "1" }, { c: "1" })).toEqual(["delete a", "delete b", "create c"]);
    expect(said({ a: "1" }, { b: "1", c: "1" })).toEqual(["delete a", "create b", "create c"]);
  });

  test("[J1] a move with an edit is delete and create", () => {
    expect(said({ a: "1" }, { b: "2" })).toEqual(["delete a", "create b"]);
  });

  test("[J1] a swap and a cycle are replaces", () => {
    expect(said({ a: "1", b: "2" }, { a: "2", b: "1" })).toEqual(["replace a", "replace b"]);
    expect(said({ a: "1", b: "2", c: "3" }, { a: "3", b: "1", c: "2" })).toEqual([
      "replace a",
      "replace b",
      "replace c",
    ]);
  });

  test("[J1] a move into itself, a case-only rename and a cross of folders have no order", () => {
    expect(said({ a: "1" }, { "a/x": "1" })).toEqual(["delete a", "create a/x"]);
    expect(said({ "d/x": "1" }, { d: "1" })).toEqual(["delete d/x", "create d"]);
    expect(said({ a: "1" }, { A: "1" })).toEqual(["delete a", "create A"]);
    expect(said({ a: "1", b: "2" }, { "b/x": "1", "a/y": "2" })).toEqual(["delete a", "move b a/y", "create b/x"]);
  });

  test("[J1] moves wait for each other: a file moves to where another moved away from", () => {
    expect(said({ a: "1", "b/x": "2" }, { b: "1", "c/x": "2" })).toEqual(["move b/x c/x", "move a b"]);
  });

  test("[J1] delete d, create d/x", () => {
    expect(said({ d: "1" }, { "d/x": "2" })).toEqual(["delete d", "create d/x"]);
  });

  test("[J1] a folder move is a group of moves, and only an empty folder is an entry of its own", () => {
    expect(said({ "d/x": "1", "d/y": "2" }, { "e/x": "1", "e/y": "2" })).toEqual(["move d/x e/x", "move d/y e/y"]);
    expect(said({ "d/x": "1" }, { d: null })).toEqual(["delete d/x", "mkdir d"]);
    expect(said({ d: null }, { "d/x": "1" })).toEqual(["create d/x"]);
    expect(said({ d: null }, {})).toEqual(["rmdir d"]);
    expect(said({ d: null }, { d: "1" })).toEqual(["rmdir d", "create d"]);
    expect(said({ d: "1" }, { d: null })).toEqual(["delete d", "mkdir d"]);
  });

  test("[S1] property: performing the batch on what was held gives the sandbox, and each operation fits", () => {
    fc.assert(
      fc.property(arbitraryPair, ([held, sandbox]) => {
        const result = performAll(held, recognise(held, sandbox));
        expect(shown(result)).toEqual(shown(sandbox));
        expect(treeHash(result)).toBe(treeHash(sandbox));
      }),
      { numRuns: 2_000 },
    );
  });

  test("[J1] property: one operation a path, a replace is never a delete and a create", () => {
    fc.assert(
      fc.property(arbitraryPair, ([held, sandbox]) => {
        const drafts = recognise(held, sandbox);
        const files = drafts
          .filter(({ kind }) => kind !== "mkdir" && kind !== "rmdir")
          .map(({ kind, path, toPath }) => [kind, path, toPath] as const);
        const deleted = new Set(files.filter(([kind]) => kind === "delete").map(([, path]) => path));
        expect(files.filter(([kind, path]) => kind === "create" && deleted.has(path))).toEqual([]);
      }),
    );
  });
});
