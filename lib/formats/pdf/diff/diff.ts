/**
 * The changes between two PDFs.
 *
 * - a page that came, went or moved is one change (`structure`), however many pages follow it
 * - a changed page is one change: `content` where words differ (marked), `format` where only the drawing does
 * - pages that text flowed through are one block: its content changes are those of the pages whose words really
 *   changed; one more change (`format`) names the pages on which text only moved. They are decided together, because
 *   half of a flow would lose or repeat lines
 * - pages that say and look the same and are stored otherwise (fonts embedded anew, page numbers counted on) are one
 *   change of the whole document (`unrendered`)
 * - annotations, form fields, outline, attachments, document information and the rest of the catalog, by name
 *
 * Who stored the file how (object numbers, compression, linearization, version, identifiers) is no change.
 */
import type { ChangeId, Diff } from "../../../core/change/change.ts";
import { WHOLE_FILE } from "../../../core/address/address.ts";
import { fileValue } from "../../bytes/index.ts";
import type { Work } from "../../format.ts";
import type { PdfDocument } from "../document.ts";
import { alignPages } from "./align.ts";
import { diffAnnotations } from "./annotations.ts";
import { blockChanges, moveChange } from "./blocks.ts";
import { Entries, type Edit, type Entry } from "./entry.ts";
import { flowPages } from "./flow.ts";
import { diffParts } from "./parts.ts";
import { PagePairs, pairsOf, type Unit } from "./units.ts";
import { pageRanges, propertiesValue } from "./values.ts";

export interface PdfDiff {
  readonly complete: boolean;
  readonly entries: readonly Entry[];
  readonly units: readonly Unit[];
}

export const toDiff = ({ complete, entries }: PdfDiff): Diff => ({
  complete,
  changes: entries.map(({ change }) => change),
});

export function diffPdf(before: PdfDocument, after: PdfDocument, work: Work): PdfDiff {
  if (before.contentHash === after.contentHash) return { complete: true, entries: [], units: [] };
  const units = alignPages(flowPages(before), flowPages(after), work);
  if (units === null) return coarse(before, after);
  const entries = new Entries();
  const pages = new PagePairs(units);
  let place = 0;
  for (const [at, unit] of units.entries()) {
    if (unit.kind === "block") {
      const ids = blockChanges(entries, before, after, unit, { at, place });
      const own = pairsOf(unit).flatMap(([was, is]) => diffAnnotations(entries, before, after, [was, is], pages));
      const alone = unit.before.length === 1 && unit.after.length === 1;
      if (!alone) entries.together([...ids, ...own]);
    } else if (unit.kind === "in") moveChange(entries, before, unit);
    if (unit.kind === "same" || unit.kind === "in")
      diffAnnotations(entries, before, after, [unit.before, unit.after], pages);
    place += unit.kind === "block" ? unit.before.length : unit.kind === "in" ? 0 : 1;
  }
  redrawn(entries, before, after, units);
  diffParts(entries, before, after, pages, units);
  needLedTo(entries, after, units, pages);
  return { complete: true, entries: entries.list, units };
}

/** What leads to a page that is new needs that page. */
function needLedTo(entries: Entries, after: PdfDocument, units: readonly Unit[], pages: PagePairs): void {
  const bringing = new Map<number, ChangeId[]>();
  for (const { change, edit } of entries.list) {
    const unit = edit.kind === "block" ? units[edit.unit] : undefined;
    for (const page of unit?.kind === "block" ? unit.after : [])
      if (pages.beforeOf(page) === null) bringing.set(page, [...(bringing.get(page) ?? []), change.id]);
  }
  if (bringing.size === 0) return;
  for (const [n, { edit, change }] of entries.list.entries()) {
    if (change.facet === "recalculated") continue;
    const led = ledTo(edit, after).flatMap((page) => bringing.get(page) ?? []);
    entries.needs(n, led);
  }
}

function ledTo(edit: Edit, after: PdfDocument): readonly number[] {
  if (edit.kind === "outline") return after.outline.flatMap(({ meaning }) => meaning.pages);
  if (edit.kind === "part") return after.parts.get(edit.key)?.pages ?? [];
  if (edit.kind !== "annotation") return [];
  return after.pages[edit.page[1]]?.annotations.find(({ at }) => at === edit.after)?.meaning.pages ?? [];
}

function coarse(before: PdfDocument, after: PdfDocument): PdfDiff {
  const entries = new Entries();
  const sides = {
    before: fileValue({ contentHash: before.contentHash, size: 0 }),
    after: fileValue({ contentHash: after.contentHash, size: 0 }),
  };
  entries.add({ kind: "block", unit: 0 }, { kind: "modified", facet: "content", address: WHOLE_FILE, ...sides }, sides);
  return { complete: false, entries: entries.list, units: [] };
}

function redrawn(entries: Entries, before: PdfDocument, after: PdfDocument, units: readonly Unit[]): void {
  const pairs = units.flatMap((unit) => {
    if (unit.kind !== "same" && unit.kind !== "in") return [];
    const [was, is] = [before.pages[unit.before], after.pages[unit.after]];
    return was?.exact === is?.exact ? [] : [[unit.before, unit.after] as const];
  });
  if (pairs.length === 0) return;
  const pages = (side: 0 | 1) => pageRanges(pairs.map((pair) => pair[side]).sort((a, b) => a - b));
  entries.add(
    { kind: "redraw", pairs },
    {
      kind: "modified",
      facet: "unrendered",
      address: { kind: "part", part: "pages-drawn-anew" },
      before: propertiesValue({ pages: pages(0) }),
      after: propertiesValue({ pages: pages(1) }),
    },
    {
      before: pairs.map(([page]) => before.pages[page]).map((page) => page?.look),
      after: pairs.map(([, page]) => after.pages[page]?.exact),
    },
  );
}
