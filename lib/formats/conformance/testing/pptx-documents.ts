/** Generated decks, written part by part by a small builder: slides of boxes, tables, pictures and notes, edited by slide and shape. */
import fc from "fast-check";

import { buildDeck, type BoxSpec, type DeckSpec, type SlideSpec } from "../../pptx/testing/deck-builder.ts";
import type { Arbitraries } from "./laws.ts";

const words = fc.constantFrom(
  "",
  "Revenue",
  "Costs & risks",
  "Plan <2026>",
  "naïve €",
  "Next steps",
  "Overview",
  " padded ",
);
const text = fc.array(words, { minLength: 1, maxLength: 3 });
const length = fc.integer({ min: 1, max: 5_000_000 });
const place = fc.tuple(length, length, length, length);
const color = fc.constantFrom("FF0000", "00FF00", "0000FF");

const box = (id: number): fc.Arbitrary<BoxSpec> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        id: fc.constant(id),
        text,
        at: place,
        fill: fc.option(color, { nil: "FFFFFF" }),
        bold: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("table" as const),
        id: fc.constant(id),
        rows: fc.array(fc.array(words, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("picture" as const),
        id: fc.constant(id),
        picture: fc.constantFrom("one", "two", "three"),
        at: place,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(text, text).map(([one, two]) => ({
        kind: "group" as const,
        id,
        members: [
          { id: id + 100, text: one },
          { id: id + 200, text: two },
        ],
      })),
    },
  );

const slide = (id: number): fc.Arbitrary<SlideSpec> =>
  fc
    .record({
      title: words,
      boxes: fc
        .integer({ min: 0, max: 3 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_unused, at) => box(at + 3)))),
      hidden: fc.boolean(),
      layout: fc.nat({ max: 1 }),
      notes: fc.option(words, { nil: null }),
      background: fc.option(color, { nil: null }),
    })
    .map(({ title, boxes, hidden, layout, notes, background }) => ({
      id,
      boxes: [{ kind: "title" as const, id: 2, name: "Title 1", text: [title] }, ...boxes],
      hidden,
      layout,
      ...(notes === null ? {} : { notes }),
      ...(background === null ? {} : { background }),
    }));

const deck: fc.Arbitrary<DeckSpec> = fc
  .integer({ min: 0, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_unused, at) => slide(256 + at))))
  .map((slides) => ({ slides }));

type Edit = "keep" | "drop" | "text" | "box" | "unbox" | "new" | "hide" | "copy";

/** Slides edited, inserted, dropped, copied and moved, and parts named and numbered otherwise. */
function edited(base: DeckSpec): fc.Arbitrary<DeckSpec> {
  const edit = fc.record({
    what: fc.constantFrom<Edit>("keep", "keep", "keep", "drop", "text", "box", "unbox", "new", "hide", "copy"),
    words: text,
    shape: box(20),
    fresh: slide(300),
  });
  return fc
    .record({
      edits: fc.array(edit, { minLength: base.slides.length, maxLength: base.slides.length }),
      moved: fc.boolean(),
      firstPart: fc.constantFrom(1, 5),
      firstRelation: fc.constantFrom(1, 9),
      accent: fc.constantFrom("4F81BD", "4F81BD", "C0504D"),
      layouts: fc.constantFrom(
        ["Title and Content", "Blank"],
        ["Title and Content", "Blank"],
        ["Title and Content", "Blank", "Quote"],
      ),
      size: fc.constantFrom<readonly [number, number]>([9144000, 6858000], [9144000, 6858000], [12192000, 6858000]),
    })
    .map(({ edits, moved, ...rest }) => {
      const slides = base.slides.flatMap((own, at) => editedSlide(own, edits[at], at));
      const last = slides.at(-1);
      return { ...base, ...rest, slides: moved && last !== undefined ? [last, ...slides.slice(0, -1)] : slides };
    });
}

function editedSlide(
  own: SlideSpec,
  edit: { what: Edit; words: readonly string[]; shape: BoxSpec; fresh: SlideSpec } | undefined,
  at: number,
): SlideSpec[] {
  const last = own.boxes.at(-1);
  switch (edit?.what) {
    case "drop":
      return [];
    case "text":
      return [{ ...own, boxes: own.boxes.map((entry) => (entry === last ? { ...entry, text: edit.words } : entry)) }];
    case "box":
      return [{ ...own, boxes: [...own.boxes, edit.shape] }];
    case "unbox":
      return [{ ...own, boxes: own.boxes.slice(0, -1) }];
    case "new":
      return [own, { ...edit.fresh, id: 300 + at }];
    case "hide":
      return [{ ...own, hidden: own.hidden !== true, background: "ABCDEF" }];
    case "copy":
      return [own, { ...own, id: 400 + at }];
    default:
      return [own];
  }
}

/** Slides that nothing can confuse, with texts and places edited only. */
const plain: fc.Arbitrary<readonly [DeckSpec, DeckSpec]> = fc.integer({ min: 1, max: 4 }).chain((count) => {
  const base: SlideSpec[] = Array.from({ length: count }, (_unused, at) => ({
    id: 256 + at,
    boxes: ["alpha", "beta", "gamma"].map((name, n) => ({
      id: n + 2,
      name: `${name} ${at}`,
      text: [
        `${name} of slide ${at} has ${"one two three four five"
          .split(" ")
          .map((word) => `${word}${at}${n}`)
          .join(" ")}`,
      ],
    })),
    notes: `Notes of slide ${at}`,
  }));
  const edit = fc.record({
    texts: fc.array(fc.option(fc.constantFrom("first", "second"), { nil: null }), { minLength: 3, maxLength: 3 }),
    fills: fc.array(fc.option(color, { nil: null }), { minLength: 3, maxLength: 3 }),
    moved: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    fresh: fc.boolean(),
    gone: fc.boolean(),
    hidden: fc.boolean(),
    notes: fc.boolean(),
    box: fc.boolean(),
    unbox: fc.boolean(),
  });
  return fc.array(edit, { minLength: count, maxLength: count }).map((edits) => {
    const after = base.flatMap((own, at): SlideSpec[] => {
      const how = edits[at];
      if (how === undefined) return [own];
      const boxes = own.boxes.map((entry, n): BoxSpec => {
        const said = how.texts[n];
        const fill = how.fills[n];
        return {
          ...entry,
          ...(said === null || said === undefined ? {} : { text: [...(entry.text ?? []), said] }),
          ...(fill === null || fill === undefined ? {} : { fill }),
          ...(how.moved[n] === true ? { at: [1, 2, 3, 4] as const } : {}),
        };
      });
      const kept = how.unbox ? boxes.slice(1) : boxes;
      const changed: SlideSpec = {
        ...own,
        boxes: how.box ? [...kept, { id: 30, name: `new ${at}`, text: [`a box of its own number ${at}`] }] : kept,
        hidden: how.hidden,
        ...(how.notes ? { notes: `Other notes ${at}` } : {}),
      };
      const fresh: SlideSpec = {
        id: 500 + at,
        boxes: [{ id: 2, name: `fresh ${at}`, text: [`Nothing like the others: ${at} ${at + 7}`] }],
      };
      return [...(how.gone ? [] : [changed]), ...(how.fresh ? [fresh] : [])];
    });
    return [{ slides: base }, { slides: after }] as const;
  });
});

export const deckArbitraries: Arbitraries = {
  name: "deck.pptx",
  pair: deck.chain((base) => edited(base).map((after) => [buildDeck(base), buildDeck(after)] as const)),
  triple: deck.chain((base) =>
    fc
      .tuple(edited(base), edited(base))
      .map(([one, two]) => [buildDeck(base), buildDeck(one), buildDeck(two)] as const),
  ),
  unambiguous: plain.map(([before, after]) => [buildDeck(before), buildDeck(after)] as const),
  extensions: ["pptx", "pptm", "potx", "ppsx"],
  runs: 25,
};
