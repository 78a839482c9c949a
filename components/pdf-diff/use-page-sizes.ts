"use client";
/** Sizes of a document's pages: those that were drawn, and until then the size that most pages have, the first one's. */
import { useCallback, useEffect, useState } from "react";

import { A4, type PageSize } from "./page-layout.ts";
import type { PdfState } from "./use-pdf.ts";

export interface PageSizes {
  readonly pages: number;
  readonly sizeOf: (page: number) => PageSize;
  readonly learn: (page: number, size: PageSize) => void;
}

interface Known {
  readonly state: PdfState;
  readonly sizes: ReadonlyMap<number, PageSize>;
}

export function usePageSizes(state: PdfState): PageSizes {
  const [held, setHeld] = useState<Known>({ state, sizes: new Map() });
  const known = held.state === state ? held.sizes : new Map<number, PageSize>();
  const learn = useCallback(
    (page: number, size: PageSize) => {
      setHeld((before) => {
        const sizes = before.state === state ? before.sizes : new Map<number, PageSize>();
        const had = sizes.get(page);
        if (had?.width === size.width && had.height === size.height && before.state === state) return before;
        return { state, sizes: new Map(sizes).set(page, size) };
      });
    },
    [state],
  );
  useEffect(() => {
    if (state.kind !== "ready") return;
    let over = false;
    state.document.getPage(1).then(
      (page) => {
        const { width, height } = page.getViewport({ scale: 1 });
        if (!over) learn(1, { width, height });
      },
      // A first page that cannot be read shows so where it stands.
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [state, learn]);
  const usual = known.get(1) ?? A4;
  return {
    pages: state.kind === "ready" ? state.document.numPages : 0,
    sizeOf: (page) => known.get(page) ?? usual,
    learn,
  };
}
