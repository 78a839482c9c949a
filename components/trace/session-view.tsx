"use client";

import { useEffect, useRef, useState } from "react";

import type { TraceCall, TraceTurn } from "../../lib/contracts/trace.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration, groupDigits, plural } from "../ui/format.ts";
import { CallChanges } from "./call-changes.tsx";
import { causeWords } from "./step-words.ts";
import type { Step } from "./steps.ts";

export interface SessionViewProps {
  readonly workspace: string;
  readonly branch: string;
  readonly steps: readonly Step[];
  readonly turns: readonly TraceTurn[];
  readonly current: Step;
  readonly onStep: (step: Step) => void;
}

/** The chosen step's turn as it went on: what was said, called, answered, and which points came of it. */
export function SessionView({ workspace, branch, steps, turns, current, onStep }: SessionViewProps) {
  const turn = turns.find((one) => one.turn === current.turn);
  const shown = steps.filter((step) => step.turn === current.turn && sameStretch(steps, step, current));
  return (
    <section aria-label="Session" className="bg-panel min-h-0 flex-1 overflow-auto px-4 py-3">
      <h3 className="text-ink-2 mb-2 text-sm font-semibold">
        {turn === undefined ? (
          "Between turns"
        ) : (
          <>
            Turn {turn.turn} · <bdi>{turn.title}</bdi>
          </>
        )}
      </h3>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map((step) => (
          <StepRow
            key={step.id}
            workspace={workspace}
            branch={branch}
            step={step}
            chosen={step === current}
            onChoose={() => onStep(step)}
          />
        ))}
      </ol>
    </section>
  );
}

/** Steps between turns belong together where no turn lies between them. */
function sameStretch(steps: readonly Step[], step: Step, current: Step): boolean {
  if (current.turn !== null) return true;
  const [from, to] = [steps.indexOf(step), steps.indexOf(current)].sort((a, b) => a - b);
  return steps.slice(from, (to ?? 0) + 1).every(({ turn }) => turn === null);
}

interface StepRowProps {
  readonly workspace: string;
  readonly branch: string;
  readonly step: Step;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function StepRow({ workspace, branch, step, chosen, onChoose }: StepRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <li
      ref={row}
      aria-current={chosen ? "step" : undefined}
      className={cx(
        "scroll-my-3 rounded-md border-l-2 px-2.5 py-1.5",
        chosen ? "border-accent bg-accent-soft" : "border-transparent",
      )}
    >
      {step.kind === "call" ? (
        <CallRow workspace={workspace} branch={branch} call={step.call} chosen={chosen} onChoose={onChoose} />
      ) : (
        <button type="button" onClick={onChoose} className="block w-full rounded-sm text-left">
          <StepText step={step} />
        </button>
      )}
    </li>
  );
}

function StepText({ step }: { readonly step: Exclude<Step, { kind: "call" }> }) {
  switch (step.kind) {
    case "start":
      return <span className="text-ink-3">The branch was started on the accepted tree, t = 0.</span>;
    case "message":
      return (
        <>
          <span className="text-ink-3 block text-xs">{step.message.role === "person" ? "Asked" : "Answered"}</span>
          <bdi className="block max-w-[80ch] break-words whitespace-pre-wrap">{step.message.text}</bdi>
        </>
      );
    case "point":
      return (
        <span>
          <span aria-hidden className="text-accent mr-1">
            ◆
          </span>
          <bdi>{causeWords(step.point)}</bdi> <span className="text-changed">→ t = {step.point.t}</span>
        </span>
      );
  }
}

function CallRow({
  workspace,
  branch,
  call,
  chosen,
  onChoose,
}: {
  readonly workspace: string;
  readonly branch: string;
  readonly call: TraceCall;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { tool, summary, input, output, cut, t, files } = call;
  const seconds = call.endedAt === null ? null : Date.parse(call.endedAt) - Date.parse(call.startedAt);
  return (
    <>
      <button
        type="button"
        onClick={onChoose}
        className="flex w-full flex-wrap items-baseline gap-x-2 rounded-sm text-left"
      >
        <b className="mono font-semibold">{tool}</b>
        <bdi className="min-w-0">{summary}</bdi>
        {seconds === null ? (
          <span className="text-stale">had not ended</span>
        ) : seconds < 1 ? null : (
          <span className="text-ink-3 text-xs">{formatDuration(seconds)}</span>
        )}
        {t === null ? null : (
          <span className="text-changed">
            {plural(files, "file")} changed → t = {t}
          </span>
        )}
      </button>
      {chosen ? (
        <div className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <Text label="Input" text={input} />
          {output === null ? null : <Text label="Output" text={output} />}
          {cut === 0 ? null : (
            <p className="text-ink-3 text-xs">{groupDigits(cut)} more characters are kept and not shown.</p>
          )}
          {t === null ? null : <CallChanges workspace={workspace} branch={branch} call={call.id} />}
        </div>
      ) : null}
    </>
  );
}

const FOLDED_LINES = 12;

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  const [open, setOpen] = useState(false);
  const lines = text.replace(/\n$/u, "").split("\n");
  const folded = !open && lines.length > FOLDED_LINES;
  if (text === "") return null;
  return (
    <div>
      <span className="text-ink-3 text-xs">{label}</span>
      <pre className="border-line bg-sunken mono max-h-[60vh] overflow-auto rounded-md border px-2.5 py-1.5 text-sm wrap-anywhere whitespace-pre-wrap">
        <bdi>{(folded ? lines.slice(0, FOLDED_LINES) : lines).join("\n")}</bdi>
      </pre>
      {lines.length > FOLDED_LINES ? (
        <button type="button" onClick={() => setOpen(!open)} className="text-accent rounded-sm text-xs hover:underline">
          {folded ? `Show ${lines.length - FOLDED_LINES} more lines` : "Show fewer lines"}
        </button>
      ) : null}
    </div>
  );
}
