"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { Download } from "lucide-react";
import { useEffect, useState } from "react";

import { renderedPdfAddress, useRendering, type RenderingHook } from "../../lib/client/rendering.ts";
import { rowLayout, type PageSize, type Zoom } from "../pdf-diff/page-layout.ts";
import { useRoom } from "../pdf-diff/use-room.ts";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { PageOf } from "./rendered-page.tsx";
import { RenderingState } from "./rendering-state.tsx";

export interface PrintedSide {
  readonly path: string;
  readonly contentHash: string;
}

export interface PrintedDiffProps {
  readonly workspace: string;
  /** Null: the file is not there on that side. */
  readonly before: PrintedSide | null;
  readonly after: PrintedSide | null;
}

const ZOOMS = [
  { value: "fit", label: "Page", title: "The whole page" },
  { value: "width", label: "Width", title: "As wide as there is room" },
] as const;

const LETTER: PageSize = { width: 612, height: 792 };
/** So few pages are shown while later ones are still drawn. */
const isShown = ({ rendering }: RenderingHook) => (rendering?.pages.length ?? 0) > 0;

/** A document, deck or workbook as it prints, before and staged: page beside page, in order. Nothing is decided here. */
export function PrintedDiff({ workspace, before, after }: PrintedDiffProps) {
  const [zoom, setZoom] = useState<Zoom>("width");
  const [scroller, room] = useRoom<HTMLDivElement>();
  const was = useRendering({ workspace, path: before?.path ?? "", contentHash: before?.contentHash ?? null });
  const is = useRendering({ workspace, path: after?.path ?? "", contentHash: after?.contentHash ?? null });
  const sides = [before === null ? null : was, after === null ? null : is].filter((side) => side !== null);
  const columns = sides.length === 2 ? 2 : 1;
  const waiting = sides.filter((side) => !isShown(side));
  const rows = waiting.length > 0 ? 0 : Math.max(...sides.map(({ rendering }) => rendering?.pages.length ?? 0));
  const layouts = Array.from({ length: rows }, (_, page) => {
    const sizes = sides.flatMap(({ rendering }) => rendering?.pages[page] ?? []);
    return rowLayout(sizes.length === 0 ? [LETTER] : sizes, zoom, { ...room, columns });
  });
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => layouts[index]?.height ?? 0,
    overscan: 2,
    initialRect: { width: 900, height: 900 },
  });
  const shape = layouts.map(({ height }) => height).join(" ");
  useEffect(() => virtual.measure(), [virtual, shape]);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Bar workspace={workspace} sides={{ before, after }} hooks={{ was, is }} zoom={zoom} onZoom={setZoom} />
      <div
        ref={scroller}
        role="region"
        tabIndex={0}
        aria-label="Pages as they print"
        className="bg-canvas ring-inside min-h-0 flex-1 overflow-auto"
      >
        {waiting.length > 0 ? (
          <div className="grid h-full grid-flow-col place-items-center">
            {sides.map((side, n) =>
              isShown(side) ? <Ready key={n} hook={side} /> : <RenderingState key={n} hook={side} />,
            )}
          </div>
        ) : (
          <div className="relative min-w-fit" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start, key }) => (
              <div
                key={key}
                className="absolute inset-x-0 grid content-start justify-center gap-x-3 px-3"
                style={{
                  top: start,
                  height: layouts[index]?.height,
                  gridTemplateColumns: `repeat(${columns}, ${layouts[index]?.width ?? 0}px)`,
                }}
              >
                {sides.map((side, n) => (
                  <PrintedPage key={n} hook={side} workspace={workspace} page={index + 1} name={nameOf(n, before)} />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

const nameOf = (side: number, before: PrintedSide | null): string =>
  side === 0 && before !== null ? "before" : "staged";

interface PrintedPageProps {
  readonly hook: RenderingHook;
  readonly workspace: string;
  readonly page: number;
  readonly name: string;
}

function PrintedPage({ hook, workspace, page, name }: PrintedPageProps) {
  const pages = hook.rendering?.pages ?? [];
  const size = pages[page - 1];
  return (
    <figure>
      <figcaption className="text-ink-3 flex h-8 items-center text-sm">
        Page {page} of {pages.length}, {name}
      </figcaption>
      {size === undefined ? (
        <p className="border-line text-ink-3 border border-dashed p-3 text-center text-sm">
          This version has {plural(pages.length, "page")}.
        </p>
      ) : (
        <PageOf
          hook={hook}
          workspace={workspace}
          page={page}
          aspect={size.width / size.height}
          label={`Page ${page}, ${name}`}
        />
      )}
    </figure>
  );
}

const Ready = ({ hook }: { readonly hook: RenderingHook }) => (
  <p role="status" className="text-ink-3 text-sm">
    {plural(hook.rendering?.pages.length ?? 0, "page")} ready
  </p>
);

interface BarProps {
  readonly workspace: string;
  readonly sides: { readonly before: PrintedSide | null; readonly after: PrintedSide | null };
  readonly hooks: { readonly was: RenderingHook; readonly is: RenderingHook };
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}

function Bar({ workspace, sides, hooks, zoom, onZoom }: BarProps) {
  const { rendering } = sides.after === null ? hooks.was : hooks.is;
  const cut = [hooks.was.rendering, hooks.is.rendering].find(
    (one) => one?.state === "done" && one.pageCount !== null && one.pageCount > one.pages.length,
  );
  const underWay = [hooks.was.rendering, hooks.is.rendering].filter((one) => one?.state === "running");
  return (
    <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 text-sm">
      <span className="text-ink-2">
        As {rendering?.program === undefined || rendering.program === "" ? "LibreOffice" : rendering.program} prints it
      </span>
      {underWay.map((one) => (
        <span key={one?.contentHash} role="status" className="text-ink-3">
          {one?.pagesDone} of {plural(one?.pageCount ?? 0, "page")} drawn
        </span>
      ))}
      {cut === undefined ? null : (
        <span className="text-stale">
          only the first {cut.pages.length} of {plural(cut.pageCount ?? 0, "page")} are drawn
        </span>
      )}
      <span className="flex-1" />
      {(
        [
          ["before", hooks.was],
          ["after", hooks.is],
        ] as const
      ).map(([name, hook]) => {
        const side = sides[name];
        if (side === null || hook.rendering?.state !== "done") return null;
        return (
          <a
            key={name}
            href={renderedPdfAddress(workspace, side.path, side.contentHash)}
            className="text-accent inline-flex items-center gap-1 hover:underline"
          >
            <Download size={13} aria-hidden /> {name === "before" ? "before" : "staged"} as PDF
          </a>
        );
      })}
      <Segmented label="Zoom" value={zoom} onChange={onZoom} segments={ZOOMS} />
    </div>
  );
}
