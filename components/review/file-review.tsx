"use client";

import { useCallback, useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { fetchGrid, fileAddress, useGrid, useTextView } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import { DocumentDiff } from "../document-diff/document-diff.tsx";
import { ImageDiff } from "../image-diff/image-diff.tsx";
import { NotebookDiff } from "../notebook-diff/notebook-diff.tsx";
import { isOnPage } from "../pdf-diff/page-rows.ts";
import { PdfReview } from "../pdf-diff/pdf-review.tsx";
import { SlideDiff } from "../slide-diff/slide-diff.tsx";
import { gridFragment } from "../comments/grid-fragment.ts";
import { PrintedReview } from "../rendering/printed-review.tsx";
import { canPrint } from "../rendering/printed-switch.tsx";
import { renderedSlide } from "../rendering/rendered-slide.tsx";
import { SheetGrid } from "../spreadsheet-diff/sheet-grid.tsx";
import type { SheetSelection } from "../spreadsheet-diff/selection.ts";
import { TextDiff } from "../text-diff/text-diff.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { BytesDiff, type BytesSide } from "./bytes-diff.tsx";
import { ChangeCards } from "./change-cards.tsx";
import { ChangeList } from "./change-list.tsx";
import type { ShownVersion } from "./file-toolbar.tsx";
import type { Act } from "./use-decisions.ts";
import { sheetOf } from "./words.ts";

export interface FileReviewProps {
  readonly workspace: string;
  readonly branch: string;
  /** With the changes that are looked at. */
  readonly diff: FileDiffView;
  /** Their ids where a filter holds; null: all of the file. */
  readonly only: ReadonlySet<string> | null;
  readonly version: ShownVersion;
  readonly sheet: string | null;
  readonly rows: "changed" | "all";
  /** Tables: base and staged in two grids. */
  readonly beside: boolean;
  readonly current: string | null;
  readonly licenseKey: string;
  /** Pages as they print, where the format has them, instead of the contents. */
  readonly printed: boolean;
  readonly onSheet: (sheet: string) => void;
  readonly onSelect: (selection: Selected) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  readonly onEnd: (direction: 1 | -1) => void;
  /** Decides on single changes beside the bar; null: this person only looks, or decisions are on their way. */
  readonly onDecide: ((act: Act) => void) | null;
}

/** What the person pointed at: which changes, and what to call them. */
export interface Selected {
  readonly ids: readonly string[];
  readonly label: string;
  readonly heading: string;
  /** Of the staged version, where a place without a change is pointed at: what a comment would be about. */
  readonly fragment?: string;
}

/** A file's comparison in its own format; what has no place in there is listed above it. */
export function FileReview(props: FileReviewProps) {
  const { diff } = props;
  const { format } = diff.file;
  if (props.printed && canPrint(diff.file) && format !== "pptx") return <PrintedReview {...props} />;
  if (IN_A_GRID.has(format)) return <WorkbookReview {...props} />;
  if (format === "text") return <TextReview {...props} />;
  if (format === "pdf") return <PagesReview {...props} />;
  if (format === "image") return <PictureReview {...props} />;
  if (format === "docx" || format === "ipynb") return <TextsReview {...props} />;
  if (format === "pptx") return <SlidesReview {...props} />;
  if (BY_CARDS.has(format) && diff.file.before !== null && diff.file.after !== null) return <CardsReview {...props} />;
  return <BytesReview {...props} />;
}

/** Formats whose versions are laid over each other row by row; one that is new or gone is shown so, too. */
export const IN_A_GRID: ReadonlySet<string> = new Set(["xlsx", "sheet", "csv"]);

/** Formats whose changes are shown one under the other. */
const BY_CARDS: ReadonlySet<string> = new Set(["docx", "pptx", "ipynb"]);

/** Documents and notebooks, which are drawn whole, also where one side is absent. */
function TextsReview(props: FileReviewProps) {
  const { diff } = props;
  const both = diff.file.before !== null && diff.file.after !== null;
  const Diff = diff.file.format === "ipynb" ? NotebookDiff : DocumentDiff;
  return (
    <Diff
      {...props}
      aside={(changes) => <Aside {...props} changes={changes} steps={false} />}
      otherwise={both ? <CardsReview {...props} /> : <BytesReview {...props} />}
    />
  );
}

function SlidesReview(props: FileReviewProps) {
  const { diff } = props;
  const both = diff.file.before !== null && diff.file.after !== null;
  return (
    <SlideDiff
      {...props}
      {...(props.printed ? { rendered: renderedSlide(props.workspace, diff.file) } : {})}
      aside={(changes) => <Aside {...props} changes={changes} steps={false} />}
      otherwise={both ? <CardsReview {...props} /> : <BytesReview {...props} />}
    />
  );
}

function CardsReview(props: FileReviewProps) {
  const { diff, current, onSelect, onSeen, onEnd } = props;
  const inside = useMemo(() => diff.changes.filter(({ address }) => address !== ""), [diff]);
  const outside = useMemo(() => diff.changes.filter(({ address }) => address === ""), [diff]);
  const whole = inside.length === 0;
  const choose = (id: string) => {
    const change = diff.changes.find((candidate) => candidate.id === id);
    onSeen([id]);
    if (change !== undefined) onSelect(selectedOne(change, "1 change"));
  };
  return (
    <>
      <Aside {...props} changes={whole ? [] : outside} steps={false} />
      <ChangeCards
        changes={whole ? outside : inside}
        current={current}
        onCurrent={choose}
        onSeen={onSeen}
        onEnd={onEnd}
      />
    </>
  );
}

/** Decided by page; a PDF that came or went is decided as a whole, beside its pages. */
function PagesReview(props: FileReviewProps) {
  const { diff } = props;
  const outside = useMemo(() => diff.changes.filter((change) => !isOnPage(change)), [diff]);
  return (
    <>
      <Aside {...props} changes={outside} steps={outside.length === diff.changes.length} />
      <PdfReview {...props} />
    </>
  );
}

/** Decided as a whole, like every picture. */
function PictureReview(props: FileReviewProps) {
  const { workspace, diff } = props;
  const { file } = diff;
  const address = (path: string, hash: string | null) => (hash === null ? null : fileAddress(workspace, path, hash));
  return (
    <>
      <Aside {...props} changes={diff.changes} steps />
      <ImageDiff
        key={`${file.before ?? ""} ${file.after ?? ""}`}
        before={address(file.fromPath ?? file.path, file.before)}
        after={address(file.path, file.after)}
      />
    </>
  );
}

const selectedOne = (change: ReviewedChange, label: string): Selected => ({ ids: [change.id], label, heading: "" });

function Aside({
  changes,
  steps,
  ...props
}: FileReviewProps & { readonly changes: readonly ReviewedChange[]; readonly steps: boolean }) {
  const { current, onSelect, onSeen, onEnd } = props;
  return (
    <ChangeList
      title={steps ? "Changes" : "Beside the contents"}
      changes={changes}
      current={current}
      steps={steps}
      onSeen={onSeen}
      onEnd={onEnd}
      onCurrent={(id) => {
        const change = changes.find((candidate) => candidate.id === id);
        if (change !== undefined) onSelect(selectedOne(change, change.address === "" ? "this file" : "1 change"));
      }}
    />
  );
}

const IN_GRID = /[?&]?(cell|row|column)=/u;
const inGrid = ({ address, beforeAddress }: ReviewedChange) =>
  IN_GRID.test(address) || IN_GRID.test(beforeAddress ?? "");

function WorkbookReview(props: FileReviewProps) {
  const { workspace, branch, diff, version, sheet, rows, licenseKey, onSheet, onSelect, onSeen, onEnd } = props;
  const { path, format } = diff.file;
  // Where a link led when the file was opened; later the sheet is chosen by its tab.
  const [opened] = useState(() => {
    const change = diff.changes.find(({ id }) => id === props.current);
    return change === undefined ? null : sheetOf(change);
  });
  const wanted = sheet ?? opened;
  const grid = useGrid(workspace, branch, {
    path,
    ...(wanted === null ? {} : { sheet: wanted }),
    rows,
    from: 0,
    count: 200,
  });
  const outside = useMemo(
    () => diff.changes.filter((change) => !inGrid(change) && change.facet !== "recalculated"),
    [diff],
  );
  const shownSheet = grid.data?.sheet;
  const loadRows = useCallback(
    async (from: number, count: number) => {
      const window = await fetchGrid(workspace, branch, {
        path,
        ...(shownSheet === undefined ? {} : { sheet: shownSheet }),
        rows,
        from,
        count,
      });
      return window.rows;
    },
    // A new version of the branch is a new function: what is in sight is loaded again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [workspace, branch, path, shownSheet, rows, diff.version.seq],
  );
  const select = useCallback(
    (selection: SheetSelection) => {
      onSeen(selection.ids);
      const { ids, label, heading } = selection;
      const fragment = ids.length > 0 ? null : gridFragment(label, format === "csv" ? null : (shownSheet ?? null));
      onSelect({ ids, label, heading, ...(fragment === null ? {} : { fragment }) });
    },
    [onSeen, onSelect, shownSheet, format],
  );
  const onSight = useCallback((ids: readonly string[]) => onSeen(ids), [onSeen]);
  return (
    <>
      <Aside {...props} changes={outside} steps={grid.data?.totalRows === 0} />
      {grid.data === undefined ? (
        grid.error === null ? (
          <SkeletonRows label="Loading the sheet" rows={18} height={27} />
        ) : (
          <ErrorState problem={problemOf(grid.error)} onRetry={() => void grid.refetch()} retrying={grid.isFetching} />
        )
      ) : (
        <SheetGrid
          key={`${path} ${grid.data.sheet} ${rows} ${String(props.beside)}`}
          sheets={grid.data.sheets}
          sheet={grid.data.sheet}
          onSheet={onSheet}
          columns={grid.data.columns}
          totalRows={grid.data.totalRows}
          firstRows={grid.data.rows}
          loadRows={loadRows}
          version={version}
          beside={props.beside ? { before: diff.file.before, after: diff.file.after } : null}
          onSelect={select}
          onSight={onSight}
          onEnd={onEnd}
          licenseKey={licenseKey}
          only={props.only}
          startAt={props.current}
          consequences={<Consequences diff={diff} />}
        />
      )}
    </>
  );
}

function Consequences({ diff }: { readonly diff: FileDiffView }) {
  const { follows } = diff.file.changes;
  if (follows === 0) return null;
  return (
    <span className="text-recalc">
      ↻ {follows} {follows === 1 ? "result follows" : "results follow"} in this file
    </span>
  );
}

const isLine = ({ address, beforeAddress }: ReviewedChange) =>
  /^L\d/u.test(address) || /^L\d/u.test(beforeAddress ?? "");

function TextReview(props: FileReviewProps) {
  const { workspace, branch, diff, version, current, onSelect, onSeen, onEnd } = props;
  const view = useTextView(workspace, branch, diff.file.path);
  const hunks = useMemo(() => diff.changes.filter(isLine), [diff]);
  const others = useMemo(() => diff.changes.filter((change) => !isLine(change)), [diff]);
  const choose = (id: string) => {
    onSeen([id]);
    onSelect({ ids: [id], label: "this hunk", heading: "" });
  };
  return (
    <>
      <Aside {...props} changes={others} steps={hunks.length === 0} />
      {view.data === undefined || view.data.path !== diff.file.path ? (
        view.error === null ? (
          <SkeletonRows label="Loading the text" rows={18} height={20} />
        ) : (
          <ErrorState problem={problemOf(view.error)} onRetry={() => void view.refetch()} retrying={view.isFetching} />
        )
      ) : (
        <TextDiff
          view={view.data}
          changes={hunks}
          version={version}
          current={current}
          onCurrent={choose}
          onEnd={onEnd}
        />
      )}
    </>
  );
}

function BytesReview(props: FileReviewProps) {
  const { workspace, diff } = props;
  const { file } = diff;
  const side = (path: string, hash: string | null): BytesSide | null => {
    if (hash === null) return null;
    const size = sizeOf(diff.changes, hash);
    return { path, contentHash: hash, size, type: typeOf(path), href: fileAddress(workspace, path, hash) };
  };
  return (
    <>
      <Aside {...props} changes={diff.changes.filter(({ facet }) => facet !== "recalculated")} steps />
      {file.format === "folder" ? null : (
        <BytesDiff
          before={side(file.fromPath ?? file.path, file.before)}
          after={side(file.path, file.after)}
          {...(file.unreadable === undefined ? {} : { reason: file.unreadable })}
        />
      )}
    </>
  );
}

/** Bytes, as a change says them; 0 where none does. */
function sizeOf(changes: readonly ReviewedChange[], hash: string): number {
  for (const { before, after } of changes) {
    for (const value of [before, after]) if (value?.type === "file" && value.contentHash === hash) return value.size;
  }
  return 0;
}

const typeOf = (path: string): string => {
  const extension = /\.([^./]+)$/u.exec(path)?.[1];
  return extension === undefined ? "unknown type" : `${extension.toUpperCase()} file`;
};
