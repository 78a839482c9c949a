"use client";

import { useEffect, useMemo, useRef } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileView } from "../../lib/client/queries.ts";
import type { DocumentView } from "../../lib/contracts/document-view.ts";
import type { Address } from "../../lib/core/address/address.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { PlaceGone } from "../ui/place-gone.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { alignDocument } from "./align.ts";
import { DocumentPage, type ScrollTo } from "./document-page.tsx";
import { itemsOf, outlineOf } from "./items.ts";
import { Outline } from "./outline.tsx";
import type { Drawing } from "./paragraph-view.tsx";
import { placeOf } from "./place-of.ts";
import type { MediaSource } from "./run-view.tsx";

export interface DocumentPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  /** What the address names, and words to look for from there on; null: none. */
  readonly place: Address | null;
  readonly find: string | null;
}

/** One version of a document on its page, without a comparison. */
export function DocumentPreview({ workspace, path, contentHash, place, find }: DocumentPreviewProps) {
  const { data, error, isFetching, refetch } = useFileView(workspace, path, contentHash);
  if (error !== null)
    return <ErrorState problem={problemOf(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (data === undefined) return <SkeletonRows label="Loading the document" rows={18} height={30} />;
  if (data.view?.kind !== "document")
    return <p className="text-ink-3 px-3 py-4 text-sm">It cannot be drawn: {data.unreadable ?? "it is no document"}</p>;
  return <Drawn view={data.view} media={{ workspace, path, contentHash }} place={place} find={find} />;
}

const NONE: ReadonlySet<string> = new Set();
const nothing = () => undefined;

interface DrawnProps extends Pick<DocumentPreviewProps, "place" | "find"> {
  readonly view: DocumentView;
  readonly media: MediaSource;
}

function Drawn({ view, media, place, find }: DrawnProps) {
  const scroll = useRef<ScrollTo>(null);
  const items = useMemo(() => itemsOf(alignDocument(view, view, [])), [view]);
  const outline = useMemo(() => outlineOf(items), [items]);
  const here = useMemo(() => placeOf(items, place, find), [items, place, find]);
  useEffect(() => {
    if (here !== null) scroll.current?.(here, "start");
  }, [here]);
  const drawing = useMemo(
    (): Drawing => ({
      showing: { layout: "clean", version: "staged" },
      current: null,
      onChange: nothing,
      onTwin: nothing,
      before: media,
      after: media,
    }),
    [media],
  );
  return (
    <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
      {view.leftOut === 0 ? null : (
        <p className="text-stale border-line border-b px-3 py-1 text-sm">
          {plural(view.leftOut, "more paragraph")} not drawn: the document is too long
        </p>
      )}
      {here === null && (place?.kind === "paragraph" || place?.kind === "tableRow") ? <PlaceGone /> : null}
      <div className="flex min-h-0 flex-1">
        {outline.length < 2 ? null : (
          <Outline entries={outline} here={null} onOpen={(key) => scroll.current?.(key, "start")} />
        )}
        <DocumentPage
          items={items}
          drawing={drawing}
          chosen={NONE}
          onItem={nothing}
          onSeen={nothing}
          onUnfold={nothing}
          onTop={nothing}
          scroll={scroll}
          label="Document"
          here={here}
        />
      </div>
    </div>
  );
}
