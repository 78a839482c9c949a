/**
 * A change as it is once its base has moved, with its new id (R1). Places and references are counted anew; what the change says
 * stays. `null` where the row, column or sheet that it stood in is gone.
 */
import type { Address } from "../../core/address/address.ts";
import type { CellContent, Change, Diff, Value } from "../../core/change/change.ts";
import { baseMoveOf, type BaseMove } from "./base-move.ts";
import { shiftFormula } from "./formula-shift.ts";
import { baseAddress, idOf, type UnnamedChange } from "./identity.ts";
import { columnLetters, columnNumber, formatArea, parseArea } from "./reference.ts";

const MAX_ORDINAL = 200;

export function followChange(change: Change, baseMove: Diff): Change | null {
  const move = baseMoveOf(baseMove);
  const inserted = change.kind === "added" && change.before === undefined;
  const place = followAddress(baseAddress(change), move, inserted);
  if (place === null) return null;
  if (move.isSame) return change;
  const sheet = "sheet" in change.address ? change.address.sheet : "";
  const base = baseAddress(change);
  const baseSheet = "sheet" in base ? base.sheet : sheet;
  const moved: UnnamedChange = {
    kind: change.kind,
    facet: change.facet,
    address: change.address,
    beforeAddress: place,
    ...(change.before === undefined ? {} : { before: followValue(change.before, baseSheet, move) }),
    ...(change.after === undefined ? {} : { after: followValue(change.after, baseSheet, move) }),
  };
  return { ...change, ...moved, id: idOf(moved, ordinalOf(change)) };
}

/** Which of several equal changes it was: the ordinal is part of the id alone. */
function ordinalOf(change: Change): number {
  for (let ordinal = 0; ordinal < MAX_ORDINAL; ordinal++) if (idOf(change, ordinal) === change.id) return ordinal;
  return 0;
}

/** @param inserted the place is the one in front of which something is inserted: it outlives the row itself */
export function followAddress(address: Address, move: BaseMove, inserted = false): Address | null {
  if (!("sheet" in address)) return address;
  const target = move.sheet(address.sheet);
  if (target === undefined) return address;
  if (target.name === null) return null;
  const sheet = target.name;
  switch (address.kind) {
    case "cells": {
      const area = parseArea(address.range);
      if (area === null) return { ...address, sheet };
      const single = area.top === area.bottom;
      const wholeRow = single ? move.movedRow(address.sheet, area.top) : undefined;
      const rows = wholeRow === undefined ? target.rows.range(area.top, area.bottom) : ([wholeRow, wholeRow] as const);
      const columns = target.columns.range(area.left, area.right);
      if (rows === null || columns === null) return null;
      return {
        kind: "cells",
        sheet,
        range: formatArea({ top: rows[0], bottom: rows[1], left: columns[0], right: columns[1] }),
      };
    }
    case "row": {
      const row = move.movedRow(address.sheet, address.row) ?? target.rows.to(address.row);
      const next = row ?? (inserted ? (target.rows.range(address.row, Infinity)?.[0] ?? null) : null);
      return next === null ? null : { kind: "row", sheet, row: next };
    }
    case "column": {
      const number = columnNumber(address.column);
      const column =
        target.columns.to(number) ?? (inserted ? (target.columns.range(number, Infinity)?.[0] ?? null) : null);
      return column === null ? null : { kind: "column", sheet, column: columnLetters(column) };
    }
    default:
      return { ...address, sheet };
  }
}

function followValue(value: Value, sheet: string, move: BaseMove): Value {
  if (value.type === "cell") return { ...value, ...followCell(value, sheet, move) };
  if (value.type === "cells")
    return {
      ...value,
      ...(value.inFrontOf === undefined ? {} : { inFrontOf: followAnchor(value.inFrontOf, sheet, move) }),
      cells: Object.fromEntries(
        Object.entries(value.cells).flatMap(([key, cell]) => {
          const place = followKey(key, sheet, move);
          return place === null ? [] : [[place, followCell(cell, sheet, move)]];
        }),
      ),
    };
  if (value.type !== "properties" || typeof value.properties["formula"] !== "string") return value;
  return {
    ...value,
    properties: { ...value.properties, formula: followFormula(value.properties["formula"], sheet, move) },
  };
}

const followAnchor = (row: number, sheet: string, move: BaseMove): number =>
  move.sheet(sheet)?.rows.range(row, Infinity)?.[0] ?? row;

/** A column's letters in a row, a row's number in a column; `null` where that is gone. */
function followKey(key: string, sheet: string, move: BaseMove): string | null {
  const target = move.sheet(sheet);
  if (target === undefined) return key;
  if (/^\d/.test(key)) {
    const row = target.rows.to(Number(key));
    return row === null ? null : String(row);
  }
  const column = target.columns.to(columnNumber(key));
  return column === null ? null : columnLetters(column);
}

function followCell(cell: CellContent, sheet: string, move: BaseMove): CellContent {
  const formula = cell.baseFormula ?? cell.formula;
  return formula === undefined ? cell : { ...cell, baseFormula: followFormula(formula, sheet, move) };
}

/** `⟨12+1⟩`, a row that the old base did not have, stays in front of the row that was 12. */
function followFormula(formula: string, sheet: string, move: BaseMove): string {
  const target = move.sheet(sheet);
  const labels = formula.replace(/⟨(\d+|[A-Z]+)\+(\d+)⟩/g, (all, anchor: string, ordinal: string) => {
    if (target === undefined) return all;
    if (/^\d/.test(anchor)) return `⟨${target.rows.range(Number(anchor), Infinity)?.[0] ?? anchor}+${ordinal}⟩`;
    return `⟨${columnLetters(target.columns.range(columnNumber(anchor), Infinity)?.[0] ?? columnNumber(anchor))}+${ordinal}⟩`;
  });
  return shiftFormula(labels, sheet, move).text;
}
