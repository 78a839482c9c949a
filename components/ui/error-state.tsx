import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

import type { Problem } from "../../lib/contracts/problems.ts";
import { Button } from "./button.tsx";

export interface ErrorStateProps {
  readonly problem: Pick<Problem, "title" | "detail" | "type">;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly action?: ReactNode;
}

/** Something could not be shown: which rule refused it, in words, and a way on. Nothing that was decided is lost. */
export function ErrorState({ problem, onRetry, retrying = false, action }: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-[440px] flex-col items-center gap-2 px-6 py-12 text-center">
      <span className="bg-removed-soft text-removed mb-1 grid size-10 place-items-center rounded-lg">
        <TriangleAlert size={18} strokeWidth={1.5} aria-hidden />
      </span>
      <p className="text-md font-semibold">{problem.title}</p>
      <p className="text-ink-2 text-sm">{problem.detail}</p>
      <p className="mono text-ink-3">{problem.type}</p>
      <div className="mt-2 flex gap-2">
        {onRetry === undefined ? null : (
          <Button onClick={onRetry} busy={retrying}>
            Try again
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
