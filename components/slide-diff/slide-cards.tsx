"use client";

import { useState, type ReactNode } from "react";

import type { DeckSlide, DeckView } from "../../lib/contracts/deck-view.ts";
import { Badge } from "../ui/badge.tsx";
import { SlideFrame } from "./slide-frame.tsx";
import type { SlideMarks } from "./slide-marks.ts";
import { SlideTexts } from "./slide-texts.tsx";

export type SlideMode = "sides" | "swipe" | "overlay" | "text";

/** One version of the shown slide. */
export interface SlideSide {
  readonly deck: DeckView;
  readonly slide: DeckSlide;
  readonly pictureAt: (part: string) => string;
  /** A page image in place of the drawing; null: none. */
  readonly rendered: ReactNode;
}

export interface SlideCardsProps {
  readonly mode: SlideMode;
  readonly before: SlideSide | null;
  readonly after: SlideSide | null;
  readonly marks: SlideMarks;
  readonly current: string | null;
  readonly onMark: (ids: readonly string[]) => void;
}

/** Both versions of a slide: next to each other, one over the other, or their texts. */
export function SlideCards(props: SlideCardsProps) {
  const { mode, before, after } = props;
  if (mode === "text" || mode === "sides" || before === null || after === null)
    return (
      <div className="grid grid-cols-1 gap-3 @min-[620px]:grid-cols-2">
        <Card name="Before" side="before" own={before} {...props} />
        <Card name="After" side="after" own={after} {...props} />
      </div>
    );
  return <Stacked {...props} mode={mode} before={before} after={after} />;
}

interface CardProps extends SlideCardsProps {
  readonly name: string;
  readonly side: "before" | "after";
  readonly own: SlideSide | null;
}

function Card({ name, side, own, ...props }: CardProps) {
  return (
    <section aria-label={name} className="border-line bg-panel min-w-0 overflow-hidden rounded-md border">
      <CardHeader name={name} own={own} />
      {own === null ? (
        <Missing side={side} other={side === "before" ? props.after : props.before} />
      ) : props.mode === "text" ? (
        <SlideTexts slide={own.slide} marks={props.marks[side]} side={side} />
      ) : (
        <Framed side={side} own={own} {...props} />
      )}
      {own?.slide.cut ? <Cut /> : null}
    </section>
  );
}

function CardHeader({ name, own }: { readonly name: string; readonly own: SlideSide | null }) {
  return (
    <h3 className="border-line flex min-h-8 items-center gap-2 border-b px-3 text-sm">
      <b className="font-semibold">{name}</b>
      {own === null ? null : (
        <span className="text-ink-3 cut">
          slide {own.slide.number} of {own.deck.slides.length}
          {own.slide.layout === null ? null : <LayoutName own={own} />}
        </span>
      )}
      {own?.slide.hidden ? <Badge tone="stale">hidden in the show</Badge> : null}
    </h3>
  );
}

function LayoutName({ own }: { readonly own: SlideSide }) {
  const name = own.deck.layouts[own.slide.layout ?? -1]?.name ?? "";
  return name === "" ? null : (
    <>
      {" "}
      · <bdi>{name}</bdi>
    </>
  );
}

function Framed({
  side,
  own,
  marks,
  current,
  onMark,
}: Pick<CardProps, "side" | "marks" | "current" | "onMark"> & { readonly own: SlideSide }) {
  return (
    <SlideFrame
      deck={own.deck}
      slide={own.slide}
      side={side}
      marks={marks[side]}
      pictureAt={own.pictureAt}
      current={current}
      onMark={onMark}
      rendered={own.rendered}
    />
  );
}

/** As large as the other side's slide, so that nothing jumps from slide to slide. */
function Missing({ side, other }: { readonly side: "before" | "after"; readonly other: SlideSide | null }) {
  return (
    <div
      className="bg-sunken text-ink-3 grid place-items-center p-4 text-center text-sm"
      style={{ aspectRatio: other === null ? "16 / 9" : `${other.deck.width} / ${other.deck.height}` }}
    >
      {side === "before" ? "Not in before: this slide is new." : "Not in after: this slide is removed."}
    </div>
  );
}

const Cut = () => (
  <p className="text-stale border-line border-t px-3 py-1.5 text-sm">
    Not all of this slide is drawn: it holds too much. All of its changes are listed below.
  </p>
);

interface StackedProps extends SlideCardsProps {
  readonly before: SlideSide;
  readonly after: SlideSide;
}

/** After over before: cut at a line that is pulled, or as strong as it is set. */
function Stacked({ mode, before, after, ...props }: StackedProps) {
  const [share, setShare] = useState(50);
  const swipe = mode === "swipe";
  const over = swipe ? { clipPath: `inset(0 0 0 ${share}%)` } : { opacity: share / 100 };
  return (
    <section
      aria-label="Before and after"
      className="border-line bg-panel mx-auto w-full max-w-[960px] overflow-hidden rounded-md border"
    >
      <h3 className="border-line flex min-h-9 items-center gap-3 border-b px-3 text-sm">
        <span>
          <b className="font-semibold">Before</b> <span className="text-ink-3">slide {before.slide.number}</span>
        </span>
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
          aria-label={swipe ? "Where after begins, in percent of the width" : "How strong after is, in percent"}
          className="accent-accent min-w-0 flex-1"
        />
        <span>
          <b className="font-semibold">After</b> <span className="text-ink-3">slide {after.slide.number}</span>
        </span>
      </h3>
      <div className="relative">
        <Framed side="before" own={before} {...props} />
        <div className="absolute inset-0" style={over}>
          <Framed side="after" own={after} {...props} />
        </div>
        {swipe ? (
          <span
            aria-hidden
            className="bg-accent pointer-events-none absolute inset-y-0 w-0.5"
            style={{ left: `${share}%` }}
          />
        ) : null}
      </div>
    </section>
  );
}
