import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { memorySource } from "./memory-source.ts";
import { mergeFiles } from "./merge.ts";
import type { MergeOptions } from "./three-way.ts";

const source = (text: string) => memorySource("notes.txt", Buffer.from(text, "utf8"));

async function merge(base: string, accepted: string, staged: string, options: MergeOptions = {}) {
  const result = await mergeFiles(source(base), source(accepted), source(staged), options);
  return {
    text: result.merged === null ? null : Buffer.from(result.merged).toString("utf8"),
    conflicts: result.conflicts,
    taken: result.taken.map(({ side }) => side).sort(),
  };
}

const BASE = "1\n2\n3\n4\n5\n6\n7\n8\n";

describe("three-way merge of text, cases written down by hand", () => {
  it.each([
    ["disjoint edits", "1\nA\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\n4\n5\n6\nB\n8\n", "1\nA\n3\n4\n5\n6\nB\n8\n"],
    ["neighbouring lines", "1\nA\n3\n4\n5\n6\n7\n8\n", "1\n2\nB\n4\n5\n6\n7\n8\n", "1\nA\nB\n4\n5\n6\n7\n8\n"],
    [
      "an insertion before an edit",
      "1\nnew\n2\n3\n4\n5\n6\n7\n8\n",
      "1\nB\n3\n4\n5\n6\n7\n8\n",
      "1\nnew\nB\n3\n4\n5\n6\n7\n8\n",
    ],
    [
      "an insertion after an edit",
      "1\n2\nnew\n3\n4\n5\n6\n7\n8\n",
      "1\nB\n3\n4\n5\n6\n7\n8\n",
      "1\nB\nnew\n3\n4\n5\n6\n7\n8\n",
    ],
    ["equal edits", "1\nA\n3\n4\n5\n6\n7\n8\n", "1\nA\n3\n4\n5\n6\n7\n8\nend\n", "1\nA\n3\n4\n5\n6\n7\n8\nend\n"],
    [
      "equal insertions",
      "1\nnew\n2\n3\n4\n5\n6\n7\n8\n",
      "1\nnew\n2\n3\n4\n5\n6\n7\nB\n",
      "1\nnew\n2\n3\n4\n5\n6\n7\nB\n",
    ],
    [
      "an edit of more lines, partly equal",
      "1\nA\nB\n4\n5\n6\n7\n8\n",
      "1\nA\n3\n4\n5\n6\n7\n8\n",
      "1\nA\nB\n4\n5\n6\n7\n8\n",
    ],
    ["overlapping deletions delete their union", "1\n2\n6\n7\n8\n", "1\n2\n3\n7\n8\n", "1\n2\n7\n8\n"],
    ["a deletion beside an edit", "1\n3\n4\n5\n6\n7\n8\n", "1\n2\nB\n4\n5\n6\n7\n8\n", "1\nB\n4\n5\n6\n7\n8\n"],
  ])("%s: taken", async (_name, accepted, staged, wanted) => {
    expect(await merge(BASE, accepted, staged)).toMatchObject({ text: wanted, conflicts: [] });
    expect(await merge(BASE, staged, accepted)).toMatchObject({ text: wanted, conflicts: [] });
  });

  it.each([
    ["different edits of one line", "1\nA\n3\n4\n5\n6\n7\n8\n", "1\nB\n3\n4\n5\n6\n7\n8\n", { from: 2, to: 2 }],
    [
      "different insertions at one place",
      "1\nA\n2\n3\n4\n5\n6\n7\n8\n",
      "1\nB\n2\n3\n4\n5\n6\n7\n8\n",
      { from: 2, to: 1 },
    ],
    ["deletion against an edit", "1\n3\n4\n5\n6\n7\n8\n", "1\nB\n3\n4\n5\n6\n7\n8\n", { from: 2, to: 2 }],
    ["an edit inside a longer deletion", "1\n6\n7\n8\n", "1\n2\n3\nB\n5\n6\n7\n8\n", { from: 2, to: 5 }],
    ["an insertion inside a deletion", "1\n6\n7\n8\n", "1\n2\n3\nnew\n4\n5\n6\n7\n8\n", { from: 2, to: 5 }],
  ])("%s: one conflict, and the accepted side stands", async (_name, accepted, staged, place) => {
    const there = await merge(BASE, accepted, staged);
    expect(there.conflicts).toMatchObject([{ address: { kind: "lines", ...place } }]);
    expect(there.text).toBe(accepted);
    expect((await merge(BASE, staged, accepted)).text).toBe(staged);
  });

  it("every clash counts as one conflict, and shows its three sides", async () => {
    const { conflicts } = await merge(BASE, "A\n2\n3\n4\n5\n6\n7\nA8\n", "B\n2\n3\n4\n5\n6\n7\nB8\n");
    expect(conflicts.map(({ base, accepted, staged }) => [base, accepted, staged])).toEqual([
      [
        { type: "text", text: "1" },
        { type: "text", text: "A" },
        { type: "text", text: "B" },
      ],
      [
        { type: "text", text: "8" },
        { type: "text", text: "A8" },
        { type: "text", text: "B8" },
      ],
    ]);
  });

  it("strict: neighbours, and an insertion beside an edit, conflict", async () => {
    expect(
      (await merge(BASE, "1\nA\n3\n4\n5\n6\n7\n8\n", "1\n2\nB\n4\n5\n6\n7\n8\n", { strict: true })).conflicts,
    ).toHaveLength(1);
    expect(
      (await merge(BASE, "1\nnew\n2\n3\n4\n5\n6\n7\n8\n", "1\nB\n3\n4\n5\n6\n7\n8\n", { strict: true })).conflicts,
    ).toHaveLength(1);
    expect(
      (await merge(BASE, "1\nA\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\nB\n5\n6\n7\n8\n", { strict: true })).conflicts,
    ).toEqual([]);
  });

  it("[M6] each conflict is resolved on its own, by its id", async () => {
    const [accepted, staged] = ["A\n2\n3\n4\n5\n6\n7\nA8\n", "B\n2\n3\n4\n5\n6\n7\nB8\n"];
    const ids = (await merge(BASE, accepted, staged)).conflicts.map(({ id }) => id);
    const resolved = await merge(BASE, accepted, staged, {
      resolve: { [ids[0] ?? ""]: "staged", [ids[1] ?? ""]: "base" },
    });
    expect(resolved.text).toBe("B\n2\n3\n4\n5\n6\n7\n8\n");
    expect(resolved.conflicts.map(({ id, resolved: side }) => [id, side])).toEqual([
      [ids[0], "staged"],
      [ids[1], "base"],
    ]);
  });

  it.each([
    ["line endings", "1\r\n2\r\n3\r\n", "1\nB\n3\n", "1\r\nB\r\n3\r\n"],
    ["a byte order mark", "\ufeff1\n2\n3\n", "1\nB\n3\n", "\ufeff1\nB\n3\n"],
    ["the final newline", "1\n2\n3", "1\nB\n3\n", "1\nB\n3"],
    ["line endings, and an inserted line", "1\r\n2\r\n3\r\n", "1\n2\nnew\n3\n", "1\r\n2\r\nnew\r\n3\r\n"],
  ])("%s on one side, text on the other: both are taken", async (_name, accepted, staged, wanted) => {
    expect(await merge("1\n2\n3\n", accepted, staged)).toMatchObject({
      text: wanted,
      conflicts: [],
      taken: ["accepted", "staged"],
    });
    expect(await merge("1\n2\n3\n", staged, accepted)).toMatchObject({ text: wanted, conflicts: [] });
  });

  it("different conversions of the file's endings are one conflict beside the text", async () => {
    const { text, conflicts } = await merge("1\n2\n3\n", "1\r\n2\r\n3\r\n", "1\r2\rB\r");
    expect(text).toBe("1\r\n2\r\nB\r\n");
    expect(conflicts).toMatchObject([{ address: { kind: "file" } }]);
  });

  it("a very long line is one unit", async () => {
    const long = "x".repeat(100_000);
    expect((await merge(`${long}\n`, `A${long}\n`, `${long}B\n`)).conflicts).toHaveLength(1);
  });

  it("NUL means the whole file", async () => {
    const { conflicts } = await merge("1\0\n2\n", "A\0\n2\n", "1\0\nB\n");
    expect(conflicts).toMatchObject([{ address: { kind: "file" }, base: { type: "file" } }]);
  });
});

describe("three-way merge with absent sides", () => {
  it("a creation on one side is taken; two equal ones once; two different ones conflict", async () => {
    const [one, two] = [source("a\n"), source("b\n")];
    expect(await mergeFiles(null, one, null)).toMatchObject({
      merged: Buffer.from("a\n"),
      conflicts: [],
      taken: [{ side: "accepted" }, { side: "accepted" }],
    });
    expect(await mergeFiles(null, one, source("a\n"))).toMatchObject({
      conflicts: [],
      taken: [{ side: "both" }, { side: "both" }],
    });
    const clash = await mergeFiles(null, one, two);
    expect(clash.conflicts).toMatchObject([{ address: { kind: "file" }, base: null }]);
    expect(Buffer.from(clash.merged ?? []).toString()).toBe("a\n");
    const none = await mergeFiles(null, one, two, { resolve: { [clash.conflicts[0]?.id ?? ""]: "base" } });
    expect(none.merged).toBeNull();
  });
});

describe("0 silent losses", () => {
  it("in a clean merge every line that a side added is there, and none that a side deleted", async () => {
    const edit = fc.constantFrom("keep", "keep", "keep", "drop", "replace", "insert");
    const edits = fc
      .integer({ min: 1, max: 20 })
      .chain((count) =>
        fc.tuple(
          fc.array(edit, { minLength: count, maxLength: count }),
          fc.array(edit, { minLength: count, maxLength: count }),
        ),
      );
    let clean = 0;
    await fc.assert(
      fc.asyncProperty(edits, fc.boolean(), async ([left, right], strict) => {
        const side = (kinds: readonly string[], name: string) =>
          kinds.flatMap((kind, n) =>
            kind === "drop"
              ? []
              : kind === "replace"
                ? [`${name} ${n}`]
                : kind === "insert"
                  ? [`${name} new ${n}`, `line ${n}`]
                  : [`line ${n}`],
          );
        const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
        const [base, one, two] = [left.map((_, n) => `line ${n}`), side(left, "one"), side(right, "two")];
        const { text, conflicts } = await merge(joined(base), joined(one), joined(two), { strict });
        if (conflicts.length > 0) return;
        clean++;
        const wanted = new Set(
          [...one, ...two].filter((line) => !base.includes(line) || (one.includes(line) && two.includes(line))),
        );
        expect([...wanted].sort()).toEqual((text ?? "").split("\n").slice(0, -1).sort());
      }),
      { numRuns: 500 },
    );
    expect(clean).toBeGreaterThan(20);
  });

  it("the same insertion with another ending is taken once, the same whichever side is called accepted", async () => {
    const [base, one, two] = ["a\rb\r", "a\rnew\rb\r", "a\nnew\r\nb\n"];
    expect((await merge(base, one, two)).text).toBe((await merge(base, two, one)).text);
  });
});
