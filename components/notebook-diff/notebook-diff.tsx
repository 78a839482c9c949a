"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileView } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { NotebookView } from "../../lib/contracts/notebook-view.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { addressWords, CHANGE_SIGNS, FACET_WORDS } from "../review/words.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { alignNotebook, changesOf, foldedCells, type AlignedCell, type CellFold } from "./align-cells.ts";
import { CellView, type CellDrawing } from "./cell-view.tsx";

export interface NotebookDiffProps {
  readonly workspace: string;
  readonly diff: FileDiffView;
  readonly version: ShownVersion;
  readonly current: string | null;
  readonly onSelect: (selected: {
    readonly ids: readonly string[];
    readonly label: string;
    readonly heading: string;
  }) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Stepping went past the last (1) or first (-1) change. */
  readonly onEnd: (direction: 1 | -1) => void;
  /** The list of changes that belong to no cell. */
  readonly aside: (changes: readonly ReviewedChange[]) => ReactNode;
  /** Instead, where a version cannot be drawn. */
  readonly otherwise: ReactNode;
}

/** A notebook's comparison by cell; also of a file that came or went. J and K step through changes. */
export function NotebookDiff(props: NotebookDiffProps) {
  const { workspace, diff, otherwise } = props;
  const { path, fromPath, before, after } = diff.file;
  const old = useFileView(workspace, fromPath ?? path, before);
  const now = useFileView(workspace, path, after);
  const failed = [old, now].find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <ErrorState
        problem={problemOf(failed.error)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  if ((before !== null && old.data === undefined) || (after !== null && now.data === undefined))
    return <SkeletonRows label="Loading the notebook" rows={12} height={44} />;
  const [left, right] = [notebookOf(old.data?.view), notebookOf(now.data?.view)];
  if ((before !== null && left === null) || (after !== null && right === null)) return otherwise;
  return <Loaded {...props} before={left} after={right} />;
}

const notebookOf = (view: { readonly kind: string } | null | undefined): NotebookView | null =>
  view?.kind === "notebook" ? (view as NotebookView) : null;

interface LoadedProps extends NotebookDiffProps {
  readonly before: NotebookView | null;
  readonly after: NotebookView | null;
}

function Loaded(props: LoadedProps) {
  const { workspace, diff, version, current, before, after, onSelect, onSeen, onEnd, aside } = props;
  const [layout, setLayout] = useState<"place" | "side">("place");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { file } = diff;
  const whole = file.before === null || file.after === null;
  const { cells, unplaced } = useMemo(() => alignNotebook(before, after, diff.changes), [before, after, diff.changes]);
  const items = useMemo(() => (whole ? cells : foldedCells(cells, open)), [cells, whole, open]);
  const steps = useMemo(
    () => [...new Map([...unplaced, ...cells.flatMap(changesOf)].map((change) => [change.id, change])).values()],
    [cells, unplaced],
  );
  const index = steps.findIndex(({ id }) => id === current);
  const choose = (change: ReviewedChange) =>
    onSelect({ ids: [change.id], label: "1 change", heading: addressWords(change.address) });
  const step = (by: 1 | -1) => {
    const next = steps[index === -1 ? 0 : index + by];
    if (next === undefined) {
      onEnd(by);
      return;
    }
    if (unplaced.includes(next)) onSeen([next.id]);
    choose(next);
  };
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: steps.length > 0, run: () => step(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: steps.length > 0, run: () => step(-1) },
  ]);
  const media = (path: string, hash: string | null) => (hash === null ? null : { workspace, path, contentHash: hash });
  const drawing: CellDrawing = {
    version: whole ? "staged" : version,
    sideBySide: layout === "side",
    current,
    onChange: choose,
    before: media(file.fromPath ?? file.path, file.before),
    after: media(file.path, file.after),
  };
  return (
    <>
      {aside(unplaced)}
      <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1 text-sm">
        <Position steps={steps} index={index} />
        <IconButton icon={ChevronDown} label="Next change" kbd="J" onClick={() => step(1)} />
        <IconButton icon={ChevronUp} label="Previous change" kbd="K" onClick={() => step(-1)} />
        <span className="flex-1" />
        <Kernel view={after ?? before} />
        {whole ? null : (
          <Segmented
            label="Layout"
            value={layout}
            onChange={setLayout}
            segments={[
              { value: "place", label: "In place" },
              { value: "side", label: "Side by side" },
            ]}
          />
        )}
      </div>
      <Cells
        items={items}
        drawing={drawing}
        onSeen={onSeen}
        onUnfold={(key) => setOpen((known) => new Set([...known, key]))}
      />
    </>
  );
}

function Kernel({ view }: { readonly view: NotebookView | null }) {
  if (view === null) return null;
  const left = view.leftOut;
  return (
    <>
      {left === 0 ? null : <span className="text-stale">{plural(left, "more cell")} not drawn</span>}
      <span className="text-ink-3 cut">{view.kernel ?? view.language}</span>
    </>
  );
}

function Position({ steps, index }: { readonly steps: readonly ReviewedChange[]; readonly index: number }) {
  const change = steps[index];
  if (change === undefined) return <span className="text-ink-3">{plural(steps.length, "change")}</span>;
  const [sign, tone] = CHANGE_SIGNS[change.kind];
  return (
    <span role="status" className="cut">
      <b className="font-semibold">
        Change {groupDigits(index + 1)} of {groupDigits(steps.length)}
      </b>{" "}
      <span className={`${tone} font-medium`}>
        {sign} {addressWords(change.address)}, {FACET_WORDS[change.facet]}
      </span>
    </span>
  );
}

interface CellsProps {
  readonly items: readonly (AlignedCell | CellFold)[];
  readonly drawing: CellDrawing;
  readonly onSeen: (ids: readonly string[]) => void;
  readonly onUnfold: (key: string) => void;
}

const CELL_HEIGHT = 110;
const FOLD_HEIGHT = 30;

/** Only the cells near the window are in the document. */
function Cells({ items, drawing, onSeen, onUnfold }: CellsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { current } = drawing;
  const index = items.findIndex((item) => !("fold" in item) && changesOf(item).some(({ id }) => id === current));
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
    <div ref={scroller} className="bg-canvas @container min-h-0 flex-1 overflow-auto">
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
              className="absolute inset-x-3 top-0"
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
