import { describe, expect, it } from "vitest";

import type { TraceCall, TraceView } from "../../lib/contracts/trace.ts";
import { nextPoint, stepAt, stepsOf } from "./steps.ts";

const HASH = "0".repeat(64);
const at = (second: number) => new Date(Date.UTC(2026, 8, 30, 10, 0, second)).toISOString();
const call = (id: string, second: number, t: number | null): TraceCall => ({
  id, tool: "python", summary: "", input: "", output: null, cut: 0,
  kind: t === null ? "read" : "write", startedAt: at(second - 1), endedAt: at(second), t, files: t === null ? 0 : 1,
}); // prettier-ignore
const point = (t: number, second: number, turn: number | null, toolCall: string | null) => ({
  t, seq: t, at: at(second), cause: turn === null ? ("promotion" as const) : ("batch" as const),
  actor: { kind: "agent" as const, id: "u", name: "U" }, base: HASH, current: HASH, toolCall, turn, freshness: null,
}); // prettier-ignore

const trace: TraceView = {
  version: { workspace: "w", branch: "b", t: 4, seq: 9, treeHash: HASH },
  branch: { id: "b", name: "b", kind: "chat", user: { id: "u", name: "U" } },
  start: { at: at(0), tree: HASH },
  turns: [
    {
      turn: 1,
      title: "One",
      openedAt: at(1),
      closedAt: at(9),
      messages: [
        { id: "asked", role: "person", text: "?", at: at(1) },
        { id: "said", role: "agent", text: "!", at: at(9) },
      ],
      calls: [call("a", 2, null), call("b", 4, 1)],
    },
    { turn: 2, title: "Two", openedAt: at(20), closedAt: null, messages: [], calls: [call("c", 22, 3)] },
  ],
  points: [point(1, 4, 1, "b"), point(2, 12, null, null), point(3, 22, 2, "c"), point(4, 30, null, null)],
};
const steps = stepsOf(trace);

describe("steps", () => {
  it("are in the order in which they happened, each with the t that stood after it", () => {
    expect(steps.map(({ id, t }) => [id, t])).toEqual([
      ["start", 0],
      ["asked", 0],
      ["a", 0],
      ["b", 1],
      ["said", 1],
      ["t2", 2],
      ["c", 3],
      ["t4", 4],
    ]);
  });

  it("are found by call, t or turn; else the newest", () => {
    const find = (step: string | null, t: number | null = null, turn: number | null = null) =>
      stepAt(steps, { step, t, turn })?.id;
    expect([find("b"), find(null, 1), find(null, null, 2), find("gone"), find(null)]).toEqual([
      "b",
      "b",
      "c",
      "t4",
      "t4",
    ]);
  });

  it("go on to the next t and back to the step that made the one before", () => {
    const [asked, last] = [steps[1], steps.at(-1)];
    if (asked === undefined || last === undefined) throw new Error("there are steps");
    expect(nextPoint(steps, asked, 1)?.id).toBe("b");
    expect(nextPoint(steps, last, -1)?.id).toBe("c");
    expect(nextPoint(steps, last, 1)).toBeUndefined();
    expect(nextPoint(steps, asked, -1)).toBeUndefined();
  });
});
