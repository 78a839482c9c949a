"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type ReactNode } from "react";

import type { Choices, ReconcileFile, ReconcileRow, SideChoice } from "../../lib/contracts/reconcile.ts";
import { FilePath } from "../files/file-name.tsx";
import { cx } from "../ui/cx.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { isLong, ResultCell, SideCell } from "./reconcile-cell.tsx";
import type { End } from "./reconcile-place.ts";
import { outcomeOf, type Line } from "./reconcile-rows.ts";
import type { Side } from "./reconcile-words.ts";

export interface ReconcileTableProps {
  readonly lines: readonly Line[];
  /** Whose hashes stand in the head: the first file's. */
  readonly file: ReconcileFile;
  readonly who: string;
  readonly end: End;
  /** The result of the newest choice is not there yet. */
  readonly making: boolean;
  readonly choices: Choices;
  readonly current: string | null;
  readonly onCurrent: (row: string) => void;
  /** Absent: a viewer, or nothing is merged. */
  readonly onChoose: ((conflict: string, choice: SideChoice) => void) | undefined;
  /** Under the last row. */
  readonly children?: ReactNode;
}

const SIDES: readonly Side[] = ["base", "accepted", "staged"];
const ESTIMATED_HEIGHT = 33;
const HEAD = 36;

/** Base, accepted now, staged and the result beside each other, one line a changed place. */
export function ReconcileTable(props: ReconcileTableProps) {
  const { lines, current, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (at) => lines[at]?.key ?? at,
    overscan: 12,
    scrollPaddingStart: HEAD + 8,
    scrollPaddingEnd: 60,
    initialRect: { width: 900, height: 800 },
  });
  const index = lines.findIndex(({ key }) => key === current);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
    // Only another place is brought into sight; a list that was measured again stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Places"
      tabIndex={0}
      className="bg-panel ring-inside min-h-0 flex-1 overflow-auto"
    >
      <div
        role="table"
        aria-label="Changed places on all sides"
        aria-rowcount={lines.length + 1}
        className="min-w-[520px]"
      >
        <Heads file={props.file} who={props.who} end={props.end} making={props.making} />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index: at, start, key }) => {
            const line = lines[at];
            if (line === undefined) return null;
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={at}
                role="row"
                aria-rowindex={at + 2}
                aria-current={(line.kind !== "file" && line.row.id === props.current) || undefined}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                {line.kind === "file" ? (
                  <div role="cell" className="border-line bg-sunken border-b px-3 py-1.5 text-sm font-medium">
                    <FilePath path={line.file.path} />
                  </div>
                ) : (
                  <Row {...props} row={line.row} />
                )}
              </div>
            );
          })}
        </div>
      </div>
      {children}
    </div>
  );
}

function Row({
  row,
  end,
  choices,
  current,
  onCurrent,
  onChoose,
}: ReconcileTableProps & { readonly row: ReconcileRow }) {
  const long = isLong(row);
  const choice = row.conflict === null ? undefined : choices[row.conflict];
  const outcome = outcomeOf(row, end, choice);
  const { conflict } = row;
  const take = (side: Side) =>
    conflict === null || onChoose === undefined
      ? undefined
      : () => {
          onCurrent(conflict);
          onChoose(conflict, side);
        };
  return (
    <div
      role="presentation"
      onClick={() => onCurrent(conflict ?? row.id)}
      className={cx(
        "border-line relative grid grid-cols-4 border-b",
        row.id === current &&
          "before:bg-accent before:absolute before:inset-y-0 before:left-0 before:z-1 before:w-[3px] before:content-['']",
        conflict !== null && row.id !== conflict && "border-l-stale/40 border-l-4",
      )}
    >
      {SIDES.map((side) => (
        <div role="cell" key={side} className="border-line @container flex min-w-0 border-r">
          <SideCell
            row={row}
            side={side}
            long={long}
            chosen={conflict !== null && end === "merged" && choice === side}
            onChoose={take(side)}
          />
        </div>
      ))}
      <div role="cell" className="flex min-w-0 flex-col">
        <ResultCell row={row} outcome={outcome} choice={end === "merged" ? choice : undefined} long={long} />
      </div>
    </div>
  );
}

function Heads({ file, who, end, making }: Pick<ReconcileTableProps, "file" | "who" | "end" | "making">) {
  const merged = making ? undefined : file.result.contentHash;
  const result = end === "merged" ? merged : end === "accepted" ? file.accepted : file.staged;
  const heads: readonly (readonly [title: string, hash: string | null | undefined, of: string])[] = [
    ["Base", file.base, "base"],
    ["Accepted now", file.accepted, "accepted"],
    [`Staged by ${who}`, file.staged, "staged"],
    ["Result", result, "result, as a preview"],
  ];
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="border-line bg-sunken sticky top-0 z-10 grid min-h-9 grid-cols-4 border-b"
    >
      {heads.map(([title, hash, of]) => (
        <div
          role="columnheader"
          key={title}
          className="border-line flex min-w-0 flex-wrap items-center gap-x-2 border-r px-3 py-1 text-sm last:border-r-0"
        >
          <b className="mr-auto font-semibold">
            <bdi>{title}</bdi>
          </b>
          {hash === undefined ? <span className="mono text-ink-3">…</span> : <VersionStamp hash={hash} of={of} />}
        </div>
      ))}
    </div>
  );
}
