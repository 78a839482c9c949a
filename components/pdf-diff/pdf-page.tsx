"use client";

import { useEffect, useRef, useState } from "react";
import { Page } from "react-pdf";

import { cx } from "../ui/cx.ts";
import { pixelRatio, type PageSize } from "./page-layout.ts";
import type { MarkBox } from "./page-marks.ts";
import type { PdfDocument } from "./use-pdf.ts";
import { useStayed } from "./use-stayed.ts";

export interface PageMark {
  /** The change that it belongs to. */
  readonly id: string;
  readonly box: MarkBox;
  readonly tone: "added" | "removed";
  readonly here: boolean;
}

export interface PageHit {
  readonly box: MarkBox;
  readonly here: boolean;
}

export interface PdfPageProps {
  readonly document: PdfDocument;
  readonly page: number;
  readonly scale: number;
  /** As far as it is known: what holds the place while the page is drawn. */
  readonly size: PageSize;
  readonly marks: readonly PageMark[];
  readonly hits: readonly PageHit[];
  readonly label: string;
  readonly onSize: (page: number, size: PageSize) => void;
}

/** One page with its text to select, and the words that differ marked on it. Its canvas goes when it goes. */
export function PdfPage({ document, page, scale, size, marks, hits, label, onSize }: PdfPageProps) {
  const [broken, setBroken] = useState(false);
  const stayed = useStayed();
  return (
    <div
      data-theme="light"
      role="group"
      aria-label={label}
      className="pdf-page border-line relative overflow-hidden border bg-white text-black"
      style={{ width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) }}
    >
      {broken ? (
        <p className="text-removed p-4 text-sm">✕ This page cannot be drawn.</p>
      ) : !stayed ? null : (
        <Page
          pdf={document}
          pageNumber={page}
          scale={scale}
          devicePixelRatio={pixelRatio(size, scale, window.devicePixelRatio)}
          suspense={false}
          renderAnnotationLayer={false}
          loading=""
          error=""
          onLoadSuccess={({ originalWidth, originalHeight }) =>
            onSize(page, { width: originalWidth, height: originalHeight })
          }
          onLoadError={() => setBroken(true)}
          onRenderError={() => setBroken(true)}
        />
      )}
      {marks.map(({ box, tone, here, id }, n) => (
        <span
          key={n}
          data-mark={id}
          aria-hidden
          className={cx("pdf-mark", `pdf-mark-${tone}`, here && "pdf-mark-here")}
          style={place(box)}
        />
      ))}
      {hits.map(({ box, here }, n) => (
        <span key={n} aria-hidden className={cx("pdf-hit", here && "pdf-hit-here")} style={place(box)} />
      ))}
    </div>
  );
}

const percent = (part: number): string => `${100 * part}%`;
const place = ({ left, top, width, height }: MarkBox) => ({
  left: percent(left),
  top: percent(top),
  width: percent(width),
  height: percent(height),
});

/** Calls once this place was in sight. */
export function SeenWhenShown({ at, onShown }: { readonly at: number; readonly onShown: () => void }) {
  const spot = useRef<HTMLSpanElement>(null);
  const latest = useRef(onShown);
  useEffect(() => {
    latest.current = onShown;
  });
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    if (spot.current !== null) observer.observe(spot.current);
    return () => observer.disconnect();
  }, []);
  return <span ref={spot} aria-hidden className="absolute left-0 h-px w-px" style={{ top: at }} />;
}
