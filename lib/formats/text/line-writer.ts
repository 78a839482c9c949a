/**
 * Puts lines of several documents together into one file. A line keeps an unusual ending; the usual one of its
 * document becomes the usual one of the result.
 */
import { unusualEnding } from "./comparison.ts";
import { ENDINGS, lineBytes, NONE, type EndingKind, type TextDocument } from "./document.ts";

export class LineWriter {
  /** Lines written. */
  count = 0;
  readonly #usual: EndingKind;
  readonly #ending: Buffer;
  readonly #parts: Buffer[] = [];
  #lastEnding = 0;

  constructor(usual: EndingKind) {
    this.#usual = usual;
    this.#ending = Buffer.from(ENDINGS[usual], "latin1");
  }

  /** Lines `from..to` of `doc`, whose usual ending is `usual`. */
  lines(doc: TextDocument, from: number, to: number, usual: EndingKind): void {
    if (from >= to) return;
    if (doc.uniform === usual && usual === this.#usual) {
      this.#parts.push(doc.content.subarray(doc.starts[from], doc.starts[to]));
      this.count += to - from;
      this.#lastEnding = this.#ending.length;
      if (doc.endings[to - 1] === NONE) this.#parts.push(this.#ending);
      return;
    }
    for (let line = from; line < to; line++) this.line(doc, line, unusualEnding(doc, line, usual));
  }

  /** One line with the ending that it is to have; `NONE` for the usual one. */
  line(doc: TextDocument, line: number, ending: EndingKind): void {
    const written = ending === NONE ? this.#ending : Buffer.from(ENDINGS[ending], "latin1");
    this.#parts.push(lineBytes(doc, line), written);
    this.count++;
    this.#lastEnding = written.length;
  }

  content(finalNewline: boolean): Buffer {
    const whole = Buffer.concat(this.#parts);
    return finalNewline ? whole : whole.subarray(0, whole.length - this.#lastEnding);
  }
}
