/** What a paragraph is compared by: whole words, however many runs they are cut into; marks are not part of it. */
import { isWord, joinsNumber } from "../../core/text/words.ts";
import type { Token } from "./tokens.ts";

export interface Unit {
  /** Text and format. */
  readonly key: string;
  readonly text: string;
  readonly format: string;
  /** A text or sign that is in no link and no tracked change: where only its format differs, only its look does. */
  readonly plain: boolean;
  /** Tokens `from..to)`, marks inside of a word included. */
  readonly from: number;
  readonly to: number;
}

const BLANK = /^[ \t\r\n]+$/;

export function unitsOf(tokens: readonly Token[]): Unit[] {
  const units: Unit[] = [];
  let last: Open | null = null;
  const close = () => {
    if (last !== null) units.push({ ...last, key: `${last.text}\0${last.format}` });
    last = null;
  };
  tokens.forEach((token, at) => {
    if (token.kind === "mark") return;
    const kind = last !== null && insideNumber(last, token, tokens[at + 1]) ? last.kind : kindOf(token);
    if (last !== null && kind !== "" && last.kind === kind && last.format === token.format) {
      last.text += token.text;
      last.to = at + 1;
      return;
    }
    close();
    last = { text: token.text, format: token.format, plain: isPlain(token), kind, from: at, to: at + 1 };
  });
  close();
  return units;
}

interface Open extends Omit<Unit, "key"> {
  text: string;
  to: number;
  readonly kind: string;
}

const isPlain = ({ kind, text, wraps }: Token): boolean =>
  wraps.every(({ name }) => name === "smartTag") && (kind === "text" || text === "\t" || text === "\n");

const kindOf = ({ kind, text }: Token): string =>
  kind !== "text" ? "" : isWord(text) ? "word" : BLANK.test(text) ? "blank" : "";

/** A number that is cut into runs of one look is one word still. */
const insideNumber = (last: Open, token: Token, next: Token | undefined): boolean =>
  last.kind === "word" &&
  token.kind === "text" &&
  next?.kind === "text" &&
  last.format === token.format &&
  next.format === token.format &&
  joinsNumber(last.text, token.text, next.text);
