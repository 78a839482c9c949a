/**
 * Gives equal lines of two documents equal numbers, counted from 0 in order of first appearance, so that everything
 * after this compares integers. Only a line's text counts, not its ending.
 *
 * One hash table over the bytes, no strings; a line of the second document is first compared with the one that is next
 * in the first, because most follow each other there too. Lines that were made to collide would make it quadratic: past a number of
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

const STEPS_PER_LINE = 8;

/** Null where too many lines collide. */
function internByTable(before: TextDocument, after: TextDocument): Interned | null {
  const total = before.lineCount + after.lineCount;
  const table: LineTable = {
    slots: new Int32Array(1 << Math.max(4, 32 - Math.clz32(total * 2))),
    hashes: new Int32Array(total),
    from: new Uint32Array(total),
    to: new Uint32Array(total),
    firstLine: new Uint32Array(before.lineCount),
    count: 0,
    steps: total * STEPS_PER_LINE + 4096,
  };
  const left = numberLines(table, before, null);
  const right = left && numberLines(table, after, earlierLines(before, left, table.count));
  return left && right && { before: left, after: right, count: table.count };
}

interface LineTable {
  /** Number + 1 of the line text that sits in a slot; 0 is free. */
  readonly slots: Int32Array;
  readonly hashes: Int32Array;
  /** By number: where the first line with it starts and ends. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** By number: the first line of the first document with it. */
  readonly firstLine: Uint32Array;
  count: number;
  /** Steps past other lines that are left. */
  steps: number;
}

/** The first document, once its lines are numbered. */
interface Earlier {
  readonly doc: TextDocument;
  readonly view: DataView;
  readonly numbers: Int32Array;
  /** Numbers below this are its own. */
  readonly count: number;
}

const earlierLines = (doc: TextDocument, numbers: Int32Array, count: number): Earlier => ({
  doc,
  view: viewOf(doc),
  numbers,
  count,
});

function numberLines(table: LineTable, doc: TextDocument, earlier: Earlier | null): Int32Array | null {
  const { slots, hashes, from, to, firstLine } = table;
  const { starts, lineCount } = doc;
  const view = viewOf(doc);
  const mask = slots.length - 1;
  const numbers = new Int32Array(lineCount);
  const known = earlier?.count ?? 0;
  let next = 0;
  let { count, steps } = table;
  for (let line = 0; line < lineCount; line++) {
    const start = starts[line] as number;
    const length = textEnd(doc, line) - start;
    const expected = earlier === null ? -1 : nextLine(earlier, next, view, start, length);
    if (earlier !== null && expected >= 0) {
      numbers[line] = earlier.numbers[expected] as number;
      next = expected + 1;
      continue;
    }
    const hash = hashBytes(view, start, start + length);
    let slot = hash & mask;
    let number = (slots[slot] as number) - 1;
    while (number >= 0) {
      const first = from[number] as number;
      const same = hashes[number] === hash && (to[number] as number) - first === length;
      if (same && sameBytes(earlier !== null && number < known ? earlier.view : view, first, view, start, length))
        break;
      if (--steps < 0) return null;
      slot = (slot + 1) & mask;
      number = (slots[slot] as number) - 1;
    }
    if (number < 0) {
      number = count++;
      slots[slot] = count;
      hashes[number] = hash;
      from[number] = start;
      to[number] = start + length;
      if (earlier === null) firstLine[number] = line;
    } else if (number < known) next = Math.max(next, (firstLine[number] as number) + 1);
    numbers[line] = number;
  }
  table.count = count;
  table.steps = steps;
  return numbers;
}

/** Where this line is the next one, or the one behind it (as after a removed or changed line); -1 where it is neither. */
function nextLine({ doc, view }: Earlier, next: number, other: DataView, start: number, length: number): number {
  for (let line = next; line < next + 2 && line < doc.lineCount; line++) {
    const from = doc.starts[line] as number;
    if (textEnd(doc, line) - from === length && sameBytes(view, from, other, start, length)) return line;
  }
  return -1;
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
