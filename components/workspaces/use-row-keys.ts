"use client";

import type { RefObject } from "react";

import { useShortcuts } from "../ui/use-shortcuts.ts";

/** Marks the one link or button of a row that J and K go to. */
export const ROW_KEY = { "data-row": "" } as const;

/** J and K move the focus from row to row inside of the element; Enter is then the row's own. */
export function useRowKeys(group: string, what: string, inside: RefObject<HTMLElement | null>): void {
  const step = (by: 1 | -1) => {
    const rows = [...(inside.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = rows.findIndex(
      (row) => row === document.activeElement || row.closest("tr")?.contains(document.activeElement),
    );
    rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]?.focus();
  };
  useShortcuts(group, [
    { keys: "J", label: `Next ${what}`, hint: what, run: () => step(1) },
    { keys: "K", label: `Previous ${what}`, hint: what, run: () => step(-1) },
  ]);
}
