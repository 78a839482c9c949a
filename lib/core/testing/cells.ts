/**
 * A format that is as small as one can be: a file is a record of cells, so that comparing, applying, merging and
 * following are exact by definition. It stands for real formats in the property test of the whole core.
 */
import { changeId, type Change, type ChangeId } from "../change/change.ts";

/** `x=1;y=2`, sorted by cell; an empty file has no cells. */
export type Text = string;
export type Cells = Readonly<Record<string, string>>;

export const cellsOf = (text: Text): Cells =>
  Object.fromEntries(text === "" ? [] : text.split(";").map((cell) => cell.split("=") as [string, string]));

export const textOf = (cells: Cells): Text =>
  Object.keys(cells)
    .sort()
    .map((cell) => `${cell}=${cells[cell] ?? ""}`)
    .join(";");

/** One change a cell, in the order of their names. */
export function diffCells(before: Text, after: Text): Change[] {
  const [old, now] = [cellsOf(before), cellsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].sort().flatMap((cell): Change[] => {
    const [was, is] = [old[cell], now[cell]];
    if (was === is) return [];
    const kind = was === undefined ? "added" : is === undefined ? "removed" : "modified";
    const address = { kind: "cells", sheet: "S", range: cell } as const;
    const id = changeId({ kind, facet: "content", baseAddress: address, before: was ?? null, after: is ?? null });
    return [
      {
        id,
        kind,
        facet: "content",
        address,
        ...(was === undefined ? {} : { before: { type: "text", text: was } }),
        ...(is === undefined ? {} : { after: { type: "text", text: is } }),
      },
    ];
  });
}

export const cellOf = (change: Change): string | null =>
  change.address.kind === "cells" ? change.address.range : null;

/** `before` with exactly the chosen changes to `after`. */
export function applyCells(before: Text, after: Text, chosen: ReadonlySet<ChangeId>): Text {
  const cells: Record<string, string> = { ...cellsOf(before) };
  const target = cellsOf(after);
  for (const change of diffCells(before, after)) {
    const cell = cellOf(change);
    if (cell === null || !chosen.has(change.id)) continue;
    const value = target[cell];
    if (value === undefined) Reflect.deleteProperty(cells, cell);
    else cells[cell] = value;
  }
  return textOf(cells);
}

/** Cell by cell; null where both sides changed one cell to different values. */
export function mergeCells(base: Text, accepted: Text, staged: Text): Text | null {
  const [from, left, right] = [cellsOf(base), cellsOf(accepted), cellsOf(staged)];
  const merged: Record<string, string> = {};
  for (const cell of new Set([...Object.keys(from), ...Object.keys(left), ...Object.keys(right)])) {
    const [b, l, r] = [from[cell], left[cell], right[cell]];
    if (l !== r && l !== b && r !== b) return null;
    const value = l === b ? r : l;
    if (value !== undefined) merged[cell] = value;
  }
  return textOf(merged);
}

/** The change as it counts over the new base; null where that changed the same cell. */
export const followCells = (change: Change, before: Text, after: Text): Change | null =>
  diffCells(before, after).some((move) => cellOf(move) === cellOf(change)) ? null : change;
