/**
 * Random histories of a whole workspace: several branches, turns of an agent, edits by people, decisions, partial
 * promotions, rebases, rejections, reconciliations, rollbacks. After each event the laws that nobody may break.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { humanEdit, type Edit } from "../journal/human-edit.ts";
import { reconcile } from "../journal/reconcile.ts";
import { reduce } from "../journal/reduce.ts";
import { treeHash } from "../tree/objects.ts";
import { path } from "../tree/path.ts";
import { mapValues } from "../tree/persistent-map.ts";
import { getFile, hashAt } from "../tree/tree.ts";
import { nameOf, Workspace } from "./workspace.ts";
import { ADA, by, h, mutated, shown, type Mutation, type World } from "./worlds.ts";

const TEXTS = ["1,2,3", "A,2,3", "1,B,3", "1,2,C", "A,B,C", "x", null] as const;
const PATHS = ["a", "b", "d", "d/a", "d/b", "A", "e/f"];
const mutation: fc.Arbitrary<Mutation> = fc.tuple(
  fc.constantFrom(...PATHS.map((one) => path(one))),
  fc.constantFrom(...TEXTS, undefined),
);
const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });

type Event =
  | { readonly type: "scan" | "open" | "close"; readonly changes: readonly Mutation[] }
  | { readonly type: "move"; readonly from: number; readonly to: string }
  | { readonly type: "edit"; readonly at: number; readonly text: string }
  | { readonly type: "accept" | "reject" | "clear"; readonly mask: number }
  | { readonly type: "promote" | "rebase" | "apply-rejections" | "keep" | "take" }
  | { readonly type: "roll-back"; readonly n: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom("scan" as const, "scan" as const, "open" as const, "close" as const),
      changes: mutations,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("move" as const),
      from: fc.nat(5),
      to: fc.constantFrom("m", "d/m", "e/m", "a"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("edit" as const),
      at: fc.nat(5),
      text: fc.constantFrom("1,2,3", "P,2,3", "1,2,P"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom("accept" as const, "accept" as const, "reject" as const, "clear" as const),
      mask: fc.nat(255),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom(
        "promote" as const,
        "rebase" as const,
        "apply-rejections" as const,
        "keep" as const,
        "take" as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("roll-back" as const), n: fc.nat(3) }) },
);

function happen(ws: Workspace, world: World, what: Event): void {
  switch (what.type) {
    case "open":
      if (world.state.openTurn === null) world.open();
      return;
    case "close":
      if (world.state.openTurn !== null) world.close();
      return;
    case "scan":
      if (world.state.openTurn !== null) world.scan(mutated(world.state.openTurn.held, what.changes));
      return;
    case "move":
    case "edit":
      edit(ws, world, what);
      return;
    case "accept":
    case "reject":
    case "clear": {
      let i = 0;
      ws.decide(world, what.type, () => ((what.mask >> (i++ % 8)) & 1) === 1);
      return;
    }
    case "promote":
      ws.promote(world);
      return;
    case "rebase":
      if (world.state.openTurn === null) ws.rebase(world);
      return;
    case "apply-rejections":
      ws.applyRejections(world);
      return;
    case "keep":
    case "take": {
      const [stale] = world.state.stale;
      if (stale === undefined) return;
      const kind = what.type === "keep" ? "keep-accepted" : "take-staged";
      const result = reconcile(world.state, { stale: stale.id, resolution: { kind }, patch: world.patch() }, by(ADA));
      if (result.ok) world.take(result.value);
      return;
    }
    case "roll-back":
      if (ws.promotions.length > what.n) ws.rollBack(what.n + 1);
  }
}

function edit(ws: Workspace, world: World, what: Extract<Event, { type: "move" | "edit" }>): void {
  const files = Object.keys(ws.read(world.state.current)).sort();
  const at = files[what.type === "move" ? what.from : what.at];
  if (at === undefined) return;
  const base = getFile(world.state.current, path(at))!.hash;
  const change: Edit =
    what.type === "move"
      ? { kind: "move", path: path(at), toPath: path(what.to), base }
      : { kind: "write", path: path(at), base, result: ws.text(what.text) };
  const result = humanEdit(world.state, { patch: world.patch(), edits: [change] }, by(ADA));
  if (result.ok) world.take(result.value);
}

function check(ws: Workspace, world: World, before: World["state"], head: string, what: Event): void {
  const { state } = world;
  const replayed = world.replayed();
  expect(treeHash(replayed.current), "[J4] replay gives the same W_t").toBe(treeHash(state.current));
  expect(treeHash(replayed.base), "[J4] replay gives the same W_0").toBe(treeHash(state.base));
  expect(replayed.stale, "[J4] replay gives the same stale chains").toEqual(state.stale);
  const again = reduce(
    state.base,
    [...mapValues(state.live)].sort((a, b) => a.seq - b.seq),
  );
  expect(shown(again.current), "[J5] W_t is the reduction of the live operations").toEqual(shown(state.current));
  const moved = treeHash(before.current) !== treeHash(state.current) || treeHash(before.base) !== treeHash(state.base);
  expect(state.t - before.t, "[S4] t grows by one exactly when a tree changes").toBe(moved ? 1 : 0);
  if (what.type === "promote")
    expect(treeHash(state.current), "[M3] a promotion never changes W_t").toBe(treeHash(before.current));
  if (what.type === "promote") expect(state.stale, "[M3] stale operations stay").toEqual(before.stale);
  if (!["promote", "roll-back"].includes(what.type))
    expect(treeHash(ws.head), "only a promotion changes what is accepted").toBe(head);
}

const base = { a: "1,2,3", b: "1,2,3", "d/a": "x", "e/f": "1,2,3", empty: null };

describe("laws of a workspace", () => {
  test("[J3, J4, J5, S1, S4, M3] property: random interleavings break none", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(1), event), { minLength: 5, maxLength: 40 }), (events) => {
        const ws = new Workspace(base);
        for (const text of [...TEXTS, "P,2,3", "1,2,P"]) if (text !== null) ws.text(text);
        const worlds = [ws.branch(), ws.branch()] as const;
        for (const [which, what] of events) {
          const world = worlds[which as 0 | 1];
          const [before, head] = [world.state, treeHash(ws.head)];
          world.knows(ws.head);
          happen(ws, world, what);
          check(ws, world, before, head, what);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("[M1, M3, R1, R4] property: a promotion writes what was accepted, never what was rejected, and loses nothing undecided", () => {
    fc.assert(
      fc.property(
        fc.array(mutations, { minLength: 1, maxLength: 3 }),
        fc.nat(0xffff),
        fc.nat(0xffff),
        (turns, accepts, rejects) => {
          const ws = new Workspace(base);
          for (const text of TEXTS) if (text !== null) ws.text(text);
          const world = ws.branch();
          for (const changes of turns) world.open().scan(mutated(world.state.openTurn!.held, changes)).close();
          let i = 0;
          ws.decide(world, "accept", () => ((accepts >> i++) & 1) === 1);
          i = 0;
          ws.decide(world, "reject", () => ((rejects >> i++) & 1) === 1);
          const before = ws.verdicts(world);
          const [pending, rejected] = ["pending", "rejected"].map((status) =>
            before.filter((one) => one.status === status && one.change.address.kind === "row").map(nameOf),
          );
          const plan = ws.promote(world);
          const taken = new Set(
            plan.entries.flatMap(({ path: at, basePath, decisions }) =>
              decisions.map(({ id }) => `${basePath ?? at} ${id}`),
            ),
          );
          for (const one of before) if (taken.has(`${one.path} ${one.change.id}`)) expect(one.status).toBe("accepted");
          const after = ws.verdicts(world);
          const left = new Set(after.filter(({ status }) => status !== "accepted").map(nameOf));
          const moved = new Set(
            plan.entries
              .filter(({ path: at, basePath }) => basePath !== null && basePath !== at)
              .map(({ basePath }) => basePath as string),
          );
          for (const name of [...(pending ?? []), ...(rejected ?? [])])
            if (!moved.has(name.split(":")[0] ?? "")) expect([...left]).toContain(name);
          expect(treeHash(world.state.base)).toBe(treeHash(ws.head));
          for (const { path: at, result } of plan.entries)
            if (result?.kind === "file") expect(hashAt(ws.head, at)).toBe(result.hash);
          expect(world.state.stale).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("[M4, M5] property: a rollback gives the tree before, its undoing the tree after", () => {
    fc.assert(
      fc.property(fc.array(mutations, { minLength: 1, maxLength: 3 }), fc.nat(0xffff), (turns, accepts) => {
        const ws = new Workspace(base);
        for (const text of TEXTS) if (text !== null) ws.text(text);
        const world = ws.branch();
        for (const changes of turns) world.open().scan(mutated(world.state.openTurn!.held, changes)).close();
        let i = 0;
        ws.decide(world, "accept", () => ((accepts >> i++) & 1) === 1);
        const [before] = [treeHash(ws.head), ws.promote(world)];
        const after = treeHash(ws.head);
        expect(ws.rollBack(1)).toEqual([]);
        expect(treeHash(ws.head)).toBe(before);
        expect(ws.rollBack(2)).toEqual([]);
        expect(treeHash(ws.head)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  test("[J6] the toy format knows its texts", () => {
    expect(getFile(new Workspace(base).head, path("a"))?.hash).toBe(h("1,2,3"));
  });
});
