/**
 * The laws that every format is held to (formats.md), as one suite: on generated documents, on hostile bytes, and on
 * the real files of the folder that STAGED_CORPUS names, where it is set.
 */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Change, ChangeId, Diff } from "../../../core/change/change.ts";
import { applyFiles, compareFiles } from "../../compare.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "../../format.ts";
import { memorySource } from "../../memory-source.ts";
import { mergeFiles } from "../../merge.ts";
import type { AnyFormat } from "../../registry.ts";
import { corpusPairs, everyFile } from "./corpus.ts";

export interface Arbitraries {
  /** A file name that goes with the documents. */
  readonly name: string;
  /** Two versions of one document. */
  readonly pair: fc.Arbitrary<readonly [Uint8Array, Uint8Array]>;
  /** A base and two versions made from it. */
  readonly triple: fc.Arbitrary<readonly [Uint8Array, Uint8Array, Uint8Array]>;
  /**
   * True where there is only one way to see what changed between the two, so that the difference of base and result
   * must be exactly what was chosen, by id.
   */
  readonly unambiguous: fc.Arbitrary<readonly [Uint8Array, Uint8Array]>;
  /** What a subset must give, worked out from the changes alone and without the code under test. */
  readonly oracle?: (
    before: Uint8Array,
    after: Uint8Array,
    changes: readonly Change[],
    chosen: ReadonlySet<ChangeId>,
  ) => Uint8Array | null;
  /** Real files to run over. */
  readonly extensions: readonly string[];
  readonly runs?: number;
}

/** How many times the usual number of generated cases is tried: STAGED_LAWS_TIMES=20 looks for rare ones. */
const times = Number(process.env["STAGED_LAWS_TIMES"] ?? 1);

export function describeLaws(format: AnyFormat, own: Arbitraries): void {
  const arbitraries = { ...own, runs: (own.runs ?? 200) * times };
  describe(`laws of ${format.id}`, () => {
    generatedLaws(format, arbitraries);
    mergeLaws(arbitraries);
    keyLaw(format, arbitraries);
    hostileLaws(format, arbitraries);
    corpusLaws(format, arbitraries);
  });
}

function generatedLaws(format: AnyFormat, { name, pair, unambiguous, oracle, runs = 200 }: Arbitraries): void {
  const source = (bytes: Uint8Array) => memorySource(name, bytes);

  it("diff(a, a) is empty; ids are unique and required ids exist", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        expect((await diffOf(format, source(before), source(Uint8Array.from(before)))).changes).toEqual([]);
        const { changes } = await diffOf(format, source(before), source(after));
        const ids = new Set(changes.map(({ id }) => id));
        expect(ids.size).toBe(changes.length);
        for (const change of changes) for (const id of change.requires ?? []) expect(ids).toContain(id);
      }),
      { numRuns: runs },
    );
  });

  it("apply(a, b, none) is a, byte for byte; diff(apply(a, b, all), b) is empty", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        await holdsEnds(format, source(before), source(after));
      }),
      { numRuns: runs },
    );
  });

  it("reading, comparing and applying leave the bytes of both versions alone", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const hashes = [source(before).contentHash, source(after).contentHash];
        const { changes } = await diffOf(format, source(before), source(after));
        const one = closed(
          changes,
          changes.slice(0, 1).map(({ id }) => id),
        );
        await format.apply(source(before), source(after), [...one]);
        expect([source(before).contentHash, source(after).contentHash]).toEqual(hashes);
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });

  it("the same versions give the same ids in every run", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const first = await diffOf(format, source(before), source(after));
        expect(await diffOf(format, source(Uint8Array.from(before)), source(Uint8Array.from(after)))).toEqual(first);
      }),
      { numRuns: runs },
    );
  });

  it("[R2] [R3] a closed subset gives base plus exactly the subset", async () => {
    await fc.assert(
      fc.asyncProperty(unambiguous, fc.infiniteStream(fc.boolean()), async ([before, after], coins) => {
        const { changes } = await diffOf(format, source(before), source(after));
        const chosen = closed(
          changes,
          changes.filter(() => coins.next().value === true).map(({ id }) => id),
        );
        const applied = await format.apply(source(before), source(after), [...chosen]);
        if (!applied.ok) {
          expect(applied.error.reason).toBe("refused");
          return;
        }
        const made = await diffOf(format, source(before), source(applied.value));
        expect(
          made.changes
            .filter(decidable)
            .map(({ id }) => id)
            .sort(),
        ).toEqual([...chosen].sort());
      }),
      { numRuns: runs },
    );
  });

  it.skipIf(oracle === undefined)("a closed subset gives what an independent oracle gives", async () => {
    await fc.assert(
      fc.asyncProperty(pair, fc.infiniteStream(fc.boolean()), async ([before, after], coins) => {
        const { changes } = await diffOf(format, source(before), source(after));
        const chosen = closed(
          changes,
          changes.filter(() => coins.next().value === true).map(({ id }) => id),
        );
        const wanted = oracle?.(before, after, changes, chosen) ?? null;
        const applied = await format.apply(source(before), source(after), [...chosen]);
        if (applied.ok && wanted)
          expect(Buffer.from(applied.value).toString("latin1")).toBe(Buffer.from(wanted).toString("latin1"));
        else if (!applied.ok) expect(applied.error.reason).toBe("refused");
      }),
      { numRuns: runs },
    );
  });

  it("[R3] an open subset is refused with what is missing, an unknown id by name", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([before, after]) => {
        const unknown = "0".repeat(32) as ChangeId;
        const refused = await format.apply(source(before), source(after), [unknown]);
        expect(refused).toEqual({ ok: false, error: { reason: "unknown-change", ids: [unknown] } });
        const { changes } = await diffOf(format, source(before), source(after));
        for (const change of changes.filter(({ requires }) => requires && requires.length > 0).slice(0, 3)) {
          const missing = [...closed(changes, [change.id])].filter((id) => id !== change.id);
          if (missing.length === 0) continue;
          const open = await format.apply(source(before), source(after), [change.id]);
          expect(open.ok ? null : open.error.reason).toBe("not-closed");
          if (!open.ok && open.error.reason === "not-closed")
            expect([...open.error.missing].sort()).toEqual(missing.sort());
        }
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
}

function mergeLaws({ name, triple, runs = 200 }: Arbitraries): void {
  const source = (bytes: Uint8Array) => memorySource(name, bytes);
  const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString("latin1"));

  it("merge(b, x, b) = merge(b, b, x) = merge(b, x, x) = x", async () => {
    await fc.assert(
      fc.asyncProperty(triple, async ([base, one]) => {
        for (const sides of [
          [one, base],
          [base, one],
          [one, one],
        ] as const) {
          const merge = await mergeFiles(source(base), source(sides[0]), source(sides[1]));
          expect(text(merge.merged)).toBe(text(one));
          expect(merge.conflicts).toEqual([]);
        }
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  });

  it("merge is symmetric up to the names of the sides, strict or not", async () => {
    await fc.assert(
      fc.asyncProperty(triple, fc.boolean(), async ([base, one, two], strict) => {
        const there = await mergeFiles(source(base), source(one), source(two), { strict });
        const back = await mergeFiles(source(base), source(two), source(one), { strict });
        const swapped = back.conflicts.map(({ address, base: was, accepted, staged }) => ({
          address,
          base: was,
          accepted: staged,
          staged: accepted,
        }));
        expect(
          there.conflicts.map(({ address, base: was, accepted, staged }) => ({ address, base: was, accepted, staged })),
        ).toEqual(swapped);
        if (there.conflicts.length === 0) expect(text(there.merged)).toBe(text(back.merged));
      }),
      { numRuns: runs },
    );
  });

  it("no change of either side is lost silently: each is taken, or held by a conflict", async () => {
    await fc.assert(
      fc.asyncProperty(triple, async ([base, one, two]) => {
        const merge = await mergeFiles(source(base), source(one), source(two));
        // A conflict of the whole file, or of a run of lines, holds what it shows.
        if (merge.conflicts.some(({ held }) => held === undefined)) return;
        const held = merge.conflicts.flatMap((conflict) => conflict.held ?? []);
        const taken = new Set([...merge.taken, ...(merge.overridden ?? []), ...held].map(({ change }) => change.id));
        for (const side of [one, two]) {
          const { changes } = await compareFiles(source(base), source(side));
          for (const change of changes.filter(decidable)) expect(taken).toContain(change.id);
        }
      }),
      { numRuns: runs },
    );
  });

  it("an absent side: deletion against an edit is a conflict, against nothing it is taken", async () => {
    await fc.assert(
      fc.asyncProperty(triple, async ([base, one]) => {
        expect(await mergeFiles(source(base), null, null)).toMatchObject({ merged: null, conflicts: [] });
        expect(await mergeFiles(source(base), source(base), null)).toMatchObject({ merged: null, conflicts: [] });
        if (text(base) === text(one)) return;
        const merge = await mergeFiles(source(base), null, source(one));
        expect(merge.merged).toBeNull();
        expect(merge.conflicts).toHaveLength(1);
        const id = merge.conflicts[0]?.id ?? "";
        const resolved = await mergeFiles(source(base), null, source(one), { resolve: { [id]: "staged" } });
        expect(text(resolved.merged)).toBe(text(one));
      }),
      { numRuns: Math.ceil(runs / 4) },
    );
  });
}

function keyLaw(format: AnyFormat, { name, triple, runs = 200 }: Arbitraries): void {
  it.skipIf(format.keysOf === undefined)("changes that overlap share a key, or one of them has none", async () => {
    const keysOf = (change: Change) => format.keysOf?.(change) ?? null;
    const source = (bytes: Uint8Array) => memorySource(name, bytes);
    await fc.assert(
      fc.asyncProperty(triple, fc.boolean(), async ([base, one, two], strict) => {
        const { changes: left } = await diffOf(format, source(base), source(one));
        const { changes: right } = await diffOf(format, source(base), source(two));
        for (const own of left) {
          for (const other of right) {
            if (!format.overlaps(own, other, strict)) continue;
            const [keys, others] = [keysOf(own), keysOf(other)];
            const found = keys === null || others === null || keys.some((key) => others.includes(key));
            expect(found, `${JSON.stringify(own.address)} and ${JSON.stringify(other.address)}`).toBe(true);
          }
        }
      }),
      { numRuns: Math.ceil(runs / 2) },
    );
  });
}

function hostileLaws(format: AnyFormat, { name, pair, runs = 200 }: Arbitraries): void {
  const damaged = fc
    .tuple(pair, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.boolean())
    .map(([[bytes], at, value, cut]) => {
      const copy = Uint8Array.from(bytes);
      if (copy.length === 0) return copy;
      if (cut) return copy.subarray(0, at % copy.length);
      copy[at % copy.length] = value;
      return copy;
    });

  it("hostile bytes give a value, never a throw", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged), damaged, async (left, right) => {
        const [before, after] = [memorySource(name, left), memorySource(name, right)];
        const read = await format.read(before, DEFAULT_LIMITS);
        if (!read.ok) expect(read.error.detail).not.toBe("");
        const { changes, unreadable } = await compareFiles(before, after);
        if (unreadable) expect(unreadable.error.detail).not.toBe("");
        const all = await applyFiles(before, after, [
          ...closed(
            changes,
            changes.filter(decidable).map(({ id }) => id),
          ),
        ]);
        if (all.ok)
          expect(
            (await compareFiles(memorySource(name, all.value ?? new Uint8Array()), after)).changes.filter(decidable),
          ).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
}

function corpusLaws(format: AnyFormat, { extensions }: Arbitraries): void {
  const pairs = corpusPairs(extensions);
  const why = pairs === null ? "not run: STAGED_CORPUS is not set" : `${pairs.length} pairs`;
  it.skipIf(pairs === null || pairs.length === 0)(
    `the laws hold on real files (${why})`,
    { timeout: everyFile() ? 3_000_000 : 300_000 },
    async () => {
      let [held, refused, unread] = [0, 0, 0];
      for (const [first, second] of pairs ?? []) {
        const [before, after] = [memorySource(first, readFileSync(first)), memorySource(second, readFileSync(second))];
        const [left, right] = [await format.read(before, DEFAULT_LIMITS), await format.read(after, DEFAULT_LIMITS)];
        if (!left.ok || !right.ok) {
          const { format: used, unreadable } = await compareFiles(before, after);
          expect(used === "bytes" || unreadable === undefined, `${first} and ${second} are compared somehow`).toBe(
            true,
          );
          unread++;
          continue;
        }
        expect((await diffOf(format, before, memorySource(first, readFileSync(first)))).changes, first).toEqual([]);
        if (!(await holdsEnds(format, before, after))) refused++;
        held++;
      }
      process.stdout.write(
        `${format.id}: laws held on ${held} real pairs, ${refused} refused as a whole, ${unread} unreadable\n`,
      );
      expect(held, "some real file is of this format").toBeGreaterThan(0);
      expect(refused * 4, "most pairs are applied, not refused").toBeLessThan(held + 4);
    },
  );
}

/** False where taking all changes was refused. */
async function holdsEnds(format: AnyFormat, before: Source, after: Source): Promise<boolean> {
  const none = await format.apply(before, after, []);
  expect(none.ok, `${before.name} without a change`).toBe(true);
  if (none.ok) expect(Buffer.compare(none.value, await before.read(0, before.size))).toBe(0);
  const { changes } = await diffOf(format, before, after);
  const all = await format.apply(
    before,
    after,
    changes.filter(decidable).map(({ id }) => id),
  );
  if (!all.ok) {
    expect(all.error.reason, `${before.name} with all changes of ${after.name}`).toBe("refused");
    return false;
  }
  const rest = await diffOf(format, memorySource(before.name, all.value), after);
  expect(rest.changes.filter(decidable), `${before.name} with all changes of ${after.name}`).toEqual([]);
  return true;
}

export async function diffOf(format: AnyFormat, before: Source, after: Source): Promise<Diff> {
  const [left, right] = [await format.read(before, DEFAULT_LIMITS), await format.read(after, DEFAULT_LIMITS)];
  if (!left.ok || !right.ok)
    throw new Error(`not readable as ${format.id}: ${JSON.stringify(left.ok ? right : left).slice(0, 200)}`);
  return format.diff(left.value, right.value, defaultWork());
}

/** Recalculated results follow other changes and are never chosen (R3). */
const decidable = (change: Change): boolean => change.facet !== "recalculated";

/** The smallest set with `chosen` that is closed under `requires`. */
export function closed(changes: readonly Change[], chosen: readonly ChangeId[]): Set<ChangeId> {
  const byId = new Map(changes.map((change) => [change.id, change]));
  const picked = new Set<ChangeId>();
  const open = chosen.filter((id) => byId.get(id)?.facet !== "recalculated");
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (picked.has(id)) continue;
    picked.add(id);
    open.push(...(byId.get(id)?.requires ?? []));
  }
  return picked;
}
