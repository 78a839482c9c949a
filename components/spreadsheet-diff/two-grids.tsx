"use client";
/**
 * Base and staged (or planned) beside each other: two grids of the same rows, columns and widths that scroll and select
 * as one. A row or column that one side does not have keeps its place there, hatched.
 */
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type RefObject } from "react";

import { VersionStamp } from "../ui/version-stamp.tsx";
import { HotGrid, type HotGridHandle, type HotGridProps } from "./hot-grid.tsx";
import type { GridRange } from "./selection.ts";

export interface TwoGridsProps extends Omit<HotGridProps, "side"> {
  /** Content hashes of the file; null: absent. */
  readonly stamps: { readonly before: string | null; readonly after: string | null };
}

const NOTHING = () => undefined;

export function TwoGrids({ handle, stamps, label, onSelect, onReady, ...props }: TwoGridsProps) {
  const left = useRef<HotGridHandle>(null);
  const right = useRef<HotGridHandle>(null);
  const [ready, setReady] = useState(0);
  useImperativeHandle(handle, () => ({
    redraw: () => {
      left.current?.redraw();
      right.current?.redraw();
    },
    select: (row, column) => right.current?.select(row, column),
    inSight: () => right.current?.inSight() ?? [0, 0],
    focus: () => right.current?.focus(),
    mirror: (range) => {
      left.current?.mirror(range);
      right.current?.mirror(range);
    },
    scroller: () => right.current?.scroller() ?? null,
  }));
  useLockedScroll(left, right, ready === 2);
  const stands = useCallback(() => setReady((count) => count + 1), []);
  useEffect(() => {
    if (ready === 2) onReady();
  }, [ready, onReady]);
  const selectedLeft = useCallback(
    (range: GridRange) => {
      right.current?.mirror(range);
      onSelect(range);
    },
    [onSelect],
  );
  const selectedRight = useCallback(
    (range: GridRange) => {
      left.current?.mirror(range);
      onSelect(range);
    },
    [onSelect],
  );
  const name = props.version === "planned" ? "Planned" : "Staged";
  return (
    <div className="divide-line grid min-h-0 min-w-0 flex-1 grid-cols-2 grid-rows-1 divide-x">
      <section className="flex min-h-0 min-w-0 flex-col">
        <Heading title="Before" hash={stamps.before} of="base file" />
        <HotGrid
          {...props}
          handle={left}
          label={`Before: ${label}`}
          side="left"
          onSelect={selectedLeft}
          onScroll={NOTHING}
          onReady={stands}
        />
      </section>
      <section className="flex min-h-0 min-w-0 flex-col">
        <Heading title={name} hash={props.version === "planned" ? undefined : stamps.after} of="staged file" />
        <HotGrid
          {...props}
          handle={right}
          label={`${name}: ${label}`}
          side="right"
          onSelect={selectedRight}
          onReady={stands}
        />
      </section>
    </div>
  );
}

interface HeadingProps {
  readonly title: string;
  /** Absent: what is shown is not a file yet. */
  readonly hash: string | null | undefined;
  readonly of: string;
}

function Heading({ title, hash, of }: HeadingProps) {
  return (
    <h3 className="border-line bg-panel text-ink-3 flex h-7 shrink-0 items-center gap-2 border-b px-3 text-xs font-semibold tracking-wide uppercase">
      {title}
      {hash === undefined ? (
        <span className="font-normal tracking-normal normal-case">as it would be promoted now</span>
      ) : (
        <VersionStamp hash={hash} of={of} />
      )}
    </h3>
  );
}

/** What scrolls one scrolls the other, in both directions. Equal positions end it: both have the same extent. */
function useLockedScroll(
  left: RefObject<HotGridHandle | null>,
  right: RefObject<HotGridHandle | null>,
  ready: boolean,
): void {
  useEffect(() => {
    const [a, b] = [left.current?.scroller() ?? null, right.current?.scroller() ?? null];
    if (!ready || a === null || b === null) return;
    const follow = (from: HTMLElement, to: HTMLElement) => () => {
      if (to.scrollTop !== from.scrollTop) to.scrollTop = from.scrollTop;
      if (to.scrollLeft !== from.scrollLeft) to.scrollLeft = from.scrollLeft;
    };
    const [ofLeft, ofRight] = [follow(a, b), follow(b, a)];
    a.addEventListener("scroll", ofLeft, { passive: true });
    b.addEventListener("scroll", ofRight, { passive: true });
    return () => {
      a.removeEventListener("scroll", ofLeft);
      b.removeEventListener("scroll", ofRight);
    };
  }, [left, right, ready]);
}
