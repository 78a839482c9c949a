import { expect, test } from "vitest";

import type { ReconcileConflict, ReconcileFile, ReconcileRow } from "../../lib/contracts/reconcile.ts";
import { readPlace, writePlace } from "./reconcile-place.ts";
import { conflictsOf, linesOf, nextOpen, outcomeOf, sheetsOf, stopsOf } from "./reconcile-rows.ts";
import { choiceWords, promotedWords, questionOf } from "./reconcile-words.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;

const row = (id: string, more: Partial<ReconcileRow> = {}): ReconcileRow => ({
  id,
  address: `sheet=One&cell=${id}`,
  facet: "content",
  how: "staged",
  base: text("was"),
  accepted: text("was"),
  staged: text("is"),
  conflict: null,
  ...more,
});

const asked = (id: string, about: ReconcileConflict["about"] = "place"): ReconcileConflict => ({
  id,
  about,
  choice: null,
  options: ["base", "accepted", "staged"],
});

const file = (rows: readonly ReconcileRow[], more: Partial<ReconcileFile> = {}): ReconcileFile => ({
  path: "a.xlsx",
  basePath: "a.xlsx",
  acceptedPath: "a.xlsx",
  stagedPath: "a.xlsx",
  format: "xlsx",
  base: "b",
  accepted: "a",
  staged: "s",
  unreadable: null,
  rows: [...rows],
  counts: { rows: rows.length, accepted: 0, staged: 0, both: 0, overridden: 0 },
  conflicts: rows.flatMap(({ id, conflict }) => (id === conflict ? [asked(id)] : [])),
  lost: { accepted: { count: 0, changes: [] }, staged: { count: 0, changes: [] } },
  result: { contentHash: "r", size: 1, beside: null },
  ...more,
});

const clash = (id: string): ReconcileRow => row(id, { how: "conflict", conflict: id });
const ROWS = [
  row("A1"),
  clash("A2"),
  row("A3", { how: "conflict", conflict: "A2" }),
  clash("A4"),
  row("A5", { facet: "metadata", address: "part=docProps/core.xml" }),
];
const all = { show: "all", sheet: null, metadata: false } as const;

test("[M6] metadata is folded, never part of the steps; J and K stop at conflicts where there are any", () => {
  const lines = linesOf([file(ROWS)], all);
  expect(lines.map(({ key }) => key)).toEqual(["A1", "A2", "A3", "A4"]);
  expect(stopsOf(lines)).toEqual(["A2", "A4"]);
  expect(stopsOf(linesOf([file([row("A1"), row("B2")])], all))).toEqual(["A1", "B2"]);
  expect(linesOf([file(ROWS)], { ...all, metadata: true })).toHaveLength(5);
  expect(linesOf([file(ROWS)], { ...all, show: "merged" }).map(({ key }) => key)).toEqual(["A1"]);
  expect(linesOf([file(ROWS)], { ...all, show: "conflicts" }).map(({ key }) => key)).toEqual(["A2", "A3", "A4"]);
});

test("several files each have a line of their own; sheets are tabs only where there are two", () => {
  const other = file([row("B1", { address: "sheet=Two&cell=B1" })], { path: "b.xlsx" });
  expect(linesOf([file([row("A1")]), other], all).map(({ kind }) => kind)).toEqual(["file", "row", "file", "row"]);
  expect(sheetsOf([file(ROWS)], "all")).toEqual([]);
  expect(sheetsOf([file(ROWS), other], "all")).toEqual([
    { sheet: "One", rows: 4, conflicts: 2 },
    { sheet: "Two", rows: 1, conflicts: 0 },
  ]);
});

test("[M6] the next conflict without a choice, around the end, and null when all are decided", () => {
  const found = conflictsOf([file(ROWS)]);
  expect(nextOpen(found, { A2: "base" }, "A2")).toBe("A4");
  expect(nextOpen(found, { A4: "base" }, "A4")).toBe("A2");
  expect(nextOpen(found, { A2: "base", A4: "staged" }, "A4")).toBeNull();
});

test("[M6] an open conflict holds the accepted side and says so; an end takes one side everywhere", () => {
  expect(outcomeOf(clash("A2"), "merged", undefined)).toEqual({ side: "accepted", open: true });
  expect(outcomeOf(clash("A2"), "merged", "staged")).toEqual({ side: "staged", open: false });
  expect(outcomeOf(row("A1"), "merged", undefined)).toEqual({ side: "staged", open: false });
  expect(outcomeOf(row("A1"), "accepted", undefined)).toEqual({ side: "accepted", open: false });
  expect(outcomeOf(row("staged.x", { how: "overridden" }), "merged", undefined).side).toBe("accepted");
});

test("what is as it is by itself is not in the address", () => {
  const before = new URLSearchParams("op=one&show=merged&strict=1");
  const params = writePlace(before, { show: "all", strict: false, end: "staged", row: "A2" });
  expect(params.toString()).toBe("op=one&end=staged&row=A2");
  expect(readPlace(params)).toMatchObject({ op: "one", show: "all", strict: false, end: "staged", row: "A2" });
  expect(readPlace(new URLSearchParams("show=nonsense&end=nonsense"))).toMatchObject({ show: "all", end: "merged" });
});

test("[M6] deletions, creations and moves are asked in words, with what each choice drops", () => {
  const lost = { accepted: { count: 2, changes: [] }, staged: { count: 3, changes: [] } };
  const gone = questionOf(file([], { accepted: null, acceptedPath: null, lost }), asked("x", "file"), "the agent");
  expect(gone.title).toBe("“a.xlsx” was deleted in the accepted version; the agent made 3 changes to it");
  expect(gone.outcomes.accepted).toBe("The file stays deleted; 3 staged changes are dropped.");
  const deleted = questionOf(file([], { staged: null, stagedPath: null, lost }), asked("x", "file"), "the agent");
  expect(deleted.title).toMatch(/^The agent deleted “a\.xlsx”, which was changed/u);
  expect(deleted.outcomes.staged).toBe("The file is deleted, and 2 accepted changes with it.");
  const both = questionOf(file([], { base: null, basePath: null }), asked("x", "file"), "Tomas Kerr");
  expect(both.outcomes.both).toMatch(/beside it under a new name/u);
  const moved = questionOf(file([], { acceptedPath: "b.xlsx", stagedPath: "c.xlsx" }), asked("x", "name"), "the agent");
  expect(moved.outcomes.staged).toBe("It moves to “c.xlsx”.");
});

test("buttons name the values; a name that turns the text around is shown as marks", () => {
  expect(choiceWords(clash("A2"), "staged", "place")).toBe("Staged is");
  expect(choiceWords(row("A1", { accepted: null }), "accepted", "place")).toBe("Accepted nothing");
  expect(choiceWords(row("A1", { staged: text("x".repeat(60)) }), "staged", "place")).toBe("Staged");
  const spoofed = questionOf(file([], { base: null, path: "a\u202etxt.exe" }), asked("x", "file"), "the agent");
  expect(spoofed.title).toContain("⟨U+202E⟩");
});

test("a promotion is told by what it set, and by how much more", () => {
  const change = (address: string, after: string) =>
    ({ id: "0".repeat(32), kind: "modified", facet: "content", address, after: text(after) }) as const;
  const step = {
    kind: "promoted",
    number: 1,
    rollback: false,
    by: { id: "t", name: "Tomas" },
    at: "2026-12-01T00:00:00Z",
    path: "a.xlsx",
    from: "b",
    to: "a",
    changes: [change("sheet=One&cell=B5", "10%"), change("sheet=One&cell=C9", "1,450")],
    count: 5,
  } as const;
  expect(promotedWords({ ...step, changes: [...step.changes] })).toBe("set B5 to 10%, set C9 to 1,450 and 3 more");
  expect(promotedWords({ ...step, changes: [], to: null })).toBe("deleted it");
});
