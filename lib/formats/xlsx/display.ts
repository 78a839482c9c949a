/**
 * What a cell shows: its value in its number format, as spreadsheet programs write it in English. Covers General,
 * digits, thousands, scaling, percent, currency, exponents, fractions, dates, times, durations, sections with
 * conditions, and text. Fill characters and widths are left out; colours are no text. Never fails: a format that makes
 * no sense shows the value as General.
 */
import type { CellContent } from "../../core/change/change.ts";
import { formatDate, isDateSection } from "./display-date.ts";
import { pickSection, type Section } from "./display-sections.ts";

export function displayText(cell: CellContent, date1904 = false): string {
  const { value } = cell;
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  if (typeof value === "object") return value.error;
  const format = cell.numberFormat ?? "General";
  if (typeof value === "string") return textIn(format, value);
  if (format === "General" || format === "@") return general(value);
  const section = pickSection(format, value);
  if (section === null) return general(value);
  if (isDateSection(section)) return formatDate(section, value, date1904) ?? "#".repeat(7);
  return formatNumber(section, value);
}

function textIn(format: string, text: string): string {
  const section = pickSection(format, text);
  return section === null
    ? text
    : section.parts.map((part) => (part.kind === "literal" ? part.text : part.text === "@" ? text : "")).join("");
}

/** At most 11 characters of digits, exponents beyond; as in a cell that is wide enough. */
export function general(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e11 || size < 1e-9)) return exponent(value.toExponential(5).replace(/\.?0+e/, "e"), 2);
  return String(Number(value.toPrecision(size < 1 ? 9 : 10)));
}

function exponent(text: string, digits: number): string {
  const [mantissa = "", power = "0"] = text.split("e");
  const sign = power.startsWith("-") ? "-" : "+";
  return `${mantissa}E${sign}${power.replace(/^[-+]/, "").padStart(digits, "0")}`;
}

function formatNumber(section: Section, value: number): string {
  const codes = section.parts.map((part) => (part.kind === "code" ? part.text : "\u0000"));
  const pattern = codes.join("");
  if (/general/i.test(pattern))
    return join(section, (code) => (/general/i.test(code) ? general(Math.abs(value)) : ""), value);
  if (!/[0#?]/.test(pattern)) return join(section, () => "", value);
  let size = Math.abs(value);
  for (const code of pattern) if (code === "%") size *= 100;
  const scale = /[0#?](,+)(?:\u0000|[.%]|$)/.exec(pattern.replace(/\u0000+$/, ""))?.[1]?.length ?? 0;
  size /= 1000 ** scale;
  if (/E[+-]/.test(pattern)) return scientific(section, pattern, size, value);
  if (/[0#?]\s*\/\s*[0#?\d]/.test(pattern.replaceAll("\u0000", " "))) return fraction(section, pattern, size, value);
  const [whole = "", decimals = ""] = pattern.split(".");
  const places = (decimals.match(/[0#?]/g) ?? []).length;
  const [digits = "0", rest = ""] = fixed(size, places).split(".");
  const wholePlaces = (whole.match(/[0#?]/g) ?? []).length;
  const grouped = /[0#?],+[0#?]/.test(whole);
  return place(section, value, integerTexts(whole, digits, wholePlaces, grouped), decimalTexts(decimals, rest));
}

/** Halves away from zero in decimal, as spreadsheets round. */
function fixed(size: number, places: number): string {
  if (size >= 1e21) return BigInt(Math.round(size)).toString() + (places > 0 ? `.${"0".repeat(places)}` : "");
  const decimal = Number(`${size}e${places}`);
  const rounded = Number.isFinite(decimal)
    ? Math.round(Number(decimal.toPrecision(15)))
    : Math.round(size * 10 ** places);
  const text = rounded >= 1e21 ? BigInt(rounded).toString() : String(rounded);
  if (places === 0) return text;
  const padded = text.padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

/** The text of each placeholder of the whole part, from left to right; surplus digits go with the first one. */
function integerTexts(pattern: string, digits: string, places: number, grouped: boolean): string[] {
  const marks = pattern.match(/[0#?]/g) ?? [];
  const bare = digits === "0" ? "" : digits;
  const texts: string[] = [];
  for (let at = 0; at < places; at++) {
    const fromRight = places - 1 - at;
    const position = bare.length - 1 - fromRight;
    const mark = marks[at] ?? "#";
    let text = position >= 0 ? bare.charAt(position) : mark === "0" ? "0" : mark === "?" ? " " : "";
    if (at === 0 && position > 0) text = bare.slice(0, position + 1);
    texts.push(grouped ? group(text, fromRight) : text);
  }
  return texts;
}

/** Puts a separator behind each digit that has a multiple of three digits to its right. */
function group(text: string, digitsRight: number): string {
  let out = "";
  for (let at = 0; at < text.length; at++) {
    const right = digitsRight + text.length - 1 - at;
    out += text.charAt(at) + (right > 0 && right % 3 === 0 && /\d/.test(text.charAt(at)) ? "," : "");
  }
  return out;
}

function decimalTexts(pattern: string, digits: string): string[] {
  const marks = pattern.match(/[0#?]/g) ?? [];
  const significant = digits.replace(/0+$/, "").length;
  return marks.map((mark, at) => (at < significant || mark === "0" ? digits.charAt(at) : mark === "?" ? " " : ""));
}

function place(section: Section, value: number, whole: string[], decimals: string[]): string {
  let inDecimals = false;
  const left = [...whole];
  const right = [...decimals];
  const shows = right.some((text) => text !== "");
  return join(
    section,
    (code) => {
      let out = "";
      for (const mark of code) {
        if (mark === "." && !inDecimals) {
          inDecimals = true;
          out += shows || right.length === 0 || code.includes("0") ? "." : ".";
        } else if (/[0#?]/.test(mark)) out += (inDecimals ? right.shift() : left.shift()) ?? "";
        else if (mark === "%") out += "%";
        else if (mark !== ",") out += mark;
      }
      return out;
    },
    value,
  );
}

function join(section: Section, code: (code: string) => string, value: number): string {
  const body = section.parts.map((part) => (part.kind === "literal" ? part.text : code(part.text))).join("");
  // What rounds to nothing has no sign.
  return value < 0 && section.showsSign && /[1-9]/.test(body) ? `-${body}` : body;
}

function scientific(section: Section, pattern: string, size: number, value: number): string {
  const match = /([0#?]*)\.?([0#?]*)E([+-])([0#?]+)/.exec(pattern.replaceAll("\u0000", ""));
  const [, , decimals = "", sign = "+", power = "0"] = match ?? [];
  const text = exponent(size.toExponential(decimals.length), power.length);
  const shown = sign === "-" ? text.replace("E+", "E") : text;
  let done = false;
  return join(
    section,
    () => {
      if (done) return "";
      done = true;
      return shown;
    },
    value,
  );
}

function fraction(section: Section, pattern: string, size: number, value: number): string {
  const plain = pattern.replaceAll("\u0000", " ");
  const match = /([0#?]*)\s*([0#?]+)\s*\/\s*([0#?]+|\d+)/.exec(plain);
  const mixed = /[0#?]\s+[0#?]+\s*\//.test(plain);
  const whole = mixed ? Math.floor(size) : 0;
  const under = match?.[3] ?? "?";
  const fixedUnder = /^\d+$/.test(under) && !/^0+$/.test(under) ? Number(under) : null;
  const [top, bottom] =
    fixedUnder === null
      ? nearestFraction(size - whole, 10 ** under.length - 1)
      : [Math.round((size - whole) * fixedUnder), fixedUnder];
  const carried = top === bottom ? whole + 1 : whole;
  const parts =
    top === 0 || top === bottom
      ? mixed
        ? String(carried)
        : String(top === bottom ? 1 : 0)
      : `${mixed && whole > 0 ? `${whole} ` : ""}${top}/${bottom}`;
  let done = false;
  return join(section, () => (done ? "" : ((done = true), parts)), value).trim();
}

function nearestFraction(part: number, most: number): readonly [number, number] {
  let best: readonly [number, number] = [0, 1];
  for (let bottom = 1; bottom <= Math.min(most, 9_999); bottom++) {
    const top = Math.round(part * bottom);
    if (Math.abs(part - top / bottom) < Math.abs(part - best[0] / best[1]) - 1e-12) best = [top, bottom];
  }
  return best;
}
