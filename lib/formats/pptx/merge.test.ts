import { describe, expect, it } from "vitest";

import { memorySource } from "../memory-source.ts";
import { mergeFiles } from "../merge.ts";
import type { SlideSpec } from "./testing/deck-builder.ts";
import { changesOverlap } from "./overlaps.ts";
import { titleOf } from "./diff/comparison.ts";
import { box, changesOf, deck, deckOf, slide } from "./testing/decks.ts";

const [one, two, three] = [slide(256, "Opening words"), slide(257, "Costs by region"), slide(258, "Next quarter")];
const base = deck([one, two, three]);
const say = (spec: SlideSpec, text: string): SlideSpec => ({
  ...spec,
  boxes: spec.boxes.map((entry) => (entry.id === 3 ? { ...entry, text: [text] } : entry)),
});
const merge = (left: Uint8Array, right: Uint8Array, strict = false, from = base) =>
  mergeFiles(memorySource("a.pptx", from), memorySource("a.pptx", left), memorySource("a.pptx", right), { strict });
const titles = (bytes: Uint8Array | null) => deckOf(bytes ?? new Uint8Array()).slides.map(titleOf);

/** Merged without a conflict into exactly this deck. */
async function clean(left: Uint8Array, right: Uint8Array, wanted: Uint8Array, strict = false, from = base) {
  const { merged, conflicts } = await merge(left, right, strict, from);
  expect(conflicts).toEqual([]);
  expect(changesOf(merged ?? new Uint8Array(), wanted)).toEqual([]);
}

async function clash(left: Uint8Array, right: Uint8Array, strict = false, from = base) {
  const { merged, conflicts } = await merge(left, right, strict, from);
  expect(conflicts).toHaveLength(1);
  expect(conflicts[0]?.address.kind).not.toBe("file");
  return merged;
}

describe("merging decks", () => {
  const first = deck([say(one, "first edited"), two, three]);
  const second = deck([one, say(two, "second edited"), three]);

  it("disjoint slides are both taken, strict or not", async () => {
    const wanted = deck([say(one, "first edited"), say(two, "second edited"), three]);
    await clean(first, second, wanted);
    await clean(first, second, wanted, true);
  });

  it("disjoint shapes, and disjoint aspects of one shape, of one slide are both taken; strict they clash", async () => {
    const title = {
      ...two,
      boxes: [{ ...two.boxes[0], id: 2, kind: "title" as const, text: ["A new title"] }, ...two.boxes.slice(1)],
    };
    const left = deck([one, title, three]);
    await clean(left, second, deck([one, say(title, "second edited"), three]));
    await clash(left, second, true);
    const filled = { ...two, boxes: two.boxes.map((entry) => (entry.id === 3 ? { ...entry, fill: "FF0000" } : entry)) };
    await clean(deck([one, filled, three]), second, deck([one, say(filled, "second edited"), three]));
  });

  it("the same edit is taken once, another one of the same text clashes", async () => {
    await clean(second, deck([one, say(two, "second edited"), three], { firstPart: 9 }), second);
    const merged = await clash(second, deck([one, say(two, "otherwise"), three]));
    expect(changesOf(merged ?? new Uint8Array(), second)).toEqual([]);
  });

  it("a deleted slide against an edit of it clashes, against other slides it does not", async () => {
    await clash(deck([one, three]), second);
    await clean(deck([one, three]), first, deck([say(one, "first edited"), three]));
    await clean(deck([one, three]), deck([one, three]), deck([one, three]));
  });

  it("slides inserted at one place clash, at two places they do not", async () => {
    const fresh = (text: string): SlideSpec => ({
      id: 300,
      boxes: [{ kind: "title", id: 2, name: "Title 1", text: [text] }],
    });
    const [a, b] = [fresh("Inserted by the left"), fresh("Quite another one")];
    await clash(deck([one, a, two, three]), deck([one, b, two, three]));
    await clean(deck([one, a, two, three]), deck([one, two, b, three]), deck([one, a, two, b, three]));
    await clean(deck([one, a, two, three]), deck([one, a, two, three]), deck([one, a, two, three]));
  });

  it("an edit follows a slide that the other side moved or pushed down", async () => {
    await clean(deck([three, one, two]), second, deck([three, one, say(two, "second edited")]));
    const pushed = deck([slide(300, "Something in front"), one, two, three]);
    const { merged } = await merge(pushed, second);
    expect(titles(merged)).toEqual(["Something in front", "Opening words", "Costs by region", "Next quarter"]);
    await clean(pushed, second, deck([slide(300, "Something in front"), one, say(two, "second edited"), three]));
    const third = deck([one, two, say(three, "third edited")]);
    await clean(deck([three, one, two]), third, deck([say(three, "third edited"), one, two]));
  });

  it("one slide moved to two places clashes", async () => {
    const four = slide(259, "A last one");
    await clash(deck([four, one, two, three]), deck([one, four, two, three]), false, deck([one, two, three, four]));
  });

  it("an edit follows a shape that the other side pushed up", async () => {
    const boxes = [box(3, "alpha first text"), box(4, "beta second text"), box(5, "gamma third text")];
    const from = deck([{ id: 256, boxes }]);
    const less = deck([{ id: 256, boxes: boxes.slice(1) }]);
    const edit = deck([
      { id: 256, boxes: [boxes[0] ?? box(3, ""), boxes[1] ?? box(4, ""), box(5, "gamma edited text")] },
    ]);
    await clean(
      less,
      edit,
      deck([{ id: 256, boxes: [boxes[1] ?? box(4, ""), box(5, "gamma edited text")] }]),
      false,
      from,
    );
    await clash(less, deck([{ id: 256, boxes: [box(3, "alpha edited text"), ...boxes.slice(1)] }]), false, from);
  });

  it("notes and text of one slide are apart; hidden and edited, too", async () => {
    await clean(
      deck([one, { ...two, hidden: true }, three]),
      second,
      deck([one, { ...say(two, "second edited"), hidden: true }, three]),
    );
    const noted = (text: string, spec = two) => deck([one, { ...spec, notes: text }, three]);
    await clean(
      noted("new words"),
      noted("old words", say(two, "second edited")),
      noted("new words", say(two, "second edited")),
      false,
      noted("old words"),
    );
    await clash(noted("new words"), noted("other words"), false, noted("old words"));
  });

  it("overlaps do not depend on which side is called which", () => {
    const boxed = { ...two, boxes: [...two.boxes, box(9, "one more")] };
    const sides = [
      changesOf(base, deck([slide(300, "In front of all"), one, boxed, { ...three, hidden: true, notes: "said" }])),
      changesOf(base, deck([three, one, say(two, "edited"), slide(300, "Behind")])),
      changesOf(base, deck([slide(301, "Other front"), { ...one, boxes: one.boxes.slice(1) }, three])),
    ];
    const all = sides.flat();
    for (const strict of [false, true])
      for (const left of all)
        for (const right of all) expect(changesOverlap(left, right, strict)).toBe(changesOverlap(right, left, strict));
  });
});
