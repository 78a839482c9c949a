import { describe, expect, it } from "vitest";

import { columnWidths, stretchTo } from "./draw-cell.ts";

describe("column widths", () => {
  it("shares out what is left, in proportion, and never shrinks", () => {
    expect(stretchTo([100, 50], 300)).toEqual([200, 100]);
    expect(stretchTo([100, 50], 120)).toEqual([100, 50]);
    expect(stretchTo([], 300)).toEqual([]);
  });

  it("leaves room for the old value beside the new one", () => {
    const columns = [{}, {}];
    const side = (text: string) => ({ value: text, text });
    const widths = columnWidths(columns, [
      {
        kind: "both",
        planned: true,
        before: 1,
        staged: 1,
        cells: [
          { column: 0, before: side("12,345.67"), staged: side("12,345.67"), planned: null },
          {
            column: 1,
            before: side("12,345.67"),
            staged: side("12,999.01"),
            planned: null,
            facet: "content",
            change: "c",
          },
        ],
      },
    ]);
    expect(widths[1]).toBeGreaterThan((widths[0] ?? 0) + 50);
  });
});
