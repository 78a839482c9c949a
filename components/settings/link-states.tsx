"use client";

import type { Problem } from "../../lib/contracts/problems.ts";
import { CardPage } from "../shell/page-frame.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The card's own size: nothing moves when it is there. */
export function LinkWaiting({ title }: { readonly title: string }) {
  return (
    <CardPage title={title}>
      <div role="status" className="flex flex-col gap-3">
        <span className="sr-only">Reading the link</span>
        <Skeleton className="my-[3px] h-3 w-3/4" />
        {["name", "e-mail", "password"].map((field) => (
          <div key={field} className="flex flex-col gap-1">
            <Skeleton className="my-[2.5px] h-3 w-24" />
            <Skeleton className="h-8 w-full rounded-md" />
          </div>
        ))}
        <Skeleton className="mt-1 h-8 w-full rounded-md" />
      </div>
    </CardPage>
  );
}

interface LinkProblemProps {
  readonly problem: Problem;
  readonly retrying: boolean;
  readonly onRetry: () => void;
}

export function LinkProblem({ problem, retrying, onRetry }: LinkProblemProps) {
  const unknown = problem.status === 404 || problem.status === 400;
  return (
    <CardPage title={unknown ? "This link opens nothing" : problem.title}>
      <p className="text-ink-2">
        {unknown ? "Check that the whole link was opened: it ends in a long token." : problem.detail}
      </p>
      {unknown ? null : (
        <Button className="mt-4" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </CardPage>
  );
}
