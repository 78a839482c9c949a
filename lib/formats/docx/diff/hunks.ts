/**
 * Which words of a paragraph changed. Each separated range of words is a change of its own, so that a person can take
 * one of two edits of a paragraph: words can be cut out of any run, link or tracked change and put into another
 * paragraph with the runs that they came from, which keeps every other word and its formatting as it was. Ranges with
 * nothing but blanks and signs between them are one; where most of the paragraph is new, it is one change.
 */
import type { Work } from "../../format.ts";
import { diffLines, type Hunk } from "../../text/line-diff.ts";
import type { Paragraph } from "../blocks.ts";
import type { Looks } from "../looks.ts";
import { wordAttribute, wordChild } from "../names.ts";
import type { Unit } from "../units.ts";

export interface ParagraphDiff {
  /** Counted in units. */
  readonly hunks: readonly Hunk[];
  /** Units that are the same on both sides, in order. */
  readonly equal: readonly (readonly [Unit, Unit])[];
  readonly complete: boolean;
}

interface Looking {
  readonly work: Work;
  /** Of before. */
  readonly looks: Looks;
}

/** A paragraph is shown with each of its changes: beyond these it would be shown too often. */
const MAX_HUNKS = 40;
const MAX_UNITS = 8_000;
/** Of the text that stays, so that its edits are told apart. */
const LEAST_KEPT = 0.3;

export function diffParagraphs(before: Paragraph, after: Paragraph, { work, looks }: Looking): ParagraphDiff {
  const known = new Map<string, number>();
  const style = wordAttribute(wordChild(wordChild(before.element, "pPr"), "pStyle"), "val");
  const written = before.key === after.key || before.styledByTable || after.styledByTable;
  const number = (paragraph: Paragraph, unit: Unit) => {
    const key = written ? unit.key : lookOf(paragraph, unit, style, looks);
    const found = known.get(key) ?? known.size;
    known.set(key, found);
    return found;
  };
  const lines = {
    before: Int32Array.from(before.units, (unit) => number(before, unit)),
    after: Int32Array.from(after.units, (unit) => number(after, unit)),
    count: known.size,
  };
  const { hunks: raw, complete } = diffLines({ ...lines, count: known.size }, work);
  let hunks = joined(raw, before.units);
  const kept = keptText(hunks, before.units);
  const size = Math.max(textSize(before.units), textSize(after.units));
  const units = before.units.length + after.units.length;
  if (hunks.length > 1 && (hunks.length > MAX_HUNKS || units > MAX_UNITS || kept < size * LEAST_KEPT))
    hunks = [covering(hunks)];
  return { hunks, equal: equalUnits(hunks, before.units, after.units), complete };
}

/** Equal for units that say and look the same over the styles of before, however that is spelled. */
function lookOf({ tokens, context }: Paragraph, unit: Unit, style: string | undefined, looks: Looks): string {
  const token = tokens[unit.from];
  if (token === undefined || token.run === null || token.parts !== undefined) return `written ${unit.key}`;
  const look = looks.run(wordChild(token.run, "rPr"), context, style, unit.text);
  return `${unit.text}\0${token.beside}\0${look}`;
}

/** Hunks between which there is no word. */
function joined(hunks: readonly Hunk[], units: readonly Unit[]): Hunk[] {
  const found: Hunk[] = [];
  for (const hunk of hunks) {
    const last = found.at(-1);
    const between = last === undefined ? [] : units.slice(last.beforeTo, hunk.beforeFrom);
    if (last === undefined || between.some(isWordUnit)) found.push({ ...hunk });
    else {
      last.beforeTo = hunk.beforeTo;
      last.afterTo = hunk.afterTo;
    }
  }
  return found;
}

export const isWordUnit = ({ text }: { readonly text: string }): boolean => /[\p{L}\p{N}]/u.test(text);

const covering = (hunks: readonly Hunk[]): Hunk => ({
  beforeFrom: hunks[0]?.beforeFrom ?? 0,
  afterFrom: hunks[0]?.afterFrom ?? 0,
  beforeTo: hunks.at(-1)?.beforeTo ?? 0,
  afterTo: hunks.at(-1)?.afterTo ?? 0,
});

const textSize = (units: readonly Unit[]): number => units.reduce((sum, { text }) => sum + text.length, 0);

const keptText = (hunks: readonly Hunk[], units: readonly Unit[]): number =>
  textSize(units) - hunks.reduce((sum, hunk) => sum + textSize(units.slice(hunk.beforeFrom, hunk.beforeTo)), 0);

/** The tokens of units `from..to)`. An empty range lies behind the unit in front of it. */
export function tokenRange(
  { units, tokens }: Pick<Paragraph, "units" | "tokens">,
  from: number,
  to: number,
): { from: number; to: number } {
  const first = units[from];
  if (from < to) return { from: first?.from ?? 0, to: units[to - 1]?.to ?? 0 };
  const place = from > 0 ? (units[from - 1]?.to ?? 0) : (first?.from ?? tokens.length);
  return { from: place, to: place };
}

function equalUnits(hunks: readonly Hunk[], before: readonly Unit[], after: readonly Unit[]) {
  const equal: (readonly [Unit, Unit])[] = [];
  let [i, j] = [0, 0];
  const upTo = (end: number) => {
    for (; i < end; i++, j++) {
      const [left, right] = [before[i], after[j]];
      if (left !== undefined && right !== undefined) equal.push([left, right]);
    }
  };
  for (const hunk of hunks) {
    upTo(hunk.beforeFrom);
    i = hunk.beforeTo;
    j = hunk.afterTo;
  }
  upTo(before.length);
  return equal;
}
