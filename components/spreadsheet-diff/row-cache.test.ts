import { describe, expect, it } from "vitest";

import type { GridRow } from "../../lib/contracts/sheets.ts";
import { createRowCache, PAGE, type LoadRows } from "./row-cache.ts";

const rowAt = (index: number, mark = ""): GridRow => ({
  kind: "both",
  planned: true,
  before: index + 1,
  staged: index + 1,
  cells: [{ column: 0, before: null, planned: null, staged: { value: mark, text: `${index}${mark}` } }],
});

function source(mark = "") {
  const asked: [number, number][] = [];
  const load: LoadRows = (from, count) => {
    asked.push([from, count]);
    return Promise.resolve(Array.from({ length: count }, (_, index) => rowAt(from + index, mark)));
  };
  return { load, asked };
}

const text = (row: GridRow | undefined) => row?.cells[0]?.staged?.text;

describe("the row cache", () => {
  it("asks for each page once, whole, and no further than the last row", async () => {
    const { load, asked } = source();
    const cache = createRowCache(load, PAGE + 10, () => undefined);
    await Promise.all([cache.ensure(5, 6), cache.ensure(0, PAGE + 200)]);
    expect(asked).toEqual([
      [0, PAGE],
      [PAGE, 10],
    ]);
    expect(text(cache.row(PAGE + 9))).toBe(String(PAGE + 9));
    expect(cache.row(PAGE + 10)).toBeUndefined();
  });

  it("keeps showing the old rows while it loads them again, and ignores answers of the version before", async () => {
    const cache = createRowCache(source().load, 10, () => undefined);
    await cache.ensure(0, 9);
    let answerLate: (rows: readonly GridRow[]) => void = () => undefined;
    cache.refresh(() => new Promise((resolve) => (answerLate = resolve)), 10);
    const late = cache.ensure(0, 9);
    expect(text(cache.row(3))).toBe("3");
    cache.refresh(source("b").load, 10);
    await cache.ensure(0, 9);
    answerLate([rowAt(0, "late")]);
    await late;
    expect(text(cache.row(0))).toBe("0b");
  });

  it("asks again after a failure", async () => {
    let failing = true;
    const told: boolean[] = [];
    const { load } = source();
    const cache = createRowCache(
      (from, count) => (failing ? Promise.reject(new Error("offline")) : load(from, count)),
      10,
      (failed) => told.push(failed),
    );
    await cache.ensure(0, 0);
    failing = false;
    await cache.ensure(0, 0);
    expect(told).toEqual([true, false]);
    expect(text(cache.row(0))).toBe("0");
  });

  it("drops what was loaded longest ago", async () => {
    const { load } = source();
    const cache = createRowCache(load, PAGE * 40, () => undefined);
    for (let page = 0; page < 40; page += 1) await cache.ensure(page * PAGE, page * PAGE);
    expect(cache.row(0)).toBeUndefined();
    expect(text(cache.row(39 * PAGE))).toBe(String(39 * PAGE));
  });
});
