"use client";
/** Where one is in a reconciliation, in the address bar: the operation, the filter, the sheet, the place, the end. */
import { replaceSearch, searchNow, useSearch } from "../shell/use-search.ts";

export type Shown = "all" | "conflicts" | "merged";
/** What the operation comes to (M6). */
export type End = "merged" | "accepted" | "staged";

export interface ReconcilePlace {
  readonly op: string | null;
  readonly path: string | null;
  readonly show: Shown;
  readonly sheet: string | null;
  readonly row: string | null;
  readonly end: End;
  readonly strict: boolean;
}

const oneOf = <T extends string>(value: string | null, known: readonly T[], otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

export const readPlace = (search: Pick<URLSearchParams, "get">): ReconcilePlace => ({
  op: search.get("op"),
  path: search.get("path"),
  show: oneOf(search.get("show"), ["all", "conflicts", "merged"], "all"),
  sheet: search.get("sheet"),
  row: search.get("row"),
  end: oneOf(search.get("end"), ["merged", "accepted", "staged"], "merged"),
  strict: search.get("strict") === "1",
});

/** What is as it is by itself is not in the address. */
export function writePlace(before: URLSearchParams, next: Partial<ReconcilePlace>): URLSearchParams {
  const params = new URLSearchParams(before);
  for (const [key, value] of Object.entries(next)) {
    const text = value === true ? "1" : value === false || value === null ? null : value;
    if (text === null || (key === "show" && text === "all") || (key === "end" && text === "merged")) params.delete(key);
    else params.set(key, text);
  }
  return params;
}

export function useReconcilePlace(): readonly [ReconcilePlace, (next: Partial<ReconcilePlace>) => void] {
  return [readPlace(useSearch()), go];
}

const go = (next: Partial<ReconcilePlace>): void => replaceSearch(writePlace(new URLSearchParams(searchNow()), next));
