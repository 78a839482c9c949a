"use client";

import { useMemo } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileView } from "../../lib/client/queries.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { PlaceGone } from "../ui/place-gone.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { alignNotebook } from "./align-cells.ts";
import type { CellDrawing } from "./cell-view.tsx";
import { Cells } from "./cells.tsx";

export interface NotebookPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  /** That the address names, from 1; null: none. */
  readonly cell: number | null;
}

const nothing = () => undefined;

/** One version of a notebook, without a comparison. */
export function NotebookPreview({ workspace, path, contentHash, cell }: NotebookPreviewProps) {
  const { data, error, isFetching, refetch } = useFileView(workspace, path, contentHash);
  const view = data?.view?.kind === "notebook" ? data.view : null;
  const cells = useMemo(() => (view === null ? [] : alignNotebook(view, view, []).cells), [view]);
  if (error !== null)
    return <ErrorState problem={problemOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonRows label="Loading the notebook" rows={12} height={44} />;
  if (view === null)
    return <p className="text-ink-3 px-3 py-4 text-sm">It cannot be drawn: {data.unreadable ?? "it is no notebook"}</p>;
  const media = { workspace, path, contentHash };
  const drawing: CellDrawing = {
    version: "staged",
    sideBySide: false,
    outputsOpen: true,
    current: null,
    onChange: nothing,
    before: media,
    after: media,
  };
  return (
    <>
      <p className="border-line bg-sunken text-ink-3 border-b px-3 py-1 text-sm">
        {view.kernel ?? view.language} · {plural(view.cells.length, "cell")}
        {view.leftOut === 0 ? null : <span className="text-stale">, {plural(view.leftOut, "more")} not drawn</span>}
      </p>
      {cell !== null && !view.cells.some(({ number }) => number === cell) ? <PlaceGone /> : null}
      <Cells items={cells} drawing={drawing} onSeen={nothing} onUnfold={nothing} here={cell} />
    </>
  );
}
