"use client";

import { ArrowLeftRight } from "lucide-react";
import { useCallback, useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileComparison, useFileHistory, type WhichVersion } from "../../lib/client/records.ts";
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { ChangeCards } from "../review/change-cards.tsx";
import { Button } from "../ui/button.tsx";
import { ChangeCount } from "../ui/change-count.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, shortHash } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Select } from "../ui/select.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { olderThan, versionsOfSteps } from "./file-steps.ts";
import { visibleText } from "./visible-name.ts";

export interface FileCompareProps {
  readonly workspace: string;
  readonly which: WhichVersion;
  readonly path: string;
  /** The version that is shown, and the one that it is compared with; null: the one before it. */
  readonly after: string;
  readonly before: string | null;
  readonly onPick: (before: string, after: string) => void;
}

/** What differs between any two versions of a file, for reading: nothing is decided here. */
export function FileCompare({ workspace, which, path, after, before, onPick }: FileCompareProps) {
  const history = useFileHistory(workspace, which, path);
  const steps = history.data?.steps;
  const from = before ?? (steps === undefined ? null : olderThan(steps, after));
  if (steps === undefined)
    return history.error === null ? (
      <SkeletonRows label="Loading the versions" rows={10} height={40} />
    ) : (
      <ErrorState
        problem={problemOf(history.error)}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
      />
    );
  if (from === null)
    return (
      <EmptyState title="There is no version before this one">
        The history lists every version; any two can be compared.
      </EmptyState>
    );
  const options = versionsOfSteps(steps).map(({ hash, label }) => ({
    value: hash,
    label: `${shortHash(hash)} · ${label}`,
  }));
  return (
    <>
      <div className="border-line flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1 text-sm">
        <span className="text-removed font-mono font-semibold" aria-hidden>
          −
        </span>
        <Select
          label="Before: the version that is compared"
          value={from}
          onChange={(next) => onPick(next, after)}
          options={options}
        />
        <IconButton icon={ArrowLeftRight} label="Swap the two versions" onClick={() => onPick(after, from)} />
        <span className="text-added font-mono font-semibold" aria-hidden>
          +
        </span>
        <Select
          label="After: the version that it is compared with"
          value={after}
          onChange={(next) => onPick(from, next)}
          options={options}
        />
      </div>
      <Changes key={`${from} ${after}`} workspace={workspace} path={path} before={from} after={after} />
    </>
  );
}

interface ChangesProps {
  readonly workspace: string;
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

function Changes({ workspace, path, before, after }: ChangesProps) {
  const compared = useFileComparison(workspace, path, before, after);
  const [current, setCurrent] = useState<string | null>(null);
  const nothing = useCallback(() => undefined, []);
  const changes = useMemo(
    () =>
      (compared.data?.pages ?? []).flatMap((page) =>
        page.changes.map((change): ReviewedChange => ({
          ...change,
          verdict: { state: change.facet === "recalculated" ? "follows" : "pending" },
          seen: true,
          originSeq: null,
        })),
      ),
    [compared.data],
  );
  const first = compared.data?.pages[0];
  if (first === undefined)
    return compared.error === null ? (
      <SkeletonRows label="Comparing the versions" rows={8} height={64} />
    ) : (
      <ErrorState
        problem={problemOf(compared.error)}
        retrying={compared.isFetching}
        onRetry={() => void compared.refetch()}
      />
    );
  if (changes.length === 0) return <EmptyState title="No difference">Both are the same, byte for byte.</EmptyState>;
  return (
    <>
      <div className="border-line text-ink-3 flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-b px-3 text-sm">
        <ChangeCount counts={first.counts} />
        {first.unreadable === null ? null : (
          <span className="text-stale">
            compared as bytes: <bdi>{visibleText(first.unreadable)}</bdi>
          </span>
        )}
        {first.complete ? null : <span className="text-stale">too different to be compared in detail</span>}
      </div>
      <ChangeCards
        changes={changes}
        current={current}
        onCurrent={setCurrent}
        onSeen={nothing}
        onEnd={nothing}
        readOnly
      />
      {compared.hasNextPage ? (
        <div className="border-line flex shrink-0 items-center justify-center gap-3 border-t py-1.5 text-sm">
          <span className="text-ink-3">the first {groupDigits(changes.length)} changes</span>
          <Button onClick={() => void compared.fetchNextPage()} busy={compared.isFetchingNextPage}>
            Show more
          </Button>
        </div>
      ) : null}
    </>
  );
}
