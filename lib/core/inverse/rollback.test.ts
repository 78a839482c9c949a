import { describe, expect, test } from "vitest";

import { Workspace } from "../testing/workspace.ts";
import { failure } from "../testing/worlds.ts";
import { treeHash } from "../tree/objects.ts";
import { draftRollback, sealRollback } from "./rollback.ts";

/** Promotes what one turn does. */
function promoted(
  ws: Workspace,
  ...batches: readonly Readonly<Record<string, string | null | undefined>>[]
): Workspace {
  const w = ws.branch();
  for (const batch of batches) ws.turn(w, batch);
  ws.decide(w, "accept");
  ws.promote(w);
  return ws;
}

const left = (ws: Workspace, n: number): string[] => ws.rollBack(n).map(({ path, why }) => `${path} ${why}`);

describe("rolling back", () => {
  test("[M4, M5] an edit, a creation, a deletion and an empty folder; undone, the tree hash is exactly as it was", () => {
    const ws = promoted(new Workspace({ a: "1", gone: "2", "d/only": "3", empty: null }), {
      a: "A",
      new: "x",
      gone: undefined,
      "d/only": undefined,
      d: null,
      "empty/x": "y",
    });
    const [before, after] = [ws.promotions[0]!.before, treeHash(ws.head)];
    expect(left(ws, 1)).toEqual([]);
    expect(treeHash(ws.head)).toBe(treeHash(before));
    expect(left(ws, 2)).toEqual([]);
    expect(treeHash(ws.head)).toBe(after);
  });

  test("[M4, M5] a move, with and without an edit on the way", () => {
    for (const batches of [[{ a: undefined, c: "1,2" }], [{ a: undefined, c: "1,2" }, { c: "1,B" }]]) {
      const ws = promoted(new Workspace({ a: "1,2" }), ...batches);
      const after = treeHash(ws.head);
      ws.rollBack(1);
      expect(ws.read(ws.head)).toEqual({ a: "1,2" });
      ws.rollBack(2);
      expect(treeHash(ws.head)).toBe(after);
    }
  });

  test("[M4] later work on other paths stays", () => {
    const ws = promoted(promoted(new Workspace({ a: "1", b: "1" }), { a: "2" }), { b: "2" });
    expect(left(ws, 1)).toEqual([]);
    expect(ws.read(ws.head)).toEqual({ a: "1", b: "2" });
  });

  test("[M4] later work on another cell of the path is merged, on the same cell it is a conflict by name", () => {
    const ws = promoted(promoted(new Workspace({ a: "1,2" }), { a: "A,2" }), { a: "A,B" });
    expect(left(ws, 1)).toEqual([]);
    expect(ws.read(ws.head)).toEqual({ a: "1,B" });
    const clash = promoted(promoted(new Workspace({ a: "1,2", b: "1" }), { a: "A,2", b: "2" }), { a: "AA,2" });
    expect(left(clash, 1)).toEqual(["a conflict"]);
    expect(clash.read(clash.head)).toEqual({ a: "AA,2", b: "1" });
  });

  test("[M4] as the user chooses, a conflict stops it all", () => {
    const ws = promoted(promoted(new Workspace({ a: "1", b: "1" }), { a: "2", b: "2" }), { a: "3" });
    const draft = draftRollback(ws.head, ws.promotions[0]!.inverse, [ws.promotions[1]!.inverse]);
    const stopped = failure(sealRollback(draft, new Map(), "stop"));
    expect(stopped.leftOut.map(({ path, why }) => [path, why])).toEqual([["a", "conflict"]]);
  });

  test("[M4] a file is followed over later moves", () => {
    const ws = promoted(promoted(new Workspace({ a: "1,2" }), { a: "A,2" }), { a: undefined, "d/moved": "A,2" });
    expect(left(ws, 1)).toEqual([]);
    expect(ws.read(ws.head)).toEqual({ "d/moved": "1,2" });
  });

  test("[M4] the inverse of a move carries later edits back", () => {
    const ws = promoted(promoted(new Workspace({ a: "1,2" }), { a: undefined, c: "1,2" }), { c: "1,B" });
    expect(left(ws, 1)).toEqual([]);
    expect(ws.read(ws.head)).toEqual({ a: "1,B" });
  });

  test("[M4] where the old place is taken or the file was moved again, both paths are left out", () => {
    const taken = promoted(promoted(new Workspace({ a: "1" }), { a: undefined, c: "1" }), { a: "new" });
    expect(left(taken, 1)).toEqual(["c occupied"]);
    expect(taken.read(taken.head)).toEqual({ a: "new", c: "1" });
    const again = promoted(promoted(new Workspace({ a: "1,2" }), { a: undefined, c: "1,2" }), {
      c: undefined,
      e: "1,2",
    });
    expect(left(again, 1)).toEqual(["e moved-later"]);
    expect(again.read(again.head)).toEqual({ e: "1,2" });
  });

  test("[M4] what n created and later work edited is left out; what later work deleted is named", () => {
    const created = promoted(promoted(new Workspace({}), { new: "1" }), { new: "2" });
    expect(left(created, 1)).toEqual(["new edited-later"]);
    const deleted = promoted(promoted(new Workspace({ a: "1" }), { a: "2" }), { a: undefined });
    expect(left(deleted, 1)).toEqual(["a deleted-later"]);
    const both = promoted(promoted(new Workspace({}), { new: "1" }), { new: undefined });
    expect(left(both, 1)).toEqual([]);
  });

  test("[M4] a rollback revives no operation, and branches go stale or along", () => {
    const ws = promoted(new Workspace({ a: "1", b: "1" }), { a: "2" });
    const w = ws.turn(ws.branch(), { a: "3", b: "2" });
    ws.rollBack(1);
    ws.rebase(w);
    expect(ws.read(w.state.current)).toEqual({ a: "1", b: "2" });
    expect(w.state.stale).toHaveLength(1);
  });

  test("[M5] undone after later work, every path untouched in between is as it was", () => {
    const ws = promoted(new Workspace({ a: "1", b: "1" }), { a: "2", b: "2" });
    ws.rollBack(1);
    promoted(ws, { a: "later" });
    expect(left(ws, 2)).toEqual(["a conflict"]);
    expect(ws.read(ws.head)).toEqual({ a: "later", b: "2" });
  });
});
