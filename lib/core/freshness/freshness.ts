/** How fresh a parsed text is (P1, P2): a label that goes with every piece of it. Pure: what is known comes in. */
import type { Hash } from "../../shared/brand.ts";
import type { Instant } from "../journal/entry.ts";
import type { Path } from "../tree/path.ts";

/**
 * - `current` parsed from these bytes by the current parser
 * - `stale` parsed from other bytes, or by an older parser, and a new record is on its way or was not asked for yet
 * - `pending` nothing to show yet
 * - `failed` these bytes could not be parsed by the current parser; not tried again until either changes (P4)
 * - `unsupported` no parser for these bytes
 */
export type Freshness = "current" | "stale" | "pending" | "failed" | "unsupported";

/** A parsed record, or the note that parsing failed. */
export interface ParsedFact {
  readonly sourceHash: Hash;
  readonly parserVersion: string;
  readonly parsedAt: Instant;
  readonly outcome: "parsed" | "failed" | "unsupported";
}

export interface FreshnessLabel {
  readonly path: Path;
  /** The bytes that the shown text was parsed from; null where there is no text to show. */
  readonly parsedFrom: Hash | null;
  readonly current: Hash;
  readonly parsedAt: Instant | null;
  readonly sourceUpdatedAt: Instant | null;
  readonly freshness: Freshness;
}

export interface FreshnessInputs {
  readonly path: Path;
  readonly current: Hash;
  readonly sourceUpdatedAt: Instant | null;
  readonly parserVersion: string;
  /** What is known about the current bytes, newest parser first; and, to show meanwhile, the last record of the path. */
  readonly ofCurrent: readonly ParsedFact[];
  readonly lastOfPath: ParsedFact | null;
}

export function labelOf({
  path,
  current,
  sourceUpdatedAt,
  parserVersion,
  ofCurrent,
  lastOfPath,
}: FreshnessInputs): FreshnessLabel {
  const own = ofCurrent.find((fact) => fact.sourceHash === current && fact.parserVersion === parserVersion);
  const shown =
    own?.outcome === "parsed" ? own : newestParsed([...ofCurrent, ...(lastOfPath === null ? [] : [lastOfPath])]);
  const freshness =
    own === undefined ? (shown === null ? "pending" : "stale") : own.outcome === "parsed" ? "current" : own.outcome;
  const text = own !== undefined && own.outcome !== "parsed" ? null : shown;
  return {
    path,
    current,
    sourceUpdatedAt,
    parsedFrom: text?.sourceHash ?? null,
    parsedAt: text?.parsedAt ?? null,
    freshness,
  };
}

/** How many paths are in which state: what a point stores (S4). Only states that occur, in a fixed order. */
export function countFreshness(
  labels: Iterable<{ readonly freshness: Freshness }>,
): Partial<Record<Freshness, number>> {
  const counts: Partial<Record<Freshness, number>> = {};
  const order: readonly Freshness[] = ["current", "stale", "pending", "failed", "unsupported"];
  const all = Array.from(labels, ({ freshness }) => freshness);
  for (const freshness of order) {
    const count = all.filter((one) => one === freshness).length;
    if (count > 0) counts[freshness] = count;
  }
  return counts;
}

const newestParsed = (facts: readonly ParsedFact[]): ParsedFact | null =>
  facts.filter(({ outcome }) => outcome === "parsed").sort((a, b) => (a.parsedAt < b.parsedAt ? 1 : -1))[0] ?? null;
