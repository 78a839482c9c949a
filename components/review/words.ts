/**
 * What addresses, flags, facets and values are called on the screen. For reading only: nothing here is parsed back.
 */
import type { FacetName, FlagName, ReviewedChange } from "../../lib/contracts/changes.ts";
import { groupDigits } from "../ui/format.ts";

export const FLAG_WORDS: Readonly<Record<FlagName, string>> = {
  "formula-overwritten": "formula replaced by a constant",
  "new-error-value": "now an error",
  "number-stored-as-text": "number stored as text",
  hidden: "hidden from view",
  "external-link": "points outside of the file",
  macro: "contains a macro",
  "lost-part": "a part of the file is gone",
  "not-calculated": "result not calculated yet",
};

export const FACET_WORDS: Readonly<Record<FacetName, string>> = {
  content: "content",
  formula: "formula",
  format: "format",
  structure: "structure",
  metadata: "metadata",
  recalculated: "recalculated",
  unrendered: "unrendered change",
};

/** `sheet=Revenue&cell=D3` → "D3" (with `sheet`: "Revenue!D3"), `L10-L12` → "lines 10–12", nothing → "whole file". */
export function addressWords(fragment: string, withSheet = false): string {
  if (fragment === "") return "whole file";
  const lines = /^L(\d+)(?:-L(\d+))?$/u.exec(fragment);
  if (lines !== null) {
    const [, from = "", to = from] = lines;
    return from === to ? `line ${from}` : `lines ${from}–${to}`;
  }
  const at = new URLSearchParams(fragment.replaceAll("+", "%2B"));
  const sheet = at.get("sheet");
  const place = placeWords(at);
  if (place === null) return sheet === null ? fragment : `sheet ${sheet}`;
  return withSheet && sheet !== null ? `${sheet}!${place}` : place;
}

const PLACES: readonly (readonly [key: string, words: (value: string) => string])[] = [
  ["cell", (value) => value],
  ["row", (value) => `row ${value}`],
  ["column", (value) => `column ${value}`],
  ["name", (value) => `name ${value}`],
  ["page", (value) => `page ${value}`],
  ["para", (value) => `paragraph ${value}`],
  ["part", (value) => PARTS[value] ?? value],
];

/** Parts that a format names itself; those of packages are called by their own names. */
const PARTS: Readonly<Record<string, string>> = {
  "pages-drawn-anew": "how pages are drawn",
  attachments: "attached files",
  form: "form fields",
};

function placeWords(at: URLSearchParams): string | null {
  const [slide, notes, table] = [at.get("slide"), at.get("notes"), at.get("table")];
  if (slide !== null)
    return nested([
      ["slide", slide],
      ["shape", at.get("shape")],
      ["cell", at.get("cell")],
      ["paragraph", at.get("para")],
    ]);
  if (notes !== null)
    return nested([
      ["notes of slide", notes],
      ["paragraph", at.get("para")],
    ]);
  const story = at.get("story")?.replace("-", " ") ?? null;
  if (table !== null)
    return [
      ...(story === null ? [] : [story]),
      nested([
        ["table", table],
        ["row", at.get("row")],
      ]),
    ].join(", ");
  if (story !== null) return `${story}, paragraph ${at.get("para") ?? ""}`;
  for (const [key, words] of PLACES) {
    const value = at.get(key);
    if (value === null) continue;
    if (key !== "cell" || !/^\d+$/u.test(value)) return words(value);
    return at.has("of") ? `${at.get("of") ?? ""} of cell ${value}` : `cell ${value}`;
  }
  return null;
}

const nested = (levels: readonly (readonly [name: string, value: string | null])[]): string =>
  levels.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(", ");

/** The sign and the colour of each kind of change: the same in every format. */
export const CHANGE_SIGNS: Readonly<Record<ReviewedChange["kind"], readonly [sign: string, tone: string]>> = {
  added: ["+", "text-added"],
  removed: ["−", "text-removed"],
  modified: ["~", "text-changed"],
  moved: ["↕", "text-moved"],
};

/** What a change is called in a list: its place and facet, or what happened to the file. */
export function changeTitle(change: ReviewedChange): string {
  if (change.address !== "") return `${addressWords(change.address, true)} (${FACET_WORDS[change.facet]})`;
  if (change.facet === "structure")
    return { added: "file created", removed: "file deleted", moved: "file moved", modified: "file changed" }[
      change.kind
    ];
  return change.facet === "content" ? "contents" : FACET_WORDS[change.facet];
}

export interface LeftOut {
  readonly address: string;
  readonly why: "flagged" | "unseen" | "incomplete" | "follows" | "rejected" | "requires-left-out" | "requires-outside";
}

const WHY_WORDS: Readonly<Record<LeftOut["why"], string>> = {
  flagged: "flagged",
  unseen: "unseen",
  incomplete: "not fully compared",
  follows: "that follow",
  rejected: "rejected before",
  "requires-left-out": "that need what is left out",
  "requires-outside": "that need a change elsewhere",
};

const NAMED = 3;

/** R5: "1 flagged, D6; 4 unseen, A1, A2, A3 and 1 more". Empty where nothing is left out. */
export function leftOutWords(left: readonly LeftOut[]): string {
  return [...new Set(left.map(({ why }) => why))]
    .map((why) => {
      const of = left.filter((entry) => entry.why === why);
      const named = of.slice(0, NAMED).map(({ address }) => addressWords(address));
      const more = of.length > NAMED ? ` and ${groupDigits(of.length - NAMED)} more` : "";
      return `${groupDigits(of.length)} ${WHY_WORDS[why]}, ${named.join(", ")}${more}`;
    })
    .join("; ");
}

/** The sheet that a change is on; null: its address names none. */
export const sheetOf = ({ address }: Pick<ReviewedChange, "address">) =>
  new URLSearchParams(address.replaceAll("+", "%2B")).get("sheet");
