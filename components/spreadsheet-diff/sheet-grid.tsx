"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";

import type { GridRow, SheetGridView, SheetSummary } from "../../lib/contracts/sheets.ts";
import { useThreadMarks } from "../comments/thread-marks.tsx";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { ChangeCount } from "../ui/change-count.tsx";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import type { Shown } from "./cell-view.ts";
import { columnWidths } from "./draw-cell.ts";
import { FormulaBar } from "./formula-bar.tsx";
import type { HotGridHandle } from "./hot-grid.tsx";
import { PAGE, type LoadRows } from "./row-cache.ts";
import { selectionOf, type GridPlace, type GridRange, type SheetSelection } from "./selection.ts";
import { useRows } from "./use-rows.ts";
import { nextStop } from "./next-stop.ts";

const HotGrid = dynamic(() => import("./hot-grid.tsx").then((module) => module.HotGrid), {
  ssr: false,
  loading: () => <SkeletonRows label="Loading the grid" rows={14} height={27} />,
});

const TwoGrids = dynamic(() => import("./two-grids.tsx").then((module) => module.TwoGrids), {
  ssr: false,
  loading: () => <SkeletonRows label="Loading the grids" rows={14} height={27} />,
});

export interface SheetGridProps {
  readonly sheets: readonly SheetSummary[];
  readonly sheet: string;
  readonly onSheet: (sheet: string) => void;
  readonly columns: SheetGridView["columns"];
  readonly totalRows: number;
  /** Loads a window of the chosen sheet; a new function means a new version: what is in sight is loaded again. */
  readonly loadRows: LoadRows;
  /** The first window, where it is there already. */
  readonly firstRows: readonly GridRow[];
  readonly version: ShownVersion;
  /** Content hashes of the two versions where they stand beside each other; null: they are laid over each other. */
  readonly beside?: { readonly before: string | null; readonly after: string | null } | null;
  readonly onSelect: (selection: SheetSelection) => void;
  /** Ids of the changes that are in sight. */
  readonly onSight?: (ids: readonly string[]) => void;
  /** The changes that are looked at; null: all. Stepping passes the others by. */
  readonly only?: ReadonlySet<string> | null;
  /** The change to begin at; null: at the top. */
  readonly startAt?: string | null;
  /** Stepping went past the last (1) or first (-1) change of this sheet. */
  readonly onEnd?: (direction: 1 | -1) => void;
  /** Right end of the formula bar: what follows if it is accepted. */
  readonly consequences?: ReactNode;
  /** Covers non-commercial use and evaluation only; a commercial key comes from the environment. */
  readonly licenseKey?: string;
}

/** A spreadsheet's comparison: sheets with counts, formula bar, aligned grid. J and K step from change to change. */
export function SheetGrid(props: SheetGridProps) {
  const {
    sheets,
    sheet,
    onSheet,
    columns,
    totalRows,
    loadRows,
    firstRows,
    version,
    onSelect,
    onSight,
    onEnd,
    consequences,
  } = props;
  const { only = null, startAt = null, beside = null, licenseKey = "non-commercial-and-evaluation" } = props;
  const grid = useRef<HotGridHandle>(null);
  /** Where a step led before the table stood. */
  const wanted = useRef<GridPlace | null>(null);
  const [shown, setShown] = useState<Shown>("values");
  const [range, setRange] = useState<GridRange | null>(null);
  const redraw = useCallback(() => grid.current?.redraw(), []);
  const marks = useThreadMarks();
  const marked = useRef(marks);
  const threadsOn = useCallback((change: string) => marked.current.byChange.get(change) ?? 0, []);
  useEffect(() => {
    marked.current = marks;
    redraw();
  }, [marks, redraw]);
  const { rowAt, ensure, failed, arrivals } = useRows(loadRows, totalRows, redraw);
  const widths = useMemo(() => columnWidths(columns, firstRows), [columns, firstRows]);
  const readRow = useCallback((index: number) => rowAt(index) ?? firstRows[index], [rowAt, firstRows]);
  const onScroll = useCallback(() => {
    const [from, to] = grid.current?.inSight() ?? [0, 0];
    void ensure(from - PAGE / 4, to + PAGE / 4);
    onSight?.(idsBetween(readRow, from, to));
  }, [ensure, onSight, readRow]);
  useEffect(() => {
    void ensure(0, 0);
  }, [ensure]);

  const selection = useMemo(
    () => (range === null ? null : selectionOf(range, readRow, columns)),
    // A page that arrives can bring what the selection holds.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [range, readRow, columns, arrivals],
  );
  useEffect(() => {
    if (selection !== null) onSelect(selection);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- told when the selection changes, not when the listener does
  }, [selection]);

  const step = async (direction: 1 | -1) => {
    const from = range === null ? null : { row: range.fromRow, column: range.columns?.from ?? null };
    const place = await nextStop(direction, from, totalRows, readRow, ensure, only);
    if (place === "end") onEnd?.(direction);
    else if (place !== "not-loaded") {
      if (grid.current === null) wanted.current = place;
      else grid.current.select(place.row, place.column);
    }
  };
  useEffect(() => {
    if (startAt === null) return;
    let gone = false;
    void nextStop(1, null, totalRows, readRow, ensure, new Set([startAt])).then((place) => {
      if (gone || place === "end" || place === "not-loaded") return;
      if (grid.current === null) wanted.current = place;
      else grid.current.select(place.row, place.column);
    });
    return () => {
      gone = true;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, where it opens: later the selection leads
  }, []);
  const onReady = useCallback(() => {
    if (wanted.current !== null) grid.current?.select(wanted.current.row, wanted.current.column);
    wanted.current = null;
  }, []);
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", run: () => void step(1) },
    { keys: "K", label: "Previous change", hint: "change", run: () => void step(-1) },
  ]);

  const table = {
    label: `${sheet}, ${plural(totalRows, "row")}`,
    columns,
    widths,
    totalRows,
    rowAt: readRow,
    version,
    shown,
    threadsOn,
    onSelect: setRange,
    onScroll,
    onReady,
    licenseKey,
  };
  return (
    <Tabs
      label="Sheets"
      value={sheet}
      onChange={(next) => {
        setRange(null);
        onSheet(next);
      }}
      tabs={sheets.map((summary) => ({
        value: summary.sheet,
        quiet: isQuiet(summary),
        label: <SheetLabel summary={summary} />,
      }))}
      aside={
        <Segmented
          label="Shown content"
          value={shown}
          onChange={setShown}
          segments={[
            { value: "values", label: "Values" },
            { value: "formulas", label: "Formulas" },
          ]}
        />
      }
    >
      <FormulaBar selection={selection} aside={consequences} />
      {failed ? (
        <p role="alert" className="bg-removed-soft text-removed shrink-0 px-3 py-1 text-sm">
          Some rows could not be loaded. Scroll to ask for them again.
        </p>
      ) : null}
      {beside === null ? (
        <HotGrid {...table} handle={grid} side="alone" />
      ) : (
        <TwoGrids {...table} handle={grid} stamps={beside} />
      )}
    </Tabs>
  );
}

/** Ids of the changes in a range of rows, both ends included. */
function idsBetween(rowAt: (index: number) => GridRow | undefined, from: number, to: number): string[] {
  const ids: string[] = [];
  for (let index = from; index <= to; index += 1) {
    const row = rowAt(index);
    if (row?.change !== undefined) ids.push(row.change);
    for (const cell of row?.cells ?? []) {
      if (cell.change !== undefined) ids.push(cell.change);
      ids.push(...(cell.others ?? []));
    }
  }
  return ids;
}

const isQuiet = ({ changes, beforeName, afterName }: SheetSummary): boolean =>
  beforeName === afterName && Object.values(changes).every((count) => count === 0);

function SheetLabel({ summary }: { readonly summary: SheetSummary }) {
  const { sheet, beforeName, afterName, changes, hidden } = summary;
  return (
    <>
      {sheet}
      {hidden ? <span className="text-ink-3 text-xs font-normal">hidden</span> : null}
      {beforeName === null ? <span className="text-added text-xs">+ new</span> : null}
      {afterName === null ? <span className="text-removed text-xs">− removed</span> : null}
      {beforeName !== null && afterName !== null && beforeName !== afterName ? (
        <span className="text-moved text-xs">was {beforeName}</span>
      ) : null}
      <ChangeCount counts={changes} />
    </>
  );
}
