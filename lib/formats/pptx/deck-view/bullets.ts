/** Bullets and numbers of paragraphs as they are drawn (ECMA-376 part 1, 21.1.2.4). */
import { attribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementsOf } from "../shape.ts";

/** Of numbered paragraphs, by level. */
export type Counters = (number | undefined)[];

export const newCounters = (): Counters => [];

/** @param levels properties of the paragraph, nearest first */
export function bulletOf(
  levels: readonly (XmlElement | undefined)[],
  level: number,
  counters: Counters,
): string | undefined {
  counters.length = Math.min(counters.length, level + 1);
  for (const properties of levels) {
    const found = properties && elementsOf(properties).find(({ name }) => BULLETS.has(name));
    if (found === undefined) continue;
    if (found.name === "buAutoNum") return numberOf(found, level, counters);
    counters[level] = undefined;
    if (found.name === "buBlip") return "•";
    return found.name === "buNone" ? undefined : drawn(attribute(found, "char") ?? "•");
  }
  return undefined;
}

const BULLETS: ReadonlySet<string> = new Set(["buNone", "buChar", "buAutoNum", "buBlip"]);
/** Signs of symbol fonts that no other font has. */
const SYMBOLS: Readonly<Record<string, string>> = { "§": "▪", ü: "✓", Ø: "➢", q: "❑", v: "❖", "": "•" };

function drawn(sign: string): string {
  const [first = "•"] = sign;
  return SYMBOLS[first] ?? (/[\ue000-\uf8ff]/u.test(first) ? "•" : first);
}

function numberOf(element: XmlElement, level: number, counters: Counters): string {
  const from = Math.max(1, Math.trunc(Number(attribute(element, "startAt") ?? 1)) || 1);
  const number = Math.min(99_999, counters[level] === undefined ? from : counters[level] + 1);
  counters[level] = number;
  const type = attribute(element, "type") ?? "arabicPeriod";
  const text = type.startsWith("alpha") ? letters(number) : type.startsWith("roman") ? roman(number) : String(number);
  const cased = /^(alpha|roman)Uc/.test(type) ? text.toUpperCase() : text;
  if (type.endsWith("ParenBoth")) return `(${cased})`;
  return type.endsWith("ParenR") ? `${cased})` : type.endsWith("Plain") ? cased : `${cased}.`;
}

function letters(number: number): string {
  let [left, text] = [number, ""];
  for (; left > 0; left = Math.floor((left - 1) / 26)) text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
  return text;
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(number: number): string {
  let [left, text] = [Math.min(number, 3_999), ""];
  for (const [value, sign] of ROMAN) for (; left >= value; left -= value) text += sign;
  return text;
}
