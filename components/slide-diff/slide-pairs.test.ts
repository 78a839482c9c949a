import { describe, expect, test } from "vitest";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { pairSlides, type PairedDeck } from "./slide-pairs.ts";
import { nextStep, shownPair, stepsOf } from "./steps.ts";

let made = 0;
const change = (
  kind: ReviewedChange["kind"],
  address: string,
  beforeAddress?: string,
  facet: ReviewedChange["facet"] = "content",
): ReviewedChange => ({
  id: `${(made += 1)}`.padStart(32, "0"),
  kind,
  facet,
  address,
  ...(beforeAddress === undefined ? {} : { beforeAddress }),
  verdict: { state: "pending" },
  seen: false,
  originSeq: null,
});

const shape = ({ pairs }: PairedDeck) => pairs.map(({ before, after, mark }) => [before, after, mark]);

describe("slides side by side", () => {
  test("[R7] what came, went and moved is taken from the changes, the rest stands in order", () => {
    const changes = [
      change("added", "slide=2", "slide=2", "structure"),
      change("removed", "slide=3", undefined, "structure"),
      change("moved", "slide=5", "slide=1", "structure"),
      change("modified", "slide=3&shape=2", "slide=4&shape=2"),
    ];
    expect(shape(pairSlides(5, 5, changes))).toEqual([
      [2, 1, null],
      [3, null, "removed"],
      [null, 2, "added"],
      [4, 3, "modified"],
      [5, 4, null],
      [1, 5, "moved"],
    ]);
  });

  test("a change belongs to the slide of the side that its address counts in", () => {
    const removedShape = change("removed", "slide=2&shape=4");
    const notes = change("modified", "notes=3", "notes=2");
    const part = change("modified", "part=ppt/theme/theme1.xml");
    const paired = pairSlides(2, 3, [change("added", "slide=1", "slide=1", "structure"), removedShape, notes, part]);
    expect(paired.pairs.map(({ key, changes }) => [key, changes.length])).toEqual([
      ["1", 1],
      ["2", 0],
      ["3", 2],
    ]);
    expect(paired.elsewhere).toEqual([part]);
  });

  test("a file that came or went has one side, and what is not fully compared is paired by number", () => {
    expect(shape(pairSlides(null, 2, []))).toEqual([
      [null, 1, "added"],
      [null, 2, "added"],
    ]);
    expect(shape(pairSlides(1, null, []))).toEqual([[1, null, "removed"]]);
    expect(shape(pairSlides(2, 3, []))).toEqual([
      [1, 1, null],
      [2, 2, null],
      [null, 3, "added"],
    ]);
  });
});

describe("steps through a deck", () => {
  const part = change("modified", "part=docProps/core.xml");
  const [one, two, three] = [
    change("modified", "slide=2&shape=1"),
    change("modified", "slide=2&shape=2"),
    change("modified", "slide=4&shape=1"),
  ];
  const paired = pairSlides(5, 5, [one, two, three, part]);
  const all = new Set([one, two, three, part].map(({ id }) => id));
  const steps = stepsOf(paired, all);
  const at = (current: string | null, slide: string | null = null, wholeSlide: string | null = null) => ({
    current,
    slide,
    wholeSlide,
  });
  const go = (standing: ReturnType<typeof at>, by: 1 | -1) => nextStep(steps, paired, standing, by)?.change ?? null;

  test("go through all slides, then what belongs to none, and end", () => {
    expect(steps.map((step) => step.change)).toEqual([one, two, three, part]);
    expect(go(at(null), 1)).toBe(one);
    expect(go(at(null), -1)).toBe(part);
    expect(go(at(two.id), 1)).toBe(three);
    expect(go(at(three.id), 1)).toBe(part);
    expect(go(at(part.id), 1)).toBeNull();
    expect(go(at(one.id), -1)).toBeNull();
  });

  test("begin with the first change of a slide that was chosen as a whole, and beside one without changes", () => {
    expect(go(at(one.id, null, "2"), 1)).toBe(one);
    expect(go(at(three.id, "3"), 1)).toBe(three);
    expect(go(at(three.id, "3"), -1)).toBe(two);
    expect(go(at(null, "5"), 1)).toBe(part);
    expect(go(at(null, "1"), -1)).toBeNull();
  });

  test("leave out what a filter leaves out", () => {
    expect(stepsOf(paired, new Set([three.id])).map((step) => step.change)).toEqual([three]);
    expect(shownPair(paired, null, null, new Set([three.id]))?.key).toBe("4");
  });

  test("the slide that is named wins, then that of the chosen change, then the first that changed", () => {
    expect(shownPair(paired, "5", three.id, all)?.key).toBe("5");
    expect(shownPair(paired, null, three.id, all)?.key).toBe("4");
    expect(shownPair(paired, "77", null, all)?.key).toBe("2");
  });
});
