/**
 * The changes between two workbooks that are read and never written: cells, rows, sheets and names as for .xlsx, and
 * parts that differ without any of them saying so. All of it is taken or none: each change requires every other.
 */
import type { Change, ChangeId, Diff } from "../../core/change/change.ts";
import type { Work } from "../format.ts";
import { diffWorkbooks } from "../xlsx/diff/diff.ts";
import { idOf, type UnnamedChange } from "../xlsx/identity.ts";
import type { SheetDocument } from "./read.ts";

export function diffSheets(before: SheetDocument, after: SheetDocument, work: Work): Diff {
  if (before.contentHash === after.contentHash) return { complete: true, changes: [] };
  const { complete, entries } = diffWorkbooks(before.book, after.book, work);
  const said = entries.map(({ change }) => change);
  return { complete, changes: bound([...said, ...partChanges(before, after, said)]) };
}

/** Each needs the first one, and the first one all others: one cycle, whatever is chosen. */
function bound(changes: readonly Change[]): Change[] {
  const decided = changes.filter(({ facet }) => facet !== "recalculated").map(({ id }) => id);
  const [first, ...others] = decided;
  return changes.map((change) => {
    if (change.facet === "recalculated" || first === undefined || others.length === 0) return change;
    const requires: readonly ChangeId[] = change.id === first ? others : [first];
    return { ...change, requires };
  });
}

/** Cells, strings, names are in these: what differs in them is what the other changes say, where there is any. */
const CARRIERS = /^(content\.xml|(?:.*\/)?(workbook|sheet\d+|sharedStrings)\.bin|workbook|book)$/i;
/** Who saved it and how; nothing that is read. */
const METADATA =
  /^(meta\.xml|settings\.xml|docProps\/.*|Thumbnails\/.*|Configurations2?\/.*|manifest\.rdf|META-INF\/.*|(?:.*\/)?calcChain\.bin|(?:.*\/)?printerSettings\/.*|\u0005(Document)?SummaryInformation|\u0001CompObj|\u0001Ole)$/i;
/** The container's own bookkeeping: it follows from the parts. */
const BOOKKEEPING = /^(\[Content_Types\]\.xml|(?:.*\/)?_rels\/.*\.rels|mimetype)$/i;

function partChanges(before: SheetDocument, after: SheetDocument, said: readonly Change[]): Change[] {
  const explained = said.length > 0;
  const names = [...new Set([...before.parts.keys(), ...after.parts.keys()])].sort();
  const changes = names.flatMap((name): Change[] => {
    const [old, now] = [before.parts.get(name), after.parts.get(name)];
    if (old === now || BOOKKEEPING.test(name) || (explained && CARRIERS.test(name))) return [];
    return [partChange(name, old, now)];
  });
  if (changes.length > 0 || explained) return changes;
  // Packed in another way, with nothing in it that differs: one quiet change, so that no bytes differ in silence.
  return [
    named({
      kind: "modified",
      facet: "metadata",
      address: { kind: "file" },
      before: { type: "file", contentHash: before.contentHash, size: before.size },
      after: { type: "file", contentHash: after.contentHash, size: after.size },
    }),
  ];
}

function partChange(part: string, old: string | undefined, now: string | undefined): Change {
  const value = (digest: string) => ({ type: "properties", properties: { digest } }) as const;
  return named({
    kind: old === undefined ? "added" : now === undefined ? "removed" : "modified",
    facet: METADATA.test(part) ? "metadata" : "unrendered",
    address: { kind: "part", part },
    ...(old === undefined ? {} : { before: value(old) }),
    ...(now === undefined ? {} : { after: value(now) }),
    ...(now === undefined && !METADATA.test(part) ? { flags: ["lost-part"] } : {}),
  });
}

const named = (change: UnnamedChange): Change => ({ id: idOf(change), ...change });
