"use client";

import { useEffect, useRef } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DeckSlide } from "../../lib/contracts/deck-view.ts";
import { formatAddress } from "../../lib/core/address/address.ts";
import { ThreadsAt, ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { visibleName } from "../files/visible-name.ts";
import type { Act } from "../review/use-decisions.ts";
import { CHANGE_SIGNS, FLAG_WORDS } from "../review/words.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { plural } from "../ui/format.ts";
import { changeDetail, changeSubject } from "./slide-words.ts";

export interface SlideChangesProps {
  readonly changes: readonly ReviewedChange[];
  /** Of the slide that a filter leaves out. */
  readonly filteredOut: number;
  readonly before: DeckSlide | null;
  readonly after: DeckSlide | null;
  readonly current: string | null;
  readonly onChoose: (change: ReviewedChange) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Null: this person only looks, or decisions are on their way. */
  readonly onDecide: ((act: Act) => void) | null;
}

/** The changes of one slide, each with what differs and its own decision. */
export function SlideChanges({ changes, filteredOut, ...rest }: SlideChangesProps) {
  const { after } = rest;
  return (
    <section aria-label="Changes on this slide" className="border-line bg-panel overflow-hidden rounded-md border">
      <h3 className="border-line flex min-h-8 items-center gap-2 border-b px-3 text-sm font-semibold">
        {changes.length === 0 ? "No change on this slide" : `${plural(changes.length, "change")} on this slide`}
        {filteredOut === 0 ? null : (
          <span className="text-ink-3 font-normal">{plural(filteredOut, "more change")} outside of the filter</span>
        )}
        {after === null ? null : <ThreadsAt fragment={formatAddress({ kind: "slide", slide: after.number })} />}
      </h3>
      <ul aria-label="Changes">
        {changes.map((change) => (
          <ChangeRow key={change.id} change={change} {...rest} />
        ))}
      </ul>
    </section>
  );
}

type ChangeRowProps = Omit<SlideChangesProps, "changes" | "filteredOut"> & { readonly change: ReviewedChange };

function ChangeRow({ change, before, after, current, onChoose, onSeen, onDecide }: ChangeRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const { id, verdict } = change;
  const isCurrent = id === current;
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen([id]);
      },
      { threshold: 0.99 },
    );
    if (row.current !== null) observer.observe(row.current);
    return () => observer.disconnect();
  }, [id, onSeen]);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  const subject = changeSubject(change, before, after);
  const detail = changeDetail(change, before, after);
  const [sign, tone] = CHANGE_SIGNS[change.kind];
  const decide = (act: "accept" | "reject") => onDecide?.({ ids: [id], verdict: act });
  return (
    <li
      ref={row}
      className={cx(
        "border-line flex min-h-9 items-center gap-2 border-b pr-2 text-sm last:border-b-0",
        isCurrent ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={() => onChoose(change)}
        className="ring-inside grid min-h-9 min-w-0 flex-1 grid-cols-[14px_10px_minmax(96px,1fr)_minmax(0,2fr)] items-center gap-2 px-3 py-1 text-left"
      >
        <DecisionDot state={verdict.state === "follows" ? "pending" : verdict.state} />
        <span className={cx("font-mono font-semibold", tone)}>
          <span aria-hidden>{sign}</span>
          <span className="sr-only">{change.kind}</span>
        </span>
        <span className="cut font-medium" title={subject}>
          <bdi>{subject}</bdi>
        </span>
        <span className="min-w-0">
          <bdi className="text-ink-2 line-clamp-2" title={detail}>
            {visibleName(detail)}
          </bdi>
          {(change.flags ?? []).length === 0 ? null : (
            <span className="text-stale text-xs">
              {(change.flags ?? []).map((flag) => `▲ ${FLAG_WORDS[flag]}`).join(", ")}
            </span>
          )}
          <ThreadsOnChanges changes={[change]} />
        </span>
      </button>
      <span className="flex shrink-0 gap-1.5">
        <Button
          variant="ok"
          aria-label={`Accept ${subject}`}
          disabled={onDecide === null || verdict.state === "accepted"}
          onClick={() => decide("accept")}
        >
          {verdict.state === "accepted" ? "Accepted" : "Accept"}
        </Button>
        <Button
          variant="no"
          aria-label={`Reject ${subject}`}
          disabled={onDecide === null || verdict.state === "rejected"}
          onClick={() => decide("reject")}
        >
          {verdict.state === "rejected" ? "Rejected" : "Reject"}
        </Button>
      </span>
    </li>
  );
}
