/**
 * Three-way merge of tables (formats.md, "Merge, where it could be read two ways"): one conflict a cell, edits follow a
 * moved row, a deleted row or column against an edit is a conflict. Null where a side is no table, a diff is not
 * complete, or what comes out would not read as what went in.
 */
import { DEFAULT_LIMITS, defaultWork, type Source } from "../format.ts";
import { mergeEdits, type EditedChange, type EditedSide } from "../merge-edits.ts";
import type { Merge, MergeOptions } from "../three-way.ts";
import { assemble } from "./assemble.ts";
import { csvChanges, type Edit } from "./changes.ts";
import { compareTables, type Comparison } from "./comparison.ts";
import { readCsv, type CsvDocument } from "./document.ts";
import { csvOverlaps } from "./overlaps.ts";
import { byPlace, PlaceIndex } from "./place-index.ts";

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
  const index = (changes: ConstructorParameters<typeof PlaceIndex>[0]) => {
    const places = new PlaceIndex(changes);
    return (change: Parameters<PlaceIndex["near"]>[0]) => places.near(change);
  };
  const parts = { index, overlaps: csvOverlaps, inBase: byPlace };
  return mergeEdits<Edit, Version>(
    { ...parts, assemble: (...sides) => assembled(origin, ...sides) },
    accept,
    stage,
    options,
  );
}

interface Version extends EditedSide<Edit> {
  readonly doc: CsvDocument;
  readonly comparison: Comparison;
}

function version(base: CsvDocument, doc: CsvDocument): Version {
  const comparison = compareTables(base, doc, defaultWork());
  return { contentHash: doc.contentHash, doc, comparison, changes: csvChanges(base, doc, comparison) };
}

type Entries = readonly EditedChange<Edit>[];

/** Null where a new cell of the second hangs on a row or column that is taken from the first. */
function assembled(
  base: CsvDocument,
  first: Version,
  own: Entries,
  second: Version,
  other: Entries,
): Uint8Array | null {
  const known = new Set(own.map(({ change }) => change.id));
  const hangs = ({ change, edit }: EditedChange<Edit>) =>
    edit.type === "crossing" && (change.requires ?? []).some((id) => known.has(id));
  if (other.some(hangs)) return null;
  const branch = ({ doc, comparison }: Version, entries: Entries) => ({
    doc,
    comparison,
    edits: entries.map(({ edit }) => edit),
  });
  const made = assemble(base, [branch(first, own), branch(second, other)]);
  return made.ok ? made.value : null;
}
