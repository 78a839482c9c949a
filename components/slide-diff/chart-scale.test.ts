import { describe, expect, test } from "vitest";

import type { DeckChart } from "../../lib/contracts/deck-view.ts";
import { scaleOf, shortNumber, slicesOf } from "./chart-scale.ts";

const area = { x: 0, y: 0, width: 200, height: 100 };
const chart = (values: readonly (readonly (number | null)[])[], more: Partial<DeckChart> = {}): DeckChart => ({
  title: "",
  categories: ["Q1", "Q2"],
  series: values.map((own, n) => ({ name: `S${n}`, kind: "bar", colour: "000000", values: own })),
  ...more,
});

describe("the sketch of a chart", () => {
  test("bars stand on zero, negative ones below it", () => {
    const { zero, bars } = scaleOf(chart([[10, -10]]), area);
    expect(zero).toBe(50);
    expect(bars.map(({ y, height }) => [Math.round(y), Math.round(height)])).toEqual([
      [5, 45],
      [50, 45],
    ]);
  });

  test("stacked bars stand on each other", () => {
    const { bars } = scaleOf(chart([[10, 10], [30, 30]], { stacked: true }), area); // prettier-ignore
    const [low, , high] = bars;
    expect(Math.round((high?.y ?? 0) + (high?.height ?? 0))).toBe(Math.round(low?.y ?? 0));
  });

  test("points without a value are left out, and no value at all is no error", () => {
    expect(scaleOf(chart([[null, 5]]), area).bars).toHaveLength(1);
    expect(scaleOf(chart([[]]), area).bars).toEqual([]);
    expect(scaleOf(chart([]), area).ticks.length).toBeGreaterThan(0);
    expect(slicesOf([null, 0, -3])).toEqual([]);
  });

  test("slices are shares of a turn", () => {
    expect(slicesOf([1, 3])).toEqual([
      { point: 0, from: 0, to: 0.25 },
      { point: 1, from: 0.25, to: 1 },
    ]);
  });

  test("numbers are short", () => {
    expect([12, 1234, 12_345, -2_500_000, 3e9].map(shortNumber)).toEqual(["12", "1234", "12.35k", "−2.5m", "3bn"]);
  });
});
