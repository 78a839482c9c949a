import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { failure, value } from "../testing/worlds.ts";
import { foldCase, isWithin, joinPath, nameOf, parentOf, parsePath, path, utf8Length } from "./path.ts";
import { proposeRenames } from "./renames.ts";

describe("paths", () => {
  test.each([
    ["empty", ""],
    ["empty", "/a"],
    ["empty", "a//b"],
    ["empty", "a/"],
    ["dots", "."],
    ["dots", "a/../b"],
    ["control", "a\u0000b"],
    ["control", "a\u007f"],
    ["control", "a\u0085"],
    ["not-nfc", "e\u0301"],
    ["unpaired-surrogate", "a\ud800b"],
    ["segment-too-long", "a".repeat(256)],
    ["segment-too-long", "ü".repeat(128)],
    ["path-too-long", Array.from({ length: 5 }, () => "a".repeat(250)).join("/")],
  ])("[V4] %s: %j", (reason, text) => {
    expect(failure(parsePath(text)).reason).toBe(reason);
  });

  test.each(["a", "ä/ö", "-x", "=1+1.csv", "con", "a b/.hidden", "a\\b", "a".repeat(255), "\u202egnp.exe", "😀"])(
    "[V4] legal: %j",
    (text) => {
      expect(value(parsePath(text))).toBe(text);
    },
  );

  test.each([
    ["README", "readme"],
    ["STRASSE", "straße"],
    ["ΣΑΣ", "σας"],
    ["É", "e\u0301"],
    ["ﬁ", "FI"],
  ])("[V4] %s and %s are case twins", (a, b) => {
    expect(foldCase(a)).toBe(foldCase(b));
  });

  test("[V4] property: folding twice is folding once, segment by segment as on the whole", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).filter((one) => !one.includes("/")),
          { minLength: 1, maxLength: 3 },
        ),
        (names) => {
          const whole = foldCase(names.join("/"));
          expect(foldCase(names.map(foldCase).join("/"))).toBe(foldCase(whole));
          expect(utf8Length(names.join("/"))).toBe(new TextEncoder().encode(names.join("/")).length);
        },
      ),
    );
  });

  test("parts of paths", () => {
    expect([
      parentOf(path("a")),
      parentOf(path("a/b/c")),
      nameOf(path("a/b/c")),
      joinPath(null, "a"),
      joinPath(path("a"), "b"),
    ]).toEqual([null, "a/b", "c", "a", "a/b"]);
    expect([isWithin(path("a/b"), path("a")), isWithin(path("ab"), path("a")), isWithin(path("a"), path("a"))]).toEqual(
      [true, false, true],
    );
  });
});

describe("proposed renames", () => {
  const proposed = (...names: string[]): string[] =>
    proposeRenames(names).map(({ from, to, reason }) => `${from} → ${to} (${reason})`);

  test("[V4] legal names without twins stay", () => {
    expect(proposed("a", "d/b", "d/c")).toEqual([]);
  });

  test("[V4] each fault is mended and named", () => {
    expect(proposed("d\\x.txt", "e\u0301.txt", "a\u0001.txt", "../up.txt")).toEqual([
      "../up.txt → _/up.txt (dots)",
      "a\u0001.txt → a_.txt (control)",
      "d\\x.txt → d/x.txt (backslash)",
      "e\u0301.txt → é.txt (not-nfc)",
    ]);
  });

  test("[V4] case twins are numbered, folders of twins are joined", () => {
    expect(proposed("README.md", "readme.md", "Readme.md")).toEqual([
      "Readme.md → Readme (2).md (collides)",
      "readme.md → readme (3).md (collides)",
    ]);
    expect(proposed("Docs/a", "docs/b")).toEqual(["docs/b → Docs/b (collides)"]);
  });

  test("[V4] a name that is long in bytes keeps its ending", () => {
    const [rename] = proposeRenames([`${"ü".repeat(200)}.xlsx`]);
    expect(rename?.to.endsWith(".xlsx")).toBe(true);
    expect(parsePath(rename?.to ?? "").ok).toBe(true);
  });

  test("[V4] property: afterwards all names are legal, and none is another's twin or in another's way", () => {
    const segment = fc.constantFrom(
      "a",
      "A",
      "b",
      "..",
      ".",
      "x\u0001",
      "e\u0301",
      "É",
      "",
      "con",
      "y".repeat(300),
      "a (2)",
    );
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join("/"));
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 10 }), (names) => {
        const to = new Map(proposeRenames(names).map((rename) => [rename.from, rename.to]));
        const placed = names.map((one) => to.get(one) ?? one);
        expect(placed.filter((one) => !parsePath(one).ok)).toEqual([]);
        const folded = placed.map(foldCase);
        expect(new Set(folded).size).toBe(folded.length);
        for (const one of folded) expect(folded.filter((other) => other.startsWith(`${one}/`))).toEqual([]);
        const folders = new Map<string, string>();
        for (const one of placed) {
          for (let slash = one.indexOf("/"); slash >= 0; slash = one.indexOf("/", slash + 1)) {
            const folder = one.slice(0, slash);
            expect(folders.get(foldCase(folder)) ?? folder).toBe(folder);
            folders.set(foldCase(folder), folder);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
