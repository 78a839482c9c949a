"use client";

import { useEffect, useRef, type ReactNode } from "react";

import { useRoom } from "../pdf-diff/use-room.ts";
import { cx } from "../ui/cx.ts";
import { fitted, moved, zoomed, type Extent, type View } from "./view-box.ts";

import "./image-diff.css";

export interface PicturePaneProps {
  readonly label: string;
  /** What is laid out in it: the larger of both versions. */
  readonly extent: Extent;
  /** Null: all of it is in view. */
  readonly view: View | null;
  readonly onView: (view: View | null) => void;
  /** Layers, in picture pixels from the top left corner. */
  readonly children: ReactNode;
}

const STEP = 60;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
/** From there on a picture's pixels are squares. */
const SQUARES = 3;

/** A window onto a picture: drag or arrows move it, Ctrl and the wheel or + and − zoom, 0 shows all of it. */
export function PicturePane({ label, extent, view, onView, children }: PicturePaneProps) {
  const [pane, room] = useRoom<HTMLDivElement>();
  const shown = view ?? fitted(extent, room);
  const drag = useRef<{ readonly x: number; readonly y: number; readonly from: View } | null>(null);
  const latest = useRef({ shown, onView });
  useEffect(() => {
    latest.current = { shown, onView };
  });
  useEffect(() => {
    const own = pane.current;
    if (own === null) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      // Else the browser zooms the page: for that, the listener must not be passive.
      event.preventDefault();
      const { left, top } = own.getBoundingClientRect();
      const about = { x: event.clientX - left, y: event.clientY - top };
      latest.current.onView(zoomed(latest.current.shown, Math.exp(-event.deltaY / 300), about));
    };
    own.addEventListener("wheel", onWheel, { passive: false });
    return () => own.removeEventListener("wheel", onWheel);
  }, [pane]);
  return (
    <div
      ref={pane}
      role="group"
      aria-label={`${label}. Arrow keys move it, plus and minus zoom, 0 shows all of it.`}
      tabIndex={0}
      onKeyDown={(event) => {
        const arrow = ARROWS[event.key];
        const middle = { x: room.width / 2, y: room.height / 2 };
        if (arrow !== undefined) onView(moved(shown, { x: arrow[0], y: arrow[1] }, extent, room));
        else if (event.key === "+" || event.key === "=") onView(zoomed(shown, 1.25, middle));
        else if (event.key === "-") onView(zoomed(shown, 0.8, middle));
        else if (event.key === "0") onView(null);
        else return;
        event.preventDefault();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, y: event.clientY, from: shown };
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (from === null) return;
        onView(moved(from.from, { x: event.clientX - from.x, y: event.clientY - from.y }, extent, room));
      }}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
      className="bg-sunken ring-inside relative min-h-0 min-w-0 flex-1 cursor-grab touch-none overflow-hidden select-none active:cursor-grabbing"
    >
      {room.width === 0 ? null : (
        <div
          className={cx("absolute top-0 left-0 origin-top-left", shown.scale >= SQUARES && "picture-sharp")}
          style={{
            width: extent.width,
            height: extent.height,
            transform: `translate(${shown.x}px, ${shown.y}px) scale(${shown.scale})`,
          }}
        >
          {children}
        </div>
      )}
    </div>
  );
}
