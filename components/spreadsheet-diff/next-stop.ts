/** Stepping from change to change over rows that may not be loaded yet. */
import type { GridRow } from "../../lib/contracts/sheets.ts";
import { PAGE } from "./row-cache.ts";
import { stopInRow, type GridPlace } from "./selection.ts";

/** `not-loaded`: rows on the way did not come, so nothing is said about what lies behind them. */
export type Step = GridPlace | "end" | "not-loaded";

/** The next place in `direction` after `from` (null: from the edge). Loads pages as it comes to them. `only`: changes to stop at; null: all. */
export async function nextStop(
  direction: 1 | -1,
  from: GridPlace | null,
  total: number,
  rowAt: (index: number) => GridRow | undefined,
  ensure: (from: number, to: number) => Promise<void>,
  only: ReadonlySet<string> | null = null,
): Promise<Step> {
  let index = from?.row ?? (direction === 1 ? 0 : total - 1);
  let inside: number | null | undefined = from === null ? undefined : from.column;
  while (index >= 0 && index < total) {
    if (rowAt(index) === undefined) await ensure(index, index + PAGE / 2);
    const row = rowAt(index);
    if (row === undefined) return "not-loaded";
    const stop = stopInRow(row, direction, inside, only);
    if (stop !== undefined) return { row: index, column: stop };
    inside = undefined;
    index += direction;
  }
  return "end";
}
