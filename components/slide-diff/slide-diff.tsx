"use client";

import { useMemo, useState, type ReactNode } from "react";

import { useFileDiff } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DeckSlide, DeckView } from "../../lib/contracts/deck-view.ts";
import { visibleName } from "../files/visible-name.ts";
import { useReviewPlace } from "../review/review-address.ts";
import type { Act } from "../review/use-decisions.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Segmented, type Segment } from "../ui/segmented.tsx";
import { Skeleton, SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { SlideCards, type SlideMode, type SlideSide } from "./slide-cards.tsx";
import { SlideChanges } from "./slide-changes.tsx";
import { slideMarks } from "./slide-marks.ts";
import { SlideNotes } from "./slide-notes.tsx";
import { pairSlides, type PairedDeck, type SlidePair } from "./slide-pairs.ts";
import { SlideTabs } from "./slide-tabs.tsx";
import { changeSubject, slideWords } from "./slide-words.ts";
import { nextStep, shownPair, stepsOf } from "./steps.ts";
import { useDeck, type LoadedDeck } from "./use-deck.ts";

export interface SlideDiffProps {
  readonly workspace: string;
  readonly branch: string;
  /** With the changes that are looked at: a filter may leave some out. */
  readonly diff: FileDiffView;
  readonly current: string | null;
  readonly onSelect: (selected: {
    readonly ids: readonly string[];
    readonly label: string;
    readonly heading: string;
    /** Of the staged version, where there is no change. */
    readonly fragment?: string;
  }) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Stepping went past the last (1) or first (-1) change. */
  readonly onEnd: (direction: 1 | -1) => void;
  readonly onDecide: ((act: Act) => void) | null;
  /** The list of changes that belong to no slide. */
  readonly aside: (changes: readonly ReviewedChange[]) => ReactNode;
  /** Instead, where a version cannot be drawn. */
  readonly otherwise: ReactNode;
  /** A page image of a slide in place of its drawing; null: none yet. */
  readonly rendered?: (side: "before" | "after", slide: number) => ReactNode;
}

/** A deck's comparison slide by slide: both versions, what changed on each, and the decisions. J and K step through all. */
export function SlideDiff(props: SlideDiffProps) {
  const { workspace, branch, diff, otherwise } = props;
  const { path, fromPath, before, after } = diff.file;
  const old = useDeck(workspace, fromPath ?? path, before);
  const now = useDeck(workspace, path, after);
  const whole = useFileDiff(workspace, branch, path).data;
  const failed = [old, now].find(({ problem }) => problem !== null);
  if (failed?.problem) return <ErrorState problem={failed.problem} onRetry={failed.retry} retrying={failed.retrying} />;
  if (old.loading || now.loading) return <Loading />;
  if ((before !== null && old.deck === null) || (after !== null && now.deck === null)) return otherwise;
  return <Loaded {...props} old={old} now={now} all={whole?.changes ?? diff.changes} />;
}

function Loading() {
  return (
    <div className="bg-canvas min-h-0 flex-1 overflow-hidden">
      <div className="border-line bg-sunken h-[34px] border-b" />
      <div className="grid grid-cols-2 gap-3 p-3">
        {["before", "after"].map((side) => (
          <div key={side} className="border-line bg-panel overflow-hidden rounded-md border">
            <div className="h-8" />
            <div className="aspect-video">
              <Skeleton className="h-full w-full" />
            </div>
          </div>
        ))}
      </div>
      <SkeletonRows label="Loading the slides" rows={3} height={36} />
    </div>
  );
}

interface LoadedProps extends SlideDiffProps {
  readonly old: LoadedDeck;
  readonly now: LoadedDeck;
  /** All changes of the file: which slides belong together is read from them. */
  readonly all: readonly ReviewedChange[];
}

function Loaded(props: LoadedProps) {
  const { diff, current, old, now, all, onSelect, onSeen, onEnd, aside } = props;
  const [place, go] = useReviewPlace();
  const [wholeSlide, setWholeSlide] = useState<string | null>(null);
  const paired = useMemo(
    () => pairSlides(old.deck?.slides.length ?? null, now.deck?.slides.length ?? null, all),
    [old.deck, now.deck, all],
  );
  const looked = useMemo(() => new Set(diff.changes.map(({ id }) => id)), [diff]);
  const steps = useMemo(() => stepsOf(paired, looked), [paired, looked]);
  const pair = shownPair(paired, place.slide, current, looked);
  const mode = MODES.find(({ value }) => value === place.view)?.value ?? "sides";

  const choose = (change: ReviewedChange) => {
    setWholeSlide(null);
    onSelect({ ids: [change.id], label: "1 change", heading: headingOf(change, paired, old.deck, now.deck) });
  };
  const chooseSlide = (key: string) => {
    const next = paired.pairs.find((candidate) => candidate.key === key);
    const ids = next?.changes.filter(({ id }) => looked.has(id)).map(({ id }) => id) ?? [];
    setWholeSlide(key);
    if (next === undefined) return;
    const fragment = next.after === null ? {} : { fragment: `slide=${next.after}` };
    onSelect({ ids, label: slideWords(next), heading: "", ...fragment });
    // What was selected is out of sight then: nothing is decided on it by accident.
    if (ids.length === 0) go({ slide: key, change: null });
  };
  const step = (by: 1 | -1) => {
    const next = nextStep(steps, paired, { current, slide: place.slide, wholeSlide }, by);
    if (next === null) onEnd(by);
    else {
      if (next.key === null) onSeen([next.change.id]);
      choose(next.change);
    }
  };
  const slideStep = (by: 1 | -1) => {
    const next = paired.pairs[paired.pairs.findIndex(({ key }) => key === pair?.key) + by];
    if (next !== undefined) chooseSlide(next.key);
  };
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: steps.length > 0, run: () => step(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: steps.length > 0, run: () => step(-1) },
    { keys: "Shift+J", label: "Next slide", run: () => slideStep(1) },
    { keys: "Shift+K", label: "Previous slide", run: () => slideStep(-1) },
  ]);
  return (
    <>
      {aside(paired.elsewhere.filter(({ id }) => looked.has(id)))}
      <SlideTabs
        pairs={paired.pairs}
        titleOf={(of) => tabTitle(of, old.deck, now.deck)}
        chosen={pair?.key ?? null}
        onChoose={chooseSlide}
        aside={
          <Segmented
            label="How slides are compared"
            value={mode}
            onChange={(view) => go({ view: view === "sides" ? null : view })}
            segments={MODES}
          />
        }
      />
      <div role="tabpanel" aria-label="Slide" className="bg-canvas @container min-h-0 flex-1 overflow-auto">
        {pair === undefined ? (
          <p className="text-ink-3 p-4 text-sm">This deck has no slides.</p>
        ) : (
          <ShownSlide key={pair.key} {...props} pair={pair} mode={mode} looked={looked} onChoose={choose} />
        )}
      </div>
    </>
  );
}

const MODES: readonly Segment<SlideMode>[] = [
  { value: "sides", label: "Side by side" },
  { value: "swipe", label: "Swipe" },
  { value: "overlay", label: "Overlay" },
  { value: "text", label: "Text" },
];

interface ShownSlideProps extends LoadedProps {
  readonly pair: SlidePair;
  readonly mode: SlideMode;
  readonly looked: ReadonlySet<string>;
  readonly onChoose: (change: ReviewedChange) => void;
}

function ShownSlide({ pair, mode, looked, onChoose, old, now, current, rendered, onSeen, onDecide }: ShownSlideProps) {
  const before = sideOf(old, pair.before, rendered === undefined ? null : (slide) => rendered("before", slide));
  const after = sideOf(now, pair.after, rendered === undefined ? null : (slide) => rendered("after", slide));
  const [left, right] = [before?.slide ?? null, after?.slide ?? null];
  const marks = useMemo(() => slideMarks(pair, left, right), [pair, left, right]);
  const changes = pair.changes.filter(({ id }) => looked.has(id));
  const onMark = (ids: readonly string[]) => {
    const change = changes.find(({ id }) => ids.includes(id));
    if (change !== undefined) onChoose(change);
  };
  return (
    <div className="grid gap-3 p-3">
      <SlideCards mode={mode} before={before} after={after} marks={marks} current={current} onMark={onMark} />
      <SlideChanges
        changes={changes}
        filteredOut={pair.changes.length - changes.length}
        before={left}
        after={right}
        current={current}
        onChoose={onChoose}
        onSeen={onSeen}
        onDecide={onDecide}
      />
      <SlideNotes before={left?.notes ?? ""} after={right?.notes ?? ""} />
      <p className="text-ink-3 text-xs">
        Slides are drawn from the file’s structure: effects, animations and some shapes look simpler than in PowerPoint.
      </p>
    </div>
  );
}

function sideOf(
  { deck, pictureAt }: LoadedDeck,
  number: number | null,
  rendered: ((slide: number) => ReactNode) | null,
): SlideSide | null {
  const slide = number === null ? undefined : deck?.slides[number - 1];
  if (deck === null || slide === undefined) return null;
  return { deck, slide, pictureAt, rendered: rendered?.(slide.number) ?? null };
}

const slideAt = (deck: DeckView | null, number: number | null): DeckSlide | null =>
  number === null ? null : (deck?.slides[number - 1] ?? null);

function tabTitle(pair: SlidePair, old: DeckView | null, now: DeckView | null): string {
  const title = (slideAt(now, pair.after) ?? slideAt(old, pair.before))?.title ?? "";
  return `${slideWords(pair)}${title === "" ? "" : `: ${visibleName(title)}`}`;
}

function headingOf(change: ReviewedChange, paired: PairedDeck, old: DeckView | null, now: DeckView | null): string {
  const pair = paired.pairs.find(({ changes }) => changes.includes(change));
  return pair === undefined ? "" : changeSubject(change, slideAt(old, pair.before), slideAt(now, pair.after));
}
