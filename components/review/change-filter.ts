/**
 * Which of a file's changes are looked at. A filter hides nothing that is decided about: what it leaves out stays
 * pending, is counted on the screen, and no bulk decision falls on it.
 */
import type { FacetName, FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";

export interface ChangeFilter {
  readonly state: "pending" | "decided" | null;
  readonly flagged: boolean;
  readonly unseen: boolean;
  /** Empty: every facet. */
  readonly facets: readonly FacetName[];
  /** Empty: every turn. */
  readonly turns: readonly number[];
  /** Numbers that change by at least this many percent; null: whatever they change by, and what is no number. */
  readonly percent: number | null;
}

export const NO_FILTER: ChangeFilter = {
  state: null,
  flagged: false,
  unseen: false,
  facets: [],
  turns: [],
  percent: null,
};

export const FACETS: readonly FacetName[] = ["content", "formula", "format", "structure", "metadata", "unrendered"];

export const isFiltering = (filter: ChangeFilter): boolean => formatFilter(filter) !== "";

/** As in the address bar: "pending.flagged.turn-4.by-10"; empty for no filter. */
export function formatFilter({ state, flagged, unseen, facets, turns, percent }: ChangeFilter): string {
  return [
    ...(state === null ? [] : [state]),
    ...(flagged ? ["flagged"] : []),
    ...(unseen ? ["unseen"] : []),
    ...facets,
    ...turns.map((turn) => `turn-${turn}`),
    ...(percent === null ? [] : [`by-${percent}`]),
  ].join(".");
}

/** What it does not know is left out: an address may come from anywhere. */
export function parseFilter(text: string | null): ChangeFilter {
  const words = (text ?? "").split(".");
  const number = (prefix: string) =>
    words.flatMap((word) =>
      new RegExp(`^${prefix}-\\d{1,6}$`, "u").test(word) ? [Number(word.slice(prefix.length + 1))] : [],
    );
  return {
    state: words.includes("pending") ? "pending" : words.includes("decided") ? "decided" : null,
    flagged: words.includes("flagged"),
    unseen: words.includes("unseen"),
    facets: FACETS.filter((facet) => words.includes(facet)),
    turns: [...new Set(number("turn"))].sort((a, b) => a - b),
    percent: number("by")[0] ?? null,
  };
}

/** The diff with the changes that pass, in their order. */
export function filtered(diff: FileDiffView, filter: ChangeFilter): FileDiffView {
  if (!isFiltering(filter)) return diff;
  const turnOf = new Map(diff.origins.map(({ seq, turn }) => [seq, turn]));
  return {
    ...diff,
    changes: diff.changes.filter((change) => passes(change, filter, turnOf.get(change.originSeq ?? 0) ?? null)),
  };
}

function passes(change: ReviewedChange, filter: ChangeFilter, turn: number | null): boolean {
  const { verdict, seen, flags = [], facet } = change;
  if (filter.state === "pending" && verdict.state !== "pending") return false;
  if (filter.state === "decided" && verdict.state !== "accepted" && verdict.state !== "rejected") return false;
  if (filter.flagged && flags.length === 0 && verdict.restaged !== true) return false;
  if (filter.unseen && seen) return false;
  if (filter.facets.length > 0 && !filter.facets.includes(facet)) return false;
  if (filter.turns.length > 0 && (turn === null || !filter.turns.includes(turn))) return false;
  return filter.percent === null || (percentOf(change) ?? -1) >= filter.percent;
}

/** By how many percent of what it was a number changes; null where one side is no number. From 0 it is infinite. */
export function percentOf({ before, after }: Pick<ReviewedChange, "before" | "after">): number | null {
  if (before?.type !== "cell" || after?.type !== "cell") return null;
  const [was, is] = [before.value, after.value];
  if (typeof was !== "number" || typeof is !== "number") return null;
  if (was === is) return 0;
  return was === 0 ? Infinity : Math.abs((is - was) / was) * 100;
}
