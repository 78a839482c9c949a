/**
 * The loaded windows of a grid. Rows are asked for in pages, at most once at a time each; what is far away is dropped,
 * so that memory is bounded by what was looked at last, not by the sheet. A page that fails can be asked for again.
 */
import type { GridRow } from "../../lib/contracts/sheets.ts";

export type LoadRows = (from: number, count: number) => Promise<readonly GridRow[]>;

export const PAGE = 200;
const KEPT = 24;

export interface RowCache {
  /** The row, or undefined where it is not loaded (yet). */
  readonly row: (index: number) => GridRow | undefined;
  /** Asks for every page that [from, to] touches. Resolves when they are there. */
  readonly ensure: (from: number, to: number) => Promise<void>;
  /** Keeps showing what is there, and loads it again: after a decision or a new version. */
  readonly refresh: (load: LoadRows, total: number) => void;
  readonly total: () => number;
}

/** `onChange` is called after each page that arrives or fails; `failed` says that one did. */
export function createRowCache(load: LoadRows, total: number, onChange: (failed: boolean) => void): RowCache {
  let source = load;
  let rows = total;
  let generation = 0;
  const pages = new Map<number, { readonly rows: readonly GridRow[]; readonly generation: number }>();
  const asked = new Map<number, Promise<void>>();

  const fetchPage = (page: number): Promise<void> => {
    const running = asked.get(page);
    if (running !== undefined) return running;
    const asking = generation;
    const request = source(page * PAGE, Math.min(PAGE, rows - page * PAGE)).then(
      (loaded) => {
        if (asked.get(page) === request) asked.delete(page);
        if (asking !== generation) return;
        pages.delete(page);
        pages.set(page, { rows: loaded, generation });
        for (const oldest of pages.keys()) {
          if (pages.size <= KEPT) break;
          pages.delete(oldest);
        }
        onChange(false);
      },
      () => {
        if (asked.get(page) === request) asked.delete(page);
        if (asking === generation) onChange(true);
      },
    );
    asked.set(page, request);
    return request;
  };

  return {
    row: (index) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    ensure: async (from, to) => {
      const first = Math.floor(Math.max(from, 0) / PAGE);
      const last = Math.floor(Math.min(to, rows - 1) / PAGE);
      const missing: Promise<void>[] = [];
      for (let page = first; page <= last; page += 1)
        if (pages.get(page)?.generation !== generation) missing.push(fetchPage(page));
      await Promise.all(missing);
    },
    refresh: (next, count) => {
      source = next;
      rows = count;
      generation += 1;
      asked.clear();
      for (const page of pages.keys()) if (page * PAGE >= count) pages.delete(page);
    },
    total: () => rows,
  };
}
