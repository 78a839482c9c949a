/**
 * Which sheet of one version is which of the other: by name, then renamed ones by content. A sheet that shares less
 * than half of its rows, and of its cells, with every unmatched one is new or gone.
 */
import type { Work } from "../../format.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { cellCounts, rowKey } from "./row-keys.ts";

export interface MatchedSheets {
  /** In the order of after. */
  readonly pairs: readonly (readonly [Sheet, Sheet])[];
  readonly removed: readonly Sheet[];
  readonly added: readonly Sheet[];
}

const SAMPLED_ROWS = 500;

export function matchSheets(before: Workbook, after: Workbook, work: Work): MatchedSheets {
  const twins = new Map<Sheet, Sheet>();
  const byName = new Map(before.sheets.map((sheet) => [sheet.name.toLowerCase(), sheet]));
  for (const sheet of after.sheets) {
    const twin = byName.get(sheet.name.toLowerCase());
    if (twin !== undefined && twin.entry.kind === sheet.entry.kind) twins.set(sheet, twin);
  }
  const taken = new Set(twins.values());
  const open = before.sheets.filter((sheet) => !taken.has(sheet));
  const keys = new Map(open.map((sheet) => [sheet, sampleKeys(before, sheet, work)]));
  for (const sheet of after.sheets) {
    if (twins.has(sheet)) continue;
    const twin = mostAlike(
      before,
      after,
      sheet,
      open.filter((other) => !taken.has(other) && other.entry.kind === sheet.entry.kind),
      keys,
      work,
    );
    if (twin === undefined) continue;
    twins.set(sheet, twin);
    taken.add(twin);
  }
  // The only sheet of both: renamed and rewritten, rather than gone and new.
  const lastBefore = before.sheets.filter((sheet) => !taken.has(sheet));
  const lastAfter = after.sheets.filter((sheet) => !twins.has(sheet));
  const [gone, fresh] = [lastBefore[0], lastAfter[0]];
  const alone = lastBefore.length === 1 && lastAfter.length === 1 && gone !== undefined && fresh !== undefined;
  if (alone && before.sheets.length === 1 && after.sheets.length === 1 && gone.entry.kind === fresh.entry.kind) {
    twins.set(fresh, gone);
    taken.add(gone);
  }
  const pairs: (readonly [Sheet, Sheet])[] = [];
  for (const sheet of after.sheets) {
    const twin = twins.get(sheet);
    if (twin !== undefined) pairs.push([twin, sheet]);
  }
  return {
    pairs,
    removed: before.sheets.filter((sheet) => !taken.has(sheet)),
    added: after.sheets.filter((sheet) => !twins.has(sheet)),
  };
}

function sampleKeys(book: Workbook, sheet: Sheet, work: Work): ReadonlySet<number> {
  const keys = new Set<number>();
  const count = Math.min(sheet.rows.count, SAMPLED_ROWS);
  for (let index = 0; index < count; index++) keys.add(rowKey(book, sheet, index));
  keys.delete(0);
  work.remaining -= count;
  return keys;
}

function mostAlike(
  before: Workbook,
  after: Workbook,
  sheet: Sheet,
  candidates: readonly Sheet[],
  keys: ReadonlyMap<Sheet, ReadonlySet<number>>,
  work: Work,
): Sheet | undefined {
  if (candidates.length === 0) return undefined;
  const own = sampleKeys(after, sheet, work);
  let best: Sheet | undefined;
  let most = 0.5;
  for (const candidate of candidates) {
    const theirs = keys.get(candidate) ?? new Set();
    let common = 0;
    for (const key of own) if (theirs.has(key)) common++;
    const alike =
      own.size === 0 && theirs.size === 0
        ? Number(sameBytes(sheet.bytes, candidate.bytes))
        : common / Math.max(own.size, theirs.size);
    if (alike < most || (alike === most && best !== undefined)) continue;
    best = candidate;
    most = alike;
  }
  return best ?? mostAlikeByCells(before, after, sheet, candidates, work);
}

/** A column that came or went makes every row another one, but not its cells. */
function mostAlikeByCells(
  before: Workbook,
  after: Workbook,
  sheet: Sheet,
  candidates: readonly Sheet[],
  work: Work,
): Sheet | undefined {
  const own = cellCounts(after, sheet, SAMPLED_ROWS);
  const sizeOf = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let best: Sheet | undefined;
  let most = 0.5;
  for (const candidate of candidates) {
    const theirs = cellCounts(before, candidate, SAMPLED_ROWS);
    let common = 0;
    for (const [key, count] of own) common += Math.min(count, theirs.get(key) ?? 0);
    work.remaining -= own.size + theirs.size;
    const alike = common / Math.max(1, sizeOf(own), sizeOf(theirs));
    if (alike <= most) continue;
    best = candidate;
    most = alike;
  }
  return best;
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(b);
