/** Changes of pages as such: those of one block of the alignment, and moves. */
import type { ChangeId } from "../../../core/change/change.ts";
import type { PdfDocument } from "../document.ts";
import type { Block } from "./units.ts";
import type { Entries } from "./entry.ts";
import { digestOf, pageRanges, pageValue, propertiesValue } from "./values.ts";

/** Pages are addressed from 1. */
const at = (page: number) => ({ kind: "page", page: page + 1 }) as const;

/** Where the block stands: its place in the alignment, and how many pages of the base are in front of it. */
interface Place {
  readonly at: number;
  readonly place: number;
}

export function blockChanges(
  entries: Entries,
  before: PdfDocument,
  after: PdfDocument,
  block: Block,
  where: Place,
): ChangeId[] {
  const edit = { kind: "block", unit: where.at } as const;
  if (block.after.length === 0) return block.before.map((page) => removedPage(entries, edit, before, page));
  if (block.before.length === 0) return block.after.map((page) => addedPage(entries, edit, after, page, where.place));
  return changedPages(entries, edit, before, after, block, where.place);
}

type BlockEdit = Parameters<Entries["add"]>[0];

function removedPage(entries: Entries, edit: BlockEdit, before: PdfDocument, page: number): ChangeId {
  const was = before.pages[page];
  const value = was && pageValue(was, []);
  return entries.add(edit, {
    kind: "removed",
    facet: "structure",
    address: at(page),
    ...(value ? { before: value } : {}),
  });
}

/** Identity: in front of which page of the base. */
function addedPage(entries: Entries, edit: BlockEdit, after: PdfDocument, page: number, place: number): ChangeId {
  const is = after.pages[page];
  const value = is && pageValue(is, []);
  return entries.add(edit, {
    kind: "added",
    facet: "structure",
    address: at(page),
    beforeAddress: at(place),
    ...(value ? { after: value } : {}),
  });
}

function changedPages(
  entries: Entries,
  edit: BlockEdit,
  before: PdfDocument,
  after: PdfDocument,
  block: Block,
  place: number,
): ChangeId[] {
  const ids: ChangeId[] = [];
  const alone = block.before.length === 1 && block.after.length === 1;
  const flowed: number[] = [];
  for (const [n, page] of block.after.entries()) {
    const partner = block.partners[n] ?? null;
    const [was, is] = [partner === null ? undefined : before.pages[partner], after.pages[page]];
    const gone = partner === null ? [] : (block.marks.before.get(partner) ?? []);
    const came = block.marks.after.get(page) ?? [];
    const words = gone.length + came.length > 0;
    if (!words && !alone) {
      flowed.push(page);
      continue;
    }
    ids.push(
      entries.add(edit, {
        kind: was === undefined ? "added" : "modified",
        facet: words ? "content" : "format",
        address: at(page),
        beforeAddress: at(partner ?? place),
        ...(was ? { before: pageValue(was, gone) } : {}),
        ...(is ? { after: pageValue(is, came) } : {}),
      }),
    );
  }
  const claimed = new Set(block.partners);
  for (const page of block.before) {
    const marks = block.marks.before.get(page) ?? [];
    const was = before.pages[page];
    if (claimed.has(page) || marks.length === 0 || was === undefined) continue;
    ids.push(
      entries.add(edit, { kind: "removed", facet: "content", address: at(page), before: pageValue(was, marks) }),
    );
  }
  if (!alone && (flowed.length > 0 || ids.length < block.before.length))
    ids.push(flowChange(entries, edit, before, after, block, flowed));
  return ids;
}

/** Text that only went from page to page. `block` names all pages that are decided together. */
function flowChange(
  entries: Entries,
  edit: BlockEdit,
  before: PdfDocument,
  after: PdfDocument,
  block: Block,
  flowed: readonly number[],
): ChangeId {
  const side = (document: PdfDocument, pages: readonly number[], own: readonly number[]) =>
    propertiesValue({
      reflow: pageRanges([...own].sort((a, b) => a - b)),
      block: pageRanges(pages),
      drawing: digestOf(pages.map((page) => document.pages[page]?.look ?? "")),
    });
  const partners = new Map(block.after.map((page, n) => [page, block.partners[n] ?? null]));
  const was = flowed.flatMap((page) => partners.get(page) ?? []);
  return entries.add(edit, {
    kind: "modified",
    facet: "format",
    address: at(flowed[0] ?? block.after[0] ?? 0),
    beforeAddress: at(was[0] ?? block.before[0] ?? 0),
    before: side(before, block.before, was),
    after: side(after, block.after, flowed),
  });
}

export function moveChange(
  entries: Entries,
  document: PdfDocument,
  { before, after }: { readonly before: number; readonly after: number },
): void {
  const page = document.pages[before];
  if (page === undefined) return;
  const value = pageValue(page, []);
  entries.add(
    { kind: "move", before, after },
    {
      kind: "moved",
      facet: "structure",
      address: at(after),
      beforeAddress: at(before),
      before: value,
      after: value,
    },
  );
}
