/** Merged ranges, validations, rules and links one by one: found, taken apart, carried along. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { changesOverlap } from "./overlaps.ts";
import { buildWorkbook, type BuildValue } from "./testing/build.ts";
import { applied, changesOf, lines, open } from "./testing/workbooks.ts";

interface Items {
  readonly merged?: readonly string[];
  readonly lists?: Readonly<Record<string, string>>;
  readonly rules?: Readonly<Record<string, number>>;
  readonly links?: Readonly<Record<string, string>>;
}

const rows: readonly (readonly BuildValue[])[] = Array.from({ length: 12 }, (_unused, at) => [`row ${at}`, at, at * 2]);

function tailOf({ merged = [], lists = {}, rules = {}, links = {} }: Items): string {
  const wrap = (name: string, inside: readonly string[]) =>
    inside.length === 0 ? "" : `<${name} count="${inside.length}">${inside.join("")}</${name}>`;
  return [
    wrap(
      "mergeCells",
      merged.map((ref) => `<mergeCell ref="${ref}"/>`),
    ),
    ...Object.entries(rules).map(
      ([ref, limit], at) =>
        `<conditionalFormatting sqref="${ref}"><cfRule type="cellIs" priority="${at + 1}" operator="lessThan"><formula>${limit}</formula></cfRule></conditionalFormatting>`,
    ),
    wrap(
      "dataValidations",
      Object.entries(lists).map(
        ([ref, list]) =>
          `<dataValidation type="list" allowBlank="1" sqref="${ref}"><formula1>${list}</formula1></dataValidation>`,
      ),
    ),
    Object.keys(links).length === 0
      ? ""
      : `<hyperlinks>${Object.entries(links)
          .map(([ref, to]) => `<hyperlink ref="${ref}" location="${to}"/>`)
          .join("")}</hyperlinks>`,
  ].join("");
}

const book = (items: Items, content = rows) =>
  buildWorkbook([{ name: "Sheet", rows: content, tail: tailOf(items) }], {});

const idsOf = (changes: readonly Change[]) => changes.map(({ id }) => id).sort();

describe("items of a sheet", () => {
  const before = book({ merged: ["A1:B1", "A3:B3"], lists: { C2: "$A$1:$A$5" }, rules: { "B2:B9": 5 } });
  const after = book({
    merged: ["A3:B3", "A6:B7"],
    lists: { C2: "$A$1:$A$6", C4: '"yes,no"' },
    rules: { "B2:B9": 5, "C2:C9": 7 },
    links: { A9: "Sheet!B2" },
  });

  it("each is a change with its own place", () => {
    const changes = changesOf(before, after);
    expect(lines(changes).sort()).toEqual([
      "added content Sheet!A9",
      "added format Sheet!A6:B7",
      "added format Sheet!C2:C9",
      "added structure Sheet!C4",
      "modified structure Sheet!C2",
      "removed format Sheet!A1:B1",
    ]);
    const list = changes.find(({ kind, facet }) => kind === "modified" && facet === "structure");
    expect(list?.before).toMatchObject({ properties: { element: "dataValidation", formula1: "$A$1:$A$5" } });
    expect(list?.after).toMatchObject({ properties: { range: "C2", formula1: "$A$1:$A$6", type: "list" } });
  });

  it("each is taken alone, and what stays keeps its characters", () => {
    for (const change of changesOf(before, after)) {
      const result = applied(before, after, [change.id]);
      expect(idsOf(changesOf(before, result))).toEqual([change.id]);
    }
  });

  it("an order that means nothing is no change; rules in another order are one", () => {
    expect(changesOf(book({ merged: ["A1:B1", "A3:B3"] }), book({ merged: ["A3:B3", "A1:B1"] }))).toEqual([]);
    const rules = lines(
      changesOf(book({ rules: { "B2:B9": 5, "C2:C9": 7 } }), book({ rules: { "C2:C9": 7, "B2:B9": 5 } })),
    );
    expect(rules).toEqual(["modified format Sheet"]);
  });

  it("what all went is flagged as lost", () => {
    const changes = changesOf(before, book({ merged: ["A1:B1", "A3:B3"] }));
    expect(changes.map(({ kind, flags }) => [kind, flags])).toEqual([
      ["removed", ["lost-part"]],
      ["removed", ["lost-part"]],
    ]);
  });

  it("an item in an inserted row needs the row; others move along", () => {
    const longer = [...rows.slice(0, 4), ["new", 99, 98], ...rows.slice(4)];
    const moved = book({ merged: ["A3:B3", "A5:B5"], lists: { C2: "$A$1:$A$6" }, rules: { "B2:B10": 5 } }, longer);
    const start = book({ merged: ["A3:B3"], lists: { C2: "$A$1:$A$5" }, rules: { "B2:B9": 5 } });
    const changes = changesOf(start, moved);
    expect(lines(changes).sort()).toEqual(["added format Sheet!A5:B5", "added structure Sheet!5"]);
    const [row, merge] = [
      changes.find(({ facet }) => facet === "structure"),
      changes.find(({ facet }) => facet === "format"),
    ];
    expect(merge?.requires).toEqual([row?.id]);
    const result = applied(start, moved, row === undefined ? [] : [row.id]);
    expect(idsOf(changesOf(start, result))).toEqual(row === undefined ? [] : [row.id]);
  });

  it("two sides: one range changed otherwise overlaps, cells inside of it do not", () => {
    const rule = (to: Items) => changesOf(book({ rules: { "B2:B9": 5 } }), book(to));
    const [five] = rule({ rules: { "B2:B9": 6 } });
    const [seven] = rule({ rules: { "B2:B9": 7 } });
    const cell = changesOf(book({}), book({}, [["row 0", 0, 0], ["row 1", 5, 2], ...rows.slice(2)]))[0];
    if (five === undefined || seven === undefined || cell === undefined) throw new Error("no change");
    expect(changesOverlap(five, seven, false)).toBe(true);
    expect(changesOverlap(five, cell, false)).toBe(false);
    expect(changesOverlap(five, cell, true)).toBe(true);
  });

  it("any subset of items gives exactly these", () => {
    const places = ["A1:B1", "A3:B3", "A5:C5", "A7:A9"];
    const cells = ["C2", "C4", "C6:C8"];
    const items = fc.record({
      merged: fc.subarray(places),
      lists: fc.dictionary(fc.constantFrom(...cells), fc.constantFrom("$A$1:$A$5", '"yes,no"')),
      rules: fc.dictionary(fc.constantFrom("B2:B9", "C2:C9", "A1:A12"), fc.integer({ min: 1, max: 3 })),
      links: fc.dictionary(fc.constantFrom("A2", "A4"), fc.constantFrom("Sheet!B2", "Sheet!B3")),
    });
    fc.assert(
      fc.property(items, items, fc.infiniteStream(fc.boolean()), (a, b, coins) => {
        const [left, right] = [book(a), book(b)];
        const changes = changesOf(left, right);
        const chosen = idsOf(changes.filter(() => coins.next().value === true));
        const result = applied(left, right, chosen);
        expect(open(result).sheets).toHaveLength(1);
        expect(idsOf(changesOf(left, result))).toEqual(chosen);
        expect(changesOf(applied(left, right, idsOf(changes)), right)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
