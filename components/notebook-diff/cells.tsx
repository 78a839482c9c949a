"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type ReactNode } from "react";

import { changesOf, type AlignedCell, type CellFold } from "./align-cells.ts";
import { CellView, type CellDrawing } from "./cell-view.tsx";

export interface CellsProps {
  readonly items: readonly (AlignedCell | CellFold)[];
  readonly drawing: CellDrawing;
  readonly onSeen: (ids: readonly string[]) => void;
  readonly onUnfold: (key: string) => void;
  /** Number of the cell that the address names. */
  readonly here?: number | null;
}

const CELL_HEIGHT = 110;
const FOLD_HEIGHT = 30;

/** Only the cells near the window are in the document. */
export function Cells({ items, drawing, onSeen, onUnfold, here = null }: CellsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { current } = drawing;
  const isHere = (item: AlignedCell | CellFold) => here !== null && !("fold" in item) && item.after?.number === here;
  const index = items.findIndex(
    (item) => isHere(item) || (!("fold" in item) && changesOf(item).some(({ id }) => id === current)),
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => {
      const item = items[at];
      return item !== undefined && "fold" in item ? FOLD_HEIGHT : CELL_HEIGHT;
    },
    getItemKey: (at) => items[at]?.key ?? at,
    overscan: 4,
    paddingStart: 12,
    paddingEnd: 24,
    gap: 8,
    initialRect: { width: 800, height: 900 },
  });
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
    // Only another change is brought into sight; a list that was measured again stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index, current]);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label="Notebook"
      className="ring-inside bg-canvas @container min-h-0 flex-1 overflow-auto"
    >
      <ol
        aria-label="Cells"
        className="relative mx-auto max-w-[1240px] px-3"
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index: at, key, start }) => {
          const item = items[at];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={at}
              aria-setsize={items.length}
              aria-posinset={at + 1}
              aria-current={isHere(item) ? "location" : undefined}
              className="place-here absolute inset-x-3 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              {"fold" in item ? (
                <Fold fold={item} onOpen={() => onUnfold(item.key)} />
              ) : (
                <Seen ids={changesOf(item).map(({ id }) => id)} onSeen={onSeen}>
                  <CellView cell={item} drawing={drawing} />
                </Seen>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Fold({ fold, onOpen }: { readonly fold: CellFold; readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="text-ink-3 hover:bg-hover hover:text-ink ring-inside flex min-h-7 w-full items-center gap-2 rounded-sm text-left text-sm"
    >
      <span aria-hidden className="border-line-strong h-px flex-1 border-t border-dashed" />… {fold.fold} unchanged
      cells from cell {fold.first}
      <span aria-hidden className="border-line-strong h-px flex-1 border-t border-dashed" />
    </button>
  );
}

/** Its changes were seen once its end was in sight. */
function Seen({
  ids,
  onSeen,
  children,
}: {
  readonly ids: readonly string[];
  readonly onSeen: (ids: readonly string[]) => void;
  readonly children: ReactNode;
}) {
  const end = useRef<HTMLSpanElement>(null);
  const all = ids.join(" ");
  useEffect(() => {
    if (all === "") return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen(all.split(" "));
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [all, onSeen]);
  return (
    <>
      {children}
      <span ref={end} aria-hidden className="block h-px" />
    </>
  );
}
