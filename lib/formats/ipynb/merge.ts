/**
 * Three-way merge of notebooks: source and outputs of a cell are apart, edits follow a moved cell, execution counts
 * neither conflict nor hold back a deletion. Null where a side cannot be read or compared.
 */
import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork, type Source } from "../format.ts";
import { mergeEdits, type EditedChange, type EditedSide } from "../merge-edits.ts";
import type { Merge, MergeOptions } from "../three-way.ts";
import { assembleNotebook } from "./assemble.ts";
import { notebookChanges, type Edit } from "./changes.ts";
import { compareNotebooks, type NotebookComparison } from "./comparison.ts";
import { readNotebook, type NotebookDocument } from "./document.ts";
import { notebookOverlaps } from "./overlaps.ts";
import { byPlace, placeOf } from "./places.ts";

export async function mergeNotebook(
  base: Source,
  accepted: Source,
  staged: Source,
  options: MergeOptions,
): Promise<Merge | null> {
  const docs = await Promise.all([base, accepted, staged].map((source) => readNotebook(source, DEFAULT_LIMITS)));
  const [origin, left, right] = docs.map((read) => (read.ok ? read.value : null));
  if (!origin || !left || !right) return null;
  const [accept, stage] = [version(origin, left), version(origin, right)];
  if (accept === null || stage === null) return null;
  const parts = { index: byCell, overlaps: notebookOverlaps, inBase: byPlace, isNoise };
  return mergeEdits<Edit, Version>(
    { ...parts, assemble: (...sides) => assembled(origin, ...sides) },
    accept,
    stage,
    options,
  );
}

interface Version extends EditedSide<Edit> {
  readonly doc: NotebookDocument;
  readonly comparison: NotebookComparison;
}

function version(base: NotebookDocument, doc: NotebookDocument): Version | null {
  const comparison = compareNotebooks(base, doc, defaultWork());
  if (!comparison.complete || !comparison.comparable) return null;
  return { contentHash: doc.contentHash, doc, comparison, changes: notebookChanges(base, doc, comparison) };
}

/** Which version of the language ran it: both sides differ in it, and nobody wants to be asked. */
function isNoise({ facet, address, before, after }: Change): boolean {
  if (facet !== "metadata" || address.kind !== "file") return false;
  const names = [before, after].flatMap((side) => (side?.type === "properties" ? Object.keys(side.properties) : []));
  return names.length > 0 && names.every((name) => name === "metadata.language_info");
}

/** Those in the same cell or a neighbour; of the notebook, all. */
function byCell(changes: readonly Change[]): (change: Change) => Iterable<Change> {
  const cells = new Map<number, Change[]>();
  const cellOf = (change: Change) => {
    const place = placeOf(change);
    return place.kind === "file" ? -10 : place.cell;
  };
  for (const change of changes) {
    const list = cells.get(cellOf(change));
    if (list) list.push(change);
    else cells.set(cellOf(change), [change]);
  }
  return (change) => [-1, 0, 1].flatMap((by) => cells.get(cellOf(change) + by) ?? []);
}

type Entries = readonly EditedChange<Edit>[];

function assembled(
  base: NotebookDocument,
  first: Version,
  own: Entries,
  second: Version,
  other: Entries,
): Uint8Array | null {
  const branch = ({ doc, comparison }: Version, entries: Entries) => ({
    doc,
    comparison,
    edits: entries.map(({ edit }) => edit),
  });
  const made = assembleNotebook(base, [branch(first, own), branch(second, other)]);
  return made.ok ? made.value : null;
}
