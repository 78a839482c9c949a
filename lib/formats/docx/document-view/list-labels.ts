/**
 * The labels that paragraphs of lists show: "1.", "b)", "2.3", "•" (ECMA-376 part 1, 17.9). Counts in the order in which
 * it is asked. Pictures as bullets are bullets; scripts other than Latin count in digits.
 */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { isWord, wordAttribute, wordChild } from "../names.ts";
import type { List, Numbering } from "../numbering.ts";

interface Level {
  readonly format: string;
  readonly text: string;
  readonly start: number;
}

const LEVELS = 9;
const MAX_LABEL = 40;

export class ListLabels {
  readonly #numbering: Numbering;
  readonly #counts = new Map<string, number[]>();
  readonly #levels = new Map<string, readonly (Level | undefined)[]>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** Null: no such list, or one without a label. @param level from 0 */
  next(id: string, level: number): string | null {
    const list = this.#numbering.lists.get(id);
    if (list === undefined) return null;
    const levels = this.#levelsOf(list);
    const own = levels[level];
    if (own === undefined) return null;
    const counts = this.#counts.get(list.key) ?? [];
    this.#counts.set(list.key, counts);
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    counts.length = level + 1;
    if (own.format === "bullet") return bullet(own.text);
    if (own.format === "none") return null;
    const label = own.text.replace(/%([1-9])/gu, (_, n: string) => {
      const at = Number(n) - 1;
      const other = levels[at];
      return other === undefined ? "" : numeral(counts[at] ?? other.start, other.format);
    });
    return label === "" ? null : label.slice(0, MAX_LABEL);
  }

  #levelsOf(list: List): readonly (Level | undefined)[] {
    const known = this.#levels.get(list.id);
    if (known !== undefined) return known;
    const made: (Level | undefined)[] = Array.from({ length: LEVELS });
    for (const level of children(list.definition, "lvl")) put(made, level, levelOf(level));
    for (const override of children(list.element, "lvlOverride")) {
      const at = Number(wordAttribute(override, "ilvl") ?? 0);
      const inner = wordChild(override, "lvl");
      if (inner !== undefined) put(made, override, levelOf(inner));
      const start = Number(wordAttribute(wordChild(override, "startOverride"), "val") ?? Number.NaN);
      const own = made[at];
      if (own !== undefined && Number.isSafeInteger(start)) made[at] = { ...own, start };
    }
    this.#levels.set(list.id, made);
    return made;
  }
}

const children = (element: XmlElement | undefined, name: string): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => typeof child !== "string" && isWord(child, name));

function put(levels: (Level | undefined)[], at: XmlElement, level: Level): void {
  const index = Number(wordAttribute(at, "ilvl") ?? 0);
  if (Number.isInteger(index) && index >= 0 && index < LEVELS) levels[index] = level;
}

function levelOf(element: XmlElement): Level {
  const value = (name: string) => wordAttribute(wordChild(element, name), "val");
  const start = Number(value("start") ?? 1);
  return {
    format: value("numFmt") ?? "decimal",
    text: value("lvlText") ?? "",
    start: Number.isSafeInteger(start) ? start : 1,
  };
}

/** Symbol fonts keep their signs in the private area, where another font has nothing. */
function bullet(text: string): string {
  const code = text.codePointAt(0);
  const sign = code === undefined ? undefined : String.fromCodePoint(code);
  if (sign === undefined || /\p{Co}/u.test(sign)) return "•";
  return sign === "o" ? "◦" : sign;
}

const MAX_LETTERS = 780;

function numeral(count: number, format: string): string {
  if (format === "decimalZero") return String(count).padStart(2, "0");
  if (count < 1) return String(count);
  if (format === "lowerLetter" || format === "upperLetter") return inCase(letters(count), format);
  if (format === "lowerRoman" || format === "upperRoman") return inCase(roman(count), format);
  return String(count);
}

const inCase = (text: string, format: string) => (format.startsWith("lower") ? text.toLowerCase() : text);

/** a to z, then aa, bb. */
const letters = (count: number) =>
  count > MAX_LETTERS
    ? String(count)
    : String.fromCharCode(65 + ((count - 1) % 26)).repeat(Math.floor((count - 1) / 26) + 1);

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(count: number): string {
  if (count > 3999) return String(count);
  let left = count;
  let text = "";
  for (const [value, sign] of ROMAN) for (; left >= value; left -= value) text += sign;
  return text;
}
