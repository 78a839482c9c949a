/**
 * The changes of a text file as hunks with their place in each of the three versions. Lines count from 1. A hunk that
 * has no lines in a version (an insertion in the base, a deletion in the staged text) has `count` 0 there, and its
 * `from` is the line that follows it.
 *
 * Changes must come in document order, as a text diff gives them. The planned place follows from which hunks are
 * accepted: all others stand there as in the base.
 */
import type { ReviewedChange, VerdictState } from "../../lib/contracts/changes.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";

export interface Lines {
  readonly from: number;
  readonly count: number;
}

export interface TextHunk {
  readonly id: string;
  readonly kind: ReviewedChange["kind"];
  readonly state: VerdictState;
  readonly flagged: boolean;
  readonly at: Readonly<Record<ShownVersion, Lines>>;
  readonly before: string;
  readonly after: string;
  readonly change: ReviewedChange;
}

const LINES = /^L(\d+)(?:-L(\d+))?$/u;

function linesOf(fragment: string | undefined): Lines | null {
  const match = LINES.exec(fragment ?? "");
  if (match === null) return null;
  const from = Number(match[1]);
  return { from, count: Number(match[2] ?? match[1]) - from + 1 };
}

const textOf = (side: ReviewedChange["after"]): string => (side?.type === "text" ? side.text : "");

/** Changes without a line address (the file as a whole, a line ending) are left out: they have no place in the text. */
export function hunksOf(changes: readonly ReviewedChange[]): readonly TextHunk[] {
  const hunks: TextHunk[] = [];
  let staged = 0;
  let planned = 0;
  for (const change of changes) {
    const address = linesOf(change.address);
    if (address === null) continue;
    const gone = change.kind === "removed";
    const after: Lines = gone ? { from: address.from + staged, count: 0 } : address;
    const before: Lines = gone
      ? address
      : change.kind === "added"
        ? { from: address.from - staged, count: 0 }
        : (linesOf(change.beforeAddress) ?? { from: address.from - staged, count: address.count });
    const accepted = change.verdict.state === "accepted";
    hunks.push({
      id: change.id,
      kind: change.kind,
      state: change.verdict.state,
      flagged: (change.flags ?? []).length > 0,
      at: {
        before,
        staged: after,
        planned: { from: before.from + planned, count: accepted ? after.count : before.count },
      },
      before: textOf(change.before),
      after: textOf(change.after),
      change,
    });
    staged += after.count - before.count;
    if (accepted) planned += after.count - before.count;
  }
  return hunks;
}

/** The hunk that a line of the shown version belongs to, or null. A hunk without lines there belongs to the line before it. */
export function hunkAtLine(hunks: readonly TextHunk[], version: ShownVersion, line: number): TextHunk | null {
  return (
    hunks.find(({ at }) => {
      const { from, count } = at[version];
      return count === 0 ? line === Math.max(from - 1, 1) : line >= from && line < from + count;
    }) ?? null
  );
}

/** The hunk before or after `current` (null or gone: the first or last); null at the end. */
export function stepHunk(hunks: readonly TextHunk[], current: string | null, direction: 1 | -1): TextHunk | null {
  const index = hunks.findIndex(({ id }) => id === current);
  if (index === -1) return hunks[direction === 1 ? 0 : hunks.length - 1] ?? null;
  return hunks[index + direction] ?? null;
}

/** A line ending ends a line, and begins none. At least 1: an editor shows no fewer. */
export const linesIn = (text: string): number => Math.max(1, text.split("\n").length - (text.endsWith("\n") ? 1 : 0));
