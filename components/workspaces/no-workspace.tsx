import Link from "next/link";

import type { Problem } from "../../lib/contracts/problems.ts";
import { Wordmark } from "../shell/wordmark.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";

export interface NoWorkspaceProps {
  readonly problem: Problem;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

/** The workspace is not there, or not for this person (which look the same), or could not be read. */
export function NoWorkspace({ problem, retrying, onRetry }: NoWorkspaceProps) {
  const missing = problem.status === 404;
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-content-center justify-items-center outline-none">
      <Wordmark withName />
      <ErrorState
        problem={problem}
        {...(missing ? {} : { onRetry, retrying })}
        action={
          <Link href="/workspaces" className={buttonClass(missing ? "primary" : "default")}>
            All workspaces
          </Link>
        }
      />
    </main>
  );
}
