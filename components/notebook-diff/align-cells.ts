/**
 * Two versions of a notebook brought together by their changes: what came, went or moved is where its change says,
 * everything between stands in pairs. Nothing is compared again, so that the screen shows what is decided.
 */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { NotebookCellView, NotebookView } from "../../lib/contracts/notebook-view.ts";
import { parseAddress } from "../../lib/core/address/address.ts";

/** What of a cell a change is about. */
export type CellPart = "cell" | "source" | "type" | "outputs" | "metadata";

export interface AlignedCell {
  readonly key: string;
  /** `movedFrom` only marks the place that a cell left: it is drawn where it went. */
  readonly fate: "pair" | "added" | "removed" | "movedFrom" | "movedTo";
  readonly before: NotebookCellView | null;
  readonly after: NotebookCellView | null;
  readonly changes: Readonly<Partial<Record<CellPart, ReviewedChange>>>;
}

export interface AlignedNotebook {
  readonly cells: readonly AlignedCell[];
  /** Changes without a cell: of the notebook itself. */
  readonly unplaced: readonly ReviewedChange[];
}

type Parts = Partial<Record<CellPart, ReviewedChange>>;

export function alignNotebook(
  before: NotebookView | null,
  after: NotebookView | null,
  changes: readonly ReviewedChange[],
): AlignedNotebook {
  const places = placesOf(changes);
  const placed = new Set<string>();
  const cells: AlignedCell[] = [];
  const [old, now] = [before?.cells ?? [], after?.cells ?? []];
  const take = (parts: Parts): Parts => {
    for (const change of Object.values(parts)) placed.add(change.id);
    return parts;
  };
  const push = (fate: AlignedCell["fate"], left: NotebookCellView | null, right: NotebookCellView | null, own: Parts) =>
    cells.push({
      key: `${fate} ${left?.number ?? ""} ${right?.number ?? ""}`,
      fate,
      before: left,
      after: right,
      changes: take(own),
    });
  let [i, j] = [0, 0];
  for (;;) {
    const [left, right] = [old[i], now[j]];
    if (left === undefined && right === undefined) break;
    const gone = left && places.before.get(left.number);
    const come = right && places.after.get(right.number);
    if (left !== undefined && (gone !== undefined || right === undefined)) {
      const moved = gone?.kind === "moved";
      const to = moved ? (now.find(({ number }) => number === places.movedTo.get(left.number)) ?? null) : null;
      push(moved ? "movedFrom" : "removed", left, to, gone === undefined ? {} : { cell: gone });
      i++;
    } else if (right !== undefined && (come !== undefined || left === undefined)) {
      const moved = come?.kind === "moved";
      const from = moved ? (old.find(({ number }) => number === places.movedFrom.get(right.number)) ?? null) : null;
      push(moved ? "movedTo" : "added", from, right, {
        ...(come === undefined ? {} : { cell: come }),
        ...places.parts.get(right.number),
      });
      j++;
    } else if (left !== undefined && right !== undefined) {
      push("pair", left, right, places.parts.get(right.number) ?? {});
      i++;
      j++;
    }
  }
  return { cells, unplaced: changes.filter(({ id }) => !placed.has(id)) };
}

interface Places {
  /** Cells that went or moved, by their number before; that came or moved, by their number after. */
  readonly before: ReadonlyMap<number, ReviewedChange>;
  readonly after: ReadonlyMap<number, ReviewedChange>;
  readonly movedTo: ReadonlyMap<number, number>;
  readonly movedFrom: ReadonlyMap<number, number>;
  /** Changes of parts, by the cell's number after. */
  readonly parts: ReadonlyMap<number, Parts>;
}

function placesOf(changes: readonly ReviewedChange[]): Places {
  const before = new Map<number, ReviewedChange>();
  const after = new Map<number, ReviewedChange>();
  const movedTo = new Map<number, number>();
  const movedFrom = new Map<number, number>();
  const parts = new Map<number, Parts>();
  for (const change of changes) {
    const at = cellOf(change.address);
    if (at === null) continue;
    const was = cellOf(change.beforeAddress ?? change.address)?.cell ?? at.cell;
    if (change.kind === "added") after.set(at.cell, change);
    else if (change.kind === "removed") before.set(at.cell, change);
    else if (change.kind === "moved") {
      before.set(was, change);
      after.set(at.cell, change);
      movedTo.set(was, at.cell);
      movedFrom.set(at.cell, was);
    } else {
      const part = at.of ?? (change.facet === "structure" ? "type" : "source");
      parts.set(at.cell, { ...parts.get(at.cell), [part]: change });
    }
  }
  return { before, after, movedTo, movedFrom, parts };
}

function cellOf(fragment: string): { readonly cell: number; readonly of?: "outputs" | "metadata" } | null {
  const parsed = parseAddress(fragment);
  return parsed.ok && parsed.value.kind === "notebookCell" ? parsed.value : null;
}

export const changesOf = ({ changes }: AlignedCell): readonly ReviewedChange[] =>
  PARTS.flatMap((part) => changes[part] ?? []);

const PARTS: readonly CellPart[] = ["cell", "type", "source", "outputs", "metadata"];

/** Cells in sight on either side of a change, and from how many on others are folded. */
const AROUND = 1;
const FOLDED_FROM = 3;

export interface CellFold {
  readonly key: string;
  readonly fold: number;
  readonly first: number;
}

/** @param open keys of folds that were opened */
export function foldedCells(
  cells: readonly AlignedCell[],
  open: ReadonlySet<string>,
): readonly (AlignedCell | CellFold)[] {
  const near = new Set<number>();
  cells.forEach((cell, at) => {
    if (changesOf(cell).length === 0 && cell.fate === "pair") return;
    for (let n = at - AROUND; n <= at + AROUND; n++) near.add(n);
  });
  const found: (AlignedCell | CellFold)[] = [];
  for (let at = 0; at < cells.length;) {
    let end = at;
    while (end < cells.length && !near.has(end)) end++;
    const key = `fold ${cells[at]?.key ?? at}`;
    const until = Math.max(end, at + 1);
    if (end - at >= FOLDED_FROM && !open.has(key))
      found.push({ key, fold: end - at, first: cells[at]?.after?.number ?? at + 1 });
    else found.push(...cells.slice(at, until));
    at = until;
  }
  return found;
}
