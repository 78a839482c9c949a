"use client";

import Link from "next/link";
import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useMomentDiff } from "../../lib/client/trace.ts";
import { visibleName } from "../files/visible-name.ts";
import { ChangeCards } from "../review/change-cards.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { VersionRange } from "../ui/version-stamp.tsx";
import { traceHref } from "./use-trace-place.ts";

export interface MomentFileProps {
  readonly workspace: string;
  readonly branch: string;
  readonly t: number;
  readonly path: string;
  readonly onClose: () => void;
}

/** One file of Δ_t as it was then, change by change, each with the way to the call that made it. */
export function MomentFile({ workspace, branch, t, path, onClose }: MomentFileProps) {
  const diff = useMomentDiff(workspace, branch, t, path);
  const [current, setCurrent] = useState<string | null>(null);
  const change = diff.data?.changes.find(({ id }) => id === current);
  const origin = diff.data?.origins.find(({ seq }) => seq === change?.originSeq);
  return (
    <section aria-label={`${path} at t = ${t}`} className="flex min-h-0 flex-1 flex-col">
      <div className="border-line bg-panel flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1">
        <b className="font-semibold">
          <bdi>{visibleName(path)}</bdi>
        </b>
        <span className="text-ink-3">as it was at t = {t}</span>
        {diff.data === undefined ? null : <VersionRange before={diff.data.file.before} after={diff.data.file.after} />}
        <span className="flex-1" />
        <Button onClick={onClose}>Back to the session</Button>
      </div>
      {diff.data === undefined ? (
        diff.error === null ? (
          <SkeletonRows label="Loading the changes of that moment" rows={10} height={60} />
        ) : (
          <ErrorState problem={problemOf(diff.error)} onRetry={() => void diff.refetch()} retrying={diff.isFetching} />
        )
      ) : diff.data.changes.length === 0 ? (
        <EmptyState title="No change inside">The file differs as a whole.</EmptyState>
      ) : (
        <ChangeCards
          changes={diff.data.changes}
          current={current}
          onCurrent={setCurrent}
          onSeen={NOTHING}
          onEnd={NOTHING}
        />
      )}
      <p className="border-line bg-panel text-ink-2 flex min-h-9 shrink-0 items-center gap-2 border-t px-3 text-sm">
        {change === undefined ? (
          <span className="text-ink-3">Choose a change to see which call made it.</span>
        ) : origin === undefined ? (
          "Made by several operations together."
        ) : origin.toolCall === null ? (
          <bdi>
            {origin.turn === null
              ? `Edited by ${origin.actor.name}.`
              : `Made in turn ${origin.turn}, by no recorded call.`}
          </bdi>
        ) : (
          <>
            Made by <span className="mono">{origin.toolCall.tool}</span>
            <bdi className="cut">{origin.toolCall.summary}</bdi>
            <Link
              href={traceHref(workspace, branch, { step: origin.toolCall.id })}
              className="text-accent rounded-sm whitespace-nowrap hover:underline"
            >
              go to the call
            </Link>
          </>
        )}
      </p>
    </section>
  );
}

/** Nothing is decided or noted as seen about the past. */
const NOTHING = () => undefined;
