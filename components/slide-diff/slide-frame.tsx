"use client";

import type { ReactNode } from "react";

import type { DeckShape, DeckSlide, DeckView } from "../../lib/contracts/deck-view.ts";
import { CHANGE_SIGNS } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import type { ShapeMark, SideMarks } from "./slide-marks.ts";
import { SlideSvg } from "./slide-svg.tsx";
import { shapeWords } from "./slide-words.ts";

export interface SlideFrameProps {
  readonly deck: DeckView;
  readonly slide: DeckSlide;
  readonly side: "before" | "after";
  readonly marks: SideMarks;
  readonly pictureAt: (part: string) => string;
  readonly current: string | null;
  readonly onMark: (ids: readonly string[]) => void;
  /** A page image of the same slide, in place of the drawing; null: none yet. */
  readonly rendered?: ReactNode;
}

/** One side's slide, with a frame and a sign around every shape that changed. Frames lie over a rendered page as well. */
export function SlideFrame({ deck, slide, side, marks, pictureAt, current, onMark, rendered }: SlideFrameProps) {
  const label = `Slide ${slide.number} ${side}${slide.title === "" ? "" : `: ${slide.title}`}`;
  const byNumber = new Map(slide.shapes.map((shape) => [shape.number, shape]));
  return (
    <div className="paper relative w-full bg-white" style={{ aspectRatio: `${deck.width} / ${deck.height}` }}>
      <div className="absolute inset-0 overflow-hidden">
        {rendered ?? (
          <SlideSvg deck={deck} slide={slide} pictureAt={pictureAt} side={side} marks={marks} label={label} />
        )}
      </div>
      {[...marks].map(([number, mark]) => {
        const shape = byNumber.get(number);
        return shape === undefined ? null : (
          <ShapeFrame
            key={number}
            deck={deck}
            shape={shape}
            mark={mark}
            side={side}
            current={current !== null && mark.ids.includes(current)}
            onMark={onMark}
          />
        );
      })}
    </div>
  );
}

const EDGES: Readonly<Record<ShapeMark["kind"], string>> = {
  added: "border-added text-added",
  removed: "border-removed text-removed",
  modified: "border-changed text-changed",
  moved: "border-moved text-moved",
};
const TAGS: Readonly<Record<ShapeMark["kind"], string>> = {
  added: "bg-added-soft",
  removed: "bg-removed-soft",
  modified: "bg-changed-soft",
  moved: "bg-moved-soft",
};

/** Pixels between a shape and its frame: text often begins at the very edge of its box. */
const ROOM = 3;

interface ShapeFrameProps {
  readonly deck: DeckView;
  readonly shape: DeckShape;
  readonly mark: ShapeMark;
  readonly side: "before" | "after";
  readonly current: boolean;
  readonly onMark: (ids: readonly string[]) => void;
}

function ShapeFrame({ deck, shape, mark, side, current, onMark }: ShapeFrameProps) {
  const { box } = shape;
  const share = (length: number, of: number) => `${(length / of) * 100}%`;
  return (
    <button
      type="button"
      aria-label={`${mark.kind} ${shapeWords(shape)}, ${side}`}
      aria-pressed={current}
      onClick={() => onMark(mark.ids)}
      className={cx(
        "absolute min-h-2 min-w-2 rounded-[2px] border-[1.5px]",
        EDGES[mark.kind],
        current && "outline-accent outline-2 outline-offset-2",
      )}
      style={{
        left: `calc(${share(box.x, deck.width)} - ${ROOM}px)`,
        top: `calc(${share(box.y, deck.height)} - ${ROOM}px)`,
        width: `calc(${share(box.width, deck.width)} + ${2 * ROOM}px)`,
        height: `calc(${share(box.height, deck.height)} + ${2 * ROOM}px)`,
        ...(box.rotation === undefined ? {} : { rotate: `${box.rotation}deg` }),
      }}
    >
      <span
        aria-hidden
        className={cx(
          "absolute -top-2.5 -left-2.5 grid size-3.5 place-items-center rounded-full border border-current font-mono text-[10px] leading-none font-bold",
          TAGS[mark.kind],
        )}
      >
        {CHANGE_SIGNS[mark.kind][0]}
      </span>
    </button>
  );
}
