/**
 * Three-way merge of tables (formats.md, "Merge, where it could be read two ways"). The edits of both sides are put
 * into the base at once: equal ones are taken once, what overlaps is one conflict and holds the accepted side; so one
 * conflict a cell, and edits follow a moved row. Symmetric but for the names of the sides. Null where a side is no
 * table, a diff is not complete, or what comes out would not read as what went in.
 */
import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "../format.ts";
import { conflict, type Conflict, type Merge, type MergeOptions, type Side, type Taken } from "../three-way.ts";
import { assemble, type Branch } from "./assemble.ts";
import { csvChanges, type CsvChange } from "./changes.ts";
import { compareTables, type Comparison } from "./comparison.ts";
import { readCsv, type CsvDocument } from "./document.ts";
import { byPlace, groupOverlaps, type Group } from "./merge-groups.ts";

export async function mergeCsv(
  base: Source,
  accepted: Source,
  staged: Source,
  options: MergeOptions,
): Promise<Merge | null> {
  const docs = await Promise.all([base, accepted, staged].map((source) => readCsv(source, DEFAULT_LIMITS)));
  const [origin, left, right] = docs.map((read) => (read.ok ? read.value : null));
  if (!origin || !left || !right) return null;
  const [accept, stage] = [version(origin, left), version(origin, right)];
  if (!accept.comparison.complete || !stage.comparison.complete) return null;
  const strict = options.strict ?? false;
  const plain = new CsvMerge(origin, accept, stage, { strict }).run();
  if (plain === null || plain.conflicts.length === 0) return plain;
  // Whether it can be done must not depend on which side is called the accepted one.
  if (new CsvMerge(origin, stage, accept, { strict }).run() === null) return null;
  return options.resolve ? new CsvMerge(origin, accept, stage, options).run() : plain;
}

interface Version {
  readonly doc: CsvDocument;
  readonly comparison: Comparison;
  readonly changes: readonly CsvChange[];
}

function version(base: CsvDocument, doc: CsvDocument): Version {
  const comparison = compareTables(base, doc, defaultWork());
  return { doc, comparison, changes: csvChanges(base, doc, comparison) };
}

const isMetadata = ({ accepted, staged }: Group): boolean =>
  [...accepted, ...staged].every(({ facet }) => facet === "metadata");

class CsvMerge {
  readonly #base: CsvDocument;
  readonly #accepted: Version;
  readonly #staged: Version;
  readonly #options: MergeOptions;
  readonly #groups: readonly Group[];

  constructor(base: CsvDocument, accepted: Version, staged: Version, options: MergeOptions) {
    this.#base = base;
    this.#accepted = accepted;
    this.#staged = staged;
    this.#options = options;
    const changes = (side: Version) => side.changes.map(({ change }) => change);
    this.#groups = groupOverlaps(changes(accepted), changes(staged), options.strict ?? false);
  }

  run(): Merge | null {
    const dropped = new Set<Change>();
    const drop = (group: Group, side: Side) => {
      if (side !== "accepted") for (const change of group.accepted) dropped.add(change);
      if (side !== "staged") for (const change of group.staged) dropped.add(change);
    };
    const held = this.#groups.filter((group) => !isMetadata(group));
    const conflicts = held.map((group, n) => this.#conflict(group, n));
    held.forEach((group, n) => drop(group, conflicts[n]?.resolved ?? "accepted"));
    const inOrder = this.#accepted.doc.contentHash < this.#staged.doc.contentHash;
    // Who saved last, and with what, nobody wants to be asked: by content, not by the names of the sides.
    for (const group of this.#groups.filter(isMetadata)) drop(group, inOrder ? "staged" : "accepted");
    const [first, second] = inOrder ? [this.#accepted, this.#staged] : [this.#staged, this.#accepted];
    const branches = onceEach(first, second, dropped);
    const made = branches && assemble(this.#base, branches);
    return made?.ok ? { merged: made.value, conflicts, taken: this.#taken() } : null;
  }

  #conflict({ accepted, staged }: Group, ordinal: number): Conflict {
    const all = [...accepted, ...staged].sort(byPlace);
    const shown = all.find(({ kind }) => kind !== "removed") ?? all[0];
    const place = JSON.stringify(shown?.beforeAddress ?? shown?.address);
    const at = (changes: readonly Change[]) =>
      changes.find((change) => JSON.stringify(change.beforeAddress ?? change.address) === place) ?? changes[0];
    return conflict(
      {
        address: shown?.beforeAddress ?? shown?.address ?? { kind: "file" },
        base: shown?.before ?? null,
        accepted: at(accepted)?.after ?? null,
        staged: at(staged)?.after ?? null,
      },
      ordinal,
      this.#options,
    );
  }

  #taken(): Taken[] {
    const held = new Set(this.#groups.flatMap((group) => [...group.accepted, ...group.staged]));
    const free = ({ changes }: Version) => changes.map(({ change }) => change).filter((change) => !held.has(change));
    const [own, other] = [free(this.#accepted), free(this.#staged)];
    const [ownIds, otherIds] = [new Set(own.map(({ id }) => id)), new Set(other.map(({ id }) => id))];
    return [
      ...own.map((change): Taken => ({ side: otherIds.has(change.id) ? "both" : "accepted", change })),
      ...other.filter(({ id }) => !ownIds.has(id)).map((change): Taken => ({ side: "staged", change })),
    ];
  }
}

/** Null where a new cell of the second hangs on a row or column that is taken from the first. */
function onceEach(first: Version, second: Version, dropped: ReadonlySet<Change>): Branch[] | null {
  const kept = ({ changes }: Version) => changes.filter(({ change }) => !dropped.has(change));
  const own = kept(first);
  const known = new Set(own.map(({ change }) => change.id));
  const other = kept(second).filter(({ change }) => !known.has(change.id));
  const hangs = other.some(
    ({ change, edit }) => edit.type === "crossing" && change.requires?.some((id) => known.has(id)),
  );
  if (hangs) return null;
  const branch = ({ doc, comparison }: Version, entries: readonly CsvChange[]): Branch => ({
    doc,
    comparison,
    edits: entries.map(({ edit }) => edit),
  });
  return [branch(first, own), branch(second, other)];
}
