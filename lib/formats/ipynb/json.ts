/**
 * JSON with positions: every value knows where it stands in the text, so that a part can be replaced and all other bytes
 * stay. Strings and numbers are not converted until they are asked for. `NaN` and `Infinity` are read, as Python writes
 * them. Refused: whatever else is no JSON, a name twice in one object, nesting and number of values past the limits.
 */
import { err, ok, type Result } from "../../shared/result.ts";

export type JsonNode =
  | { readonly kind: "object"; readonly start: number; readonly end: number; readonly members: readonly Member[] }
  | { readonly kind: "array"; readonly start: number; readonly end: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "string" | "scalar"; readonly start: number; readonly end: number };

export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}

type JsonProblem =
  | { readonly reason: "damaged"; readonly detail: string }
  | { readonly reason: "deep" | "many"; readonly detail: string };

export function parseJson(text: string, limits: JsonLimits): Result<JsonNode, JsonProblem> {
  const parser = new Parser(text, limits);
  const node = parser.value(0);
  if (node === null) return err(parser.problem);
  return parser.atEnd() ? ok(node) : err(parser.problem);
}

export function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.find((own) => own.key === key)?.value : undefined;
}

/** The text of a string; undefined for anything else. */
export function stringOf(text: string, node: JsonNode | undefined): string | undefined {
  if (node?.kind !== "string") return undefined;
  const raw = text.slice(node.start + 1, node.end - 1);
  return raw.includes("\\") ? (JSON.parse(text.slice(node.start, node.end)) as string) : raw;
}

export function numberOf(text: string, node: JsonNode | undefined): number | undefined {
  if (node?.kind !== "scalar") return undefined;
  const number = Number(text.slice(node.start, node.end));
  return Number.isNaN(number) ? undefined : number;
}

/** The same for values that mean the same: names in order, no white space, equal numbers and strings spelled alike. */
export function canonicalText(text: string, node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return JSON.stringify(stringOf(text, node));
    case "scalar":
      return canonicalScalar(text.slice(node.start, node.end));
    case "array":
      return `[${node.items.map((item) => canonicalText(text, item)).join(",")}]`;
    case "object": {
      const members = [...node.members].sort((a, b) => (a.key < b.key ? -1 : 1));
      return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${canonicalText(text, value)}`).join(",")}}`;
    }
  }
}

/** A number that a double cannot hold stays as it is spelled. */
function canonicalScalar(raw: string): string {
  if (!/^-?\d/.test(raw)) return raw;
  const number = Number(raw);
  const whole = /^-?\d+$/.test(raw);
  return Number.isFinite(number) && (!whole || Number.isSafeInteger(number)) && raw.length < 18 ? String(number) : raw;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS = ["true", "false", "null", "NaN", "Infinity", "-Infinity"] as const;
const ESCAPED = new Set('"\\/bfnrt');

class Parser {
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;
  #values = 0;
  problem: JsonProblem = { reason: "damaged", detail: "no JSON" };

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  value(depth: number): JsonNode | null {
    this.#space();
    if (depth > this.#limits.depth) return this.#fail(`nested deeper than ${this.#limits.depth}`, "deep");
    if (++this.#values > this.#limits.values) return this.#fail(`more than ${this.#limits.values} values`, "many");
    const start = this.#at;
    switch (this.#text[start]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        return this.#string() ? { kind: "string", start, end: this.#at } : null;
      default:
        return this.#scalar();
    }
  }

  atEnd(): boolean {
    this.#space();
    if (this.#at === this.#text.length) return true;
    return this.#wrong("text behind the end");
  }

  #fail(what: string, reason: JsonProblem["reason"] = "damaged"): null {
    this.problem = { reason, detail: `${what}, at character ${this.#at}` };
    return null;
  }

  #wrong(what: string): false {
    this.#fail(what);
    return false;
  }

  #space(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  #object(depth: number): JsonNode | null {
    const start = this.#at++;
    const members: Member[] = [];
    const keys = new Set<string>();
    this.#space();
    if (this.#text[this.#at] === "}") return { kind: "object", start, end: ++this.#at, members };
    for (;;) {
      this.#space();
      const keyStart = this.#at;
      if (!this.#string()) return null;
      const keyEnd = this.#at;
      const key = stringOf(this.#text, { kind: "string", start: keyStart, end: keyEnd }) ?? "";
      if (keys.has(key)) return this.#fail(`the name ${JSON.stringify(key.slice(0, 40))} twice in one object`);
      keys.add(key);
      this.#space();
      if (this.#text[this.#at] !== ":") return this.#fail("a colon is missing");
      this.#at++;
      const value = this.value(depth + 1);
      if (value === null) return null;
      members.push({ key, keyStart, keyEnd, value });
      this.#space();
      const next = this.#text[this.#at++];
      if (next === "}") return { kind: "object", start, end: this.#at, members };
      if (next !== ",") return this.#fail("a comma is missing in an object");
    }
  }

  #array(depth: number): JsonNode | null {
    const start = this.#at++;
    const items: JsonNode[] = [];
    this.#space();
    if (this.#text[this.#at] === "]") return { kind: "array", start, end: ++this.#at, items };
    for (;;) {
      const value = this.value(depth + 1);
      if (value === null) return null;
      items.push(value);
      this.#space();
      const next = this.#text[this.#at++];
      if (next === "]") return { kind: "array", start, end: this.#at, items };
      if (next !== ",") return this.#fail("a comma is missing in an array");
    }
  }

  /** Steps over a string; false where it is none. */
  #string(): boolean {
    if (this.#text[this.#at] !== '"') return this.#wrong("a string is missing");
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 34) {
        this.#at++;
        return true;
      }
      if (code < 32) return this.#wrong("a control character in a string");
      if (code !== 92) continue;
      const escaped = this.#text[++this.#at] ?? "";
      if (escaped === "u") {
        if (!/^[0-9a-fA-F]{4}$/.test(this.#text.slice(this.#at + 1, this.#at + 5)))
          return this.#wrong("a damaged escape");
        this.#at += 4;
      } else if (!ESCAPED.has(escaped)) return this.#wrong("a damaged escape");
    }
    return this.#wrong("a string without an end");
  }

  #scalar(): JsonNode | null {
    const start = this.#at;
    const word = WORDS.find((own) => this.#text.startsWith(own, start));
    NUMBER.lastIndex = start;
    const length = word?.length ?? NUMBER.exec(this.#text)?.[0].length ?? 0;
    if (length === 0) return this.#fail("a value is missing");
    this.#at = start + length;
    return { kind: "scalar", start, end: this.#at };
  }
}
