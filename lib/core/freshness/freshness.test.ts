import { describe, expect, test } from "vitest";

import { h } from "../testing/worlds.ts";
import type { Instant } from "../journal/entry.ts";
import { path } from "../tree/path.ts";
import { countFreshness, labelOf, type ParsedFact } from "./freshness.ts";

const at = (day: number): Instant => `2026-01-0${day}T00:00:00.000Z` as Instant;
const fact = (text: string, outcome: ParsedFact["outcome"] = "parsed", parserVersion = "2", day = 1): ParsedFact => ({
  sourceHash: h(text),
  parserVersion,
  parsedAt: at(day),
  outcome,
});
const label = (ofCurrent: readonly ParsedFact[], lastOfPath: ParsedFact | null) =>
  labelOf({ path: path("a"), current: h("new"), sourceUpdatedAt: at(3), parserVersion: "2", ofCurrent, lastOfPath });

describe("freshness", () => {
  test("[P2] every label carries path, source, versions and times", () => {
    expect(label([fact("new")], null)).toEqual({
      path: "a",
      current: h("new"),
      sourceUpdatedAt: at(3),
      parsedFrom: h("new"),
      parsedAt: at(1),
      freshness: "current",
    });
  });

  test("[P2] while a new record is waited for, the old text is shown as stale", () => {
    expect(label([], fact("old"))).toMatchObject({ freshness: "stale", parsedFrom: h("old") });
  });

  test("[P1] a record of an older parser is stale", () => {
    expect(label([fact("new", "parsed", "1")], null)).toMatchObject({ freshness: "stale", parsedFrom: h("new") });
  });

  test("[P2] nothing to show is pending", () => {
    expect(label([], null)).toMatchObject({ freshness: "pending", parsedFrom: null });
  });

  test("[P4] a parse that failed says so, and shows no older text as if it were this one", () => {
    expect(label([fact("new", "failed")], fact("old"))).toMatchObject({ freshness: "failed", parsedFrom: null });
    expect(label([fact("new", "unsupported")], null)).toMatchObject({ freshness: "unsupported", parsedFrom: null });
    expect(label([fact("new", "failed", "1")], null)).toMatchObject({ freshness: "pending" });
  });

  test("[S4] counts name the states that occur", () => {
    expect(countFreshness([{ freshness: "stale" }, { freshness: "current" }, { freshness: "stale" }])).toEqual({
      current: 1,
      stale: 2,
    });
  });
});
