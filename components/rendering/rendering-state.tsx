"use client";

import type { RenderingHook } from "../../lib/client/rendering.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";

/** What stands there until the pages do: how far they are, why not, and what can be done about it. */
export function RenderingState({ hook }: { readonly hook: RenderingHook }) {
  const { rendering, problem, request, cancel, busy } = hook;
  if (problem !== null) return <ErrorState problem={problem.problem} onRetry={request} retrying={busy} />;
  if (rendering === undefined || rendering.state === "absent") return <Working label="Asking for the pages" />;
  const { state, ahead, pagesDone, pageCount, program, reason } = rendering;
  if (state === "queued")
    return (
      <Working label={ahead === 0 || ahead === null ? "Next in line to be drawn" : `${ahead} ahead in the line`}>
        <Button onClick={cancel} busy={busy}>
          Stop
        </Button>
      </Working>
    );
  if (state === "running")
    return (
      <Working
        label={pageCount === null ? `${program} reads the file` : "Drawing the pages"}
        {...(pageCount === null ? {} : { done: pagesDone, total: pageCount })}
      >
        <Button onClick={cancel} busy={busy}>
          Stop
        </Button>
      </Working>
    );
  if (state === "unavailable") return <EmptyState title="Pages are not drawn on this server">{reason}</EmptyState>;
  return (
    <EmptyState
      title={state === "cancelled" ? "Drawing was stopped" : "The pages could not be drawn"}
      action={
        <Button onClick={request} busy={busy}>
          Draw the pages again
        </Button>
      }
    >
      {reason}
    </EmptyState>
  );
}

interface WorkingProps {
  readonly label: string;
  readonly done?: number;
  readonly total?: number;
  readonly children?: React.ReactNode;
}

function Working({ label, done, total, children }: WorkingProps) {
  return (
    <div role="status" className="mx-auto flex w-full max-w-[280px] flex-col items-center gap-3 p-4">
      <div className="w-full">
        <ProgressBar
          label={label}
          unit="pages"
          {...(done === undefined || total === undefined ? {} : { done, total })}
        />
      </div>
      {children}
    </div>
  );
}
