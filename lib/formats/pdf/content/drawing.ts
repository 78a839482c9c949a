/**
 * What a page draws, from its content streams (ISO 32000-2, 8 and 9), told in two ways:
 *
 * - `exact`: a digest of all operators with their operands, names of resources replaced by what they mean. Equal digests
 *   draw the same; object numbers, compression, the splitting of streams and resource names make no difference.
 * - `marks` and `styles`: what is painted apart from text, each with place and colour, and how the text looks, so that
 *   the same page made again, with other font subsets, is told from one whose graphics changed.
 *
 * Forms are followed. Operators are counted over the whole document and have a ceiling, because forms within forms can
 * make a few lines draw without end.
 */
import { createHash } from "node:crypto";

import type { PdfFile } from "../file/file.ts";
import { isKeyword, Lexer } from "../file/lexer.ts";
import { isDict, isList, isName, isStream, PdfProblem, type PdfValue, type Stream } from "../file/objects.ts";
import { IDENTITY, matrixOf, multiply, transform, type Matrix } from "./matrix.ts";
import type { Meanings } from "./meaning.ts";

export interface Drawing {
  readonly exact: string;
  /** One digest for each thing painted, in order; text is not among them. */
  readonly marks: readonly string[];
  /** Font, colour and mode of the text, in order, each once in a row. */
  readonly styles: readonly string[];
}

/** Operators that may still be carried out. */
export interface Operators {
  remaining: number;
}

const MAX_FORM_DEPTH = 24;
/** Operators that drawing a form counts for, besides its own. */
const FORM_COST = 50;
const BYTES_PER_OPERATOR = 64;

export function drawingOf(
  file: PdfFile,
  meanings: Meanings,
  contents: readonly Uint8Array[],
  resources: PdfValue,
  operators: Operators,
): Drawing {
  const walker = new Walker(file, meanings, operators);
  const joined = contents.length === 1 ? (contents[0] ?? new Uint8Array()) : joinedBy(contents);
  walker.run(joined, resources, 0);
  return walker.drawing();
}

/** Streams of one page are one stream, parted where tokens may be parted (7.8.2). */
function joinedBy(contents: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(contents.flatMap((part) => [part, Buffer.from("\n")]));
}

interface State {
  readonly matrix: Matrix;
  readonly fill: string;
  readonly stroke: string;
  readonly line: string;
  readonly extended: string;
  readonly clip: string;
  readonly font: string;
  readonly mode: string;
}

const START: State = {
  matrix: IDENTITY,
  fill: "",
  stroke: "",
  line: "",
  extended: "",
  clip: "",
  font: "",
  mode: "",
};

const PATH = new Set(["m", "l", "c", "v", "y", "re", "h"]);
const PAINT = new Set(["S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"]);
const FILL = new Set(["g", "rg", "k", "sc", "scn", "cs"]);
const STROKE = new Set(["G", "RG", "K", "SC", "SCN", "CS"]);
const LINE = new Set(["w", "J", "j", "M", "d", "i", "ri"]);
const SHOW = new Set(["Tj", "TJ", "'", '"']);
/** The group of resources that an operator's name belongs to. */
const GROUPS: Readonly<Record<string, string>> = {
  Tf: "Font",
  gs: "ExtGState",
  cs: "ColorSpace",
  CS: "ColorSpace",
  scn: "Pattern",
  SCN: "Pattern",
  sh: "Shading",
  BDC: "Properties",
  DP: "Properties",
  Do: "XObject",
};

class Walker {
  readonly #file: PdfFile;
  readonly #meanings: Meanings;
  readonly #operators: Operators;
  readonly #exact = createHash("sha256");
  #pending: string[] = [];
  readonly #marks: string[] = [];
  readonly #styles: string[] = [];
  #state: State = START;
  #path: string[] = [];
  #clip = false;

  constructor(file: PdfFile, meanings: Meanings, operators: Operators) {
    this.#file = file;
    this.#meanings = meanings;
    this.#operators = operators;
  }

  drawing(): Drawing {
    this.#flush();
    return { exact: this.#exact.digest("hex").slice(0, 40), marks: this.#marks, styles: this.#styles };
  }

  run(bytes: Uint8Array, resources: PdfValue, depth: number): void {
    this.#operators.remaining -= Math.ceil(bytes.length / BYTES_PER_OPERATOR);
    const lexer = new Lexer(bytes, 0, { references: false });
    const saved: State[] = [];
    let operands: PdfValue[] = [];
    while (!lexer.atEnd) {
      const token = lexer.next();
      if (!isKeyword(token)) {
        if (operands.length < 4_096) operands.push(token);
        continue;
      }
      if (--this.#operators.remaining < 0) throw new PdfProblem("maxInflatedBytes", "pages that draw without end");
      if (token.word === "BI") this.#inlineImage(lexer, resources);
      else if (token.word === "q") {
        if (saved.length < 10_000) saved.push(this.#state);
        this.#write("q\n");
      } else if (token.word === "Q") {
        this.#state = saved.pop() ?? this.#state;
        this.#write("Q\n");
      } else this.#operator(token.word, operands, resources, depth);
      operands = [];
    }
  }

  #write(text: string): void {
    this.#pending.push(text);
    if (this.#pending.length > 20_000) this.#flush();
  }

  #flush(): void {
    this.#exact.update(this.#pending.join(""));
    this.#pending = [];
  }

  #operator(word: string, operands: readonly PdfValue[], resources: PdfValue, depth: number): void {
    const named = this.#named(word, operands, resources);
    if (word === "Do" && isStream(this.#file.resolve(named))) {
      this.#external(this.#file.resolve(named), named, resources, depth);
      return;
    }
    const written = operands.map((operand) => writtenOf(operand, this.#meanings));
    if (named !== null && operands.length > 0) {
      const at = operands.findLastIndex(isName);
      if (at >= 0) written[word === "Tf" ? 0 : at] = this.#meanings.of(named).digest;
    }
    this.#write(`${written.join(" ")} ${word}\n`);
    this.#carryOut(word, operands, written, named);
  }

  #named(word: string, operands: readonly PdfValue[], resources: PdfValue): PdfValue {
    const group = GROUPS[word];
    const key = operands.findLast(isName);
    if (group === undefined || key === undefined) return null;
    const dicts = isDict(resources) ? this.#file.resolve(resources.entries.get(group)) : null;
    return isDict(dicts) ? (dicts.entries.get(key.name) ?? null) : null;
  }

  #carryOut(word: string, operands: readonly PdfValue[], written: readonly string[], named: PdfValue): void {
    const state = this.#state;
    const text = `${written.join(" ")} ${word}`;
    if (PATH.has(word)) this.#path.push(`${word} ${placed(operands, state.matrix)}`);
    else if (PAINT.has(word)) this.#paint(word);
    else if (word === "W" || word === "W*") this.#clip = true;
    else if (word === "cm") this.#state = { ...state, matrix: multiply(matrixOf(operands) ?? IDENTITY, state.matrix) };
    else if (FILL.has(word)) this.#state = { ...state, fill: word === "cs" ? text : withSpace(state.fill, text, word) };
    else if (STROKE.has(word))
      this.#state = { ...state, stroke: word === "CS" ? text : withSpace(state.stroke, text, word) };
    else if (LINE.has(word)) this.#state = { ...state, line: replaced(state.line, word, written.join(" ")) };
    else if (word === "gs") this.#state = { ...state, extended: combined(state.extended, text) };
    else if (word === "Tf") this.#state = { ...state, font: this.#fontName(named) };
    else if (word === "Tr") this.#state = { ...state, mode: text };
    else if (SHOW.has(word)) this.#show();
    else if (word === "sh") this.#mark(["shading", text, matrixText(state.matrix)]);
    else if (word === "BDC" && operands.some((operand) => isName(operand) && operand.name === "OC"))
      this.#mark(["optional", text]);
  }

  #paint(word: string): void {
    const { fill, stroke, line, extended, clip } = this.#state;
    const path = this.#path;
    this.#path = [];
    if (word !== "n" && path.length > 0) this.#mark([word, path.join(" "), fill, stroke, line, extended, clip]);
    if (this.#clip) this.#state = { ...this.#state, clip: digestOf([clip, ...path]) };
    this.#clip = false;
  }

  #mark(parts: readonly string[]): void {
    this.#marks.push(digestOf(parts));
  }

  #show(): void {
    const { font, fill, stroke, mode, extended } = this.#state;
    const style = [font, fill, mode === "" || mode === "0 Tr" ? "" : `${mode} ${stroke}`, extended].join("|");
    if (this.#styles.at(-1) !== style) this.#styles.push(style);
  }

  /** Without the letters that mark a subset (9.9.2): those differ each time a file is made. */
  #fontName(named: PdfValue): string {
    const font = this.#file.resolve(named);
    const base = isDict(font) ? this.#file.resolve(font.entries.get("BaseFont")) : null;
    if (isName(base)) return base.name.replace(/^[A-Z]{6}\+/, "");
    return isDict(font) ? this.#meanings.of(named).digest : "";
  }

  #external(value: PdfValue, named: PdfValue, resources: PdfValue, depth: number): void {
    if (!isStream(value)) return;
    const { entries } = value.dict;
    const subtype = this.#file.resolve(entries.get("Subtype"));
    if (!isName(subtype) || subtype.name !== "Form") {
      const digest = this.#meanings.of(named).digest;
      this.#write(`${digest} Do\n`);
      const { matrix, fill, extended, clip } = this.#state;
      this.#mark(["image", digest, matrixText(matrix), fill, extended, clip]);
      return;
    }
    if (depth >= MAX_FORM_DEPTH) throw new PdfProblem("maxXmlDepth", `forms nested deeper than ${MAX_FORM_DEPTH}`);
    this.#operators.remaining -= FORM_COST;
    this.#form(value, resources, depth);
  }

  #form(form: Stream, resources: PdfValue, depth: number): void {
    const { entries } = form.dict;
    const numbers = (key: string): readonly PdfValue[] => {
      const value = this.#file.resolve(entries.get(key));
      return isList(value) ? value.items.map(this.#file.resolve) : [];
    };
    const outside = this.#outside(form);
    this.#write(`${outside} form\n`);
    const saved = [this.#state, this.#path] as const;
    const matrix = multiply(matrixOf(numbers("Matrix")) ?? IDENTITY, this.#state.matrix);
    const [x0, y0, x1, y1] = numbers("BBox");
    const clip = digestOf([this.#state.clip, placed([x0 ?? 0, y0 ?? 0, x1 ?? 0, y1 ?? 0], matrix)]);
    this.#state = { ...this.#state, matrix, clip };
    this.#path = [];
    const own = this.#file.resolve(entries.get("Resources"));
    if (entries.has("Group") || entries.has("OC")) this.#mark(["group", outside]);
    this.run(this.#file.contentOf(form), isDict(own) ? own : resources, depth + 1);
    [this.#state, this.#path] = saved;
    this.#write("end\n");
  }

  readonly #outsides = new WeakMap<Stream, string>();

  /** What a form says about itself besides its content. */
  #outside(form: Stream): string {
    const known = this.#outsides.get(form) ?? this.#meanings.of(form.dict, FORM_SKIPPED).digest;
    this.#outsides.set(form, known);
    return known;
  }

  /** From after `BI`: a dictionary, `ID`, data, `EI` (8.9.7). */
  #inlineImage(lexer: Lexer, resources: PdfValue): void {
    const entries = new Map<string, PdfValue>();
    for (;;) {
      const key = lexer.next();
      if (isKeyword(key)) {
        if (key.word === "ID" || key.word === "") break;
        continue;
      }
      const value = lexer.next();
      if (isKeyword(value)) break;
      if (isName(key)) entries.set(key.name, value);
    }
    const from = lexer.pos + 1;
    const to = endOfImage(lexer.bytes, from);
    lexer.pos = to;
    const data = lexer.bytes.subarray(from, Math.max(from, to - 3));
    const space = entries.get("CS") ?? entries.get("ColorSpace") ?? null;
    const meant = this.#named("cs", [space], resources);
    const digest = digestOf([
      this.#meanings.of({ kind: "dict", entries }).digest,
      meant === null ? "" : this.#meanings.of(meant).digest,
      createHash("sha256").update(data).digest("hex"),
    ]);
    this.#write(`${digest} inline\n`);
    const { matrix, fill, extended, clip } = this.#state;
    this.#mark(["inline", digest, matrixText(matrix), fill, extended, clip]);
  }
}

/** Behind the `EI` that ends an inline image: parted by white space, and followed by something that reads as content. */
function endOfImage(bytes: Uint8Array, from: number): number {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = whole.indexOf("EI", from); at >= 0; at = whole.indexOf("EI", at + 1)) {
    const before = bytes[at - 1] ?? 32;
    if (at > from && ![9, 10, 13, 32].includes(before)) continue;
    const next = bytes.subarray(at + 2, at + 14);
    if (next.length > 0 && ![0, 9, 10, 13, 32].includes(next[0] ?? 0)) continue;
    if (next.every((byte) => byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127))) return at + 2;
  }
  return bytes.length;
}

const FORM_SKIPPED: ReadonlySet<string> = new Set(["Resources", "Name", "Type", "FormType"]);

const digestOf = (parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);

function writtenOf(value: PdfValue, meanings: Meanings): string {
  if (typeof value !== "object" || value === null) return String(value);
  if (value.kind === "name") return `/${value.name}`;
  if (value.kind === "string") return `<${Buffer.from(value.bytes).toString("hex")}>`;
  return value.kind === "list"
    ? `[${value.items.map((item) => writtenOf(item, meanings)).join(" ")}]`
    : meanings.of(value).digest;
}

const rounded = (value: number): number => (Number.isFinite(value) ? Math.round(value * 100) / 100 + 0 : 0);
const matrixText = (matrix: Matrix): string => matrix.map(rounded).join(" ");

/** Numbers in pairs as points on the page; a rectangle (`re`) by its corner and both of its sides. */
function placed(operands: readonly PdfValue[], matrix: Matrix): string {
  const numbers = operands.map((operand) => (typeof operand === "number" ? operand : 0));
  const out: number[] = [];
  for (let n = 0; n + 1 < numbers.length; n += 2) out.push(...transform(matrix, numbers[n] ?? 0, numbers[n + 1] ?? 0));
  return `${out.map(rounded).join(" ")}${matrix[1] === 0 && matrix[2] === 0 ? "" : ` ${matrixText(matrix)}`}`;
}

/** A colour without its space says nothing; the space is kept until a colour of its own kind comes. */
function withSpace(held: string, text: string, word: string): string {
  if (!/^(sc|scn|SC|SCN)$/.test(word)) return text;
  const space = /^.* (cs|CS)(?=;|$)/.exec(held)?.[0] ?? "";
  return `${space};${text}`;
}

function replaced(line: string, word: string, value: string): string {
  const others = line.split(";").filter((part) => part !== "" && !part.startsWith(`${word} `));
  return [...others, `${word} ${value}`].sort().join(";");
}

const combined = (held: string, text: string): string => digestOf([held, text]);
