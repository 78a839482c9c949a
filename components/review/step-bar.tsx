"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import type { ReactNode } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { groupDigits, plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { CHANGE_SIGNS, FACET_WORDS } from "./words.ts";

interface StepBarProps {
  /** Of all changes that are stepped through. */
  readonly count: number;
  /** Which of them is chosen; null: none. */
  readonly at: { readonly index: number; readonly change: ReviewedChange; readonly place: string } | null;
  readonly onStep: (by: 1 | -1) => void;
  /** What else the bar holds, at its end. */
  readonly children: ReactNode;
}

/** Over a drawn comparison: where one is among its changes, and the steps to the next and the one before. */
export function StepBar({ count, at, onStep, children }: StepBarProps) {
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: count > 0, run: () => onStep(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: count > 0, run: () => onStep(-1) },
  ]);
  return (
    <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1 text-sm">
      {at === null ? (
        <span className="text-ink-3">{plural(count, "change")}</span>
      ) : (
        <span role="status" className="cut">
          <b className="font-semibold">
            Change {groupDigits(at.index + 1)} of {groupDigits(count)}
          </b>{" "}
          <span className={`${CHANGE_SIGNS[at.change.kind][1]} font-medium`}>
            {CHANGE_SIGNS[at.change.kind][0]} {at.place}, {FACET_WORDS[at.change.facet]}
          </span>
        </span>
      )}
      <IconButton icon={ChevronDown} label="Next change" kbd="J" onClick={() => onStep(1)} />
      <IconButton icon={ChevronUp} label="Previous change" kbd="K" onClick={() => onStep(-1)} />
      <span className="flex-1" />
      {children}
    </div>
  );
}
