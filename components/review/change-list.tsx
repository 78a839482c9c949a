"use client";

import { useEffect, useRef, useState } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { changeTitle, CHANGE_SIGNS, FLAG_WORDS } from "./words.ts";
import { sideTexts } from "./value-words.ts";

export interface ChangeListProps {
  readonly title: string;
  readonly changes: readonly ReviewedChange[];
  readonly current: string | null;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** J and K step here only where nothing else on the page does. */
  readonly steps: boolean;
  readonly onEnd?: (direction: 1 | -1) => void;
}

/** Changes that have no place in a grid or a text: of the file itself, of its parts, of names and formats. */
export function ChangeList({ title, changes, current, onCurrent, onSeen, steps, onEnd }: ChangeListProps) {
  const [unfolded, setUnfolded] = useState(false);
  const step = (by: 1 | -1) => {
    const index = changes.findIndex(({ id }) => id === current);
    const next = changes[index === -1 ? 0 : index + by];
    if (next === undefined) onEnd?.(by);
    else onCurrent(next.id);
  };
  useShortcuts(
    "Changes",
    steps
      ? [
          { keys: "J", label: "Next change", hint: "change", run: () => step(1) },
          { keys: "K", label: "Previous change", hint: "change", run: () => step(-1) },
        ]
      : [],
  );
  if (changes.length === 0) return null;
  const metadata = changes.filter(({ facet }) => facet === "metadata");
  const folded = !unfolded && !metadata.some(({ id }) => id === current);
  const shown = [...changes.filter(({ facet }) => facet !== "metadata"), ...(folded ? [] : metadata)];
  return (
    <section aria-label={title} className="border-line bg-panel max-h-[26%] shrink-0 overflow-auto border-b">
      <h2 className="text-ink-3 sticky top-0 bg-inherit px-3 pt-2 pb-1 text-xs font-semibold tracking-wide uppercase">
        {title} · {changes.length}
      </h2>
      <ul>
        {shown.map((change) => (
          <ChangeLine
            key={change.id}
            change={change}
            current={change.id === current}
            onCurrent={onCurrent}
            onSeen={onSeen}
          />
        ))}
      </ul>
      {metadata.length === 0 ? null : (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="text-ink-3 hover:text-ink ring-inside flex min-h-7 w-full items-center gap-2 px-3 py-1 text-left text-sm"
        >
          <span aria-hidden>{unfolded ? "▾" : "▸"}</span>
          {metadata.length} in metadata: who saved it, and with what
        </button>
      )}
    </section>
  );
}

interface ChangeLineProps {
  readonly change: ReviewedChange;
  readonly current: boolean;
  readonly onCurrent: (id: string) => void;
  readonly onSeen: (ids: readonly string[]) => void;
}

/** Seen once all of it was in sight, not when it was drawn below the fold. */
function ChangeLine({ change, current, onCurrent, onSeen }: ChangeLineProps) {
  const line = useRef<HTMLLIElement>(null);
  const { id } = change;
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen([id]);
      },
      { threshold: 0.99 },
    );
    if (line.current !== null) observer.observe(line.current);
    return () => observer.disconnect();
  }, [id, onSeen]);
  const { before, after, note } = sideTexts(change);
  return (
    <li ref={line}>
      <button
        type="button"
        aria-current={current || undefined}
        onClick={() => onCurrent(change.id)}
        className={cx(
          "ring-inside grid min-h-7 w-full grid-cols-[14px_18px_minmax(120px,1fr)_minmax(0,2fr)_auto] items-center gap-2 px-3 py-1 text-left text-sm",
          current ? "bg-accent-soft" : "hover:bg-hover",
        )}
      >
        <DecisionDot state={change.verdict.state === "follows" ? "pending" : change.verdict.state} />
        <span className={cx("font-mono font-semibold", CHANGE_SIGNS[change.kind][1])}>
          <span aria-hidden>{CHANGE_SIGNS[change.kind][0]}</span>
          <span className="sr-only">{change.kind}</span>
        </span>
        <span className="cut">
          <bdi>{changeTitle(change)}</bdi> <ThreadsOnChanges changes={[change]} />
        </span>
        <span className="text-ink-2 cut">
          {note ?? (
            <>
              <bdi>{before ?? "nothing"}</bdi> → <bdi>{after ?? "nothing"}</bdi>
            </>
          )}
        </span>
        <span className="text-stale text-xs">
          {(change.flags ?? []).map((flag) => `▲ ${FLAG_WORDS[flag]}`).join(", ")}
        </span>
      </button>
    </li>
  );
}
