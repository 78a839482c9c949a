"use client";

import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";

import { problemFrom } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { fileAddress } from "../../lib/client/queries.ts";
import type { Address } from "../../lib/core/address/address.ts";
import { cx } from "../ui/cx.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { formatBytes } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { linesOfText } from "./text-lines.ts";
import { visibleText } from "./visible-name.ts";

export interface TextPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  readonly size: number | null;
  readonly place: Address | null;
}

/** More than this is for an editor: the first part is shown, and said to be it. */
const SHOWN_BYTES = 4 * 1024 ** 2;
const LINE = 20;

/** A text as it is, line by line; only lines in sight are in the document. */
export function TextPreview({ workspace, path, contentHash, size, place }: TextPreviewProps) {
  const text = useQuery({
    queryKey: ["text", workspace, path, contentHash],
    queryFn: async ({ signal }) => {
      const response = await fetch(fileAddress(workspace, path, contentHash), {
        signal,
        headers: { range: `bytes=0-${SHOWN_BYTES - 1}` },
      });
      if (!response.ok && response.status !== 416) throw await problemFrom(response);
      const bytes = new Uint8Array(response.status === 416 ? [] : await response.arrayBuffer());
      return linesOfText(bytes, bytes.length === SHOWN_BYTES);
    },
    staleTime: Infinity,
  });
  if (text.data === undefined)
    return text.error === null ? (
      <SkeletonRows label="Loading the text" rows={16} height={LINE} />
    ) : (
      <ErrorState problem={problemOf(text.error)} retrying={text.isFetching} onRetry={() => void text.refetch()} />
    );
  return (
    <>
      <Lines lines={text.data} path={path} place={place} />
      {size !== null && size > SHOWN_BYTES ? (
        <p className="border-line text-ink-3 shrink-0 border-t px-3 py-1.5 text-xs">
          The first {formatBytes(SHOWN_BYTES)} of {formatBytes(size)}. Download the file to read all of it.
        </p>
      ) : null}
    </>
  );
}

function Lines({
  lines,
  path,
  place,
}: {
  readonly lines: readonly string[];
  readonly path: string;
  readonly place: Address | null;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 20,
    paddingStart: 6,
    paddingEnd: 6,
    initialRect: { width: 800, height: 900 },
  });
  const [from, to] = place?.kind === "lines" ? [place.from, Math.max(place.from, place.to)] : [0, -1];
  useEffect(() => {
    if (from > 0) virtual.scrollToIndex(Math.min(from, lines.length) - 1, { align: "center" });
    // Only another place scrolls.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [from, lines]);
  const digits = Math.max(3, String(lines.length).length);
  return (
    <div
      ref={scroller}
      tabIndex={0}
      aria-label={`Text of ${path}`}
      role="region"
      className="ring-inside min-h-0 flex-1 overflow-auto"
    >
      <div
        className="mono relative min-w-full text-sm"
        style={{ height: virtual.getTotalSize(), lineHeight: `${LINE}px` }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const marked = index + 1 >= from && index + 1 <= to;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-current={marked || undefined}
              className={cx("absolute inset-x-0 top-0 flex", marked && "bg-stale-soft")}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span
                aria-hidden
                className="border-line text-ink-3 sticky left-0 shrink-0 border-r px-2 text-right select-none"
                style={{ width: `calc(${digits}ch + 18px)` }}
              >
                {index + 1}
              </span>
              <bdi className="min-w-0 flex-1 px-3 break-words whitespace-pre-wrap">
                {visibleText(lines[index] ?? "")}
              </bdi>
            </div>
          );
        })}
      </div>
    </div>
  );
}
