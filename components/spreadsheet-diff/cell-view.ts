/**
 * What one grid cell shows, for the version that is read: pure, so that the renderer only draws and the rule is tested.
 *
 * - Before: the base's value; what changed keeps its edge, so that one sees where.
 * - Staged: old value struck, staged value.
 * - Planned: what would be promoted as things are decided now. An accepted change as in Staged; an undecided or
 *   rejected one shows what stays, and the staged value apart, as a proposal.
 *
 * Side by side, each grid shows one version alone: the left one the base, the right one the staged or planned value
 * without the struck old one. What a side does not have is absent there, and keeps its place.
 */
import type { GridCell, GridRow, GridSide } from "../../lib/contracts/sheets.ts";
import { visibleText } from "../files/visible-name.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";

export type CellTone = "none" | "changed" | "recalc";

export interface CellView {
  /** Struck, before the text. */
  readonly old: string | null;
  readonly text: string;
  /** The staged value where it will not be promoted as things stand. */
  readonly proposed: string | null;
  readonly tone: CellTone;
  readonly sign: "accepted" | "rejected" | null;
  readonly flagged: boolean;
  readonly align: "left" | "right" | "center";
  /** The planned result is not known before the file is recalculated. */
  readonly unknown: boolean;
}

export type Shown = "values" | "formulas";

/** Which grid: the only one, or one of two. */
export type GridSideName = "alone" | "left" | "right";

type Row = Pick<GridRow, "kind" | "planned">;
type Column = { readonly before: string | null; readonly staged: string | null } | undefined;

/**
 * Whether a row, or a column, has no place in the version that a grid shows. The only grid keeps what is removed, struck:
 * it is a comparison.
 */
export function isAbsent({ kind, planned }: Row, column: Column, side: GridSideName, version: ShownVersion): boolean {
  if (side === "left" || version === "before") return kind === "added" || column?.before === null;
  if (version === "planned" && kind === "added") return !planned;
  if (side === "alone") return false;
  return column?.staged === null || (kind === "removed" && !isKept({ kind, planned }, version));
}

/** A removed row that stays, as planned: nobody accepted that it goes. */
export const isKept = ({ kind, planned }: Row, version: ShownVersion): boolean =>
  version === "planned" && kind === "removed" && planned;

/** A formula whose result the program that saved the file did not work out. */
const isUnknown = (side: GridSide | null, shown: Shown): boolean =>
  side?.notCalculated === true && !(shown === "formulas" && side.formula !== undefined);

const sideText = (side: GridSide | null, shown: Shown): string => {
  if (side === null) return "";
  if (isUnknown(side, shown)) return "?";
  return visibleText(shown === "formulas" && side.formula !== undefined ? `=${side.formula}` : side.text);
};

function alignOf(side: GridSide | null, shown: Shown): CellView["align"] {
  if (side === null || (shown === "formulas" && side.formula !== undefined)) return "left";
  if (typeof side.value === "number" || side.notCalculated === true) return "right";
  return typeof side.value === "boolean" || (side.value !== null && typeof side.value === "object") ? "center" : "left";
}

const toneOf = (cell: GridCell): CellTone =>
  cell.facet === undefined ? "none" : cell.facet === "recalculated" ? "recalc" : "changed";

/** `row` says whether the whole row is added or removed: its cells are then not changes of their own. */
export function viewCell(
  cell: GridCell,
  row: GridRow["kind"],
  version: ShownVersion,
  shown: Shown,
  side: GridSideName = "alone",
): CellView {
  const view = viewOf(cell, row, side === "left" ? "before" : version, shown);
  if (side === "left") return { ...view, sign: null, flagged: false };
  return side === "alone" ? view : { ...view, old: null };
}

function viewOf(cell: GridCell, row: GridRow["kind"], version: ShownVersion, shown: Shown): CellView {
  const tone = toneOf(cell);
  const sign = cell.verdict === "accepted" || cell.verdict === "rejected" ? cell.verdict : null;
  const base = { tone, sign, flagged: (cell.flags ?? []).length > 0, proposed: null, unknown: false };
  const before = sideText(cell.before, shown);
  const staged = sideText(cell.staged, shown);
  if (version === "before") return { ...base, old: null, text: before, align: alignOf(cell.before, shown) };
  if (row === "removed") return { ...base, old: null, text: before, align: alignOf(cell.before, shown) };
  const struck = (now: string): string | null => (tone === "none" || before === now || before === "" ? null : before);
  if (version === "staged") {
    const unknown = isUnknown(cell.staged, shown);
    return { ...base, old: struck(staged), text: staged, unknown, align: alignOf(cell.staged ?? cell.before, shown) };
  }
  if (cell.planned === null && (cell.before !== null || cell.staged !== null) && tone === "recalc")
    return { ...base, old: struck("?"), text: "?", unknown: true, align: alignOf(cell.staged, shown) };
  const planned = sideText(cell.planned, shown);
  const open = tone === "changed" && planned !== staged;
  return {
    ...base,
    old: struck(planned),
    text: planned,
    unknown: isUnknown(cell.planned, shown),
    proposed: open ? (staged === "" ? "empty" : staged) : null,
    align: alignOf(cell.planned ?? cell.staged ?? cell.before, shown),
  };
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnLetters(index: number): string {
  let letters = "";
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters;
  return letters;
}
