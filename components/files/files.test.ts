/** Pure parts of the file page: places in a sheet, lines of a text, blocks of a record, versions of a history. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { FileStep } from "../../lib/contracts/records.ts";
import { olderThan, stepWords, versionsOfSteps } from "./file-steps.ts";
import { markdownBlocks } from "./markdown-blocks.ts";
import { previewKind } from "./preview-kind.ts";
import { cellName, cellStep, lettersOf, parseRange } from "./sheet-cells.ts";
import { linesOfText } from "./text-lines.ts";

describe("places in a sheet", () => {
  it("are read as they are written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 0, max: 16_383 }), (row, column) => {
        expect(parseRange(cellName({ row, column }))).toEqual({ from: { row, column }, to: { row, column } });
      }),
    );
    expect([lettersOf(0), lettersOf(25), lettersOf(26), lettersOf(701), lettersOf(702)]).toEqual([
      "A",
      "Z",
      "AA",
      "ZZ",
      "AAA",
    ]);
    expect(parseRange("$B$2:D14")).toEqual({ from: { row: 1, column: 1 }, to: { row: 13, column: 3 } });
    expect(parseRange("sheet")).toBeNull();
  });

  it("keys stay on the sheet", () => {
    const corner = { row: 0, column: 0 };
    expect(cellStep("ArrowUp", corner, 9, 3, 5)).toEqual(corner);
    expect(cellStep("PageDown", corner, 4, 3, 5)).toEqual({ row: 3, column: 0 });
    expect(cellStep("End", corner, 4, 3, 5)).toEqual({ row: 0, column: 2 });
    expect(cellStep("x", corner, 4, 3, 5)).toBeNull();
  });
});

describe("lines of a text", () => {
  it("are told in any encoding, with any ending", () => {
    expect(linesOfText(new TextEncoder().encode("a\r\nü\n\nb\r"))).toEqual(["a", "ü", "", "b"]);
    expect(linesOfText(Uint8Array.from([0xff, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0]))).toEqual(["a", "b"]);
    expect(linesOfText(Uint8Array.from([0x61, 0xe9]))).toEqual(["aé"]);
    expect(linesOfText(new Uint8Array())).toEqual([""]);
  });

  it("a character that was cut at the end of a part is left out", () => {
    expect(linesOfText(new TextEncoder().encode("aü").slice(0, 2), true)).toEqual(["a"]);
  });
});

describe("blocks of a record", () => {
  it("tables with escaped bars, headings, code, text", () => {
    const markdown = "# Revenue\n\n|  | A |\n| --- | --- |\n| 2 | a \\| b |\n\n```py\n# no heading\n```\ntext\nmore\n";
    expect(markdownBlocks(markdown)).toEqual([
      { kind: "heading", level: 1, text: "Revenue" },
      {
        kind: "table",
        rows: [
          ["", "A"],
          ["2", "a | b"],
        ],
      },
      { kind: "code", text: "# no heading" },
      { kind: "text", text: "text\nmore" },
    ]);
  });

  it("ends with any text, and makes nothing up", () => {
    const piece = fc.constantFrom("|", "#", "# a", "```", "\n", "| a |", "\\", "<b>", "x ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        for (const block of markdownBlocks(pieces.join("")))
          expect(["heading", "text", "code", "table"]).toContain(block.kind);
      }),
    );
  });
});

describe("the versions of a history", () => {
  const step = (contentHash: string | null, more: Partial<FileStep> = {}): FileStep => ({
    contentHash,
    path: "a.txt",
    size: null,
    at: "2026-01-01T00:00:00.000Z",
    by: null,
    how: "turn",
    branch: null,
    seq: null,
    t: null,
    turn: null,
    turnTitle: null,
    tool: null,
    summary: "",
    promotion: null,
    stale: false,
    ...more,
  });
  const steps = [
    step("b", { how: "promotion", promotion: 1 }),
    step("b", { turn: 2 }),
    step(null, { turn: 1 }),
    step("a", { how: "import" }),
  ];

  it("are named once each, by the newest that made them", () => {
    expect(versionsOfSteps(steps).map(({ hash, label }) => [hash, label])).toEqual([
      ["b", "promotion 1"],
      ["a", "the import"],
    ]);
    expect(steps.map(stepWords)).toEqual(["promotion 1", "turn 2", "deleted: turn 1", "the import"]);
  });

  it("compare with the one before", () => {
    expect([olderThan(steps, "b"), olderThan(steps, "a")]).toEqual(["a", null]);
  });
});

it("a preview follows what the file is, and its name until that is known", () => {
  expect(previewKind("a.txt", "csv")).toBe("sheet");
  expect(previewKind("a.xlsx", "bytes")).toBe("none");
  expect(previewKind("a.xlsx", null)).toBe("sheet");
  expect(previewKind("Makefile", null)).toBe("text");
});
