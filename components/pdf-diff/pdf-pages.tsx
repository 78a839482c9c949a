"use client";
/**
 * The pages of one PDF, or of two versions side by side. Both versions scroll as one, because a row holds a page and its
 * partner; only rows in sight are drawn, and where each lies is computed, so that nothing jumps.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { groupDigits } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { CAPTION, rowLayout, type PageSize, type Zoom } from "./page-layout.ts";
import { pageRows, type PageRow } from "./page-rows.ts";
import { highestMark, PageRowView, type RowSide } from "./page-row.tsx";
import { PagesSkeleton } from "./pages-skeleton.tsx";
import { PageStrip } from "./page-strip.tsx";
import { PdfProblem } from "./pdf-problem.tsx";
import { PdfToolbar } from "./pdf-toolbar.tsx";
import { useFind, type Hit } from "./use-find.ts";
import { usePageSizes, type PageSizes } from "./use-page-sizes.ts";
import { usePdf, type PdfState } from "./use-pdf.ts";
import { useRoom } from "./use-room.ts";

export interface PdfPagesProps {
  /** Addresses of the bytes; null: the file is not there on that side. */
  readonly before: string | null;
  readonly after: string | null;
  /** All changes of the file: what the pages are aligned by. */
  readonly changes: readonly ReviewedChange[];
  /** Those that are looked at: what is marked, and stepped through. */
  readonly shown: readonly ReviewedChange[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Absent: there is nothing to step through. */
  readonly onEnd?: (direction: 1 | -1) => void;
  /** A page to open at, and to go to when it changes; null: the first. */
  readonly startAt?: number | null;
  /** What is looked for at first. */
  readonly startFind?: string;
}

export function PdfPages(props: PdfPagesProps) {
  const [before, after] = [usePdf(props.before), usePdf(props.after)];
  const stuck = [before, after].find(({ kind }) => kind === "password" || kind === "failed");
  if (stuck !== undefined) return <PdfProblem state={stuck} which={stuck === before ? "before" : "after"} />;
  const ready = [before, after].every(({ kind }) => kind === "ready" || kind === "absent");
  return ready ? <OpenPages {...props} states={{ before, after }} /> : <PagesSkeleton />;
}

interface OpenPagesProps extends PdfPagesProps {
  readonly states: { readonly before: PdfState; readonly after: PdfState };
}

const documentOf = (state: PdfState) => (state.kind === "ready" ? state.document : null);
const NO_SIZES: readonly PageSize[] = [];

function OpenPages({ states, changes, shown, current, onCurrent, onSeen, onEnd, ...at }: OpenPagesProps) {
  const { startAt = null, startFind = "" } = at;
  const [zoom, setZoom] = useState<Zoom>("width");
  const sizes = { before: usePageSizes(states.before), after: usePageSizes(states.after) };
  const documents = { before: documentOf(states.before), after: documentOf(states.after) };
  const rows = useRows(at, sizes, changes);
  const marked = useMemo(() => new Set(shown.map(({ id }) => id)), [shown]);
  const [scroller, room] = useRoom<HTMLDivElement>();
  const columns = at.before === null || at.after === null ? 1 : 2;
  const sizesOf = (row: PageRow): readonly PageSize[] =>
    (["before", "after"] as const).flatMap((side) => {
      const page = row[side];
      return page === null ? NO_SIZES : [sizes[side].sizeOf(page)];
    });
  const layouts = rows.map((row) => rowLayout(sizesOf(row), zoom, { ...room, columns }));
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layouts[index]?.height ?? 0,
    overscan: 1,
    useFlushSync: false,
    initialRect: { width: 900, height: 900 },
  });
  const shape = layouts.map(({ height }) => height).join(" ");
  useEffect(() => virtual.measure(), [virtual, shape]);
  const offset = virtual.scrollOffset ?? 0;
  const here = Math.max(0, virtual.getVirtualItemForOffset(offset + room.height / 3)?.index ?? 0);

  const toRow = (index: number, part = 0) => {
    const start = virtual.getOffsetForIndex(index, "start")?.[0] ?? 0;
    const down = CAPTION + part * (layouts[index]?.pageHeight ?? 0) - room.height / 3;
    virtual.scrollToOffset(start + Math.max(0, down));
  };
  const steps = useSteps({ rows, marked, current, onCurrent, onEnd, toRow, ready: room.width > 0 });
  const find = useFindBar(documents, rows, toRow, startFind);
  useStart(startAt, rows, toRow, room.width > 0);
  const side = (name: "before" | "after", row: PageRow): RowSide => {
    const page = row[name];
    return {
      document: documents[name],
      size: page === null ? { width: 1, height: 1 } : sizes[name].sizeOf(page),
      onSize: sizes[name].learn,
      hits: find.hits.flatMap((hit) =>
        hit.side === name && hit.page === page ? [{ box: hit.box, here: hit === find.hit }] : [],
      ),
    };
  };
  const shownPage = rows[here]?.after ?? rows[here]?.before ?? 1;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PdfToolbar
        page={shownPage}
        pages={sizes[at.after === null ? "before" : "after"].pages}
        onPage={(page) => {
          const index = rows.findIndex((row) => (at.after === null ? row.before : row.after) === page);
          if (index >= 0) toRow(index);
        }}
        zoom={zoom}
        onZoom={setZoom}
        find={find.bar}
      >
        {onEnd === undefined ? null : <Steps {...steps} />}
      </PdfToolbar>
      <div className="flex min-h-0 flex-1">
        <PageStrip
          rows={rows}
          here={here}
          documents={documents}
          sizeOf={(row) => sizesOf(row).at(-1) ?? { width: 1, height: 1 }}
          onRow={(index) => toRow(index)}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          {columns === 2 ? <ColumnNames /> : null}
          {/* Tabbed to, it scrolls by the arrow keys. */}
          <div
            ref={scroller}
            tabIndex={0}
            role="region"
            aria-label={columns === 2 ? "Pages of both versions" : "Pages"}
            className="bg-canvas ring-inside min-h-0 flex-1 overflow-auto"
          >
            <div className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map(({ index, start, key }) => {
                const [row, layout] = [rows[index], layouts[index]];
                if (row === undefined || layout === undefined || room.width === 0) return null;
                return (
                  <div
                    key={key}
                    data-row={index}
                    className="absolute inset-x-0"
                    style={{ top: start, height: layout.height }}
                  >
                    <PageRowView
                      row={row}
                      layout={layout}
                      sides={{
                        ...(at.before === null ? {} : { before: side("before", row) }),
                        ...(at.after === null ? {} : { after: side("after", row) }),
                      }}
                      changes={row.changes.filter(({ id }) => marked.has(id))}
                      current={current}
                      onCurrent={onCurrent}
                      onSeen={onSeen}
                    />
                  </div>
                );
              })}
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}

function useRows(
  { before, after }: { readonly before: string | null; readonly after: string | null },
  sizes: Readonly<Record<"before" | "after", PageSizes>>,
  changes: readonly ReviewedChange[],
): readonly PageRow[] {
  const [was, is] = [sizes.before.pages, sizes.after.pages];
  return useMemo(
    () =>
      before === null || after === null
        ? Array.from({ length: Math.max(was, is) }, (_, n): PageRow => {
            const page = n + 1;
            const alone = { before: after === null ? page : null, after: after === null ? null : page };
            return { ...alone, kind: "same", elsewhere: null, changes: [] };
          })
        : pageRows(was, is, changes),
    [before, after, was, is, changes],
  );
}

function ColumnNames() {
  return (
    <div className="border-line bg-panel text-ink-3 grid shrink-0 grid-cols-2 border-b px-3 text-xs font-semibold tracking-wide uppercase">
      <span className="py-1">Before</span>
      <span className="py-1 pl-1.5">Staged</span>
    </div>
  );
}

/** Goes to the page that the address names, once it is known how large everything is, and when it names another. */
function useStart(page: number | null, rows: readonly PageRow[], toRow: (index: number) => void, ready: boolean): void {
  const latest = useRef({ rows, toRow });
  useEffect(() => {
    latest.current = { rows, toRow };
  });
  useEffect(() => {
    if (page === null || !ready) return;
    const index = latest.current.rows.findIndex((row) => (row.after ?? row.before) === page);
    if (index >= 0) latest.current.toRow(index);
  }, [page, ready]);
}

interface StepsOptions {
  readonly rows: readonly PageRow[];
  readonly marked: ReadonlySet<string>;
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onEnd: ((direction: 1 | -1) => void) | undefined;
  readonly toRow: (index: number, part: number) => void;
  /** Whether it is known how large everything is. */
  readonly ready: boolean;
}

/** Changes in the order of the pages; J and K step, and the chosen one comes into sight. */
function useSteps({ rows, marked, current, onCurrent, onEnd, toRow, ready }: StepsOptions) {
  const stops = useMemo(
    () =>
      rows.flatMap((row, index) =>
        row.changes
          .filter(({ id }) => marked.has(id))
          .map((change) => ({ id: change.id, index, part: highestMark(change) }))
          .sort((a, b) => a.part - b.part),
      ),
    [rows, marked],
  );
  const at = stops.findIndex(({ id }) => id === current);
  const step = (by: 1 | -1) => {
    const next = stops[at === -1 ? (by === 1 ? 0 : stops.length - 1) : at + by];
    if (next === undefined) onEnd?.(by);
    else onCurrent(next.id);
  };
  const stepping = onEnd !== undefined;
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: stepping, run: () => step(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: stepping, run: () => step(-1) },
  ]);
  const stop = stops[at];
  const latest = useRef(toRow);
  useEffect(() => {
    latest.current = toRow;
  });
  useEffect(() => {
    if (ready && stop !== undefined) latest.current(stop.index, stop.part);
    // Only another choice scrolls: new verdicts around it do not.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stop?.id, ready]);
  return { at, count: stops.length, step };
}

function Steps({ at, count, step }: ReturnType<typeof useSteps>) {
  return (
    <span className="flex items-center gap-1">
      <span role="status" className="font-medium whitespace-nowrap">
        {at === -1
          ? `${groupDigits(count)} ${count === 1 ? "change" : "changes"} on pages`
          : `Change ${groupDigits(at + 1)} of ${groupDigits(count)}`}
      </span>
      <IconButton icon={ChevronDown} label="Next change" kbd="J" onClick={() => step(1)} />
      <IconButton icon={ChevronUp} label="Previous change" kbd="K" onClick={() => step(-1)} />
    </span>
  );
}

const NO_HITS: readonly Hit[] = [];

function useFindBar(
  documents: Parameters<typeof useFind>[1],
  rows: readonly PageRow[],
  toRow: (index: number, part: number) => void,
  start: string,
) {
  const [text, setText] = useState(start);
  const [at, setAt] = useState(0);
  const finding = useFind(text, documents);
  const hits = finding?.hits ?? NO_HITS;
  const index = Math.min(at, Math.max(0, hits.length - 1));
  const hit = hits[index];
  const go = (to: number) => {
    setAt(to);
    const next = hits[to];
    const row = next === undefined ? -1 : rows.findIndex((candidate) => candidate[next.side] === next.page);
    if (next !== undefined && row >= 0) toRow(row, next.box.top);
  };
  return {
    hits,
    hit,
    bar: {
      text,
      onText: (next: string) => {
        setText(next);
        setAt(-1);
      },
      found: finding === null ? null : { count: hits.length, at: Math.max(0, index), pending: finding.pending },
      onStep: (by: 1 | -1) => {
        if (hits.length > 0) go((Math.max(-1, at) + by + hits.length) % hits.length);
      },
    },
  };
}
