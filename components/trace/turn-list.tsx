"use client";

import type { TraceTurn } from "../../lib/contracts/trace.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { plural } from "../ui/format.ts";

export interface TurnListProps {
  readonly turns: readonly TraceTurn[];
  readonly current: number | null;
  readonly onTurn: (turn: number) => void;
}

/** What the agent did, turn by turn. */
export function TurnList({ turns, current, onTurn }: TurnListProps) {
  const calls = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
  return (
    <>
      <PaneHeader title="Turns" detail={`${plural(turns.length, "turn")} · ${plural(calls, "call")}`} />
      {turns.length === 0 ? (
        <EmptyState title="No turn yet">An agent&apos;s work on this branch appears here, turn by turn.</EmptyState>
      ) : (
        <ol aria-label="Turns" className="min-h-0 flex-1 overflow-auto">
          {turns.map((turn) => (
            <li key={turn.turn} className="border-line border-b">
              <button
                type="button"
                aria-current={turn.turn === current || undefined}
                onClick={() => onTurn(turn.turn)}
                className={cx(
                  "ring-inside block w-full px-3 py-2 text-left",
                  turn.turn === current ? "bg-accent-soft" : "hover:bg-hover",
                )}
              >
                <span className="flex gap-1.5">
                  <b className="font-semibold tabular-nums">{turn.turn}</b>
                  <bdi className="min-w-0 flex-1">{turn.title}</bdi>
                </span>
                <span className="text-ink-3 text-sm">
                  {plural(turn.calls.length, "call")} · <Files turn={turn} />
                  {turn.closedAt === null ? " · running" : ""}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Files({ turn }: { readonly turn: TraceTurn }) {
  const writes = turn.calls.filter(({ t }) => t !== null).length;
  return writes === 0 ? <>no change</> : <span className="text-changed">{plural(writes, "write")}</span>;
}
