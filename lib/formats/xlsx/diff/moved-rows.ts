/**
 * Rows that went at one place and came at another as they were: one move each, so that references to them follow. Of
 * equal rows the first one that went is the first one that came. Costs one look at each row that went or came.
 */
import type { Work } from "../../format.ts";
import { findRow } from "../row-table.ts";
import type { AxisMap } from "../axis-map.ts";
import { axisMaps, type Alignment } from "./alignment.ts";
import type { SideRows } from "./align-rows.ts";
import { rowKey } from "./row-keys.ts";

/** @returns the alignment with its moves, where there are any */
export function withMovedRows(before: SideRows, after: SideRows, rows: Alignment, work: Work): Alignment {
  const maps = axisMaps(rows);
  const removed = [...rows.removed, ...clearedTail(before, after, maps.toAfter, work)];
  const added = [...rows.added, ...clearedTail(after, before, maps.toBefore, work)];
  if (removed.length === 0 || added.length === 0) return rows;
  work.remaining -= removed.length + added.length;
  const open = new Map<number, number[]>();
  for (const number of added) {
    const key = keyOf(after, number);
    if (key !== 0) open.set(key, [...(open.get(key) ?? []), number]);
  }
  const moved = new Map<number, number>();
  for (const number of removed) {
    const target = open.get(keyOf(before, number))?.shift();
    if (target !== undefined) moved.set(number, target);
  }
  if (moved.size === 0) return rows;
  const union = (numbers: readonly number[], more: Iterable<number>) =>
    [...new Set([...numbers, ...more])].sort((x, y) => x - y);
  return { removed: union(rows.removed, moved.keys()), added: union(rows.added, moved.values()), moved };
}

/** The last rows of a side that lie where the other one says nothing: nothing below them would be pushed by a move. */
function clearedTail(own: SideRows, other: SideRows, toOther: AxisMap, work: Work): number[] {
  const found: number[] = [];
  const { rows } = own.sheet;
  for (let index = rows.count - 1; index >= 0 && found.length < MAX_TAIL; index--) {
    const number = rows.numbers[index] ?? 0;
    const twin = toOther.to(number);
    if (twin === null) continue;
    work.remaining--;
    if (keyOf(other, twin) !== 0) break;
    if (keyOf(own, number) !== 0) found.push(number);
  }
  return found.reverse();
}

const MAX_TAIL = 1_000;

function keyOf(side: SideRows, number: number): number {
  const index = findRow(side.sheet.rows, number);
  return index < 0 ? 0 : rowKey(side.book, side.sheet, index, (column) => side.column(column));
}

/** The alignment in which rows that moved changed in place: as after sorting a table, which no reference follows. */
export function inPlace({ removed, added, moved }: Alignment): Alignment {
  const targets = new Set(moved?.values());
  return {
    removed: removed.filter((number) => moved?.has(number) !== true),
    added: added.filter((number) => !targets.has(number)),
  };
}
