import { describe, expect, it } from "vitest";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { pagesIn, pageRows, type PageRow } from "./page-rows.ts";

const PAGE = { type: "page", text: "", size: [595, 842], marks: [] } as const;
let made = 0;
function change(kind: ReviewedChange["kind"], address: string, more: Partial<ReviewedChange> = {}): ReviewedChange {
  made += 1;
  const sides = {
    ...(kind === "added" ? {} : { before: PAGE }),
    ...(kind === "removed" ? {} : { after: PAGE }),
  };
  return {
    id: String(made).padStart(32, "0"),
    kind,
    facet: "content",
    address,
    ...sides,
    verdict: { state: "pending" },
    seen: false,
    originSeq: null,
    ...more,
  };
}

const shape = (rows: readonly PageRow[]) =>
  rows.map(({ before, after, kind }) => `${before ?? "·"}${kind === "same" ? "=" : kind[0]}${after ?? "·"}`).join(" ");

/** Every page of either version is in exactly one row, and pages stand in order. */
function holdsAll(rows: readonly PageRow[], before: number, after: number): void {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  expect(rows.flatMap((row) => row.before ?? [])).toEqual(numbers(before));
  expect(rows.flatMap((row) => row.after ?? [])).toEqual(numbers(after));
}

describe("pages side by side", () => {
  it("without changes stand in order", () => {
    expect(shape(pageRows(3, 3, []))).toBe("1=1 2=2 3=3");
  });

  it("an inserted page has nothing beside it, and the next ones keep their partners", () => {
    const rows = pageRows(3, 4, [change("added", "page=2", { facet: "structure", beforeAddress: "page=2" })]);
    expect(shape(rows)).toBe("1=1 ·a2 2=3 3=4");
    expect(rows.map(({ changes }) => changes.length)).toEqual([0, 1, 0, 0]);
  });

  it("a removed page keeps its place", () => {
    expect(shape(pageRows(3, 2, [change("removed", "page=1", { facet: "structure" })]))).toBe("1r· 2=1 3=2");
  });

  it("a changed page stands beside its partner, wherever both are", () => {
    const rows = pageRows(3, 4, [
      change("added", "page=1", { facet: "structure", beforeAddress: "page=1" }),
      change("modified", "page=3", { beforeAddress: "page=2" }),
    ]);
    expect(shape(rows)).toBe("·a1 1=2 2m3 3=4");
  });

  it("a moved page keeps both of its places, and each names the other", () => {
    const rows = pageRows(4, 4, [change("moved", "page=1", { facet: "structure", beforeAddress: "page=3" })]);
    expect(shape(rows)).toBe("·m1 1=2 2=3 3m· 4=4");
    expect(rows.map(({ elsewhere }) => elsewhere)).toEqual([3, null, null, 1, null]);
    expect(rows.map(({ changes }) => changes.length)).toEqual([1, 0, 0, 0, 0]);
  });

  it("text that flowed through more pages leaves the rest in step", () => {
    const flow = change("modified", "page=2", {
      facet: "format",
      before: { type: "properties", properties: { reflow: "2-3", block: "2-3" } },
      after: { type: "properties", properties: { reflow: "2-4", block: "2-4" } },
    });
    expect(shape(pageRows(5, 6, [flow]))).toBe("1=1 2m2 3m3 ·m4 4=5 5=6");
    expect(shape(pageRows(6, 5, [{ ...flow, before: flow.after!, after: flow.before! }]))).toBe(
      "1=1 2m2 3m3 4m· 5=4 6=5",
    );
  });

  it("an annotation stands with its page and pairs nothing", () => {
    const note = change("added", "page=2", {
      beforeAddress: "page=2",
      after: { type: "properties", properties: { type: "Text" } },
    });
    const rows = pageRows(2, 2, [note]);
    expect(shape(rows)).toBe("1=1 2=2");
    expect(rows[1]?.changes).toEqual([note]);
  });

  it("random changes: every page once, in order", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [1 + random(9), 1 + random(9)];
      const kinds = ["added", "removed", "modified", "moved"] as const;
      const changes = Array.from({ length: random(6) }, () =>
        change(kinds[random(4)] ?? "added", `page=${1 + random(9)}`, { beforeAddress: `page=${1 + random(9)}` }),
      );
      holdsAll(pageRows(before, after, changes), before, after);
    }
  });
});

it("ranges of pages are read, and a hostile one is bounded", () => {
  expect(pagesIn("2-4, 9")).toEqual([2, 3, 4, 9]);
  expect(pagesIn("1-99999999999").length).toBeLessThanOrEqual(100_000);
  expect(pagesIn("x")).toEqual([]);
});
