import { describe, expect, test } from "vitest";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DeckShape, DeckSlide, DeckText } from "../../lib/contracts/deck-view.ts";
import { cellName, slideMarks } from "./slide-marks.ts";
import { changeDetail, changeSubject } from "./slide-words.ts";
import { cutByRanges } from "./word-ranges.ts";

const text = (...paragraphs: readonly string[]): DeckText => ({
  anchor: "top",
  inset: [0, 0, 0, 0],
  wrap: true,
  paragraphs: paragraphs.map((line) => ({ level: 0, align: "left", size: 18, runs: [{ text: line, size: 18 }] })),
});
const shape = (number: number, more: Partial<DeckShape>): DeckShape => ({
  number,
  id: `${number}`,
  name: `Shape ${number}`,
  kind: "text",
  box: { x: 0, y: 0, width: 1, height: 1 },
  ...more,
});
const slide = (...shapes: readonly DeckShape[]): DeckSlide => ({
  number: 1,
  part: "ppt/slides/slide1.xml",
  title: "",
  hidden: false,
  layout: null,
  decorated: true,
  background: null,
  shapes,
  notes: "",
});
const rich = (value: string) => ({ type: "rich" as const, text: value, runs: [{ text: value }] });
const change = (more: Partial<ReviewedChange>): ReviewedChange => ({
  id: "0".repeat(32),
  kind: "modified",
  facet: "content",
  address: "slide=1&shape=1",
  verdict: { state: "pending" },
  seen: false,
  originSeq: null,
  ...more,
});
const marksOf = (changes: readonly ReviewedChange[], before: DeckSlide, after: DeckSlide) =>
  slideMarks({ key: "1", before: 1, after: 1, mark: "modified", changes }, before, after);

describe("marks on both pictures of a slide", () => {
  test("the words that differ, counted in the text of the shape", () => {
    const [was, is] = ["Revenue grows 10.1 %\nServices up", "Revenue grows 11.8 %\nServices up"];
    const marks = marksOf(
      [change({ before: rich(was), after: rich(is) })],
      slide(shape(1, { text: text(...was.split("\n")) })),
      slide(shape(1, { text: text(...is.split("\n")) })),
    );
    const cut = (side: "before" | "after", of: string) =>
      cutByRanges(of, 0, marks[side].get(1)?.words ?? []).filter(({ marked }) => marked);
    expect(
      cut("before", was)
        .map(({ piece }) => piece)
        .join(""),
    ).toBe("10.1");
    expect(
      cut("after", is)
        .map(({ piece }) => piece)
        .join(""),
    ).toBe("11.8");
  });

  test("[R7] a shape has its number of each side, one that came or went is on one side only", () => {
    const changes = [
      change({ id: "1".repeat(32), address: "slide=1&shape=3", beforeAddress: "slide=1&shape=2", facet: "format" }),
      change({ id: "2".repeat(32), kind: "added", address: "slide=1&shape=1", beforeAddress: "slide=1&shape=1" }),
      change({ id: "3".repeat(32), kind: "removed", address: "slide=1&shape=1" }),
    ];
    const marks = marksOf(changes, slide(shape(1, {}), shape(2, {})), slide(shape(1, {}), shape(3, {})));
    const kinds = (side: "before" | "after") => [...marks[side]].map(([number, { kind }]) => [number, kind]);
    expect(kinds("before")).toEqual([
      [2, "modified"],
      [1, "removed"],
    ]);
    expect(kinds("after")).toEqual([
      [3, "modified"],
      [1, "added"],
    ]);
  });

  test("cells of a table and points of a chart", () => {
    const table = (value: string): DeckShape =>
      shape(1, { kind: "table", table: { columns: [1, 1], rows: [{ height: 1, cells: [{ text: text("a") }, { text: text(value) }] }] } }); // prettier-ignore
    const cell = change({ address: "slide=1&shape=1&cell=B1", before: rich("4.2"), after: rich("4.6") });
    const marks = marksOf([cell], slide(table("4.2")), slide(table("4.6")));
    expect([...(marks.after.get(1)?.cells.keys() ?? [])]).toEqual(["B1"]);
    expect(changeSubject(cell, slide(table("4.2")), slide(table("4.6")))).toBe("Shape 1, shape 1, cell B1");
    const chart = (...values: readonly number[]): DeckShape =>
      shape(1, { kind: "chart", chart: { title: "", categories: ["Q1", "Q2"], series: [{ name: "FY", kind: "bar", colour: "000000", values }] } }); // prettier-ignore
    const points = change({ before: { type: "properties", properties: { kind: "chart" } } });
    const [was, is] = [slide(chart(1, 10.1)), slide(chart(1, 11.8))];
    expect(marksOf([points], was, is).before.get(1)?.points).toEqual(new Set(["0,1"]));
    expect(changeDetail(points, was, is)).toBe("1 point: Q2 10.1 → 11.8");
  });

  test("numbers are whole, words are apart", () => {
    const detail = (was: string, is: string) => {
      const own = change({ before: rich(was), after: rich(is) });
      return changeDetail(own, slide(shape(1, {})), slide(shape(1, {})));
    };
    expect(detail("grows by -2.6 m", "grows by -2.7 m")).toBe("“-2.6” → “-2.7”");
    expect(detail("11 left, 1,204.5 stay.", "8 left, 1,205.5 stay.")).toBe("“11 … 1,204.5” → “8 … 1,205.5”");
    expect(detail("Services up on two renewals", "Services down on one contract")).toBe(
      "“up … two renewals” → “down … one contract”",
    );
    expect(detail("up on two renewals", "up")).toBe("“on two renewals” → nothing");
    expect(detail("57.0 m", "57.0 m: more")).toBe("nothing → “more”");
  });

  test("cells are named as in addresses", () => {
    expect([cellName(0, 0), cellName(9, 25), cellName(0, 26), cellName(1, 701)]).toEqual(["A1", "Z10", "AA1", "ZZ2"]);
  });
});

test("a run is cut where a range begins and ends, also beyond it", () => {
  const ranges = [
    [2, 5],
    [8, 20],
  ] as const;
  expect(cutByRanges("defgh", 3, ranges)).toEqual([
    { piece: "de", marked: true },
    { piece: "fgh", marked: false },
  ]);
  expect(cutByRanges("xyz", 30, ranges)).toEqual([{ piece: "xyz", marked: false }]);
});
