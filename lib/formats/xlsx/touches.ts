/**
 * Keys by which a merge finds the few changes that can overlap with one: two changes that overlap (`overlaps.ts`, strict
 * or not) share a key, unless one of them has none and has to be compared with every other.
 */
import type { Change } from "../../core/change/change.ts";
import { referencesOf } from "./gone-references.ts";
import { baseAddress } from "./identity.ts";
import { parseArea } from "./reference.ts";

/** Ranges of more rows are compared with everything: they are few. */
const MAX_ROWS = 16;

/** `null`: no keys, compare with every other change. */
export function keysOfChange(change: Change): readonly string[] | null {
  const address = baseAddress(change);
  switch (address.kind) {
    case "cells": {
      const area = parseArea(address.range);
      return area === null ? null : withReferences(change, rowKeys(address.sheet, area.top, area.bottom));
    }
    case "row":
      return withReferences(change, rowKeys(address.sheet, address.row, address.row));
    case "name":
      return [JSON.stringify([address.name.toLowerCase(), address.sheet ?? null])];
    case "part":
      return [address.part];
    default:
      return null;
  }
}

/** And the rows at which its formulas point: a deletion there takes their sense away. */
function withReferences(change: Change, keys: readonly string[] | null): readonly string[] | null {
  if (keys === null) return null;
  const rows = referencesOf(change).flatMap(({ sheet, token }) =>
    [token.first.row, token.last?.row ?? null].flatMap((row) =>
      row === null ? [] : [`${sheet.toLowerCase()}!${row}`],
    ),
  );
  return rows.length === 0 ? keys : [...keys, ...rows];
}

/** With the rows above and below, which a strict merge and a deleted row's neighbours look at. */
function rowKeys(sheet: string | undefined, top: number, bottom: number): string[] | null {
  if (bottom - top >= MAX_ROWS) return null;
  const keys: string[] = [];
  for (let row = top - 1; row <= bottom + 1; row++) keys.push(`${(sheet ?? "").toLowerCase()}!${row}`);
  return keys;
}
