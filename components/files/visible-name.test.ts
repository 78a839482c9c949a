import fc from "fast-check";
import { expect, it } from "vitest";

import { nameParts, visibleName } from "./visible-name.ts";

it("shows what turns or hides text", () => {
  expect(visibleName("report\u202Efdp.exe")).toBe("report⟨U+202E⟩fdp.exe");
  expect(nameParts("a\u200Bb")).toEqual([
    { text: "a", mark: false },
    { text: "U+200B", mark: true },
    { text: "b", mark: false },
  ]);
});

it("leaves every other name alone", () => {
  for (const name of [
    "Q3-model.xlsx",
    "Büro – März.docx",
    "表.xlsx",
    "تقرير.pdf",
    "<b>x</b>.md",
    "👩‍💼.txt".replace("\u200D", ""),
  ])
    expect(visibleName(name)).toBe(name);
});

it("never lets a direction control through", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("a", "\u202E", "\u2066", "\u200F", "\n", "é")), (characters) => {
      expect(visibleName(characters.join(""))).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\n]/u);
    }),
  );
});
