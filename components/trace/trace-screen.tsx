"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useTrace } from "../../lib/client/trace.ts";
import type { TraceView } from "../../lib/contracts/trace.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { useBranches } from "../../lib/client/queries.ts";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { Chip } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { FreshnessSummary } from "../ui/freshness-label.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { MomentFile } from "./moment-file.tsx";
import { MomentPane } from "./moment-pane.tsx";
import { SessionView } from "./session-view.tsx";
import { nextPoint, stepAt, stepsOf, type Step } from "./steps.ts";
import { Player, Timeline, type Speed } from "./timeline.tsx";
import { TurnList } from "./turn-list.tsx";
import { traceHref, useTracePlace } from "./use-trace-place.ts";

export interface TraceScreenProps {
  readonly branch: string;
  readonly layout: PaneLayout | undefined;
}

/** The agent's session as a timeline: any moment with W_t, freshness and Δ_t as they were. */
export function TraceScreen({ branch, layout }: TraceScreenProps) {
  const { slug } = useWorkspaceHere();
  const trace = useTrace(slug, branch);
  const [place, go] = useTracePlace();
  const steps = useMemo(() => (trace.data === undefined ? [] : stepsOf(trace.data)), [trace.data]);
  const current = stepAt(steps, place);
  const choose = (step: Step) => go({ step: step.id });
  const chooseTurn = (turn: number) => {
    const step = steps.find((one) => one.turn === turn);
    if (step !== undefined) choose(step);
  };
  return (
    <WorkspaceShell
      here="trace"
      branchId={branch}
      branch={<Branches slug={slug} branch={branch} />}
      layout={layout}
      mainLabel="Session"
      versions={
        trace.data === undefined || current === undefined
          ? undefined
          : { ...treesAt(trace.data, current.t), t: current.t }
      }
      left={{
        label: "Turns",
        content:
          trace.data === undefined ? (
            <SkeletonRows label="Loading the turns" rows={8} height={44} />
          ) : (
            <TurnList turns={trace.data.turns} current={current?.turn ?? null} onTurn={chooseTurn} />
          ),
      }}
      right={{
        label: "Changes at this moment",
        content:
          current === undefined ? (
            <SkeletonRows label="Loading the moment" rows={8} height={32} />
          ) : (
            <MomentPane
              workspace={slug}
              branch={branch}
              t={current.t}
              file={place.file}
              onFile={(file) => go({ file })}
            />
          ),
      }}
      status="Replayed from the journal"
    >
      {trace.data === undefined || current === undefined ? (
        trace.error === null ? (
          <SkeletonRows label="Loading the session" rows={14} height={30} />
        ) : (
          <ErrorState
            problem={problemOf(trace.error)}
            onRetry={() => void trace.refetch()}
            retrying={trace.isFetching}
          />
        )
      ) : steps.length === 1 ? (
        <EmptyState title="Nothing happened yet">
          What an agent reads, calls and changes on this branch appears here as it happens.
        </EmptyState>
      ) : (
        <Session
          slug={slug}
          branch={branch}
          trace={trace.data}
          steps={steps}
          current={current}
          file={place.file}
          onStep={choose}
          onTurn={chooseTurn}
          onFile={(file) => go({ file })}
        />
      )}
    </WorkspaceShell>
  );
}

interface SessionProps {
  readonly slug: string;
  readonly branch: string;
  readonly trace: TraceView;
  readonly steps: readonly Step[];
  readonly current: Step;
  readonly file: string | null;
  readonly onStep: (step: Step) => void;
  readonly onTurn: (turn: number) => void;
  readonly onFile: (path: string | null) => void;
}

function Session({ slug, branch, trace, steps, current, file, onStep, onTurn, onFile }: SessionProps) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>("1");
  const index = steps.indexOf(current);
  const atEnd = index === steps.length - 1;
  const move = (step: Step | undefined) => {
    setPlaying(false);
    if (step !== undefined) onStep(step);
  };
  const play = (on: boolean) => {
    const first = steps[0];
    if (on && atEnd && first !== undefined) onStep(first);
    setPlaying(on);
  };
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(
      () => {
        const next = steps[index + 1];
        if (next === undefined) setPlaying(false);
        else onStep(next);
      },
      1000 / Number(speed),
    );
    return () => clearTimeout(timer);
  }, [playing, speed, steps, index, onStep]);

  const turns = trace.turns.map(({ turn }) => turn);
  const turnBy = (by: 1 | -1) => {
    const at = turns.indexOf(current.turn ?? 0);
    const next = turns[at === -1 ? 0 : at + by];
    setPlaying(false);
    if (next !== undefined) onTurn(next);
  };
  useShortcuts("Session", [
    { keys: "ArrowRight", label: "Step on", hint: "step", run: () => move(steps[index + 1]) },
    { keys: "ArrowLeft", label: "Step back", hint: "step", run: () => move(steps[index - 1]) },
    { keys: "Shift+ArrowRight", label: "To the next t", hint: "point", run: () => move(nextPoint(steps, current, 1)) },
    { keys: "Shift+ArrowLeft", label: "To the t before", run: () => move(nextPoint(steps, current, -1)) },
    { keys: "N", label: "Next turn", hint: "turn", run: () => turnBy(1) },
    { keys: "P", label: "Previous turn", hint: "turn", run: () => turnBy(-1) },
    { keys: ".", label: "Play or pause", hint: "play", run: () => play(!playing) },
  ]);

  return (
    <>
      <Timeline steps={steps} current={current} onStep={move} />
      <div className="border-line bg-panel flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1">
        <Player
          playing={playing}
          onPlaying={play}
          speed={speed}
          onSpeed={setSpeed}
          atStart={index === 0}
          atEnd={atEnd}
          onMove={(to) =>
            move({ first: steps[0], back: steps[index - 1], on: steps[index + 1], last: steps.at(-1) }[to])
          }
        />
        <span className="text-ink-3 text-sm tabular-nums" role="status">
          step {index + 1} of {steps.length}
        </span>
        <span className="flex-1" />
        <Stamps trace={trace} t={current.t} />
      </div>
      {file === null ? (
        <SessionView
          workspace={slug}
          branch={branch}
          steps={steps}
          turns={trace.turns}
          current={current}
          onStep={move}
        />
      ) : (
        <MomentFile
          key={`${file} ${current.t}`}
          workspace={slug}
          branch={branch}
          t={current.t}
          path={file}
          onClose={() => onFile(null)}
        />
      )}
    </>
  );
}

/** W_0 and W_t as they stood at a t. */
function treesAt(trace: TraceView, t: number): { readonly base: string; readonly current: string } {
  const point = trace.points.find((one) => one.t === t);
  return point ?? { base: trace.start.tree, current: trace.start.tree };
}

/** Which version is shown, and how its index stood then. */
function Stamps({ trace, t }: { readonly trace: TraceView; readonly t: number }) {
  const point = trace.points.find((one) => one.t === t);
  return (
    <>
      <Chip>
        <span className="text-ink-3">W at t = {t}</span>
        <VersionStamp hash={treesAt(trace, t).current} of={`tree at t = ${t}`} />
      </Chip>
      <Chip title="How the index stood when this point was made">
        {point?.freshness ? (
          <FreshnessSummary counts={point.freshness} />
        ) : (
          <span className="text-ink-3">index: not noted at this point</span>
        )}
      </Chip>
    </>
  );
}

function Branches({ slug, branch }: { readonly slug: string; readonly branch: string }) {
  const router = useRouter();
  const list = useBranches(slug);
  return (
    <BranchSwitcher
      branches={list.data?.branches ?? []}
      current={branch}
      onSelect={(next) =>
        router.push(next === null ? `/w/${encodeURIComponent(slug)}/files` : traceHref(slug, next.id))
      }
    />
  );
}
