import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { decidableCount, describeCounts } from "./change-count.tsx";
import { fileTag, formatAge, formatBytes, formatDuration, groupDigits, initials, plural, splitPath } from "./format.ts";

describe("figures", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1 kB"],
    [12_345, "12.3 kB"],
    [999_600, "1 MB"],
    [4_000_000_000, "4 GB"],
  ])("writes %i bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it("never writes more than three digits before the unit", () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 }), (bytes) => /^\d{1,3}(\.\d)? (B|kB|MB|GB|TB)$/u.test(formatBytes(bytes))),
    );
  });

  it("groups digits and uses a minus sign", () => {
    expect(groupDigits(-1234567)).toBe("−1,234,567");
    expect(plural(1, "change")).toBe("1 change");
    expect(plural(2000, "reply", "replies")).toBe("2,000 replies");
  });
});

describe("time", () => {
  const now = Date.parse("2026-03-02T12:00:00.000Z");
  it.each([
    [-5_000, "just now"],
    [4_000, "just now"],
    [12_000, "12 s ago"],
    [60_000, "1 min ago"],
    [3 * 3_600_000, "3 h ago"],
    [2 * 86_400_000, "2 d ago"],
    [40 * 86_400_000, "2026-01-21"],
  ])("writes %i ms before now as %s", (before, text) => expect(formatAge(now - before, now)).toBe(text));

  it.each([
    [850, "850 ms"],
    [1800, "1.8 s"],
    [2000, "2 s"],
    [125_000, "2 min 5 s"],
  ])("writes %i ms as %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
});

describe("names", () => {
  it("makes two letters of a name, or of the part before the @", () => {
    expect(initials("Mara Lindqvist")).toBe("ML");
    expect(initials("tomas.keller@northfield.example")).toBe("TK");
    expect(initials("ana")).toBe("AN");
    expect(initials("")).toBe("?");
  });
  it("tags a file by its extension, in three letters at most", () => {
    expect(["a/b.xlsx", "n.ipynb", "x.parquet", "Makefile", ".env"].map(fileTag)).toEqual([
      "XLS",
      "NB",
      "PAR",
      "BIN",
      "BIN",
    ]);
  });
  it("splits a path into folder and name", () => {
    expect(splitPath("model/q3/a.csv")).toEqual(["model/q3", "a.csv"]);
    expect(splitPath("a.csv")).toEqual(["", "a.csv"]);
  });
});

describe("change counts", () => {
  it("reads out what is there, and nothing else", () => {
    expect(describeCounts({ modified: 14, added: 1, removed: 0, follows: 22 })).toBe(
      "14 changed, 1 added, 22 recalculated",
    );
    expect(describeCounts({})).toBe("no changes");
  });
  it("[R3] leaves recalculated results out of what waits for a decision", () => {
    expect(decidableCount({ modified: 2, moved: 1, follows: 22, unrendered: 1 })).toBe(4);
  });
});
