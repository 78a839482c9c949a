"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { Page } from "react-pdf";

import { CHANGE_SIGNS } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import type { PageSize } from "./page-layout.ts";
import type { PageRow } from "./page-rows.ts";
import { rowTitle } from "./page-words.ts";
import type { PdfDocument } from "./use-pdf.ts";
import { useStayed } from "./use-stayed.ts";

const WIDTH = 76;
const TALLEST = 110;
const CAPTION = 24;
const GAP = 8;

export interface PageStripProps {
  readonly rows: readonly PageRow[];
  /** The row in sight. */
  readonly here: number;
  readonly documents: { readonly before: PdfDocument | null; readonly after: PdfDocument | null };
  readonly sizeOf: (row: PageRow) => PageSize;
  readonly onRow: (index: number) => void;
}

/** All pages small, with the sign of what happened to each; a click leads there. Only those in sight are drawn. */
export function PageStrip({ rows, here, documents, sizeOf, onRow }: PageStripProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const heightOf = (index: number): number => {
    const row = rows[index];
    return (row === undefined ? TALLEST : thumbnail(sizeOf(row)).height) + CAPTION + GAP;
  };
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    overscan: 2,
    paddingStart: GAP,
    paddingEnd: GAP,
    useFlushSync: false,
    initialRect: { width: 100, height: 700 },
  });
  useEffect(() => {
    virtual.scrollToIndex(here, { align: "auto" });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another page brings the strip along
  }, [here]);
  return (
    <nav
      ref={scroller}
      aria-label="Pages"
      className="border-line bg-sunken hidden w-[112px] shrink-0 overflow-y-auto border-r md:block"
    >
      <ol className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <li key={key} className="absolute inset-x-0" style={{ top: start }}>
              <Thumbnail {...{ row, documents, onRow, index }} here={index === here} size={sizeOf(row)} />
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function thumbnail({ width, height }: PageSize): { width: number; height: number; scale: number } {
  const scale = Math.min(WIDTH / width, TALLEST / height);
  return { width: Math.floor(width * scale), height: Math.floor(height * scale), scale };
}

interface ThumbnailProps extends Pick<PageStripProps, "documents" | "onRow"> {
  readonly row: PageRow;
  readonly index: number;
  readonly here: boolean;
  readonly size: PageSize;
}

function Thumbnail({ row, index, here, size, documents, onRow }: ThumbnailProps) {
  const { width, height, scale } = thumbnail(size);
  const stayed = useStayed();
  const side = row.after === null ? "before" : "after";
  const [document, page] = [documents[side], row[side]];
  const [sign, tone] = row.kind === "same" ? ["", ""] : CHANGE_SIGNS[row.kind];
  return (
    <button
      type="button"
      aria-current={here ? "page" : undefined}
      aria-label={`${rowTitle(row)}${row.kind === "same" ? "" : `, ${row.kind}`}`}
      onClick={() => onRow(index)}
      className="ring-inside group flex w-full flex-col items-center"
    >
      <span
        className={cx(
          "block overflow-hidden border bg-white",
          here ? "border-accent outline-accent outline-2" : "border-line group-hover:border-line-strong",
          row.after === null && "opacity-60",
        )}
        style={{ width: width + 2, height: height + 2 }}
      >
        {document === null || page === null || !stayed ? null : (
          <Page
            pdf={document}
            pageNumber={page}
            scale={scale}
            suspense={false}
            renderAnnotationLayer={false}
            renderTextLayer={false}
            loading=""
            error=""
          />
        )}
      </span>
      <span className="flex items-center gap-1 text-xs" style={{ height: CAPTION - 4 }}>
        <span className={here ? "text-ink font-semibold" : "text-ink-3"}>{row.after ?? row.before}</span>
        <span aria-hidden className={cx("mono font-semibold", tone)}>
          {sign}
        </span>
      </span>
    </button>
  );
}
