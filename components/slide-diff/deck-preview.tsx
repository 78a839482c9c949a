"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

import type { DeckSlide, DeckView } from "../../lib/contracts/deck-view.ts";
import { visibleName } from "../files/visible-name.ts";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { SlideFrame } from "./slide-frame.tsx";
import { SlideNotes } from "./slide-notes.tsx";
import { SlideSvg } from "./slide-svg.tsx";
import { useDeck } from "./use-deck.ts";

export interface DeckPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  /** The slide that is shown large, from 1. */
  readonly slide: number;
  readonly onSlide: (slide: number) => void;
  /** A page image of a slide in place of its drawing; null: none yet. */
  readonly rendered?: (slide: number) => ReactNode;
}

/** One version of a deck: its slides as thumbnails, one of them large with its notes. */
export function DeckPreview(props: DeckPreviewProps) {
  const { deck, loading, problem, retry, retrying, unreadable, pictureAt } = useDeck(
    props.workspace,
    props.path,
    props.contentHash,
  );
  if (problem !== null) return <ErrorState problem={problem} onRetry={retry} retrying={retrying} />;
  if (loading) return <SkeletonRows label="Loading the slides" rows={12} height={40} />;
  if (deck === null)
    return (
      <EmptyState title="This deck cannot be drawn">
        {unreadable === null ? "It is no presentation that can be read." : visibleName(unreadable)}
      </EmptyState>
    );
  if (deck.slides.length === 0) return <EmptyState title="No slides">This deck has no slides.</EmptyState>;
  return <Shown {...props} deck={deck} pictureAt={pictureAt} />;
}

interface ShownProps extends DeckPreviewProps {
  readonly deck: DeckView;
  readonly pictureAt: (part: string) => string;
}

function Shown({ deck, pictureAt, slide: chosen, onSlide, rendered }: ShownProps) {
  const slide = deck.slides[Math.min(chosen, deck.slides.length) - 1];
  if (slide === undefined) return null;
  return (
    <div className="bg-canvas flex min-h-0 min-w-0 flex-1">
      <Thumbnails deck={deck} pictureAt={pictureAt} chosen={slide.number} onChoose={onSlide} />
      <div role="tabpanel" aria-label={`Slide ${slide.number}`} className="@container min-w-0 flex-1 overflow-auto p-3">
        <div className="mx-auto grid max-w-[960px] gap-3">
          <section className="border-line bg-panel overflow-hidden rounded-md border">
            <h3 className="border-line flex min-h-8 items-center gap-2 border-b px-3 text-sm">
              <b className="font-semibold whitespace-nowrap">Slide {slide.number}</b>
              <span className="text-ink-3 whitespace-nowrap">of {deck.slides.length}</span>
              <bdi className="cut">{visibleName(slide.title)}</bdi>
              {slide.hidden ? <Badge tone="stale">hidden in the show</Badge> : null}
            </h3>
            <SlideFrame
              deck={deck}
              slide={slide}
              side="after"
              marks={NO_MARKS}
              pictureAt={pictureAt}
              current={null}
              onMark={() => undefined}
              rendered={rendered?.(slide.number) ?? null}
            />
          </section>
          <SlideNotes before={slide.notes} after={slide.notes} />
        </div>
      </div>
    </div>
  );
}

const NO_MARKS = new Map<number, never>();
const WIDTH = 132;
const GAP = 26;

interface ThumbnailsProps {
  readonly deck: DeckView;
  readonly pictureAt: (part: string) => string;
  readonly chosen: number;
  readonly onChoose: (slide: number) => void;
}

/** Only those in sight are in the page. Arrow keys move, as in a list of tabs. */
function Thumbnails({ deck, pictureAt, chosen, onChoose }: ThumbnailsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round((WIDTH * deck.height) / deck.width);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: deck.slides.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height + GAP,
    overscan: 3,
    paddingStart: 8,
    paddingEnd: 8,
    initialRect: { width: WIDTH, height: 800 },
  });
  useEffect(() => {
    virtual.scrollToIndex(chosen - 1);
    // Only another slide is brought into sight.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, Home: 1, End: deck.slides.length }[event.key];
    if (to === undefined || deck.slides[to - 1] === undefined) return;
    event.preventDefault();
    onChoose(to);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-slide="${to}"]`)?.focus());
  };
  return (
    <div
      ref={scroller}
      role="tablist"
      aria-label="Slides"
      aria-orientation="vertical"
      onKeyDown={onKeyDown}
      className="border-line bg-sunken w-[168px] shrink-0 overflow-auto border-r"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const slide = deck.slides[index];
          return slide === undefined ? null : (
            <Thumbnail
              key={key}
              deck={deck}
              slide={slide}
              pictureAt={pictureAt}
              active={slide.number === chosen}
              start={start}
              height={height}
              onChoose={onChoose}
            />
          );
        })}
      </div>
    </div>
  );
}

interface ThumbnailProps {
  readonly deck: DeckView;
  readonly slide: DeckSlide;
  readonly pictureAt: (part: string) => string;
  readonly active: boolean;
  readonly start: number;
  readonly height: number;
  readonly onChoose: (slide: number) => void;
}

function Thumbnail({ deck, slide, pictureAt, active, start, height, onChoose }: ThumbnailProps) {
  const name = `Slide ${slide.number}${slide.title === "" ? "" : `: ${visibleName(slide.title)}`}`;
  return (
    <button
      type="button"
      role="tab"
      data-slide={slide.number}
      aria-selected={active}
      aria-label={`${name}${slide.hidden ? ", hidden in the show" : ""}`}
      title={name}
      tabIndex={active ? 0 : -1}
      onClick={() => onChoose(slide.number)}
      className="absolute top-0 left-4 text-left"
      style={{ transform: `translateY(${start}px)`, width: WIDTH }}
    >
      <span
        className={cx(
          "bg-panel block overflow-hidden rounded-sm border",
          active ? "border-accent outline-accent outline-1" : "border-line-strong",
          slide.hidden && "opacity-50",
        )}
        style={{ height }}
      >
        <SlideSvg deck={deck} slide={slide} pictureAt={pictureAt} label={name} />
      </span>
      <span className={cx("block text-xs leading-4", active ? "text-accent font-semibold" : "text-ink-3")}>
        {slide.number}
        {slide.hidden ? " hidden" : ""}
      </span>
    </button>
  );
}
