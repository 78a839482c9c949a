"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { ThreadCount, useThreadMarks } from "../comments/thread-marks.tsx";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { groupDigits } from "../ui/format.ts";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { sideTexts } from "./value-words.ts";
import { wordRuns, type WordRun } from "./word-diff.ts";
import { addressWords, CHANGE_SIGNS, changeTitle, FACET_WORDS, FLAG_WORDS } from "./words.ts";

export interface ChangeCardsProps {
  /** In document order. */
  readonly changes: readonly ReviewedChange[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Stepping went past the last (1) or first (-1) change. */
  readonly onEnd: (direction: 1 | -1) => void;
  /** Nothing is decided here: two versions are compared for reading. */
  readonly readOnly?: boolean;
}

const ESTIMATED_HEIGHT = 96;

/** A file's changes one under the other, each with both sides and the words that differ. J and K step. */
export function ChangeCards(props: ChangeCardsProps) {
  const { changes, current, onCurrent, onSeen, onEnd, readOnly = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const index = changes.findIndex(({ id }) => id === current);
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are only called here, never handed on
  const virtual = useVirtualizer({
    count: changes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (at) => changes[at]?.id ?? at,
    overscan: 6,
    paddingStart: 12,
    paddingEnd: 12,
    gap: 8,
    initialRect: { width: 800, height: 900 },
  });
  const step = (by: 1 | -1) => {
    const next = changes[index === -1 ? 0 : index + by];
    if (next === undefined) onEnd(by);
    else onCurrent(next.id);
  };
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: changes.length > 0, run: () => step(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: changes.length > 0, run: () => step(-1) },
  ]);
  useEffect(() => {
    if (index >= 0) virtual.scrollToIndex(index);
    // Only another change is brought into sight; a list that was measured again stays where it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [index]);
  return (
    <div ref={scroller} className="bg-canvas min-h-0 flex-1 overflow-auto">
      <ol aria-label="Changes" className="relative mx-3" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: at, start, key }) => {
          const change = changes[at];
          if (change === undefined) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={at}
              aria-setsize={changes.length}
              aria-posinset={at + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Card
                change={change}
                current={change.id === current}
                readOnly={readOnly}
                onCurrent={onCurrent}
                onSeen={onSeen}
              />
            </li>
          );
        })}
      </ol>
    </div>
  );
}

interface CardProps {
  readonly change: ReviewedChange;
  readonly current: boolean;
  readonly readOnly: boolean;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
}

function Card({ change, current, readOnly, onCurrent, onSeen }: CardProps) {
  const end = useRef<HTMLSpanElement>(null);
  const { id } = change;
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen([id]);
    });
    if (end.current !== null) observer.observe(end.current);
    return () => observer.disconnect();
  }, [id, onSeen]);
  const threads = useThreadMarks().byChange.get(id);
  const [sign, tone] = CHANGE_SIGNS[change.kind];
  const { state } = change.verdict;
  const follows = state === "follows";
  const movedFrom = change.kind === "moved" && change.beforeAddress !== undefined ? change.beforeAddress : null;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => onCurrent(id)}
      className={cx(
        "ring-inside bg-panel block w-full overflow-hidden rounded-md border text-left text-sm",
        current ? "border-accent" : "border-line hover:border-line-strong",
      )}
    >
      <span className={cx("flex min-h-8 items-center gap-2 px-3 py-1", current ? "bg-accent-soft" : "bg-sunken")}>
        {state === "follows" ? <span aria-hidden>↻</span> : readOnly ? null : <DecisionDot state={state} />}
        <span className={cx("font-mono font-semibold", tone)}>
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{change.kind}</span>
        </span>
        <span className="cut font-medium">
          <bdi>{change.address === "" ? changeTitle(change) : addressWords(change.address, true)}</bdi>
        </span>
        {movedFrom === null ? null : <span className="text-moved cut">from {addressWords(movedFrom, true)}</span>}
        <span className="flex-1" />
        <ThreadCount count={threads} />
        <span className="text-stale shrink-0 text-xs">
          {(change.flags ?? []).map((flag) => `▲ ${FLAG_WORDS[flag]}`).join(", ")}
        </span>
        <span className={cx("shrink-0 text-xs", follows ? "text-recalc" : "text-ink-3")}>
          {FACET_WORDS[change.facet]}
        </span>
      </span>
      <Sides change={change} after={readOnly ? "After" : "Staged"} />
      <span ref={end} className="block h-px" />
    </button>
  );
}

const SHOWN_CHARACTERS = 2_000;

function Sides({ change, after: name }: { readonly change: ReviewedChange; readonly after: string }) {
  const { before, after, note } = useMemo(() => sideTexts(change), [change]);
  const runs = useMemo(() => wordRuns(before ?? "", after ?? ""), [before, after]);
  if (note !== null) return <span className="border-line text-ink-2 block border-t px-3 py-1.5">{note}</span>;
  if (before === null && after === null) return null;
  return (
    <span className="grid grid-cols-1 lg:grid-cols-2">
      <Side name="Before" sign="−" runs={before === null ? null : runs.before} tone="removed" />
      <Side name={name} sign="+" runs={after === null ? null : runs.after} tone="added" />
    </span>
  );
}

const SIDE_TONES = {
  removed: ["text-removed", "bg-removed-soft text-removed line-through decoration-1"],
  added: ["text-added", "bg-added-soft text-added"],
} as const;

function Side({
  name,
  sign,
  runs,
  tone,
}: {
  readonly name: string;
  readonly sign: string;
  /** Null: nothing is there. */
  readonly runs: readonly WordRun[] | null;
  readonly tone: keyof typeof SIDE_TONES;
}) {
  const [signTone, changedTone] = SIDE_TONES[tone];
  const { shown, left } = cutRuns(runs ?? []);
  return (
    <span className="border-line flex min-w-0 gap-2 border-t px-3 py-1.5 lg:odd:border-r">
      <span aria-hidden className={cx("mono w-3 shrink-0 select-none", signTone)}>
        {runs === null ? "" : sign}
      </span>
      <span className="sr-only">{name}: </span>
      {runs === null ? (
        <span className="text-ink-3">nothing</span>
      ) : (
        <bdi className="min-w-0 leading-[19px] break-words whitespace-pre-wrap">
          {shown.length === 0 ? <span className="text-ink-3">empty</span> : null}
          {shown.map(({ text, changed }, n) => (
            <span key={n} className={changed ? cx("rounded-sm", changedTone) : undefined}>
              {text}
            </span>
          ))}
          {left === 0 ? null : <span className="text-ink-3"> … {groupDigits(left)} more characters</span>}
        </bdi>
      )}
    </span>
  );
}

/** The first characters, and how many are left out. */
function cutRuns(runs: readonly WordRun[]): { readonly shown: readonly WordRun[]; readonly left: number } {
  const shown: WordRun[] = [];
  let room = SHOWN_CHARACTERS;
  let left = 0;
  for (const run of runs) {
    const text = run.text.slice(0, room);
    if (text !== "") shown.push({ ...run, text });
    room -= text.length;
    left += run.text.length - text.length;
  }
  return { shown, left };
}
