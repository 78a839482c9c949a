/**
 * Three-way merge of text (formats.md, "Merge, where it could be read two ways").
 *
 * Runs of lines of both sides that touch form a clash: equal results are taken once; deletions that overlap delete
 * their union; runs that keep the number of lines are compared line by line; the rest is one conflict. Encoding, line
 * ending and final newline are merged beside the text, so that a conversion on one side and text on the other are both
 * taken. Symmetric but for the names of the sides. Null where a side is not text, a diff is not complete, or what comes
 * out would not read as what went in.
 */
import type { Value } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "../format.ts";
import { conflict, type Conflict, type Merge, type MergeOptions, type Side, type Taken } from "../three-way.ts";
import { written } from "./apply.ts";
import { linesAddress, linesText, textChanges } from "./changes.ts";
import { clashes, type Branch, type Clash } from "./clash.ts";
import { compareText, encodingOf, unusualEnding, usualEndings, type TextComparison } from "./comparison.ts";
import { ENDING_NAMES, LF, NONE, readText, type EndingKind, type TextDocument } from "./document.ts";
import type { Encoding } from "./encoding.ts";
import { LineWriter } from "./line-writer.ts";

export async function mergeText(
  base: Source,
  accepted: Source,
  staged: Source,
  options: MergeOptions,
): Promise<Merge | null> {
  const docs = await Promise.all([base, accepted, staged].map((source) => readText(source, DEFAULT_LIMITS)));
  const [origin, left, right] = docs.map((read) => (read.ok ? read.value : null));
  if (!origin || !left || !right) return null;
  const accept = branch(origin, left);
  const stage = branch(origin, right);
  if (!accept.comparison.complete || !stage.comparison.complete) return null;
  const merge = (sides: MergeOptions) => new TextMerge(origin, accept, stage, sides).run();
  // Whether the lines of a side can be written must not depend on which side is called the accepted one.
  const mirrored = new TextMerge(origin, stage, accept, { strict: options.strict ?? false }).run();
  const plain = merge({ strict: options.strict ?? false });
  if (!mirrored || !plain) return null;
  return options.resolve ? merge(options) : plain;
}

function branch(base: TextDocument, doc: TextDocument): Branch {
  const comparison = compareText(base, doc, defaultWork());
  return { doc, comparison, changes: textChanges(base, doc, comparison) };
}

class TextMerge {
  readonly #base: TextDocument;
  readonly #accepted: Branch;
  readonly #staged: Branch;
  readonly #options: MergeOptions;
  readonly #conflicts: Conflict[] = [];
  /** Ids of changes that a conflict holds. */
  readonly #held = new Set<string>();

  constructor(base: TextDocument, accepted: Branch, staged: Branch, options: MergeOptions) {
    this.#base = base;
    this.#accepted = accepted;
    this.#staged = staged;
    this.#options = options;
  }

  run(): Merge | null {
    const encoding = this.#property<Encoding>("encoding", encodingOf, "utf-8");
    const usual = this.#property<EndingKind>(
      "lineEnding",
      (doc) => (doc.uniform === NONE ? null : this.#usualOf(doc)),
      LF,
    );
    const finalNewline = this.#property("finalNewline", (doc) => doc.finalNewline, true);
    const writer = new LineWriter(usual);
    let line = 0;
    for (const clash of clashes(this.#base, this.#accepted, this.#staged, this.#options.strict ?? false)) {
      this.#common(writer, line, clash.from);
      this.#clash(writer, clash);
      line = clash.to;
    }
    this.#common(writer, line, this.#base.lineCount);
    const bytes = this.#written(writer, finalNewline, encoding);
    return bytes.ok ? { merged: bytes.value, conflicts: this.#conflicts, taken: this.#taken() } : null;
  }

  /** With an open conflict the held text may be more than the merged encoding can hold: UTF-8 holds everything. */
  #written(writer: LineWriter, finalNewline: boolean, encoding: Encoding): ReturnType<typeof written> {
    const bytes = written(writer, finalNewline, encoding);
    return bytes.ok || this.#conflicts.length === 0 ? bytes : written(writer, finalNewline, "utf-8");
  }

  /** A property of the file: null on a side where the file does not say. */
  #property<T extends string | number | boolean>(
    type: "encoding" | "lineEnding" | "finalNewline",
    of: (doc: TextDocument) => T | null,
    otherwise: T,
  ): T {
    const [base, left, right] = [of(this.#base), of(this.#accepted.doc), of(this.#staged.doc)];
    if (left === null || right === null) return left ?? right ?? base ?? otherwise;
    if (left === right || right === base) return left;
    if (left === base) return right;
    const find = ({ changes }: Branch) => changes.find(({ piece }) => piece.type === type)?.change;
    const [own, other] = [find(this.#accepted), find(this.#staged)];
    for (const change of [own, other]) if (change) this.#held.add(change.id);
    const value = (property: T | null): Value | null =>
      property === null ? null : { type: "properties", properties: { [type]: property } };
    const resolved = this.#conflict({
      address: { kind: "file" },
      base: own?.before ?? other?.before ?? value(base),
      accepted: own?.after ?? value(left),
      staged: other?.after ?? value(right),
    });
    return resolved === "staged" ? right : resolved === "base" ? (base ?? left) : left;
  }

  /** The usual ending of a side; where any of the three is mixed, endings count line by line. */
  #usualOf(doc: TextDocument): EndingKind {
    if (this.#base.uniform === null) return LF;
    return doc.uniform ?? usualEndings(this.#base, doc).after;
  }

  /** Lines `from..to` of the base that neither side changed. */
  #common(writer: LineWriter, from: number, to: number): void {
    const base = this.#base;
    const plain = this.#accepted.comparison.endingRuns.length === 0 && this.#staged.comparison.endingRuns.length === 0;
    if (plain) {
      writer.lines(base, from, to, this.#baseUsual());
      return;
    }
    for (let line = from; line < to; line++)
      writer.line(base, line, this.#ending(line, counterpart(this.#accepted, line), counterpart(this.#staged, line)));
  }

  #baseUsual(): EndingKind {
    return this.#accepted.comparison.usual.before;
  }

  /** The ending of a line that stands for base line `line`, merged. `NONE` is the usual one. */
  #ending(line: number, accepted: number, staged: number): EndingKind {
    const base = unusualEnding(this.#base, line, this.#baseUsual());
    const of = ({ doc, comparison }: Branch, own: number) =>
      doc.endings[own] === NONE ? base : unusualEnding(doc, own, comparison.usual.after);
    const [left, right] = [of(this.#accepted, accepted), of(this.#staged, staged)];
    if (left === right || right === base) return left;
    if (left === base) return right;
    const value = (ending: EndingKind): Value => ({
      type: "properties",
      properties: { lineEnding: ENDING_NAMES[ending || this.#baseUsual()] },
    });
    const resolved = this.#conflict({
      address: linesAddress(line, line + 1),
      base: value(base),
      accepted: value(left),
      staged: value(right),
    });
    return resolved === "staged" ? right : resolved === "base" ? base : left;
  }

  #clash(writer: LineWriter, clash: Clash): void {
    switch (clash.outcome) {
      case "both":
        this.#both(writer, clash);
        return;
      case "accepted":
        this.#side(writer, clash, this.#accepted, clash.accepted, this.#staged, clash.staged);
        return;
      case "staged":
        this.#side(writer, clash, this.#staged, clash.staged, this.#accepted, clash.accepted);
        return;
      case "deleted":
        return;
      case "lines":
        this.#lineByLine(writer, clash);
        return;
      case "conflict":
        this.#write(writer, this.#lineConflict(clash), clash);
    }
  }

  /** One side's lines. Where it kept their number, the other side may have changed their endings. */
  #side(writer: LineWriter, clash: Clash, own: Branch, lines: Lines, other: Branch, otherLines: Lines): void {
    const count = lines.to - lines.from;
    const paired =
      count === clash.to - clash.from &&
      count === otherLines.to - otherLines.from &&
      other.comparison.endingRuns.length > 0;
    if (!paired) {
      writer.lines(own.doc, lines.from, lines.to, own.comparison.usual.after);
      return;
    }
    for (let n = 0; n < count; n++) {
      const ownEnding = unusualEnding(own.doc, lines.from + n, own.comparison.usual.after);
      const base = unusualEnding(this.#base, clash.from + n, this.#baseUsual());
      const changed = unusualEnding(other.doc, otherLines.from + n, other.comparison.usual.after);
      writer.line(own.doc, lines.from + n, ownEnding === base ? changed : ownEnding);
    }
  }

  /** The same text on both sides; where the endings differ, the unusual one was chosen by somebody. */
  #both(writer: LineWriter, { accepted, staged }: Clash): void {
    const of = ({ doc, comparison }: Branch, line: number) => unusualEnding(doc, line, comparison.usual.after);
    for (let n = 0; n < accepted.to - accepted.from; n++) {
      const ending = Math.max(of(this.#accepted, accepted.from + n), of(this.#staged, staged.from + n)) as EndingKind;
      writer.line(this.#accepted.doc, accepted.from + n, ending);
    }
  }

  #lineByLine(writer: LineWriter, clash: Clash): void {
    for (const part of clash.parts) this.#clash(writer, part);
  }

  #write(writer: LineWriter, side: Side, clash: Clash): void {
    if (side === "base") writer.lines(this.#base, clash.from, clash.to, this.#baseUsual());
    else {
      const { doc, comparison } = side === "accepted" ? this.#accepted : this.#staged;
      writer.lines(doc, clash[side].from, clash[side].to, comparison.usual.after);
    }
  }

  #lineConflict(clash: Clash): Side {
    for (const change of clash.changes) this.#held.add(change.id);
    const value = (doc: TextDocument, { from, to }: Lines, usual: EndingKind): Value | null =>
      from === to ? null : { type: "text", text: linesText(doc, from, to, usual) };
    return this.#conflict({
      address: linesAddress(clash.from, clash.to),
      base: value(this.#base, clash, this.#baseUsual()),
      accepted: value(this.#accepted.doc, clash.accepted, this.#accepted.comparison.usual.after),
      staged: value(this.#staged.doc, clash.staged, this.#staged.comparison.usual.after),
    });
  }

  #conflict(sides: Omit<Conflict, "id" | "resolved">): Side {
    const found = conflict(sides, 0, this.#options);
    this.#conflicts.push(found);
    return found.resolved ?? "accepted";
  }

  #taken(): Taken[] {
    const staged = new Set(this.#staged.changes.map(({ change }) => change.id));
    const accepted = new Set(this.#accepted.changes.map(({ change }) => change.id));
    const free = (branch: Branch) => branch.changes.map(({ change }) => change).filter(({ id }) => !this.#held.has(id));
    return [
      ...free(this.#accepted).map((change): Taken => ({ side: staged.has(change.id) ? "both" : "accepted", change })),
      ...free(this.#staged)
        .filter(({ id }) => !accepted.has(id))
        .map((change): Taken => ({ side: "staged", change })),
    ];
  }
}

interface Lines {
  readonly from: number;
  readonly to: number;
}

/** The line of a side that base line `line`, which it has in common, became. */
function counterpart({ comparison }: Branch, line: number): number {
  return line + shiftBefore(comparison, line);
}

/** By how many lines the hunks above base line `line` move what follows them. */
function shiftBefore({ hunks }: TextComparison, line: number): number {
  let low = 0;
  let high = hunks.length;
  while (low < high) {
    const half = (low + high) >>> 1;
    if ((hunks[half]?.beforeTo ?? 0) <= line) low = half + 1;
    else high = half;
  }
  const above = hunks[low - 1];
  return above ? above.afterTo - above.beforeTo : 0;
}
