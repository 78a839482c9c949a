/** The changed places of a merged file as rows, in the base's order: what conflicts, what merged, what gave way. Pure. */
import type { ReconcileRow } from "../contracts/reconcile.ts";
import { formatAddress, type Address } from "../core/address/address.ts";
import type { Change, Value } from "../core/change/change.ts";
import type { Taken } from "../formats/three-way.ts";
import { columnNumber } from "../formats/xlsx/reference.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import type { MergedFile, StaleConflict } from "./mergeStale.ts";
import { valueView } from "./reviewViews.ts";

export interface PlacedRow {
  readonly address: Address;
  readonly row: ReconcileRow;
}

export function reconcileRows({ conflicts, taken, overridden }: MergedFile): PlacedRow[] {
  const rows = [
    ...conflicts.flatMap(conflictRows),
    ...taken.filter(({ change }) => change.facet !== "recalculated").map((one) => takenRow(one, one.side)),
    ...overridden.map((one) => takenRow(one, "overridden")),
  ];
  return inOrder(rows);
}

const view = (value: Value | null | undefined) => (value === null || value === undefined ? null : valueView(value));
const placeOf = ({ beforeAddress, address }: Change): Address => beforeAddress ?? address;

function takenRow({ side, change }: Taken, how: ReconcileRow["how"]): PlacedRow {
  const [before, after] = [view(change.before), view(change.after)];
  return {
    address: placeOf(change),
    row: {
      id: `${side}.${change.id}`,
      address: formatAddress(placeOf(change)),
      facet: change.facet,
      how,
      base: before,
      accepted: side === "staged" ? before : after,
      staged: side === "accepted" ? before : after,
      conflict: null,
      ...sideAddress("acceptedAt", side === "staged" ? undefined : change),
      ...sideAddress("stagedAt", side === "accepted" ? undefined : change),
      ...(change.flags === undefined ? {} : { flags: [...change.flags] }),
    },
  };
}

/** Of a change whose place is another one in its own version. */
function sideAddress(key: "acceptedAt" | "stagedAt", change: Change | undefined): { [side in typeof key]?: string } {
  if (change?.beforeAddress === undefined) return {};
  const [was, is] = [formatAddress(change.beforeAddress), formatAddress(change.address)];
  return was === is ? {} : { [key]: is };
}

/** The place that the conflict is asked about first, then every other place that waits for the same answer. */
function conflictRows(conflict: StaleConflict): PlacedRow[] {
  const places = new Map<string, { accepted?: Change; staged?: Change }>();
  for (const { side, change } of conflict.held) {
    const key = canonicalJson([placeOf(change), change.facet]);
    const known = places.get(key) ?? {};
    places.set(key, side === "accepted" ? { ...known, accepted: change } : { ...known, staged: change });
  }
  const own = canonicalJson(conflict.address);
  const isOwn = ({ accepted, staged }: { accepted?: Change; staged?: Change }): boolean => {
    const change = accepted ?? staged;
    return change !== undefined && canonicalJson(placeOf(change)) === own;
  };
  const all = [...places.values()];
  const main = all.find(isOwn) ?? all[0];
  const facet = (main?.accepted ?? main?.staged)?.facet ?? (conflict.about === "place" ? "content" : "structure");
  const first: PlacedRow = {
    address: conflict.address,
    row: {
      id: conflict.id,
      address: formatAddress(conflict.address),
      facet,
      how: "conflict",
      base: view(conflict.base),
      accepted: view(conflict.accepted),
      staged: view(conflict.staged),
      conflict: conflict.id,
      ...sideAddress("acceptedAt", main?.accepted),
      ...sideAddress("stagedAt", main?.staged),
    },
  };
  const others = all.filter((place) => place !== main);
  return [first, ...others.flatMap((place) => heldRow(conflict, place))];
}

function heldRow(conflict: StaleConflict, { accepted, staged }: { accepted?: Change; staged?: Change }): PlacedRow[] {
  const change = accepted ?? staged;
  if (change === undefined) return [];
  const base = view(change.before);
  return [
    {
      address: placeOf(change),
      row: {
        id: `${conflict.id}.${change.id}`,
        address: formatAddress(placeOf(change)),
        facet: change.facet,
        how: "conflict",
        base,
        accepted: accepted === undefined ? base : view(accepted.after),
        staged: staged === undefined ? base : view(staged.after),
        conflict: conflict.id,
        ...sideAddress("acceptedAt", accepted),
        ...sideAddress("stagedAt", staged),
      },
    },
  ];
}

/** By sheet or story as first met, then by place; rows of the same place stay together, in the order given. */
function inOrder(rows: readonly PlacedRow[]): PlacedRow[] {
  const groups = new Map<string, number>();
  const keyed = rows.map((placed, n) => {
    const [group, ...place] = placeKey(placed.address);
    if (!groups.has(group)) groups.set(group, groups.size);
    return { placed, key: [groups.get(group) ?? 0, ...place, n] };
  });
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ placed }) => placed);
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < Math.max(a.length, b.length); n += 1) {
    const order = (a[n] ?? -1) - (b[n] ?? -1);
    if (order !== 0) return order;
  }
  return 0;
}

/** Always three numbers, so that the order in which rows were given decides among equals. */
function placeKey(address: Address): [group: string, number, number, number] {
  switch (address.kind) {
    case "file":
      return ["", 0, 0, 0];
    case "lines":
      return ["lines", address.from, address.to, 0];
    case "sheet":
      return [`sheet ${address.sheet}`, 0, 0, 0];
    case "cells": {
      const [, letters = "", digits = "0"] = /^\$?([A-Z]+)\$?(\d+)/.exec(address.range) ?? [];
      return [`sheet ${address.sheet ?? ""}`, Number(digits), columnNumber(letters), 0];
    }
    case "row":
      return [`sheet ${address.sheet ?? ""}`, address.row, 0, 0];
    case "column":
      return [`sheet ${address.sheet ?? ""}`, 0, columnNumber(address.column), 0];
    case "name":
      return ["names", 0, 0, 0];
    case "page":
      return ["pages", address.page, 0, 0];
    case "slide":
      return ["slides", address.slide, address.shape ?? 0, address.paragraph ?? 0];
    case "notes":
      return ["slides", address.slide, 100_000, address.paragraph ?? 0];
    case "paragraph":
      return [`story ${address.story ?? ""}`, address.paragraph, 0, 0];
    case "tableRow":
      return [`tables ${address.story ?? ""}`, address.table, address.row, 0];
    case "notebookCell":
      return ["cells", address.cell, address.of === undefined ? 0 : 1, 0];
    case "part":
      return ["parts", 0, 0, 0];
  }
}
