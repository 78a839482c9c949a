import { describe, expect, test } from "vitest";

import { nameOf, statuses, Workspace } from "../testing/workspace.ts";
import { ADA, BEN, by, failure, h, World, write } from "../testing/worlds.ts";
import { bulkAccept } from "../decision/bulk.ts";
import { closureToAccept, closureToReject } from "../decision/closure.ts";
import { settlePromotion } from "../journal/promotion.ts";
import { treeHash } from "../tree/objects.ts";
import { path } from "../tree/path.ts";
import { mapGet, mapValues } from "../tree/persistent-map.ts";
import { draftPlan } from "./draft.ts";
import { checkPlan, sealPlan } from "./seal.ts";

const live = (world: World): string[] =>
  [...mapValues(world.state.live)]
    .sort((a, b) => a.seq - b.seq)
    .map(({ kind, path: at, toPath }) => [kind, at, toPath].filter(Boolean).join(" "));
const one = (name: string) => (other: string) => other === name;

describe("promoting a part", () => {
  test("[M3] part of a workbook is promoted; the rest stays pending and in W_t", () => {
    const ws = new Workspace({ book: "1,2,3", other: "x" });
    const w = ws.turn(ws.branch(), { book: "1,B,C", other: "y" });
    ws.decide(w, "accept", one("book:2"));
    const t = w.state.t;
    ws.promote(w);
    expect(ws.read(ws.head)).toEqual({ book: "1,B,3", other: "x" });
    expect(ws.read(w.state.current)).toEqual({ book: "1,B,C", other: "y" });
    expect(ws.read(w.state.base)).toEqual({ book: "1,B,3", other: "x" });
    expect(statuses(ws.verdicts(w))).toEqual(
      ["book:3 pending", "other:all pending"].map((s) => s.replace("other:all", "other:1")),
    );
    expect(w.state.t).toBe(t + 1);
    expect(w.state.stale).toEqual([]);
    expect(treeHash(w.replayed().current)).toBe(treeHash(w.state.current));
  });

  test("[M3] also during an open turn: the agent works on, and its next edits fold", () => {
    const ws = new Workspace({ book: "1,2,3" });
    const w = ws.branch().open();
    for (const text of ["1,B,C", "1,B,D", "1,2,D"]) ws.text(text);
    w.agent({ book: "1,B,C" });
    ws.decide(w, "accept", one("book:2"));
    ws.promote(w);
    w.agent({ book: "1,B,D" }).close();
    expect(w.state.stale).toEqual([]);
    expect(ws.read(w.state.current)).toEqual({ book: "1,B,D" });
    expect(statuses(ws.verdicts(w))).toEqual(["book:3 pending"]);
  });

  test("[M3] a fully promoted chain leaves nothing; promotion spends its accepts and nothing else (R1)", () => {
    const ws = new Workspace({ a: "1", b: "1" });
    const w = ws.turn(ws.branch(), { a: "2", b: "2" });
    ws.decide(w, "accept");
    ws.promote(w, { paths: new Set([path("a")]) });
    expect(live(w)).toEqual(["replace b"]);
    expect(statuses(ws.verdicts(w))).toEqual(["b:1 accepted"]);
    ws.turn(w, { a: "1" }, { a: "2" });
    expect(statuses(ws.verdicts(w))).toEqual(["b:1 accepted"]);
    ws.turn(w, { a: "1" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 pending", "b:1 accepted"]);
  });

  test("[R1, M3] a spent accept does not accept the same change again after a rollback", () => {
    const ws = new Workspace({ a: "1" });
    const w = ws.turn(ws.branch(), { a: "2" });
    ws.decide(w, "accept");
    ws.promote(w);
    ws.rollBack(1);
    ws.rebase(w);
    expect(ws.read(w.state.current)).toEqual({ a: "1" });
    ws.turn(w, { a: "2" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 pending"]);
  });

  test("[M3] moves are kept as moves, and provenance survives", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: undefined, c: "1,2" });
    ws.turn(w, { c: "1,B" });
    const made = ws.verdicts(w).find((verdict) => nameOf(verdict) === "~a")?.provenance?.seq;
    ws.decide(w, "accept", one("a:2"));
    ws.promote(w);
    expect(ws.read(ws.head)).toEqual({ a: "1,B" });
    expect(live(w)).toEqual(["move a c"]);
    expect(ws.read(w.state.current)).toEqual({ c: "1,B" });
    expect(ws.verdicts(w).map((verdict) => [nameOf(verdict), verdict.status, verdict.provenance?.seq])).toEqual([
      ["~a", "pending", made],
    ]);
  });

  test("[M3] a move is promoted and the edit of the moved file stays pending, on its new path", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: undefined, c: "1,2" });
    ws.turn(w, { c: "1,B" });
    ws.decide(w, "accept", one("~a"));
    ws.promote(w);
    expect(ws.read(ws.head)).toEqual({ c: "1,2" });
    expect(statuses(ws.verdicts(w))).toEqual(["c:2 pending"]);
    expect(live(w)).toEqual(["replace c"]);
  });

  test("[M3] a rejection survives the promotion of what is beside it, and follows a promoted move (R1)", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: undefined, c: "1,2" });
    ws.turn(w, { c: "A,B" });
    ws.decide(w, "accept", one("~a"));
    ws.decide(w, "reject", one("a:2"));
    ws.promote(w);
    expect(statuses(ws.verdicts(w))).toEqual(["c:1 pending", "c:2 rejected"]);
  });

  test("[M3] stale operations stay", () => {
    const ws = new Workspace({ a: "1", b: "1" });
    const w = ws.turn(ws.branch(), { a: "2" });
    const other = ws.turn(ws.branch(), { a: "3" });
    ws.decide(other, "accept");
    ws.promote(other);
    ws.rebase(w);
    ws.turn(w, { b: "2" });
    ws.decide(w, "accept");
    ws.promote(w);
    expect(w.state.stale).toHaveLength(1);
    expect(ws.read(ws.head)).toEqual({ a: "3", b: "2" });
  });

  test("[B1, M3] an evaluation branch is never promoted", () => {
    const ws = new Workspace({ a: "1" });
    const w = new World(ws.head, "evaluation");
    expect(() =>
      settlePromotion(w.state, { plan: ws.plan(w), promotion: 1, origins: new Map(), carried: [] }, by(ADA)),
    ).toThrow("B1");
  });
});

describe("plans", () => {
  test("[M1] what stays is listed by name and reason", () => {
    const ws = new Workspace({ a: "1,2,3,4" });
    const w = ws.turn(ws.branch(), { a: "A,B,C,4", new: "x" });
    ws.decide(w, "accept", one("a:1"));
    ws.decide(w, "reject", one("a:2"));
    const plan = ws.plan(w);
    expect(
      plan.entries.map(({ path: at, mustHold, result, leftOut }) => [
        at,
        mustHold,
        result,
        leftOut.map(({ why }) => why.kind),
      ]),
    ).toEqual([["a", [{ path: "a", hash: h("1,2,3,4") }], ws.text("A,2,3,4"), ["rejected", "pending"]]]);
    expect(plan.untouched.map(({ path: at, leftOut }) => [at, leftOut.map(({ why }) => why.kind)])).toEqual([
      ["new", ["pending", "pending"]],
    ]);
  });

  test("[M1] choosing turns chooses the changes last touched there; one that needs an unchosen turn is left out by name", () => {
    const ws = new Workspace({ d: "1", a: "1,2" });
    const w = ws.turn(ws.branch(), { d: undefined, a: "A,2" });
    ws.turn(w, { "d/x": "new", a: "A,B" });
    ws.decide(w, "accept");
    const turnKey = (seq: number): string =>
      String(mapGet(w.state.patches, mapGet(w.state.operations, String(seq))!.patch)!.turn);
    const second = ws.plan(w, { turns: new Set(["2"]), turnKey });
    expect(second.entries.map(({ path: at, result }) => [at, result?.kind === "file" ? result.hash : null])).toEqual([
      ["a", h("1,B")],
    ]);
    expect(second.untouched.find(({ path: at }) => at === "d/x")?.leftOut[0]?.why).toMatchObject({
      kind: "needs",
      path: "d",
      because: "not-chosen",
    });
    expect(ws.plan(w, { turns: new Set(["1"]), turnKey }).entries.map(({ path: at }) => at)).toEqual(["a", "d"]);
    expect(ws.read(ws.plan(w).resultingTree)).toEqual({ a: "A,B", "d/x": "new" });
  });

  test("[M2, R6] a plan that changes between approval and confirmation is another plan", () => {
    const ws = new Workspace({ a: "1,2", b: "1" });
    const w = ws.turn(ws.branch(), { a: "A,B", b: "2" });
    ws.decide(w, "accept", one("a:1"));
    const approved = ws.plan(w);
    expect(ws.plan(w).planHash).toBe(approved.planHash);
    ws.decide(w, "accept", one("a:2"));
    expect(ws.plan(w).planHash).not.toBe(approved.planHash);
    ws.decide(w, "clear", one("a:2"));
    expect(ws.plan(w).planHash).toBe(approved.planHash);
    ws.decide(w, "accept", one("a:1"));
    expect(ws.plan(w).planHash, "another decision").not.toBe(approved.planHash);
  });

  test("[M2] a promotion whose base moved between plan and confirmation is refused, by path", () => {
    const ws = new Workspace({ a: "1", b: "1" });
    const w = ws.turn(ws.branch(), { a: "2" });
    ws.decide(w, "accept");
    const plan = ws.plan(w);
    const other = ws.turn(ws.branch(), { a: "3" });
    ws.decide(other, "accept");
    ws.promote(other);
    expect(failure(checkPlan(plan, ws.head))).toEqual({
      reason: "base-moved",
      paths: [{ path: "a", hash: h("1"), found: h("3") }],
    });
    expect(ws.plan(w).entries).toEqual([]);
    expect(ws.plan(w).untouched[0]?.leftOut[0]?.why).toEqual({ kind: "base-moved", path: "a" });
  });

  test("[M2] two branches on one path: never do both win; the other goes stale", () => {
    const ws = new Workspace({ a: "1" });
    const [w1, w2] = [ws.turn(ws.branch(), { a: "2" }), ws.turn(ws.branch(), { a: "3" })];
    ws.decide(w1, "accept");
    ws.decide(w2, "accept");
    ws.promote(w1);
    expect(ws.promote(w2).entries).toEqual([]);
    expect(ws.read(ws.head)).toEqual({ a: "2" });
    ws.rebase(w2);
    expect(w2.state.stale).toHaveLength(1);
  });

  test("[M2] two branches create case twins: the second is left out by name, before and after its rebase", () => {
    const ws = new Workspace({});
    const [w1, w2] = [ws.turn(ws.branch(), { "Read.me": "1" }), ws.turn(ws.branch(), { "read.me": "2" })];
    ws.decide(w1, "accept");
    ws.decide(w2, "accept");
    ws.promote(w1);
    expect(ws.plan(w2).entries).toEqual([]);
    expect(ws.plan(w2).untouched[0]?.leftOut[0]?.why).toEqual({ kind: "base-moved", path: "Read.me" });
    ws.rebase(w2);
    expect(w2.state.stale).toHaveLength(1);
  });

  test("[R4] no plan is sealed with what was rejected in it", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: "A,B" });
    ws.decide(w, "accept", one("a:1"));
    ws.decide(w, "reject", one("a:2"));
    const draft = draftPlan({ base: w.state.base, accepted: ws.head, subjects: ws.review(w), selection: {} });
    expect(() => sealPlan(draft, new Map([[path("a"), ws.text("A,B")]]))).toThrow("R4");
    expect(failure(sealPlan(draft, new Map()))).toEqual({ reason: "not-made", paths: ["a"] });
  });
});

describe("verdicts", () => {
  test("[R1] an accept whose change is gone does not come back by itself; a rejection is remembered", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: "A,B" });
    ws.decide(w, "accept", one("a:1"));
    ws.decide(w, "reject", one("a:2"));
    ws.turn(w, { a: "1,2" });
    expect(ws.verdicts(w)).toEqual([]);
    ws.turn(w, { a: "A,B" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 pending", "a:2 rejected again"]);
  });

  test("[R1] a later turn keeps a decision where the identity is the same, and only there", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: "A,2" });
    ws.decide(w, "accept");
    ws.turn(w, { a: "A,B" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 accepted", "a:2 pending"]);
    ws.turn(w, { a: "Z,B" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 pending", "a:2 pending"]);
  });

  test("[R4] a rejected change that an agent stages again is rejected and flagged; a person's own edit is undecided", () => {
    const ws = new Workspace({ a: "1" });
    const w = ws.turn(ws.branch(), { a: "2" });
    ws.decide(w, "reject");
    ws.applyRejections(w);
    expect([ws.read(w.state.current), live(w)]).toEqual([{ a: "1" }, []]);
    ws.turn(w, { a: "2" });
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 rejected again"]);
    ws.applyRejections(w);
    w.person(write("a", "1", "2"));
    expect(statuses(ws.verdicts(w))).toEqual(["a:1 pending"]);
  });

  test("[R3] rejecting a creation rejects its contents, now and later", () => {
    const ws = new Workspace({});
    const w = ws.turn(ws.branch(), { new: "1" });
    ws.decide(w, "reject", one("+new"));
    expect(statuses(ws.verdicts(w))).toEqual(["+new rejected", "new= rejected through"]);
    ws.turn(w, { new: "2" });
    expect(statuses(ws.verdicts(w))).toEqual(["+new rejected", "new= rejected through"]);
    ws.applyRejections(w);
    ws.turn(w, { new: "3" });
    expect(statuses(ws.verdicts(w))).toEqual(["+new rejected again", "new= rejected through"]);
  });

  test("[R3] accepting a creation is not accepting what is written into it later", () => {
    const ws = new Workspace({});
    const w = ws.turn(ws.branch(), { new: "1" });
    ws.decide(w, "accept");
    ws.turn(w, { new: "2" });
    expect(statuses(ws.verdicts(w))).toEqual(["+new accepted", "new= pending"]);
    expect(ws.read(ws.plan(w).resultingTree)).toEqual({ new: "" });
  });

  test("[R3] creating d/x where d was a file requires the deletion of d, counted both ways", () => {
    const ws = new Workspace({ d: "1" });
    const w = ws.turn(ws.branch(), { d: undefined, "d/x": "2" });
    const verdicts = ws.verdicts(w);
    expect(closureToAccept(verdicts, (verdict) => nameOf(verdict) === "d/x=").all.map(nameOf)).toEqual([
      "-d",
      "+d/x",
      "d/x=",
    ]);
    expect(closureToReject(verdicts, (verdict) => nameOf(verdict) === "-d").added.map(nameOf)).toEqual([
      "+d/x",
      "d/x=",
    ]);
    ws.decide(w, "reject", one("-d"));
    expect(statuses(ws.verdicts(w))).toEqual(["-d rejected", "+d/x rejected through", "d/x= rejected through"]);
    ws.applyRejections(w);
    expect(ws.read(w.state.current)).toEqual({ d: "1" });
  });

  test("[J6, R3] a new a requires that the old one moves away; edits of the moved file require no move", () => {
    const ws = new Workspace({ a: "1,2" });
    const w = ws.turn(ws.branch(), { a: undefined, c: "1,2" }, { c: "1,B", a: "new" });
    const verdicts = ws.verdicts(w);
    expect(verdicts.map(nameOf)).toEqual(["+a", "a=", "~a", "a:2"]);
    expect(closureToAccept(verdicts, (verdict) => nameOf(verdict) === "+a").all.map(nameOf)).toEqual(["+a", "~a"]);
    expect(closureToAccept(verdicts, (verdict) => nameOf(verdict) === "a:2").added).toEqual([]);
    ws.decide(w, "accept", one("a:2"));
    expect(ws.read(ws.plan(w).resultingTree)).toEqual({ a: "1,B" });
  });

  test("[R1] who decided otherwise is told: contested", () => {
    const ws = new Workspace({ a: "1" });
    const w = ws.turn(ws.branch(), { a: "2" });
    ws.decide(w, "accept", () => true, ADA);
    ws.decide(w, "reject", () => true, BEN);
    expect(ws.verdicts(w).map(({ status, contested, decision }) => [status, contested, decision?.by])).toEqual([
      ["rejected", true, "ben"],
    ]);
  });

  test("[R5] bulk accept leaves out and names what is flagged, unseen, incomplete, rejected, or needs such", () => {
    const ws = new Workspace({ a: "1,2,3,4,5", d: "x" });
    const w = ws.turn(ws.branch(), { a: "A,B,C,D,5", d: undefined, "d/x": "y" });
    ws.decide(w, "reject", one("a:2"));
    const verdicts = ws
      .verdicts(w)
      .map((verdict) =>
        nameOf(verdict) === "a:3"
          ? { ...verdict, change: { ...verdict.change, flags: ["new-error-value" as const] } }
          : verdict,
      );
    const scope = {
      includes: () => true,
      seen: (verdict: (typeof verdicts)[number]) => nameOf(verdict) !== "a:4",
      complete: (verdict: (typeof verdicts)[number]) => nameOf(verdict) !== "-d",
      named: new Set<never>(),
    };
    const result = bulkAccept(verdicts, scope);
    expect(result.accepted.map(nameOf)).toEqual(["a:1"]);
    expect(result.leftOut.map(({ verdict, why }) => `${nameOf(verdict)} ${why}`)).toEqual([
      "a:2 rejected",
      "a:3 flagged",
      "a:4 unseen",
      "-d incomplete",
      "+d/x requires-left-out",
      "d/x= requires-left-out",
    ]);
    const named = bulkAccept(verdicts, {
      ...scope,
      named: new Set(
        verdicts.filter((verdict) => ["a:3", "-d"].includes(nameOf(verdict))).map(({ change }) => change.id),
      ),
    });
    expect(named.accepted.map(nameOf)).toEqual(["a:1", "a:3", "-d", "+d/x", "d/x="]);
  });
});
