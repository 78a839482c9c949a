"use client";

import { RefreshCw } from "lucide-react";
import Link from "next/link";
import { useState } from "react";

import type { BranchView } from "../../lib/contracts/branches.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranchAct, useSynchronize } from "../../lib/client/queries.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { plural } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { synchronizeOutcome } from "./waiting.ts";

interface BranchActProps {
  readonly slug: string;
  readonly branch: BranchView;
  /** Why this person may not stage here; null where they may. */
  readonly refused: string | null;
}

/** Synchronize, with what came of it in place; review, with what waits. */
export function BranchActs({ slug, branch, refused, next }: BranchActProps & { readonly next: boolean }) {
  const synchronize = useSynchronize(slug, branch.id);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const run = () => {
    const before = branch.version.t ?? 0;
    setOutcome(null);
    synchronize.mutate(undefined, {
      onSuccess: ({ version }) => setOutcome({ text: synchronizeOutcome(before, version.t), failed: false }),
      onError: (thrown) => {
        const problem = problemOf(thrown);
        setOutcome({ text: `${problem.title}. ${problem.detail}`, failed: true });
      },
    });
  };
  const open = branch.changes.pending;
  return (
    <div className="flex flex-col items-end gap-0.5">
      <div className="flex gap-2">
        <Explained reason={refused ?? "Compares the sandbox with what it last held, and stages what has changed"}>
          <Button
            onClick={run}
            busy={synchronize.isPending}
            disabled={refused !== null}
            icon={<RefreshCw size={13} aria-hidden />}
            className="max-[1240px]:w-7 max-[1240px]:px-0"
          >
            <span className="max-[1240px]:sr-only">Synchronize</span>
          </Button>
        </Explained>
        <Link
          href={`/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch.id)}/review`}
          className={`${buttonClass(next && open > 0 && branch.kind !== "evaluation" ? "primary" : "default")} w-[150px]`}
        >
          {branch.kind === "evaluation" ? "Look through" : open > 0 ? `Review ${plural(open, "change")}` : "Review"}
        </Link>
      </div>
      <span
        role="status"
        className={`max-w-[250px] text-right text-xs ${outcome?.failed === true ? "text-removed" : "text-ink-3"}`}
      >
        {outcome?.text}
      </span>
    </div>
  );
}

/** How the branch stands to the accepted tree, and what to do where it does not stand on it. */
export function BranchBase({ slug, branch, refused }: BranchActProps) {
  const rebase = useBranchAct(slug, branch.id, "rebase");
  const staleHref = `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch.id)}/stale`;
  const blocked =
    branch.openTurn === null ? refused : `Turn ${branch.openTurn.turn} is open: a branch moves between turns.`;
  const run = () =>
    rebase.mutate(undefined, {
      onSuccess: () =>
        notify.done(`${branch.name} stands on the accepted tree`, {
          description: "What no longer fits is listed as base moved; nothing was overwritten.",
        }),
      onError: (thrown) => notify.failed(problemOf(thrown).title, { description: problemOf(thrown).detail }),
    });
  return (
    <div className="flex flex-col items-start gap-1">
      {branch.stale > 0 ? (
        <Link href={staleHref} className="text-stale rounded-sm font-medium whitespace-nowrap hover:underline">
          <span aria-hidden className="font-semibold">
            !{" "}
          </span>
          {plural(branch.stale, "base moved", "bases moved")}
        </Link>
      ) : null}
      {branch.behind ? (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <span className="text-ink-2">behind accepted</span>
          {branch.kind === "evaluation" ? null : (
            <Explained
              reason={blocked ?? "Stands the branch on the accepted tree of now; what no longer fits turns stale"}
            >
              <button
                type="button"
                aria-disabled={blocked !== null || rebase.isPending}
                onClick={() => {
                  if (blocked === null && !rebase.isPending) run();
                }}
                className="text-accent rounded-sm font-medium hover:underline aria-disabled:no-underline aria-disabled:opacity-50"
              >
                {rebase.isPending ? "Rebasing…" : "Rebase"}
              </button>
            </Explained>
          )}
        </span>
      ) : branch.stale === 0 ? (
        <span className="text-ink-3 whitespace-nowrap">on accepted</span>
      ) : null}
    </div>
  );
}

/** The reason is in the tooltip and, for a disabled control, reachable by pointing at what is around it. */
function Explained({ reason, children }: { readonly reason: string; readonly children: React.ReactNode }) {
  return (
    <Tooltip content={reason}>
      <span>{children}</span>
    </Tooltip>
  );
}
