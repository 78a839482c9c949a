/**
 * Finds inserted and deleted columns, before rows are aligned: columns are recognised by the values that they hold in
 * the first rows, wherever these rows stand. Looks closer only where columns do not resemble the ones at the same place.
 */
import type { Work } from "../../format.ts";
import { isBlank } from "../cell-value.ts";
import type { Sheet } from "../sheet.ts";
import type { Workbook } from "../workbook.ts";
import { SAME_ALIGNMENT, type Alignment } from "./alignment.ts";
import { cellKey } from "./row-keys.ts";

const SAMPLED_ROWS = 400;
const MAX_COLUMNS = 300;
const ALIKE = 0.5;

type Profile = ReadonlyMap<number, number>;

interface Side {
  readonly book: Workbook;
  readonly sheet: Sheet;
}

export function alignColumns(before: Side, after: Side, work: Work): Alignment {
  const a = profiles(before);
  const b = profiles(after);
  const width = Math.max(0, ...a.keys(), ...b.keys());
  if (width > MAX_COLUMNS || a.size === 0 || b.size === 0) return SAME_ALIGNMENT;
  let same = 0;
  for (const [column, profile] of a) same += resemblance(profile, b.get(column));
  if (same > 0.9 * Math.max(a.size, b.size)) return SAME_ALIGNMENT;
  const columnsA = [...a.keys()].sort((x, y) => x - y);
  const columnsB = [...b.keys()].sort((x, y) => x - y);
  work.remaining -= columnsA.length * columnsB.length * SAMPLED_ROWS;
  if (work.remaining < 0) return SAME_ALIGNMENT;
  const { pairs, total } = bestPairs(columnsA, columnsB, a, b);
  return total > same + 0.5 ? fromPairs(pairs, columnsA, columnsB) : SAME_ALIGNMENT;
}

/** How often each cell key occurs, by column. */
function profiles(side: Side): Map<number, Map<number, number>> {
  const columns = new Map<number, Map<number, number>>();
  const count = Math.min(side.sheet.rows.count, SAMPLED_ROWS);
  for (let index = 0; index < count; index++) {
    const row = side.sheet.rows.numbers[index] ?? 0;
    for (const cell of side.sheet.cells(index)) {
      if (isBlank(cell)) continue;
      let profile = columns.get(cell.column);
      if (profile === undefined) columns.set(cell.column, (profile = new Map<number, number>()));
      const key = cellKey(side.book, side.sheet, row, cell);
      profile.set(key, (profile.get(key) ?? 0) + 1);
    }
  }
  return columns;
}

function resemblance(a: Profile | undefined, b: Profile | undefined): number {
  if (a === undefined || b === undefined) return 0;
  let common = 0;
  let sizeA = 0;
  let sizeB = 0;
  for (const [key, count] of a) {
    sizeA += count;
    common += Math.min(count, b.get(key) ?? 0);
  }
  for (const count of b.values()) sizeB += count;
  return common / Math.max(sizeA, sizeB);
}

type Profiles = ReadonlyMap<number, Profile>;

function bestPairs(columnsA: readonly number[], columnsB: readonly number[], a: Profiles, b: Profiles) {
  const width = columnsB.length + 1;
  const score = new Float64Array((columnsA.length + 1) * width);
  const likes = columnsA.map((x) => columnsB.map((y) => resemblance(a.get(x), b.get(y))));
  for (let i = columnsA.length - 1; i >= 0; i--)
    for (let j = columnsB.length - 1; j >= 0; j--) {
      const here = i * width + j;
      const alike = likes[i]?.[j] ?? 0;
      const skip = Math.max(score[here + width] ?? 0, score[here + 1] ?? 0);
      score[here] = Math.max(skip, alike >= ALIKE ? alike + (score[here + width + 1] ?? 0) : 0);
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < columnsA.length && j < columnsB.length;) {
    const here = i * width + j;
    const alike = likes[i]?.[j] ?? 0;
    if (alike >= ALIKE && score[here] === alike + (score[here + width + 1] ?? 0)) {
      pairs.push([columnsA[i] ?? 0, columnsB[j] ?? 0]);
      i++;
      j++;
    } else if (score[here] === score[here + width]) i++;
    else j++;
  }
  return { pairs, total: score[0] ?? 0 };
}

/** Between two pairs as many columns as possible are kept; the surplus is inserted or deleted. */
function fromPairs(
  pairs: readonly (readonly [number, number])[],
  columnsA: readonly number[],
  columnsB: readonly number[],
): Alignment {
  const removed: number[] = [];
  const added: number[] = [];
  let last: readonly [number, number] = [0, 0];
  for (const next of pairs) {
    const surplus = next[1] - last[1] - (next[0] - last[0]);
    const taken = surplus > 0 ? columnsB : columnsA;
    const side = surplus > 0 ? 1 : 0;
    const list = surplus > 0 ? added : removed;
    const inside = taken.filter((column) => column > last[side] && column < next[side]);
    const picked = inside.slice(Math.max(0, inside.length - Math.abs(surplus)));
    for (let column = next[side] - 1; picked.length < Math.abs(surplus); column--)
      if (!inside.includes(column)) picked.push(column);
    list.push(...picked.sort((x, y) => x - y));
    last = next;
  }
  return { removed, added };
}
