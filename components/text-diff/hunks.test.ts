import { describe, expect, it, test } from "vitest";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { hunkAtLine, hunksOf, linesIn, stepHunk } from "./hunks.ts";

type Given = Pick<ReviewedChange, "kind" | "address"> & {
  readonly beforeAddress?: string;
  readonly state?: "accepted" | "rejected";
};
const change = ({ state, ...given }: Given, index: number): ReviewedChange => ({
  id: String(index).padStart(32, "0"),
  facet: "content",
  verdict: { state: state ?? "pending" },
  seen: true,
  originSeq: null,
  ...given,
});
const hunks = (...given: readonly Given[]) => hunksOf(given.map(change));
const places = (...given: readonly Given[]) =>
  hunks(...given).map(({ at }) =>
    [at.before, at.staged, at.planned].map(({ from, count }) => `${from}+${count}`).join(" "),
  );

describe("hunksOf", () => {
  it("places insertions, deletions and replacements in all three versions", () => {
    expect(
      places(
        { kind: "added", address: "L3-L4" },
        { kind: "removed", address: "L10-L12" },
        { kind: "modified", address: "L20", beforeAddress: "L21-L22" },
      ),
    ).toEqual(["3+0 3+2 3+0", "10+3 12+0 10+3", "21+2 20+1 21+2"]);
  });

  it("[M1] shifts the planned place by accepted hunks only", () => {
    expect(
      places(
        { kind: "added", address: "L3-L4", state: "accepted" },
        { kind: "removed", address: "L10-L12", state: "rejected" },
        { kind: "modified", address: "L20", beforeAddress: "L21-L22", state: "accepted" },
      ),
    ).toEqual(["3+0 3+2 3+2", "10+3 12+0 12+3", "21+2 20+1 23+1"]);
  });

  it("leaves out changes that have no lines", () => {
    expect(places({ kind: "modified", address: "" })).toEqual([]);
  });
});

describe("hunkAtLine", () => {
  const [added, removed] = hunks({ kind: "added", address: "L3-L4" }, { kind: "removed", address: "L10-L12" });
  const list = [added!, removed!];
  it("finds the hunk of a line, and a deletion at the line before it", () => {
    expect(hunkAtLine(list, "staged", 4)?.id).toBe(added?.id);
    expect(hunkAtLine(list, "staged", 5)).toBeNull();
    expect(hunkAtLine(list, "staged", 11)?.id).toBe(removed?.id);
    expect(hunkAtLine(list, "before", 12)?.id).toBe(removed?.id);
  });
});

it("steps through hunks and ends at both ends", () => {
  const list = hunks({ kind: "added", address: "L3" }, { kind: "added", address: "L9" });
  expect(stepHunk(list, null, 1)?.id).toBe(list[0]?.id);
  expect(stepHunk(list, null, -1)?.id).toBe(list[1]?.id);
  expect(stepHunk(list, list[0]?.id ?? "", 1)?.id).toBe(list[1]?.id);
  expect(stepHunk(list, list[1]?.id ?? "", 1)).toBeNull();
});

test.each([
  ["", 1],
  ["a", 1],
  ["a\n", 1],
  ["a\n\n", 2],
  ["a\r\nb", 2],
])("%j has %d lines", (text, lines) => expect(linesIn(text)).toBe(lines));
