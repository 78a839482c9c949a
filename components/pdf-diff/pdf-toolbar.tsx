"use client";

import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useState, type ReactNode } from "react";

import { groupDigits, plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import type { Zoom } from "./page-layout.ts";

export interface PdfToolbarProps {
  /** The page in sight, of the later version, and how many there are. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly find: FindBar;
  /** "Change 2 of 7" and its steps; absent in a preview. */
  readonly children?: ReactNode;
}

export interface FindBar {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Null: nothing was looked for. `at` counts from 0. */
  readonly found: { readonly count: number; readonly at: number; readonly pending: boolean } | null;
  readonly onStep: (direction: 1 | -1) => void;
}

const ZOOMS = [
  { value: "fit", label: "Page", title: "The whole page" },
  { value: "width", label: "Width", title: "As wide as there is room" },
  { value: "actual", label: "100 %", title: "As large as on paper" },
] as const;

const FIELD = "border-edge bg-panel h-6 rounded-md border px-1.5 text-sm";

export function PdfToolbar({ page, pages, onPage, zoom, onZoom, find, children }: PdfToolbarProps) {
  return (
    <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 text-sm">
      {children}
      <PageField page={page} pages={pages} onPage={onPage} />
      <span className="flex-1" />
      <Find {...find} />
      <Segmented label="Zoom" value={zoom} onChange={onZoom} segments={ZOOMS} />
    </div>
  );
}

/** What is typed holds until it is sent or left; otherwise the page in sight. */
function PageField({ page, pages, onPage }: Pick<PdfToolbarProps, "page" | "pages" | "onPage">) {
  const [typed, setTyped] = useState<string | null>(null);
  const send = () => {
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1) onPage(Math.min(wanted, pages));
    setTyped(null);
  };
  return (
    <form
      className="text-ink-2 flex items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label className="flex items-center gap-1.5">
        Page
        <input
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value.replaceAll(/\D/gu, ""))}
          onFocus={(event) => event.target.select()}
          onBlur={send}
          className={`${FIELD} w-11 text-right`}
        />
      </label>
      <span>of {groupDigits(pages)}</span>
    </form>
  );
}

function Find({ text, onText, found, onStep }: FindBar) {
  return (
    <search className="flex items-center gap-1">
      <span className="relative">
        <Search size={13} aria-hidden className="text-ink-3 absolute top-1.5 left-1.5" />
        <input
          type="text"
          aria-label="Find in the pages"
          placeholder="Find"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") onStep(event.shiftKey ? -1 : 1);
            if (event.key === "Escape") onText("");
          }}
          className={`${FIELD} w-36 pl-6`}
        />
      </span>
      {found === null ? null : (
        <>
          <span role="status" className="text-ink-3 whitespace-nowrap">
            {found.count === 0
              ? found.pending
                ? "looking …"
                : "nothing found"
              : `${groupDigits(found.at + 1)} of ${plural(found.count, "place")}${found.pending ? " …" : ""}`}
          </span>
          <IconButton icon={ChevronDown} label="Next place" disabled={found.count === 0} onClick={() => onStep(1)} />
          <IconButton icon={ChevronUp} label="Previous place" disabled={found.count === 0} onClick={() => onStep(-1)} />
          <IconButton icon={X} label="End of finding" onClick={() => onText("")} />
        </>
      )}
    </search>
  );
}
