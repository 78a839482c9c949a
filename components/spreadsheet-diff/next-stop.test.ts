import { describe, expect, it } from "vitest";

import type { GridRow } from "../../lib/contracts/sheets.ts";
import { nextStop, type Step } from "./next-stop.ts";

const plain = (index: number): GridRow => ({
  kind: "both",
  planned: true,
  before: index + 1,
  staged: index + 1,
  cells: [],
});
const change = (index: number, columns: readonly number[]): GridRow => ({
  ...plain(index),
  cells: columns.map((column) => ({
    column,
    before: { value: 1, text: "1" },
    staged: { value: 2, text: "2" },
    planned: null,
    facet: "content",
    change: `${index}:${column}`,
  })),
});

/** 1,000 rows, changes at rows 3 (columns 1 and 4) and 900 (column 0), loaded in windows of ten. */
function sheet() {
  const rows = Array.from({ length: 1000 }, (_, index) =>
    index === 3 ? change(3, [1, 4]) : index === 900 ? change(900, [0]) : plain(index),
  );
  const loaded = new Set<number>();
  return {
    rowAt: (index: number) => (loaded.has(Math.floor(index / 10)) ? rows[index] : undefined),
    ensure: (from: number) => {
      loaded.add(Math.floor(from / 10));
      return Promise.resolve();
    },
  };
}

describe("nextStop", () => {
  it("goes from change to change over what is not loaded yet, and ends after the last", async () => {
    const { rowAt, ensure } = sheet();
    const step = (direction: 1 | -1, from: Step | null) =>
      nextStop(direction, typeof from === "string" ? null : from, 1000, rowAt, ensure);
    const first = await step(1, null);
    const second = await step(1, first);
    const third = await step(1, second);
    expect([first, second, third]).toEqual([
      { row: 3, column: 1 },
      { row: 3, column: 4 },
      { row: 900, column: 0 },
    ]);
    expect(await step(1, third)).toBe("end");
    expect(await step(-1, third)).toEqual(second);
    expect(await step(-1, null)).toEqual(third);
  });

  it("stops where rows cannot be loaded, rather than passing over changes unseen", async () => {
    expect(
      await nextStop(
        1,
        null,
        10,
        () => undefined,
        () => Promise.resolve(),
      ),
    ).toBe("not-loaded");
  });
});
