/** Fold of a long journal, against the same rows upserted into SQLite; and what one more operation costs. */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { finished } from "node:stream/promises";

import type { JournaledOperation } from "../../lib/core/journal/entry.ts";
import { fold as foldOnto, reduce } from "../../lib/core/journal/reduce.ts";
import type { Reduction } from "../../lib/core/journal/reduction.ts";
import { operationsOn, type Operations } from "../fixtures/operations.ts";
import { upserting } from "../fixtures/sqlite.ts";
import { OURS } from "../machine.ts";
import type { Place, Row } from "../row.ts";

const SMALL = 1_000;
/** Folded one by one, to know what one costs. */
const SINGLE = 1_000;

const countOf = ({ quick }: Place) => (quick ? 10_000 : 1_000_000);
const rowsFile = ({ folder }: Place) => path.join(folder, "rows.tsv");

export const fold: Row = {
  name: "fold",
  title: "Fold of a journal",
  rounds: 5,
  notes: () => [
    "Operations: 91 % edits, 5 % creations, 2 % deletions, 2 % moves (two rows in SQLite), on a tree of a twentieth as many files. Ours checks that each fits and joins chains, SQLite does neither; both are given the rows in memory.",
    `One more operation: ${SINGLE.toLocaleString("en")} of them folded one by one, each giving a new immutable state; the mean. "The same" allows for maps that are twice as deep: 2×.`,
  ],
  async prepare(place) {
    const out = createWriteStream(rowsFile(place));
    const { take } = operationsOn(countOf(place));
    for (let done = 0; done < countOf(place); done += 10_000) {
      const lines = take(10_000).flatMap(rowsOf);
      if (!out.write(lines.join(""))) await once(out, "drain");
    }
    out.end();
    await finished(out);
  },
  sides: {
    ours(place) {
      const large = journal(countOf(place));
      const small = journal(SMALL);
      return {
        version: OURS,
        run() {
          const start = performance.now();
          const reduction = reduce(large.accepted, large.operations);
          const folded = performance.now() - start;
          const oneMore = oneByOne(reduction, large.further);
          return {
            times: {
              fold: folded,
              "one more at many": oneMore,
              "one more at few": oneByOne(small.reduced(), small.further),
            },
          };
        },
      };
    },
    sqlite: (place) => upserting(rowsFile(place)),
  },
  comparisons(place) {
    const many = countOf(place).toLocaleString("en");
    return [
      {
        work: `${many} operations`,
        ours: "ours.fold",
        peer: "sqlite.upsert",
        aim: 0.5,
        missed:
          "two fifths of the time go into the 9 % of creations, deletions and moves, for each of which neighbours are searched for clashes, chains joined and folders of a persistent tree rebuilt; a fifth is garbage collection.",
      },
      {
        work: `one more operation after ${many}`,
        ours: "ours.one more at many",
        peer: "ours.one more at few",
        peerName: `ours after ${SMALL.toLocaleString("en")}`,
        aim: 2,
        missed:
          "besides being deeper, maps of 100,000 entries do not stay in the processor's caches as those of 150 do.",
      },
    ];
  },
};

function journal(count: number) {
  const { accepted, take }: Operations = operationsOn(count);
  const operations = take(count);
  return { accepted, operations, further: take(SINGLE), reduced: () => reduce(accepted, operations) };
}

/** Milliseconds for one. */
function oneByOne(from: Reduction, operations: readonly JournaledOperation[]): number {
  let reduction = from;
  const start = performance.now();
  for (const operation of operations) reduction = foldOnto(reduction, [operation]);
  return (performance.now() - start) / operations.length;
}

function rowsOf({ path: at, toPath, resultHash, resultSize, seq }: JournaledOperation): string[] {
  const row = (of: string, hash: string | null, size: number | null) => `${of}\t${hash ?? ""}\t${size ?? ""}\t${seq}\n`;
  return toPath === undefined
    ? [row(at, resultHash, resultSize)]
    : [row(at, null, null), row(toPath, resultHash, resultSize)];
}
