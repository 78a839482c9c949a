/** Real documents in two versions, where STAGED_CORPUS names a folder of them, with the right changes written down. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

import type { Change, ChangeId } from "../../core/change/change.ts";
import { changesOf, applied, lines } from "./testing/documents.ts";
import { REAL_PAIRS } from "./testing/real-pairs.ts";

const root = process.env["STAGED_CORPUS"] ?? "";
const pairs = REAL_PAIRS.filter(({ before }) => root !== "" && existsSync(path.join(root, before)));
const notRun = pairs.length === 0 ? " (not run: STAGED_CORPUS is not set)" : ` (${pairs.length})`;
const cut = (line: string) => (line.length > 90 ? `${line.slice(0, 89)}…` : line);

/** The first change of each facet and kind. */
const sample = (changes: readonly Change[]): Change[] => [
  ...new Map(changes.toReversed().map((change) => [`${change.kind} ${change.facet}`, change])).values(),
];

describe.skipIf(pairs.length === 0)(`real pairs${notRun}`, () => {
  it("have the changes that a person finds in them", () => {
    for (const { before, after, changes } of pairs) {
      const [old, now] = [readFileSync(path.join(root, before)), readFileSync(path.join(root, after))];
      expect(lines(changesOf(old, now)).map(cut), `${before} and ${after}`).toEqual(changes);
    }
  });

  it("a change can be taken alone, with what it requires, and gives exactly that", { timeout: 120_000 }, () => {
    let [tried, all] = [0, 0];
    for (const { before, after } of pairs) {
      const [old, now] = [readFileSync(path.join(root, before)), readFileSync(path.join(root, after))];
      const changes = changesOf(old, now);
      const sampled = sample(changes);
      tried += sampled.length;
      all += changes.length;
      for (const { id } of sampled) {
        const chosen = new Set<ChangeId>();
        const open = [id];
        for (let next = open.pop(); next !== undefined; next = open.pop()) {
          if (chosen.has(next)) continue;
          chosen.add(next);
          open.push(...(changes.find((change) => change.id === next)?.requires ?? []));
        }
        const made = changesOf(old, applied(old, now, [...chosen]));
        expect(made.map((change) => change.id).sort(), `${before} ${id}`).toEqual([...chosen].sort());
      }
    }
    process.stdout.write(`taken alone: ${tried} of ${all} changes, the first of each kind and facet of each pair\n`);
  });
});
