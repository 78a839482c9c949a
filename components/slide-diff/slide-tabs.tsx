"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

import { cx } from "../ui/cx.ts";
import type { SlidePair } from "./slide-pairs.ts";

export interface SlideTabsProps {
  readonly pairs: readonly SlidePair[];
  readonly titleOf: (pair: SlidePair) => string;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
  /** At the right end. */
  readonly aside: ReactNode;
}

/** One tab a slide in the order of the show, what changed is said in it. Only those in sight are in the page. */
export function SlideTabs({ pairs, titleOf, chosen, onChoose, aside }: SlideTabsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const index = Math.max(
    0,
    pairs.findIndex(({ key }) => key === chosen),
  );
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    horizontal: true,
    count: pairs.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => widthOf(pairs[at]),
    getItemKey: (at) => pairs[at]?.key ?? at,
    overscan: 8,
    initialRect: { width: 900, height: 29 },
  });
  useEffect(() => {
    virtual.scrollToIndex(index);
    // Only another slide is brought into sight.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: pairs.length - 1 }[event.key];
    const next = to === undefined ? undefined : pairs[to];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.key);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-slide="${CSS.escape(next.key)}"]`)?.focus(),
    );
  };
  return (
    <div className="border-line bg-sunken flex h-[34px] shrink-0 items-end border-b px-3">
      <div
        ref={scroller}
        role="tablist"
        aria-label="Slides"
        onKeyDown={onKeyDown}
        onWheel={(event) => {
          if (scroller.current !== null && event.deltaX === 0) scroller.current.scrollLeft += event.deltaY;
        }}
        className="-mb-px h-[29px] min-w-0 flex-1 overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
      >
        <div className="relative h-full" style={{ width: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start, size, key }) => {
            const pair = pairs[at];
            if (pair === undefined) return null;
            const active = at === index;
            return (
              <button
                key={key}
                type="button"
                role="tab"
                data-slide={pair.key}
                aria-selected={active}
                tabIndex={active ? 0 : -1}
                title={titleOf(pair)}
                onClick={() => onChoose(pair.key)}
                style={{ width: size - 2, transform: `translateX(${start}px)` }}
                className={cx(
                  "ring-inside absolute top-0 left-0 flex h-[29px] items-center justify-center gap-1 rounded-t-md border border-b-0 text-sm whitespace-nowrap",
                  active
                    ? "border-line bg-panel text-ink font-semibold"
                    : cx("hover:text-ink border-transparent", pair.mark === null ? "text-ink-3" : "text-ink-2"),
                )}
              >
                <span className={cx(pair.after === null && "line-through")}>{pair.after ?? pair.before}</span>
                <Mark pair={pair} />
              </button>
            );
          })}
        </div>
      </div>
      <div className="ml-2 flex h-full shrink-0 items-center">{aside}</div>
    </div>
  );
}

function Mark({ pair }: { readonly pair: SlidePair }) {
  switch (pair.mark) {
    case "added":
      return <span className="text-added">+ new</span>;
    case "removed":
      return <span className="text-removed">− removed</span>;
    case "moved":
      return (
        <span className="text-moved">
          ↕ was {pair.before}
          {pair.changes.length > 1 ? <span className="text-changed"> ~</span> : null}
        </span>
      );
    case "modified":
      return (
        <span className="text-changed font-mono">
          <span aria-hidden>~</span>
          <span className="sr-only">changed</span>
        </span>
      );
    case null:
      return null;
  }
}

const WIDTHS = { added: 62, removed: 82, moved: 76, modified: 38 } as const;

const widthOf = (pair: SlidePair | undefined): number => {
  const digits = String(pair?.after ?? pair?.before ?? 0).length * 8;
  return pair === undefined || pair.mark === null
    ? 26 + digits
    : WIDTHS[pair.mark] + digits + (pair.changes.length > 1 && pair.mark === "moved" ? 14 : 0);
};
