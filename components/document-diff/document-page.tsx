"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type RefObject } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { cx } from "../ui/cx.ts";
import { Gutter } from "./gutter.tsx";
import { ItemView } from "./item-view.tsx";
import { fateOf, type Item } from "./items.ts";
import type { Drawing } from "./paragraph-view.tsx";

/** Brings an item into sight. */
export type ScrollTo = (key: string, align?: "auto" | "start") => void;

export interface DocumentPageProps {
  readonly items: readonly Item[];
  readonly drawing: Drawing;
  readonly chosen: ReadonlySet<string>;
  /** What the item is called, and its changes. */
  readonly onItem: (changes: readonly ReviewedChange[], heading: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  readonly onUnfold: (key: string) => void;
  readonly onTop: (key: string) => void;
  readonly scroll: RefObject<ScrollTo | null>;
  readonly label: string;
  /** Key of the item that the address names. */
  readonly here?: string | null;
}

const HEIGHTS: Readonly<Record<Item["kind"], number>> = { paragraph: 42, row: 30, opaque: 34, story: 48, fold: 36 };

/** The page: a column of items, of which only those near the window are in the document. */
export function DocumentPage(props: DocumentPageProps) {
  const { items, drawing, chosen, onItem, onSeen, onUnfold, onTop, scroll, label, here = null } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => HEIGHTS[items[at]?.kind ?? "paragraph"],
    getItemKey: (at) => items[at]?.key ?? at,
    overscan: 12,
    paddingStart: 28,
    paddingEnd: 60,
    scrollPaddingStart: 80,
    scrollPaddingEnd: 160,
    initialRect: { width: 800, height: 900 },
  });
  useEffect(() => {
    scroll.current = (key, align = "auto") => {
      const at = items.findIndex((item) => item.key === key);
      if (at >= 0) virtual.scrollToIndex(at, { align });
    };
  });
  const shown = virtual.getVirtualItems();
  const top = items[shown.find(({ end }) => end > (virtual.scrollOffset ?? 0) + 90)?.index ?? 0]?.key;
  useEffect(() => {
    if (top !== undefined) onTop(top);
  }, [top, onTop]);
  const wide = drawing.showing.layout === "side";
  return (
    <div
      ref={scroller}
      tabIndex={0}
      role="region"
      aria-label={label}
      className="ring-inside bg-canvas min-h-0 min-w-0 flex-1 overflow-auto px-4"
    >
      <ol
        aria-label={label}
        className={cx(
          "border-line bg-panel relative mx-auto my-4 rounded-sm border",
          wide ? "max-w-[1240px]" : "max-w-[820px]",
        )}
        style={{ height: virtual.getTotalSize() }}
      >
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              aria-current={item.key === here ? "location" : undefined}
              className="place-here absolute inset-x-0 top-0 grid grid-cols-[64px_minmax(0,1fr)] gap-x-2 pr-10"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Gutter
                changes={item.changes}
                fate={fateOf(item)}
                heading={item.heading}
                current={item.changes.some(({ id }) => chosen.has(id))}
                onSelect={() => onItem(item.changes, item.heading)}
              />
              <div className={cx("relative min-w-0", item.kind !== "row" && "py-[5px]")}>
                <ItemView item={item} drawing={drawing} onUnfold={onUnfold} />
                <span className="absolute top-1 -right-9 w-8">
                  <ThreadsOnChanges changes={item.changes} />
                </span>
                {item.changes.length === 0 ? null : <SeenMark changes={item.changes} onSeen={onSeen} />}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** At the end of what changed: it was seen once this was in sight. */
function SeenMark({
  changes,
  onSeen,
}: {
  readonly changes: readonly ReviewedChange[];
  readonly onSeen: (ids: readonly string[]) => void;
}) {
  const end = useRef<HTMLSpanElement>(null);
  const ids = changes.map(({ id }) => id).join(" ");
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen(ids.split(" "));
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [ids, onSeen]);
  return <span ref={end} aria-hidden className="absolute bottom-0 block h-px w-px" />;
}
