/**
 * What differs between two text documents, before it is given addresses and ids: runs of lines, and the three
 * properties that a file has as a whole and that are decided on their own: encoding, line ending, final newline.
 *
 * Endings. Where both files use one ending throughout, a difference is one property of the file, and lines compare
 * without their endings. Otherwise a line's ending counts where it differs from the *usual* one of its file. So text
 * changed on one side and endings on the other can both be taken.
 */
import type { Work } from "../format.ts";
import { LF, NONE, type EndingKind, type TextDocument } from "./document.ts";
import type { Encoding } from "./encoding.ts";
import { internLines } from "./intern.ts";
import { diffLines, type Hunk } from "./line-diff.ts";
import { slideHunks } from "./slide.ts";

export interface TextComparison {
  readonly complete: boolean;
  readonly hunks: readonly Hunk[];
  /** What "the usual ending" means in each file. */
  readonly usual: { readonly before: EndingKind; readonly after: EndingKind };
  /** Runs of lines in common whose endings differ in the same way. */
  readonly endingRuns: readonly EndingRun[];
  readonly encoding: Changed<Encoding> | null;
  readonly lineEnding: Changed<EndingKind> | null;
  readonly finalNewline: Changed<boolean> | null;
}

export interface Changed<T> {
  readonly before: T;
  readonly after: T;
}

/** Lines `before[beforeFrom..beforeFrom + count)`, in common with those from `afterFrom`. */
export interface EndingRun {
  readonly beforeFrom: number;
  readonly afterFrom: number;
  count: number;
  /** `NONE` stands for the usual ending. */
  readonly before: EndingKind;
  readonly after: EndingKind;
}

export function compareText(before: TextDocument, after: TextDocument, work: Work): TextComparison {
  const usual = usualEndings(before, after);
  const lines = internLines(before, after);
  work.remaining -= before.lineCount + after.lineCount;
  const { complete, hunks } = diffLines(lines, work);
  const slid = slideHunks(hunks, lines, before, after, work);
  return {
    complete,
    hunks: slid,
    usual,
    endingRuns: endingRuns(before, after, slid, usual),
    encoding:
      encodingOf(before) === null || encodingOf(after) === null
        ? markChange(before, after)
        : changed(before.encoding, after.encoding),
    lineEnding: changed(usual.before, usual.after),
    finalNewline:
      before.finalNewline === null || after.finalNewline === null
        ? null
        : changed(before.finalNewline, after.finalNewline),
  };
}

/** Null where UTF-8 and Latin-1 would be the same bytes: such a file takes on whichever the other has. */
export function encodingOf(doc: TextDocument): Encoding | null {
  return doc.ascii ? null : doc.encoding;
}

/** The ending of a line where it is not the usual one of its file, else `NONE`. */
export function unusualEnding(doc: TextDocument, line: number, usual: EndingKind): EndingKind {
  const kind = doc.endings[line] as EndingKind;
  return kind === usual ? NONE : kind;
}

/**
 * One ending of each file, the same where only one file decides. A file of mixed endings has `\n` as its usual one,
 * and forces it on the other.
 */
export function usualEndings(before: TextDocument, after: TextDocument): { before: EndingKind; after: EndingKind } {
  if (before.uniform === null) return { before: LF, after: LF };
  const own =
    before.uniform !== NONE ? before.uniform : after.uniform !== null && after.uniform !== NONE ? after.uniform : LF;
  return { before: own, after: after.uniform === null || after.uniform === NONE ? own : after.uniform };
}

function changed<T>(before: T, after: T): Changed<T> | null {
  return before === after ? null : { before, after };
}

/** Of two encodings one is plain ASCII: only a byte order mark or UTF-16 makes a difference. */
function markChange(before: TextDocument, after: TextDocument): Changed<Encoding> | null {
  const eightBit = (encoding: Encoding) => encoding === "utf-8" || encoding === "latin-1";
  if (eightBit(before.encoding) && eightBit(after.encoding)) return null;
  return changed(before.encoding, after.encoding);
}

function endingRuns(
  before: TextDocument,
  after: TextDocument,
  hunks: readonly Hunk[],
  usual: { before: EndingKind; after: EndingKind },
): EndingRun[] {
  const plain = (doc: TextDocument, own: EndingKind) => doc.uniform === own || doc.uniform === NONE;
  if (plain(before, usual.before) && plain(after, usual.after)) return [];
  const runs: EndingRun[] = [];
  const walk = (beforeFrom: number, afterFrom: number, count: number) => {
    for (let n = 0; n < count; n++) {
      const left = unusualEnding(before, beforeFrom + n, usual.before);
      const right = unusualEnding(after, afterFrom + n, usual.after);
      // A last line without an ending does not say which one it would have.
      if (left === right || after.endings[afterFrom + n] === NONE) continue;
      const last = runs.at(-1);
      const follows =
        last && last.beforeFrom + last.count === beforeFrom + n && last.afterFrom + last.count === afterFrom + n;
      if (follows && last.before === left && last.after === right) last.count++;
      else runs.push({ beforeFrom: beforeFrom + n, afterFrom: afterFrom + n, count: 1, before: left, after: right });
    }
  };
  let left = 0;
  let right = 0;
  for (const hunk of hunks) {
    walk(left, right, hunk.beforeFrom - left);
    left = hunk.beforeTo;
    right = hunk.afterTo;
  }
  walk(left, right, before.lineCount - left);
  return runs;
}
