/**
 * Formulas as tokens: references apart from everything else. Only references are understood; functions, names, strings,
 * numbers and structured references are passed through as written. Linear in the text; never fails: what is no
 * reference is other text.
 */
import { columnNumber, MAX_ROW } from "./reference.ts";

/** One end of a reference; `null` for the part that a whole-row or whole-column reference leaves out. */
export interface ReferenceEnd {
  readonly row: number | null;
  readonly column: number | null;
  readonly rowFixed: boolean;
  readonly columnFixed: boolean;
}

export interface ReferenceToken {
  readonly kind: "reference";
  readonly text: string;
  /** The prefix as written, with `!`; "" for the formula's own sheet. */
  readonly prefix: string;
  /** The sheet, unquoted; `null` for the formula's own sheet. Two sheets where `Jan:Mar!`. */
  readonly sheet: string | null;
  readonly lastSheet: string | null;
  /** In another workbook: never moved. */
  readonly external: boolean;
  readonly first: ReferenceEnd;
  /** `null` for one cell. */
  readonly last: ReferenceEnd | null;
}

export interface OtherToken {
  readonly kind: "other";
  readonly text: string;
}

export type FormulaToken = ReferenceToken | OtherToken;

const END = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}`;
const REFERENCE = new RegExp(
  [
    String.raw`("(?:[^"]|"")*"?)`,
    String.raw`((?:'(?:[^']|'')*'|(?:\[\d+\])?[\p{L}_\\][\p{L}\p{N}_.\\]*(?::[\p{L}_\\][\p{L}\p{N}_.\\]*)?|\[\d+\])!)?(?:(${END})(?::(${END}))?|(\$?[A-Za-z]{1,3}):(\$?[A-Za-z]{1,3})|(\$?[1-9]\d{0,6}):(\$?[1-9]\d{0,6}))(?![\p{L}\p{N}_.\\(!]|:[A-Za-z$])`,
    String.raw`([\p{L}_\\][\p{L}\p{N}_.\\?]*[!(]?|\d+(?:\.\d*)?(?:[Ee][+-]?\d+)?|'(?:[^']|'')*'!?)`,
    String.raw`(\[)`,
    String.raw`([^"'\[\p{L}\p{N}_\\$]+|[^])`,
  ].join("|"),
  "yu",
);

const kept = new Map<string, readonly FormulaToken[]>();
const MAX_KEPT = 20_000;

/** Tokens whose texts join to `formula`. */
export function formulaTokens(formula: string): readonly FormulaToken[] {
  const known = kept.get(formula);
  if (known !== undefined) return known;
  const tokens = tokenise(formula);
  if (kept.size >= MAX_KEPT) kept.clear();
  if (formula.length < 1_000) kept.set(formula, tokens);
  return tokens;
}

function tokenise(formula: string): readonly FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let plain = "";
  for (let at = 0; at < formula.length;) {
    REFERENCE.lastIndex = at;
    const match = REFERENCE.exec(formula);
    const text = match?.[0] ?? formula.charAt(at);
    const reference = match === null ? null : readReference(match);
    if (reference !== null) {
      if (plain !== "") tokens.push({ kind: "other", text: plain });
      plain = "";
      tokens.push(reference);
      at += text.length;
    } else {
      const taken = match?.[10] === undefined ? text : bracketed(formula, at);
      plain += taken;
      at += taken.length;
    }
  }
  if (plain !== "") tokens.push({ kind: "other", text: plain });
  return tokens;
}

/** A structured reference or a workbook number: from `[` to its `]`, with `'` as the escape of brackets. */
function bracketed(formula: string, from: number): string {
  let depth = 0;
  for (let at = from; at < formula.length; at++) {
    const character = formula[at];
    if (character === "'") at++;
    else if (character === "[") depth++;
    else if (character === "]" && --depth === 0) return formula.slice(from, at + 1);
  }
  return formula.slice(from);
}

function readReference(match: RegExpExecArray): ReferenceToken | null {
  const [text, , prefix = "", cell, lastCell, column, lastColumn, row, lastRow] = match;
  const firstText = cell ?? column ?? row;
  if (firstText === undefined) return null;
  const first = readEnd(firstText);
  const lastText = lastCell ?? lastColumn ?? lastRow;
  const last = lastText === undefined ? null : readEnd(lastText);
  if (first === null || (lastText !== undefined && last === null)) return null;
  return { kind: "reference", text, prefix, ...readPrefix(prefix), first, last };
}

function readEnd(text: string): ReferenceEnd | null {
  const match = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/.exec(text);
  if (match === null) return null;
  const [, first = "", letters = "", second = "", digits = ""] = match;
  const column = letters === "" ? null : columnNumber(letters);
  const row = digits === "" ? null : Number(digits);
  if ((column !== null && Number.isNaN(column)) || (row !== null && row > MAX_ROW)) return null;
  const rowFixed = letters === "" ? first === "$" : second === "$";
  return { row, column, columnFixed: letters !== "" && first === "$", rowFixed };
}

function readPrefix(prefix: string): { sheet: string | null; lastSheet: string | null; external: boolean } {
  if (prefix === "") return { sheet: null, lastSheet: null, external: false };
  const bare = prefix.slice(0, -1);
  const name = bare.startsWith("'") ? bare.slice(1, -1).replaceAll("''", "'") : bare;
  if (name.includes("[")) return { sheet: name, lastSheet: null, external: true };
  const [sheet = "", lastSheet] = name.split(":");
  return { sheet, lastSheet: lastSheet ?? null, external: false };
}

/** A sheet's name as formulas write it, with `!`. */
export function sheetPrefix(sheet: string, lastSheet: string | null = null): string {
  const name = lastSheet === null ? sheet : `${sheet}:${lastSheet}`;
  const bare =
    /^[\p{L}_][\p{L}\p{N}_.]*(:[\p{L}_][\p{L}\p{N}_.]*)?$/u.test(name) &&
    !/^([A-Za-z]{1,3}\d+|[Rr]\d*([Cc]\d*)?|[Cc]\d*)$/.test(sheet);
  return bare ? `${name}!` : `'${name.replaceAll("'", "''")}'!`;
}
