/**
 * Gives equal lines of two documents equal numbers, counted from 0 in order of first appearance, so that everything
 * after this compares integers. Only a line's text counts, not its ending.
 *
 * One hash table over the bytes, no strings. Lines that were made to collide would make it quadratic: past a number of
 * steps it starts over with the engine's own seeded string table. The numbers are the same either way.
 *
 * Array reads are asserted, not checked, in the loops: every index is below its array's length by construction.
 */
import { lineBytes, textEnd, type TextDocument } from "./document.ts";

export interface Interned {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Numbers are below this. */
  readonly count: number;
}

export function internLines(before: TextDocument, after: TextDocument): Interned {
  return internByTable(before, after) ?? internByString(before, after);
}

function internByTable(before: TextDocument, after: TextDocument): Interned | null {
  const table = new LineTable(before.lineCount + after.lineCount);
  const left = table.number(before, null);
  const right = left && table.number(after, before);
  return left && right && { before: left, after: right, count: table.count };
}

const STEPS_PER_LINE = 8;

class LineTable {
  count = 0;
  /** Number + 1 of the line text that sits in a slot; 0 is free. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  /** Where the first line with a number starts and ends; before `#split` in the first document, from it on in the second. */
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  #split = -1;
  #steps: number;

  constructor(total: number) {
    this.#slots = new Int32Array(1 << Math.max(4, 32 - Math.clz32(total * 2)));
    this.#hashes = new Int32Array(total);
    this.#from = new Uint32Array(total);
    this.#to = new Uint32Array(total);
    this.#steps = total * STEPS_PER_LINE + 4096;
  }

  /** Null where too many lines collide. Call for the first document, then for the second and the first. */
  number(doc: TextDocument, previous: TextDocument | null): Int32Array | null {
    if (previous !== null) this.#split = this.count;
    const { starts, lineCount } = doc;
    const view = viewOf(doc);
    const first = previous === null ? view : viewOf(previous);
    const numbers = new Int32Array(lineCount);
    const slots = this.#slots;
    const hashes = this.#hashes;
    const mask = slots.length - 1;
    let steps = this.#steps;
    for (let line = 0; line < lineCount; line++) {
      const from = starts[line] as number;
      const to = textEnd(doc, line);
      const hash = hashBytes(view, from, to);
      let slot = hash & mask;
      for (;;) {
        const taken = slots[slot] as number;
        if (taken === 0) {
          slots[slot] = this.#add(hash, from, to);
          numbers[line] = this.count - 1;
          break;
        }
        if (hashes[taken - 1] === hash && this.#same(taken - 1, first, view, from, to)) {
          numbers[line] = taken - 1;
          break;
        }
        if (--steps < 0) return null;
        slot = (slot + 1) & mask;
      }
    }
    this.#steps = steps;
    return numbers;
  }

  #add(hash: number, from: number, to: number): number {
    this.#hashes[this.count] = hash;
    this.#from[this.count] = from;
    this.#to[this.count] = to;
    return ++this.count;
  }

  #same(number: number, first: DataView, second: DataView, from: number, to: number): boolean {
    const start = this.#from[number] as number;
    if ((this.#to[number] as number) - start !== to - from) return false;
    return sameBytes(this.#split < 0 || number < this.#split ? first : second, start, second, from, to - from);
  }
}

/** Two lanes of four bytes each, so that one multiplication need not wait for the other. */
function hashBytes(view: DataView, from: number, to: number): number {
  let hash = to - from;
  let lane = 0;
  let at = from;
  for (; at + 8 <= to; at += 8) {
    hash = (Math.imul(hash, 0x9e3779b1) + view.getInt32(at, true)) | 0;
    lane = (Math.imul(lane, 0x85ebca6b) + view.getInt32(at + 4, true)) | 0;
  }
  for (; at < to; at++) hash = (Math.imul(hash, 0x01000193) + view.getUint8(at)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15) ^ lane ^ (lane >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function sameBytes(left: DataView, leftAt: number, right: DataView, rightAt: number, length: number): boolean {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    if (left.getInt32(leftAt + at, true) !== right.getInt32(rightAt + at, true)) return false;
  }
  for (; at < length; at++) if (left.getUint8(leftAt + at) !== right.getUint8(rightAt + at)) return false;
  return true;
}

function viewOf(doc: TextDocument): DataView {
  return new DataView(doc.content.buffer, doc.content.byteOffset, doc.content.byteLength);
}

function internByString(before: TextDocument, after: TextDocument): Interned {
  const numbers = new Map<string, number>();
  const run = (doc: TextDocument): Int32Array =>
    Int32Array.from({ length: doc.lineCount }, (_, line) => {
      const text = lineBytes(doc, line).toString("latin1");
      const known = numbers.get(text) ?? numbers.size;
      numbers.set(text, known);
      return known;
    });
  return { before: run(before), after: run(after), count: numbers.size };
}
