"use client";
/**
 * Looks for words in the pages of one or two documents, page by page in the background, and says where they are. Text is
 * compared without case; a hit is the run of text that it lies in, so that its mark may be a little wider than the words.
 */
import { useEffect, useMemo, useState } from "react";

import type { MarkBox } from "./page-marks.ts";
import type { PdfDocument } from "./use-pdf.ts";

export interface Hit {
  readonly side: "before" | "after";
  readonly page: number;
  readonly box: MarkBox;
}

const MOST = 1_000;
const SHORTEST = 2;

export interface Finding {
  readonly text: string;
  readonly hits: readonly Hit[];
  readonly pending: boolean;
}

type Documents = Readonly<Record<"before" | "after", PdfDocument | null>>;

export function useFind(text: string, { before, after }: Documents): Finding | null {
  const wanted = text.trim().toLowerCase();
  const [finding, setFinding] = useState<Finding | null>(null);
  useEffect(() => {
    if (wanted.length < SHORTEST) return;
    let over = false;
    const hits: Hit[] = [];
    const tell = (pending: boolean) => {
      if (!over) setFinding({ text: wanted, hits: [...hits], pending });
    };
    const look = async () => {
      tell(true);
      const pages = Math.max(before?.numPages ?? 0, after?.numPages ?? 0);
      for (let page = 1; page <= pages && !over && hits.length < MOST; page += 1) {
        const had = hits.length;
        for (const [side, document] of [
          ["before", before],
          ["after", after],
        ] as const)
          if (document !== null && page <= document.numPages)
            hits.push(...(await hitsOn(document, side, page, wanted)));
        if (hits.length > had) tell(true);
      }
      tell(false);
    };
    void look().catch(() => tell(false));
    return () => {
      over = true;
    };
  }, [wanted, before, after]);
  return useMemo(
    () =>
      wanted.length < SHORTEST ? null : finding?.text === wanted ? finding : { text: wanted, hits: [], pending: true },
    [wanted, finding],
  );
}

async function hitsOn(document: PdfDocument, side: Hit["side"], number: number, wanted: string): Promise<Hit[]> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  const view = page.getViewport({ scale: 1 });
  return items.flatMap((item): Hit[] => {
    if (!("str" in item)) return [];
    const text = item.str.toLowerCase();
    const at = text.indexOf(wanted);
    if (at === -1) return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    const [from, to] = [at / text.length, Math.min(1, (at + wanted.length) / text.length)];
    // `y` is the line that letters stand on: a fifth of their height hangs below it.
    const start = view.convertToViewportPoint(x + item.width * from, y - item.height * 0.2);
    const end = view.convertToViewportPoint(x + item.width * to, y + item.height * 0.8);
    const [left = 0, right = 0] = [start[0] as number, end[0] as number].sort((a, b) => a - b);
    const [top = 0, bottom = 0] = [start[1] as number, end[1] as number].sort((a, b) => a - b);
    const box: MarkBox = {
      left: left / view.width,
      top: top / view.height,
      width: (right - left) / view.width,
      height: (bottom - top) / view.height,
      text: item.str,
    };
    return [{ side, page: number, box }];
  });
}
