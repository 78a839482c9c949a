/**
 * What merged ranges hide: a covered cell shows nothing but the lines at the range's outer edge, and the first cell
 * shows no line inside of it. Programs that write merged cells anew move such lines, or drop the looks of covered
 * cells: kept in the file, seen by nobody.
 */
import { attribute, childElements, type XmlElement } from "../../ooxml/xml-tree.ts";
import { parseArea, type Area } from "../reference.ts";
import type { Styles } from "../styles.ts";
import type { SheetPair } from "./comparison.ts";

export interface CoveredCell {
  readonly row: number;
  readonly column: number;
  /** Index into the styles of its version. */
  readonly style: number;
}

const MAX_AREAS = 20_000;
const MAX_IN_ROW = 500;

export class MergedCover {
  readonly #before: ReadonlyMap<number, readonly Area[]>;
  readonly #after: ReadonlyMap<number, readonly Area[]>;

  constructor(pair: SheetPair) {
    this.#before = areasByRow(pair.before.frame);
    this.#after = areasByRow(pair.after.frame);
  }

  /** Whether both cells are in the same place of merged ranges of the same size, behind the first one. */
  covers(a: Pick<CoveredCell, "row" | "column">, b: Pick<CoveredCell, "row" | "column">): boolean {
    const place = this.#place(a, b);
    return place !== null && (place.top > 0 || place.left > 0);
  }

  /** Whether two looks that differ show the same, because a merged range hides the difference. */
  hides(a: CoveredCell, b: CoveredCell, stylesA: Styles, stylesB: Styles): boolean {
    const place = this.#place(a, b);
    if (place === null) return false;
    const [lookA, lookB] = [stylesA.apart(a.style), stylesB.apart(b.style)];
    const first = place.top === 0 && place.left === 0;
    const [formatA, formatB] = [stylesA.of(a.style).numberFormat, stylesB.of(b.style).numberFormat];
    if (first && (lookA.inside !== lookB.inside || formatA !== formatB)) return false;
    const edges = Object.entries(place).flatMap(([side, distance]) => (distance === 0 ? [side] : []));
    return edges.every((side) => lookA.sides[side] === lookB.sides[side]);
  }

  /** The distances to the edges of the range, where they are the same on both sides. */
  #place(
    a: Pick<CoveredCell, "row" | "column">,
    b: Pick<CoveredCell, "row" | "column">,
  ): Readonly<Record<"top" | "left" | "bottom" | "right", number>> | null {
    const [left, right] = [distances(this.#before, a), distances(this.#after, b)];
    if (left === null || right === null) return null;
    const same =
      left.top === right.top && left.left === right.left && left.bottom === right.bottom && left.right === right.right;
    return same ? left : null;
  }
}

function distances(areas: ReadonlyMap<number, readonly Area[]>, { row, column }: Pick<CoveredCell, "row" | "column">) {
  const area = areas.get(row)?.find(({ left, right }) => left <= column && column <= right);
  if (area === undefined) return null;
  return {
    top: row - area.top,
    left: column - area.left,
    bottom: area.bottom - row,
    right: area.right - column,
  };
}

/** Ranges by every row that they touch; very tall ones, and what is too much, are not looked at. */
function areasByRow(frame: XmlElement): ReadonlyMap<number, readonly Area[]> {
  const rows = new Map<number, Area[]>();
  let room = MAX_AREAS;
  for (const list of childElements(frame)) {
    if (list.name !== "mergeCells") continue;
    for (const merged of childElements(list)) {
      const area = parseArea(attribute(merged, "ref") ?? "");
      if (area === null || area.bottom - area.top >= room) continue;
      room -= area.bottom - area.top + 1;
      for (let row = area.top; row <= area.bottom; row++) {
        const known = rows.get(row);
        if (known === undefined) rows.set(row, [area]);
        else if (known.length < MAX_IN_ROW) known.push(area);
      }
    }
  }
  return rows;
}
