import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { failure, h, value } from "../testing/worlds.ts";
import { path } from "../tree/path.ts";
import { formatAddress, parseAddress, type Address } from "./address.ts";
import { formatStagedUri, parseStagedUri } from "./staged-uri.ts";

const number = fc.integer({ min: 1, max: 999_999_999 });
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const column = fc.constantFrom("A", "Z", "AB", "XFD");
const address: fc.Arbitrary<Address> = fc.oneof(
  fc.constant<Address>({ kind: "file" }),
  fc.tuple(number, number).map(([a, b]): Address => ({ kind: "lines", from: Math.min(a, b), to: Math.max(a, b) })),
  text.map((sheet): Address => ({ kind: "sheet", sheet })),
  fc
    .tuple(text, fc.constantFrom("A1", "B12:D14", "$C$3", "XFD1048576"))
    .map(([sheet, range]): Address => ({ kind: "cells", sheet, range })),
  fc.tuple(text, number).map(([sheet, row]): Address => ({ kind: "row", sheet, row })),
  number.map((row): Address => ({ kind: "row", row })),
  fc.tuple(text, column).map(([sheet, one]): Address => ({ kind: "column", sheet, column: one })),
  column.map((one): Address => ({ kind: "column", column: one })),
  text.map((name): Address => ({ kind: "name", name })),
  fc.tuple(text, text).map(([name, sheet]): Address => ({ kind: "name", name, sheet })),
  number.map((page): Address => ({ kind: "page", page })),
  number.map((slide): Address => ({ kind: "slide", slide })),
  fc.tuple(number, number).map(([slide, shape]): Address => ({ kind: "slide", slide, shape })),
  number.map((paragraph): Address => ({ kind: "paragraph", paragraph })),
  fc
    .tuple(number, number, number)
    .map(([slide, shape, paragraph]): Address => ({ kind: "slide", slide, shape, paragraph })),
  fc.tuple(number, number).map(([slide, shape]): Address => ({ kind: "slide", slide, shape, cell: "B2" })),
  number.map((slide): Address => ({ kind: "notes", slide })),
  fc.tuple(number, number).map(([slide, paragraph]): Address => ({ kind: "notes", slide, paragraph })),
  fc.tuple(number, number).map(([paragraph, n]): Address => ({ kind: "paragraph", paragraph, story: `footnote-${n}` })),
  fc.tuple(number, number).map(([table, row]): Address => ({ kind: "tableRow", table, row })),
  fc.tuple(number, number).map(([table, row]): Address => ({ kind: "tableRow", table, row, story: "header-1" })),
  number.map((cell): Address => ({ kind: "notebookCell", cell })),
  fc
    .tuple(number, fc.constantFrom("outputs" as const, "metadata" as const))
    .map(([cell, of]): Address => ({ kind: "notebookCell", cell, of })),
  fc.constantFrom("A1", "B12:D14").map((range): Address => ({ kind: "cells", range })),
  text.map((part): Address => ({ kind: "part", part })),
);

describe("addresses", () => {
  test.each<[string, Address]>([
    ["", { kind: "file" }],
    ["page=2", { kind: "page", page: 2 }],
    ["sheet=Revenue&cell=B12:D14", { kind: "cells", sheet: "Revenue", range: "B12:D14" }],
    ["sheet=Q3%20Plan&cell=B12", { kind: "cells", sheet: "Q3 Plan", range: "B12" }],
    ["slide=3&shape=7", { kind: "slide", slide: 3, shape: 7 }],
    ["slide=3&shape=7&para=2", { kind: "slide", slide: 3, shape: 7, paragraph: 2 }],
    ["slide=3&shape=7&cell=B2", { kind: "slide", slide: 3, shape: 7, cell: "B2" }],
    ["notes=3&para=1", { kind: "notes", slide: 3, paragraph: 1 }],
    ["para=14", { kind: "paragraph", paragraph: 14 }],
    ["story=footnote-2&para=1", { kind: "paragraph", paragraph: 1, story: "footnote-2" }],
    ["table=2&row=3", { kind: "tableRow", table: 2, row: 3 }],
    ["cell=7&of=outputs", { kind: "notebookCell", cell: 7, of: "outputs" }],
    ["cell=B12", { kind: "cells", range: "B12" }],
    ["cell=7", { kind: "notebookCell", cell: 7 }],
    ["L10-L20", { kind: "lines", from: 10, to: 20 }],
    ["L5-L4", { kind: "lines", from: 5, to: 4 }],
    ["L10", { kind: "lines", from: 10, to: 10 }],
    ["row=7", { kind: "row", row: 7 }],
    ["sheet=Revenue&column=C", { kind: "column", sheet: "Revenue", column: "C" }],
    ["part=xl/theme/theme1.xml", { kind: "part", part: "xl/theme/theme1.xml" }],
  ])("[R7] %s", (fragment, is) => {
    expect(formatAddress(is)).toBe(fragment);
    expect(value(parseAddress(fragment))).toEqual(is);
  });

  test("[R7] property: parse and format are inverse", () => {
    fc.assert(
      fc.property(address, (is) => {
        expect(value(parseAddress(formatAddress(is)))).toEqual(is);
      }),
    );
  });

  test.each([
    "L0",
    "L9-L7",
    "page=0",
    "page=1.5",
    "page",
    "=1",
    "page=1&page=2",
    "sheet=%",
    "sheet=&cell=A1x",
    "sheet=A&cell=1A",
    "colour=3",
    "sheet=A&page=2",
    "row=",
    "&",
  ])("[R7] refused: %s", (fragment) => {
    expect(failure(parseAddress(fragment)).reason).toBe("not-an-address");
  });

  test("[R7] the order of fields does not matter, the canonical text is one", () => {
    expect(formatAddress(value(parseAddress("cell=B2&sheet=A")))).toBe("sheet=A&cell=B2");
  });
});

describe("staged addresses", () => {
  test("[R7] property: parse and format are inverse, whatever the path is called", () => {
    const paths = fc.constantFrom("a", "Q3 plan/model #2.xlsx", "50 % ?/ü&=+.txt", "d/-x", "=1");
    fc.assert(
      fc.property(paths, address, (at, is) => {
        const uri = { workspace: "w_1-2", path: path(at), contentHash: h("x"), address: is };
        expect(value(parseStagedUri(formatStagedUri(uri)))).toEqual(uri);
      }),
    );
  });

  test.each([
    ["form", "http://w/a?v=1"],
    ["form", `staged:w/a`],
    ["workspace", `staged:/a?v=${h("x")}`],
    ["path", `staged:w/../a?v=${h("x")}`],
    ["path", `staged:w/a%2Fb?v=${h("x")}`],
    ["path", `staged:w/%zz?v=${h("x")}`],
    ["version", "staged:w/a?v=abc"],
    ["fragment", `staged:w/a?v=${h("x")}#nowhere`],
  ])("[R7] refused for its %s: %s", (part, text_) => {
    expect(failure(parseStagedUri(text_))).toEqual({ reason: "not-a-staged-address", part });
  });
});
