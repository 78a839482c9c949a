import { describe, expect, test } from "vitest";

import {
  ADA,
  AGENT,
  BEN,
  by,
  content,
  edited,
  failure,
  h,
  shown,
  shownLiteral,
  tree,
  value,
  World,
  write,
  type Literal,
} from "../testing/worlds.ts";
import type { Change } from "../change/change.ts";
import { changeId } from "../change/change.ts";
import { treeHash } from "../tree/objects.ts";
import { path } from "../tree/path.ts";
import { mapValues } from "../tree/persistent-map.ts";
import { decide } from "./decide.ts";
import { decisionAt } from "./decisions.ts";
import { deltaOf } from "./delta.ts";
import type { OperationId, PatchId, UserId } from "./entry.ts";
import { humanEdit } from "./human-edit.ts";
import { rebase } from "./rebase.ts";
import { reconcile, sidesOf } from "./reconcile.ts";
import { applyRejections } from "./rejections.ts";
import { replay, startBranch } from "./replay.ts";
import type { BranchState } from "./state.ts";
import { synchronize } from "./synchronize.ts";
import { closeTurn, openTurn } from "./turn.ts";

const world = (literal: Literal): World => new World(tree(literal));
const live = (state: BranchState): string[] =>
  [...mapValues(state.live)]
    .sort((a, b) => a.seq - b.seq)
    .map(({ kind, path: at, toPath }) => (toPath === undefined ? `${kind} ${at}` : `${kind} ${at} ${toPath}`));
const holds = (of: World, literal: Literal): void => {
  expect(shown(of.state.current)).toEqual(shownLiteral(literal));
  const replayed = of.replayed();
  expect(shown(replayed.current)).toEqual(shownLiteral(literal));
  expect(live(replayed)).toEqual(live(of.state));
  expect(replayed.stale).toEqual(of.state.stale);
};
const rebased = (of: World, literal: Literal): World => {
  of.knows(tree(literal));
  return of.take(value(rebase(of.state, { accepted: tree(literal), carried: [] }, by(ADA))));
};
const clashes = (of: World): (string | null)[][] =>
  of.state.stale.map(({ clash }) => [
    clash?.path ?? null,
    clash?.held ?? null,
    clash?.current ?? null,
    clash?.sandbox ?? null,
  ]);

describe("journal", () => {
  test("[J4] one gap-free sequence; a gap throws", () => {
    const w = world({ a: "1" })
      .turn({ a: "2" })
      .person(write("a", "2", "3"));
    expect(w.journal.map(({ seq }) => seq)).toEqual(w.journal.map((_, i) => i + 1));
    const gap = w.journal.filter(({ seq }) => seq !== 2);
    expect(() => replay(startBranch("chat", tree({ a: "1" })), gap, () => tree({}))).toThrow("J4");
  });

  test("[J1] operations are immutable: nothing appended changes an entry before", () => {
    const w = world({ a: "1" }).turn({ a: "2" });
    const [before, length] = [JSON.stringify(w.journal), w.journal.length];
    w.turn({ a: "1" }).person(write("b", null, "x"));
    expect(JSON.stringify(w.journal.slice(0, length))).toBe(before);
  });

  test("[J3] a journal whose operation does not fold onto the tip is broken, and says so", () => {
    const w = world({ a: "1" }).turn({ a: "2" });
    const [forged] = w.journal.filter(({ type }) => type === "operation");
    const entry = { ...forged, seq: w.state.seq + 1 } as (typeof w.journal)[number];
    expect(() => replay(w.state, [entry], () => tree({}))).toThrow("J3");
  });

  test("[S4] t grows by one exactly when W_t or W_0 changes; points name both trees", () => {
    const w = world({ a: "1" });
    w.open();
    expect(w.state.t).toBe(0);
    w.agent({ a: "2" });
    expect(w.state.t).toBe(1);
    w.agent({});
    expect(w.state.t).toBe(1);
    w.person(write("b", null, "x"));
    expect(w.state.t).toBe(2);
    w.close();
    expect(w.state.t).toBe(2);
    rebased(w, { a: "1", c: "3" });
    expect(w.state.t).toBe(3);
    expect(w.state.points.at(-1)).toMatchObject({
      base: treeHash(tree({ a: "1", c: "3" })),
      current: treeHash(tree({ a: "2", b: "x", c: "3" })),
      cause: "rebase",
    });
    expect(w.state.turns).toBe(1);
  });
});

describe("turns", () => {
  test("[B1] at most one turn is open, and only an open one ends", () => {
    const w = world({ a: "1" }).open();
    expect(failure(openTurn(w.state, { patch: "x" as PatchId, title: "" }, by(AGENT))).reason).toBe("turn-open");
    w.close();
    expect(failure(closeTurn(w.state, by(AGENT))).reason).toBe("no-open-turn");
    expect(failure(synchronize(w.state, { sandbox: tree({}), illegal: [] }, by(AGENT))).reason).toBe("no-open-turn");
  });

  test("[B1] W_0 moves between turns only, and on no evaluation branch", () => {
    const w = world({ a: "1" }).open();
    expect(failure(rebase(w.state, { accepted: tree({}), carried: [] }, by(ADA))).reason).toBe("turn-open");
    const evaluation = new World(tree({ a: "1" }), "evaluation");
    expect(failure(rebase(evaluation.state, { accepted: tree({}), carried: [] }, by(ADA))).reason).toBe(
      "evaluation-branch",
    );
  });

  test("[B1] a rebase onto the base it stands on is nothing", () => {
    expect(
      value(rebase(world({ a: "1" }).state, { accepted: tree({ a: "1" }), carried: [] }, by(ADA))).entries,
    ).toEqual([]);
  });

  test("[V4] an illegal name blocks the end of the turn until it is renamed", () => {
    const w = world({ a: "1" }).open();
    const sandbox = w.state.openTurn!.held;
    w.take(value(synchronize(w.state, { sandbox, illegal: ["bad\u0001name"] }, by(AGENT))));
    expect(failure(closeTurn(w.state, by(AGENT)))).toEqual({ reason: "illegal-entries", illegal: ["bad\u0001name"] });
    w.take(value(synchronize(w.state, { sandbox: edited(sandbox, { "bad name": "x" }), illegal: [] }, by(AGENT))));
    w.close();
    holds(w, { a: "1", "bad name": "x" });
  });

  test("[B2] a turn is one patch; a person's edits are a human patch", () => {
    const w = world({ a: "1" })
      .turn({ a: "2" }, { b: "3" })
      .person(write("c", null, "4"));
    expect(
      [...mapValues(w.state.patches)]
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ turn, actor }) => [turn, actor.kind]),
    ).toEqual([
      [1, "agent"],
      [null, "person"],
    ]);
  });
});

describe("redundant chains", () => {
  test("[J3] an agent goes from A to B and back while another branch promotes B", () => {
    const w = world({ a: "A" }).turn({ a: "B" }, { a: "A" });
    expect(live(w.state)).toEqual([]);
    rebased(w, { a: "B" });
    expect(w.state.stale).toEqual([]);
    holds(w, { a: "B" });
  });

  test("[J3] an agent goes from A to B, another branch promotes B, and the agent goes back to A: its A is a change", () => {
    const w = rebased(world({ a: "A" }).turn({ a: "B" }), { a: "B" });
    expect(live(w.state)).toEqual([]);
    w.turn({ a: "A" });
    expect(live(w.state)).toEqual(["replace a"]);
    holds(w, { a: "A" });
  });

  test("[J3] an agent goes from A to B and back to A while a person edits another cell: a clash with three sides", () => {
    const w = world({ book: "A" }).open().agent({ book: "B" });
    w.person(write("book", "B", "B and person"));
    w.agent({ book: "A" });
    expect(clashes(w)).toEqual([["book", h("B"), h("B and person"), h("A")]]);
    holds(w, { book: "B and person" });
  });
});

describe("rebase", () => {
  test("[B1, J2] what no longer fits turns stale, and nothing is overwritten", () => {
    const w = rebased(world({ a: "1", b: "1" }).turn({ a: "2", b: "2" }), { a: "theirs", b: "1" });
    expect(w.state.stale.map(({ paths, because }) => [paths[0]?.path, because])).toEqual([["a", "rebase"]]);
    holds(w, { a: "theirs", b: "2" });
  });

  test("[J2] a stale operation poisons nothing that comes after it", () => {
    const w = rebased(world({ a: "1" }).turn({ a: "2" }), { a: "theirs" });
    w.turn({ a: "after" });
    holds(w, { a: "after" });
    expect(live(w.state)).toEqual(["replace a"]);
    rebased(w, { a: "theirs", c: "new" });
    expect(w.state.stale).toHaveLength(1);
    holds(w, { a: "after", c: "new" });
  });

  test("[J2] staleness stays until it is reconciled, even where the base comes back", () => {
    const w = rebased(world({ a: "1" }).turn({ a: "2" }), { a: "theirs" });
    rebased(w, { a: "1" });
    expect(w.state.stale).toHaveLength(1);
    holds(w, { a: "1" });
  });

  test("[J2] two branches create case twins: the second is stale, with the twin as it is", () => {
    const w = rebased(world({}).turn({ "readme.md": "mine" }), { "README.md": "theirs" });
    expect(w.state.stale).toHaveLength(1);
    expect(
      failure(
        reconcile(
          w.state,
          { stale: w.state.stale[0]!.id, resolution: { kind: "take-staged" }, patch: w.patch() },
          by(ADA),
        ),
      ),
    ).toMatchObject({
      reason: "blocked",
      obstacle: { kind: "case-twin", at: "README.md" },
    });
    holds(w, { "README.md": "theirs" });
  });

  test("[J3] two branches create the same file alike: no conflict", () => {
    const w = rebased(world({}).turn({ a: "same" }), { a: "same" });
    expect([live(w.state), w.state.stale]).toEqual([[], []]);
    holds(w, { a: "same" });
  });

  test("[J2] a moved file that others edited: the move and what hangs on it is stale as one", () => {
    const w = rebased(world({ a: "1" }).turn({ a: undefined, c: "1" }, { c: "2" }), { a: "theirs" });
    expect(w.state.stale.map(({ operations }) => operations.map(({ kind }) => kind))).toEqual([["move", "replace"]]);
    holds(w, { a: "theirs" });
  });
});

describe("a person edits what the agent's sandbox holds an older version of", () => {
  const opened = (): World => world({ book: "0", other: "0" }).open();

  test("[S1] on the same cell or another one: a clash with H, W_t and sandbox, and W_t keeps the person's edit", () => {
    const w = opened()
      .person(write("book", "0", "person"))
      .agent({ book: "agent" });
    expect(clashes(w)).toEqual([["book", h("0"), h("person"), h("agent")]]);
    holds(w, { book: "person", other: "0" });
  });

  test("[S1] to the same value: no clash", () => {
    const w = opened()
      .person(write("book", "0", "same"))
      .agent({ book: "same", other: "1" });
    expect(clashes(w)).toEqual([]);
    expect(live(w.state)).toEqual(["replace book", "replace other"]);
    holds(w, { book: "same", other: "1" });
  });

  test("[S1] one clash a path and turn: first H and newest sandbox", () => {
    const w = opened()
      .person(write("book", "0", "person"))
      .agent({ book: "agent 1" })
      .agent({ book: "agent 2" });
    expect(clashes(w)).toEqual([["book", h("0"), h("person"), h("agent 2")]]);
    w.agent({ other: "1" });
    expect(clashes(w)).toEqual([["book", h("0"), h("person"), h("agent 2")]]);
    holds(w, { book: "person", other: "1" });
  });

  test("[S1] it dissolves when they become equal, by the agent or by the person", () => {
    const byAgent = opened()
      .person(write("book", "0", "person"))
      .agent({ book: "agent" })
      .agent({ book: "person" });
    expect(clashes(byAgent)).toEqual([]);
    holds(byAgent, { book: "person", other: "0" });
    byAgent.agent({ book: "next" });
    holds(byAgent, { book: "next", other: "0" });
    const byPerson = opened()
      .person(write("book", "0", "person"))
      .agent({ book: "agent" })
      .person(write("book", "person", "agent"));
    expect(clashes(byPerson)).toEqual([]);
    holds(byPerson, { book: "agent", other: "0" });
  });

  test("[S1, J3] it dissolves when the agent takes its edit back", () => {
    const w = opened()
      .person(write("book", "0", "person"))
      .agent({ book: "agent" })
      .agent({ book: "0" });
    expect(clashes(w)).toEqual([]);
    holds(w, { book: "person", other: "0" });
  });

  test("[S1] the agent deletes, moves, or writes below what a person edited: nothing of the person's is lost", () => {
    const deleted = opened()
      .person(write("book", "0", "person"))
      .agent({ book: undefined });
    expect(clashes(deleted)).toEqual([["book", h("0"), h("person"), null]]);
    holds(deleted, { book: "person", other: "0" });

    const moved = world({ book: "unique" })
      .open()
      .person(write("book", "unique", "person"))
      .agent({ book: undefined, moved: "unique" });
    expect(clashes(moved)).toEqual([["book", h("unique"), h("person"), null]]);
    holds(moved, { book: "person", moved: "unique" });

    const below = world({})
      .open()
      .person(write("d", null, "person"))
      .agent({ "d/x": "agent" });
    expect(clashes(below)).toEqual([["d/x", null, null, h("agent")]]);
    holds(below, { d: "person" });
  });

  test("[S1] the agent's other edits of the same batch go through, and earlier ones stay live", () => {
    const w = opened()
      .agent({ book: "agent 1" })
      .person(write("book", "agent 1", "person"))
      .agent({ book: "agent 2", other: "1" });
    expect(clashes(w)).toEqual([["book", h("agent 1"), h("person"), h("agent 2")]]);
    holds(w, { book: "person", other: "1" });
  });

  test("[S1] a clash of the last turn and one of this turn stand beside each other", () => {
    const w = opened()
      .person(write("book", "0", "p1"))
      .agent({ book: "a1" })
      .close();
    w.open()
      .person(write("book", "p1", "p2"))
      .agent({ book: "a2" });
    expect(clashes(w)).toEqual([
      ["book", h("0"), h("p1"), h("a1")],
      ["book", h("p1"), h("p2"), h("a2")],
    ]);
  });
});

describe("edits by a person", () => {
  test("[B2] a wrong base changes nothing and answers with both versions", () => {
    const w = world({ a: "1" });
    expect(
      failure(humanEdit(w.state, { patch: w.patch(), edits: [write("b", null, "x"), write("a", "0", "2")] }, by(ADA))),
    ).toEqual({
      reason: "base-differs",
      path: "a",
      expected: h("0"),
      found: h("1"),
    });
  });

  test("[V4] an illegal place is refused by what is in the way", () => {
    const w = world({ "Plan.xlsx": "1" });
    expect(
      failure(humanEdit(w.state, { patch: w.patch(), edits: [write("plan.xlsx", null, "x")] }, by(ADA))),
    ).toMatchObject({
      reason: "not-absent",
      obstacle: { kind: "case-twin", at: "Plan.xlsx" },
    });
  });

  test("moves, folders and deletions", () => {
    const w = world({ a: "1", gone: "2" });
    w.person(
      { kind: "move", path: path("a"), toPath: path("d/a"), base: h("1") },
      { kind: "mkdir", path: path("new") },
      { kind: "delete", path: path("gone"), base: h("2") },
    );
    holds(w, { "d/a": "1", new: null });
    w.person({ kind: "rmdir", path: path("new") });
    holds(w, { "d/a": "1" });
    expect(live(w.state)).toEqual(["move a d/a", "delete gone"]);
  });
});

describe("reconciling", () => {
  const stale = (): World => rebased(world({ a: "base", b: "1" }).turn({ a: "staged" }), { a: "accepted", b: "1" });
  const settle = (w: World, resolution: Parameters<typeof reconcile>[1]["resolution"]): World =>
    w.take(value(reconcile(w.state, { stale: w.state.stale[0]!.id, resolution, patch: w.patch() }, by(ADA))));

  test("[M6] the three sides", () => {
    const w = stale();
    expect(sidesOf(w.state, w.state.stale[0]!.id)).toEqual([
      { path: "a", base: h("base"), accepted: h("accepted"), staged: h("staged") },
    ]);
  });

  test("[M6] keep accepted", () => {
    const w = settle(stale(), { kind: "keep-accepted" });
    expect([w.state.stale, live(w.state)]).toEqual([[], []]);
    holds(w, { a: "accepted", b: "1" });
  });

  test("[M6] take staged, whole or without what was rejected in it", () => {
    const w = settle(stale(), { kind: "take-staged" });
    expect([w.state.stale, live(w.state)]).toEqual([[], ["replace a"]]);
    holds(w, { a: "staged", b: "1" });
    const without = settle(stale(), {
      kind: "take-staged",
      instead: new Map([[path("a"), content("staged in part")]]),
    });
    holds(without, { a: "staged in part", b: "1" });
  });

  test("[M6] a merge or an edit by hand", () => {
    const w = settle(stale(), { kind: "result", results: new Map([[path("a"), content("merged")]]) });
    expect([...mapValues(w.state.live)].map(({ cause, actor }) => [cause, actor.kind])).toEqual([
      ["reconcile", "person"],
    ]);
    holds(w, { a: "merged", b: "1" });
  });

  test("[M6] a stale move that is taken is a move again", () => {
    const w = rebased(world({ a: "1" }).turn({ a: undefined, c: "1" }), { a: "theirs" });
    settle(w, { kind: "take-staged" });
    expect(live(w.state)).toEqual(["move a c", "replace c"]);
    holds(w, { c: "1" });
  });

  test("[M6] what is not stale is not reconciled", () => {
    const w = world({ a: "1" }).turn({ a: "2" });
    expect(
      failure(
        reconcile(
          w.state,
          { stale: "none" as OperationId, resolution: { kind: "keep-accepted" }, patch: w.patch() },
          by(ADA),
        ),
      ),
    ).toEqual({ reason: "not-stale" });
  });

  test("[M6, S1] a clash ends like any other, and the agent's next edits fold on", () => {
    const w = world({ a: "0" })
      .open()
      .person(write("a", "0", "person"))
      .agent({ a: "agent" });
    settle(w, { kind: "take-staged" });
    holds(w, { a: "agent" });
    w.agent({ a: "agent 2" });
    expect(w.state.stale).toEqual([]);
    holds(w, { a: "agent 2" });
  });
});

describe("applying rejections", () => {
  test("[R4] one human operation a file, and what is left without an effect is superseded", () => {
    const w = world({ a: "1", b: "1" }).turn({ a: "2", b: "2", c: "3" });
    w.take(
      value(
        applyRejections(
          w.state,
          {
            patch: w.patch(),
            cleaned: [
              { path: path("a"), result: { kind: "file", ...content("1 and a half") } },
              { path: path("c"), result: null },
            ],
          },
          by(ADA),
        ),
      ),
    );
    holds(w, { a: "1 and a half", b: "2" });
    expect(live(w.state)).toEqual(["replace a", "replace b", "replace a"]);
    expect(w.state.points.at(-1)?.cause).toBe("rejection");
  });

  test("[R4] a rejected move goes back, with the edits made meanwhile", () => {
    const w = world({ a: "1" }).turn({ a: undefined, c: "1" }, { c: "2" });
    w.take(
      value(
        applyRejections(
          w.state,
          {
            patch: w.patch(),
            cleaned: [{ path: path("c"), toPath: path("a"), result: { kind: "file", ...content("2") } }],
          },
          by(ADA),
        ),
      ),
    );
    holds(w, { a: "2" });
    expect(deltaOf(w.state.base, w.state.current, mapValues(w.state.live)).map(({ kind }) => kind)).toEqual([
      "modified",
    ]);
  });
});

describe("decisions in the journal", () => {
  const change: Change = {
    id: changeId({ kind: "modified", facet: "content", baseAddress: { kind: "file" }, before: 1, after: 2 }),
    kind: "modified",
    facet: "content",
    address: { kind: "file" },
  };
  const say = (w: World, actor: typeof ADA, verdict: "accept" | "reject" | "clear", answers?: number): World =>
    w.take(
      value(
        decide(
          w.state,
          [{ path: path("a"), change, verdict, ...(answers === undefined ? {} : { answers }) }],
          by(actor),
        ),
      ),
    );

  test("[R1] a decision changes no byte and makes no point", () => {
    const w = world({ a: "1" }).turn({ a: "2" });
    const { t, current } = w.state;
    say(w, ADA, "accept");
    expect([w.state.t, w.state.current]).toEqual([t, current]);
    expect(decisionAt(w.state.decisions, "a", change.id)?.latest).toMatchObject({
      verdict: "accept",
      by: "ada" as UserId,
      seq: w.state.seq,
    });
  });

  test("[R1] a contrary decision by somebody else needs the one it answers to", () => {
    const w = say(world({ a: "1" }).turn({ a: "2" }), ADA, "accept");
    const first = w.state.seq;
    expect(failure(decide(w.state, [{ path: path("a"), change, verdict: "reject" }], by(BEN)))).toMatchObject({
      reason: "contrary",
      standing: { seq: first, by: "ada" },
    });
    expect(failure(decide(w.state, [{ path: path("a"), change, verdict: "clear" }], by(BEN))).reason).toBe("contrary");
    say(w, BEN, "reject", first);
    expect(
      decisionAt(w.state.decisions, "a", change.id)?.history.map(({ by: who, verdict }) => [who, verdict]),
    ).toEqual([
      ["ada", "accept"],
      ["ben", "reject"],
    ]);
    expect(
      failure(decide(w.state, [{ path: path("a"), change, verdict: "accept", answers: first }], by(ADA))).reason,
    ).toBe("contrary");
  });

  test("[R1] one's own verdict may be changed or cleared", () => {
    const w = say(say(world({ a: "1" }), ADA, "accept"), ADA, "reject");
    say(w, ADA, "clear");
    say(w, BEN, "accept");
    expect(decisionAt(w.state.decisions, "a", change.id)?.latest.by).toBe("ben");
  });

  test("[R3] a recalculated result is never decided", () => {
    const w = world({ a: "1" });
    expect(
      failure(
        decide(
          w.state,
          [{ path: path("a"), change: { ...change, facet: "recalculated" }, verdict: "accept" }],
          by(ADA),
        ),
      ).reason,
    ).toBe("not-decidable");
  });

  test("[R1] when the base moves, decisions change places all at once", () => {
    const other: Change = {
      ...change,
      id: changeId({ kind: "modified", facet: "content", baseAddress: { kind: "file" }, before: 3, after: 4 }),
    };
    const w = world({ a: "1" });
    w.take(
      value(
        decide(
          w.state,
          [
            { path: path("a"), change, verdict: "accept" },
            { path: path("a"), change: other, verdict: "reject" },
          ],
          by(ADA),
        ),
      ),
    );
    const carried = [
      { from: { path: path("a"), id: change.id }, to: { path: path("a"), change: other } },
      { from: { path: path("a"), id: other.id }, to: { path: path("a"), change } },
    ];
    w.knows(tree({ a: "moved" })).take(value(rebase(w.state, { accepted: tree({ a: "moved" }), carried }, by(ADA))));
    expect(decisionAt(w.state.decisions, "a", change.id)?.latest.verdict).toBe("reject");
    expect(decisionAt(w.state.decisions, "a", other.id)?.latest.verdict).toBe("accept");
  });
});
