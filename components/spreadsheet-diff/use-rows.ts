"use client";

import { useCallback, useEffect, useRef, useState } from "react";

import type { GridRow } from "../../lib/contracts/sheets.ts";
import { createRowCache, type LoadRows, type RowCache } from "./row-cache.ts";

export interface Rows {
  readonly rowAt: (index: number) => GridRow | undefined;
  readonly ensure: (from: number, to: number) => Promise<void>;
  /** The last page that was asked for did not come. */
  readonly failed: boolean;
  /** Counts pages that arrived. */
  readonly arrivals: number;
}

/** One row cache for the life of a grid; a new `load` or `total` loads again what is needed, and shows the old rows until then. */
export function useRows(load: LoadRows, total: number, onArrival: () => void): Rows {
  const [state, setState] = useState({ failed: false, arrivals: 0 });
  const held = useRef<RowCache | null>(null);
  const cache = useCallback((): RowCache => {
    held.current ??= createRowCache(load, total, (failed) => {
      setState((before) => ({ failed, arrivals: before.arrivals + 1 }));
      onArrival();
    });
    return held.current;
    // The first load makes the cache; later ones go through refresh.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const ensure = useCallback((from: number, to: number) => cache().ensure(from, to), [cache, load, total]); // eslint-disable-line react-hooks/exhaustive-deps -- a new identity asks again
  useEffect(() => cache().refresh(load, total), [cache, load, total]);
  return { rowAt: useCallback((index) => cache().row(index), [cache]), ensure, ...state };
}
