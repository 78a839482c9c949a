/**
 * How paragraphs, tables and rows moved between two versions of a base, taken from the diff between them alone: every
 * change that brings or takes paragraphs says how many.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change, Diff, Value } from "../../core/change/change.ts";
import { baseAddress } from "./identity.ts";

export interface BaseMove {
  readonly isSame: boolean;
  /** The number of a paragraph in the new base; `null` where it is gone. */
  paragraph(story: string, number: number): number | null;
  /** In front of which paragraph something lies now that lay in front of this one. */
  anchor(story: string, number: number): number;
  table(story: string, number: number): number | null;
  tableAnchor(story: string, number: number): number;
  /** Whether notes or headers of the kind came or went, so that their numbers mean others. */
  renumbers(story: string): boolean;
  row(story: string, table: number, row: number): number | null;
  rowAnchor(story: string, table: number, row: number): number;
  /** Changes of one paragraph in place. */
  inside(story: string, paragraph: number): readonly Change[];
}

/** `count` came in front of `at`, or went from there on. */
interface Shift {
  readonly at: number;
  readonly came: number;
  readonly went: number;
}

const known = new WeakMap<Diff, BaseMove>();

/** Made once a diff. */
export function baseMoveOf(diff: Diff): BaseMove {
  const move = known.get(diff) ?? deriveMove(diff);
  known.set(diff, move);
  return move;
}

export const storyOf = (address: Address): string => ("story" in address ? (address.story ?? "") : "");

const numberOf = (value: Value | undefined, name: string): number | undefined => {
  const found = value?.type === "properties" ? value.properties[name] : undefined;
  return typeof found === "number" ? found : undefined;
};

/** How many paragraphs a block has that came, went or moved. */
export const paragraphsIn = (value: Value | undefined): number => numberOf(value, "paragraphs") ?? 1;
const tablesIn = (value: Value | undefined): number => numberOf(value, "tables") ?? 0;
/** The paragraph of the base at which a row or moved block begins. */
export const startOf = (value: Value | undefined): number | undefined => numberOf(value, "at");

class Shifts {
  readonly #lists = new Map<string, Shift[]>();

  add(key: string, shift: Shift): void {
    this.#lists.set(key, [...(this.#lists.get(key) ?? []), shift]);
  }

  get isEmpty(): boolean {
    return this.#lists.size === 0;
  }

  to(key: string, number: number): number | null {
    let moved = number;
    for (const { at, came, went } of this.#lists.get(key) ?? []) {
      if (number >= at && number < at + went) return null;
      if (number >= at) moved += came - went;
    }
    return moved;
  }

  /** What is inserted in front of `number` by both sides lies behind what the base brought. */
  anchor(key: string, number: number): number {
    let moved = number;
    for (const { at, came, went } of this.#lists.get(key) ?? [])
      if (number >= at) moved += came - Math.min(went, number - at);
    return moved;
  }
}

function deriveMove(diff: Diff): BaseMove {
  const paragraphs = new Shifts();
  const tables = new Shifts();
  const stories = new Set<string>();
  /** Stories in which tables moved. */
  const moved = new Set<string>();
  const rows = new Shifts();
  const inside = new Map<string, Change[]>();
  for (const change of diff.changes) {
    const { kind, facet, before, after } = change;
    const base = baseAddress(change);
    const story = storyOf(base);
    if (kind !== "moved") countTables(tables, story, change);
    else if (tablesIn(before) > 0) moved.add(story);
    if (base.kind === "tableRow") {
      const key = `${story} ${base.table}`;
      const [came, went] = [paragraphsIn(after), paragraphsIn(before)];
      if (facet !== "structure") continue;
      if (kind === "added") {
        rows.add(key, { at: base.row, came: 1, went: 0 });
        paragraphs.add(story, { at: startOf(after) ?? 0, came, went: 0 });
      } else if (kind === "removed") {
        rows.add(key, { at: base.row, came: 0, went: 1 });
        paragraphs.add(story, { at: startOf(before) ?? 0, came: 0, went });
      } else paragraphs.add(story, { at: startOf(before) ?? 0, came, went });
    }
    if (base.kind !== "paragraph") continue;
    const at = base.paragraph;
    if (kind === "modified") {
      const key = `${story} ${at}`;
      inside.set(key, [...(inside.get(key) ?? []), change]);
    } else if (isWholeStory(change)) stories.add(kindOf(storyOf(change.address)));
    else if (kind === "added") paragraphs.add(story, { at, came: paragraphsIn(after), went: 0 });
    else if (kind === "removed") paragraphs.add(story, { at, came: 0, went: paragraphsIn(before) });
    else {
      paragraphs.add(story, { at, came: 0, went: paragraphsIn(before) });
      paragraphs.add(story, { at: startOf(after) ?? at, came: paragraphsIn(before), went: 0 });
    }
  }
  return {
    isSame: paragraphs.isEmpty && rows.isEmpty && inside.size === 0 && stories.size === 0,
    paragraph: (story, number) => paragraphs.to(story, number),
    anchor: (story, number) => paragraphs.anchor(story, number),
    table: (story, number) => (moved.has(story) ? null : tables.to(story, number)),
    tableAnchor: (story, number) => tables.anchor(story, number),
    renumbers: (story) => story !== "" && stories.has(kindOf(story)),
    row: (story, table, row) => rows.to(`${story} ${table}`, row),
    rowAnchor: (story, table, row) => rows.anchor(`${story} ${table}`, row),
    inside: (story, paragraph) => inside.get(`${story} ${paragraph}`) ?? [],
  };
}

function countTables(tables: Shifts, story: string, { before, after }: Change): void {
  const at = numberOf(before, "table") ?? numberOf(after, "table");
  if (at !== undefined) tables.add(story, { at, came: tablesIn(after), went: tablesIn(before) });
}

const kindOf = (story: string): string => story.replace(/-\d+$/, "");

/** A note, comment or header as a whole: its paragraphs are its own. */
export function isWholeStory({ address, kind, before, after }: Change): boolean {
  if (kind === "modified" || storyOf(address) === "" || address.kind !== "paragraph") return false;
  const value = after ?? before;
  return value?.type === "properties" && !("what" in value.properties);
}
