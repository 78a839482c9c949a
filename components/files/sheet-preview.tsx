"use client";

import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { fetchSheet, sheetKey } from "../../lib/client/records.ts";
import type { SheetWindowView } from "../../lib/contracts/records.ts";
import { formatAddress, type Address } from "../../lib/core/address/address.ts";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { cellName, cellStep, columnWidthsOf, isIn, parseRange, type CellPlace, type CellRange } from "./sheet-cells.ts";
import { setFragment } from "./use-fragment.ts";
import { visibleName, visibleText } from "./visible-name.ts";

export interface SheetPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  readonly place: Address | null;
}

const WINDOW = 200;
const ROW = 24;
const HEAD = 26;
const GUTTER = 56;

const sheetOf = (place: Address | null): string | undefined =>
  place !== null && "sheet" in place ? place.sheet : undefined;

/** A workbook or table of any version, as it is: sheets, cells, the formula of the chosen one. Rows come as they are scrolled to. */
export function SheetPreview({ workspace, path, contentHash, place }: SheetPreviewProps) {
  const wanted = { path, v: contentHash, sheet: sheetOf(place), from: 0, count: WINDOW };
  const first = useQuery({
    queryKey: sheetKey(workspace, wanted),
    queryFn: ({ signal }) => fetchSheet(workspace, wanted, signal),
    staleTime: Infinity,
    // The sheet before stays until the chosen one is there; another version is another component.
    placeholderData: keepPreviousData,
  });
  const { data } = first;
  if (data === undefined)
    return first.error === null ? (
      <SkeletonRows label="Loading the sheet" rows={18} height={ROW} />
    ) : (
      <ErrorState problem={problemOf(first.error)} retrying={first.isFetching} onRetry={() => void first.refetch()} />
    );
  const grid = (
    <Grid key={`${contentHash} ${data.sheet}`} workspace={workspace} path={path} first={data} place={place} />
  );
  if (data.sheets.length === 0) return grid;
  return (
    <Tabs
      label="Sheets"
      value={data.sheet}
      onChange={(sheet) => setFragment(formatAddress({ kind: "sheet", sheet }))}
      tabs={data.sheets.map(({ sheet, hidden }) => ({
        value: sheet,
        label: `${visibleName(sheet)}${hidden ? " (hidden)" : ""}`,
        ...(hidden ? { quiet: true } : {}),
      }))}
    >
      {grid}
    </Tabs>
  );
}

interface GridProps {
  readonly workspace: string;
  readonly path: string;
  readonly first: SheetWindowView;
  readonly place: Address | null;
}

function markedRange(place: Address | null, first: SheetWindowView): CellRange | null {
  if (place === null) return null;
  if ("sheet" in place && place.sheet !== first.sheet) return null;
  if (place.kind === "cells") return parseRange(place.range);
  const last = first.columns.length - 1;
  if (place.kind === "row")
    return { from: { row: place.row - 1, column: 0 }, to: { row: place.row - 1, column: last } };
  if (place.kind !== "column") return null;
  const column = parseRange(`${place.column}1`)?.from.column ?? 0;
  return { from: { row: 0, column }, to: { row: first.totalRows - 1, column } };
}

function Grid({ workspace, path, first, place }: GridProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useMemo(() => columnWidthsOf(first), [first]);
  const marked = useMemo(() => markedRange(place, first), [place, first]);
  const chosen: CellPlace = marked?.from ?? { row: 0, column: 0 };
  const { totalRows, columns, sheet } = first;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const rows = useVirtualizer({
    count: totalRows,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
    scrollPaddingStart: HEAD,
    initialRect: { width: 800, height: 600 },
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => widths[at] ?? 64,
    overscan: 3,
    paddingStart: GUTTER,
    scrollPaddingStart: GUTTER,
    initialRect: { width: 800, height: 600 },
  });
  useEffect(() => {
    if (marked === null) return;
    rows.scrollToIndex(marked.from.row, { align: "auto" });
    across.scrollToIndex(marked.from.column, { align: "auto" });
    // Only another place scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [marked]);
  const inSight = rows.getVirtualItems();
  const texts = useWindows(workspace, path, first, inSight[0]?.index ?? 0, inSight.at(-1)?.index ?? 0);
  const choose = (to: CellPlace) => {
    const onSheet = first.sheets.length === 0 ? {} : { sheet };
    setFragment(formatAddress({ kind: "cells", ...onSheet, range: cellName(to) }));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = cellStep(event.key, chosen, totalRows, columns.length, Math.max(1, inSight.length - 22));
    if (to === null) return;
    event.preventDefault();
    choose(to);
  };
  if (totalRows === 0 || columns.length === 0)
    return <EmptyState title="An empty sheet">There is no cell with a value on it.</EmptyState>;
  const shown = texts.get(chosen.row)?.get(chosen.column);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="border-line bg-sunken flex h-8 shrink-0 items-center gap-3 border-b px-3 text-sm">
        <span className="mono w-16 shrink-0 font-semibold">{marked === null ? "" : cellName(chosen)}</span>
        <bdi
          className="mono cut text-ink-2 flex-1"
          title={shown?.formula === undefined ? undefined : `=${shown.formula}`}
        >
          {marked === null
            ? ""
            : shown?.formula === undefined
              ? visibleText(shown?.text ?? "")
              : `=${visibleText(shown.formula)}`}
        </bdi>
        <span className="text-ink-3 shrink-0 text-xs">{groupDigits(totalRows)} rows</span>
      </div>
      <div
        ref={scroller}
        role="grid"
        aria-label={`Cells of ${sheet === "" ? path : sheet}`}
        aria-rowcount={totalRows + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={marked === null ? undefined : `${id}${cellName(chosen)}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="ring-inside min-h-0 flex-1 overflow-auto text-sm tabular-nums"
      >
        <div className="relative" style={{ height: rows.getTotalSize() + HEAD, width: across.getTotalSize() }}>
          <div role="row" className="bg-sunken sticky top-0 z-20" style={{ height: HEAD }}>
            <span
              role="columnheader"
              aria-label="Row"
              className="border-line bg-sunken sticky left-0 z-10 block border-r border-b"
              style={{ width: GUTTER, height: HEAD }}
            />
            {across.getVirtualItems().map(({ index, start, size, key }) => (
              <span
                key={key}
                role="columnheader"
                aria-colindex={index + 2}
                className="border-line text-ink-3 absolute top-0 flex items-center justify-center gap-1 overflow-hidden border-r border-b px-1 text-xs"
                style={{ left: start, width: size, height: HEAD }}
              >
                {columns[index]?.letters}
              </span>
            ))}
          </div>
          {inSight.map(({ index: row, start, key }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={row + 2}
              className="absolute left-0 w-full"
              style={{ transform: `translateY(${start}px)`, height: ROW }}
            >
              <span
                role="rowheader"
                className="border-line bg-sunken text-ink-3 sticky left-0 z-10 flex items-center justify-end border-r border-b px-2 text-xs"
                style={{ width: GUTTER, height: ROW }}
              >
                {row + 1}
              </span>
              {across.getVirtualItems().map(({ index: column, start: left, size, key: cellKey }) => {
                const cell = texts.get(row)?.get(column);
                const isChosen = marked !== null && row === chosen.row && column === chosen.column;
                return (
                  <span
                    key={cellKey}
                    id={`${id}${cellName({ row, column })}`}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-selected={isChosen}
                    title={cell?.notCalculated ? "Known once the file is recalculated" : cell?.text}
                    onClick={() => choose({ row, column })}
                    className={cx(
                      "border-line absolute top-0 overflow-hidden border-r border-b px-1.5 leading-[23px] text-ellipsis whitespace-nowrap",
                      (cell?.number || cell?.notCalculated) && "text-right",
                      marked !== null && isIn(marked, row, column) && "bg-stale-soft",
                      isChosen && "outline-accent outline-2 -outline-offset-2",
                    )}
                    style={{ left, width: size, height: ROW }}
                  >
                    {cell === undefined ? null : <bdi>{cell.notCalculated ? "?" : visibleText(cell.text)}</bdi>}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <span className="sr-only" role="status">
        {marked === null
          ? ""
          : `${cellName(chosen)} ${shown?.notCalculated ? "not calculated" : (shown?.text ?? "empty")}`}
      </span>
    </div>
  );
}

type Cell = SheetWindowView["rows"][number]["cells"][number];

/** The cells of the windows that are in sight, by row and column; a row that is not there yet is empty. */
function useWindows(workspace: string, path: string, first: SheetWindowView, from: number, to: number) {
  const windows: number[] = [];
  for (let at = Math.floor(from / WINDOW); at <= Math.floor(to / WINDOW); at += 1) windows.push(at * WINDOW);
  const answers: readonly { readonly data: SheetWindowView | undefined }[] = useQueries({
    queries: windows.map((start) => {
      const wanted = {
        path,
        v: first.contentHash,
        sheet: first.sheet === "" ? undefined : first.sheet,
        from: start,
        count: WINDOW,
      };
      return {
        queryKey: sheetKey(workspace, wanted),
        queryFn: ({ signal }: { readonly signal: AbortSignal }) => fetchSheet(workspace, wanted, signal),
        staleTime: Infinity,
        ...(start === first.from ? { initialData: first } : {}),
      };
    }),
  });
  const cells = new Map<number, Map<number, Cell>>();
  for (const { data } of answers)
    for (const row of data?.rows ?? [])
      cells.set(row.number - 1, new Map(row.cells.map((cell) => [cell.column, cell])));
  return cells;
}
