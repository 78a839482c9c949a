"use client";

import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useEffect, useRef } from "react";

import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toneOf, type Step, type StepTone } from "./steps.ts";
import { stepLine } from "./step-words.ts";

export interface TimelineProps {
  readonly steps: readonly Step[];
  readonly current: Step;
  readonly onStep: (step: Step) => void;
}

const TONES: Readonly<Record<StepTone, readonly [look: string, sign: string]>> = {
  read: ["bg-recalc-soft border-recalc text-recalc", "·"],
  write: ["bg-changed-soft border-changed text-changed", "~"],
  diff: ["bg-moved-soft border-moved text-moved", "≠"],
  said: ["bg-sunken border-line-strong text-ink-3", "“"],
  event: ["bg-accent-soft border-accent text-accent", "◆"],
};

const LEGEND: readonly (readonly [tone: StepTone, words: string])[] = [
  ["read", "read"],
  ["write", "write, then a point"],
  ["diff", "looked at its own changes"],
  ["said", "message"],
  ["event", "point without a call"],
];

const MAX_LONG = 8;

/** How wide beside the others: by its length in time, within bounds, so that a long call does not push the rest away. */
function weightOf(step: Step): number {
  if (step.kind !== "call" || step.call.endedAt === null) return 1;
  const seconds = (Date.parse(step.call.endedAt) - Date.parse(step.call.startedAt)) / 1000;
  return 2 + Math.min(Math.log2(1 + Math.max(seconds, 0)), MAX_LONG);
}

/** The stamp stays inside of the line at both ends. */
const stampSide = (along: number): string =>
  along < 0.06 ? "left-0" : along > 0.94 ? "right-0" : "left-1/2 -translate-x-1/2";

const clock = (at: string): string => new Date(at).toLocaleTimeString("en-GB");

/** Every step as a segment; the chosen one says its t. Steps are reached with the arrow keys of the screen. */
export function Timeline({ steps, current, onStep }: TimelineProps) {
  const [first, last] = [steps[0], steps.at(-1)];
  const here = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div className="border-line bg-panel shrink-0 border-b px-3 pt-1.5 pb-2">
      <div role="group" aria-label="Steps of the session" className="flex items-end gap-0.5 overflow-x-auto pt-6 pb-1">
        {steps.map((step, index) => {
          const [look, sign] = TONES[toneOf(step)];
          const chosen = step === current;
          return (
            <button
              key={step.id}
              ref={chosen ? here : undefined}
              type="button"
              tabIndex={chosen ? 0 : -1}
              aria-current={chosen ? "step" : undefined}
              title={`${stepLine(step)} (t = ${step.t})`}
              onClick={() => onStep(step)}
              style={{ flexGrow: weightOf(step) }}
              className={cx(
                "relative h-8 min-w-3 basis-0 rounded-sm border text-center text-xs leading-none",
                look,
                chosen ? "ring-accent ring-2" : "border-transparent hover:border-current",
              )}
            >
              <span className="sr-only">{stepLine(step)}</span>
              <span aria-hidden>{sign}</span>
              {chosen ? (
                <span
                  aria-hidden
                  className={cx(
                    "bg-accent text-accent-ink mono absolute bottom-full mb-1 rounded-sm px-1.5 py-0.5 text-xs whitespace-nowrap",
                    stampSide((index + 0.5) / steps.length),
                  )}
                >
                  t = {step.t}
                </span>
              ) : null}
            </button>
          );
        })}
      </div>
      <div className="text-ink-3 flex items-baseline gap-3 text-xs tabular-nums">
        <span>{first === undefined ? "" : clock(first.at)}</span>
        <span className="flex flex-1 flex-wrap justify-center gap-x-3">
          {LEGEND.map(([tone, words]) => (
            <span key={tone} className="inline-flex items-baseline gap-1 whitespace-nowrap">
              <span
                aria-hidden
                className={cx("inline-grid size-3.5 place-items-center rounded-xs border leading-none", TONES[tone][0])}
              >
                {TONES[tone][1]}
              </span>
              {words}
            </span>
          ))}
        </span>
        <span>{last === undefined ? "" : clock(last.at)}</span>
      </div>
    </div>
  );
}

export type Speed = "1" | "2" | "4";

export interface PlayerProps {
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  readonly speed: Speed;
  readonly onSpeed: (speed: Speed) => void;
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly onMove: (to: "first" | "back" | "on" | "last") => void;
}

/** Play, step, and how fast: steps a second, not the session's own time. */
export function Player({ playing, onPlaying, speed, onSpeed, atStart, atEnd, onMove }: PlayerProps) {
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton icon={ChevronFirst} label="First step" disabled={atStart} onClick={() => onMove("first")} />
      <IconButton icon={ChevronLeft} label="Step back" kbd="←" disabled={atStart} onClick={() => onMove("back")} />
      <Button variant="primary" kbd="." aria-pressed={playing} onClick={() => onPlaying(!playing)}>
        {playing ? <Pause size={13} aria-hidden /> : <Play size={13} aria-hidden />}
        {playing ? "Pause" : atEnd ? "Play from the start" : "Play"}
      </Button>
      <IconButton icon={ChevronRight} label="Step on" kbd="→" disabled={atEnd} onClick={() => onMove("on")} />
      <IconButton icon={ChevronLast} label="Newest step" disabled={atEnd} onClick={() => onMove("last")} />
      <Segmented
        label="Steps a second"
        value={speed}
        onChange={onSpeed}
        segments={(["1", "2", "4"] as const).map((value) => ({
          value,
          label: `${value}×`,
          title: `${value} steps a second`,
        }))}
      />
    </span>
  );
}
