"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranches, useDelta, useStale } from "../../lib/client/queries.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { reviewHref } from "../review/review-address.ts";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { ByHandDialog } from "./by-hand-dialog.tsx";
import { HandBackDialog } from "./hand-back-dialog.tsx";
import { useReconcilePlace } from "./reconcile-place.ts";
import { conflictsOf } from "./reconcile-rows.ts";
import { ReconcileView } from "./reconcile-view.tsx";
import { StageActions } from "./stage-actions.tsx";
import { StaleList } from "./stale-list.tsx";
import { StoryPane } from "./story-pane.tsx";
import { useReconcileWork } from "./use-reconcile-work.ts";

export interface ReconcileScreenProps {
  readonly branch: string;
  readonly layout: PaneLayout | undefined;
}

/** Stale operations, one by one: what was the base, what is accepted now, what is staged, and which of it shall hold. */
export function ReconcileScreen({ branch, layout }: ReconcileScreenProps) {
  const { slug, workspace } = useWorkspaceHere();
  const router = useRouter();
  const [place, go] = useReconcilePlace();
  const [dialog, setDialog] = useState<"by-hand" | "hand-back" | null>(null);
  const list = useStale(slug, branch);
  const delta = useDelta(slug, branch);
  const branches = useBranches(slug);
  const readOnly = workspace === undefined ? null : whyNot(workspace.role, "decide");
  const stale = list.data?.stale ?? [];
  const shown = stale.find(({ id, path }) => id === place.op || path === place.path) ?? stale[0];
  const work = useReconcileWork(slug, branch, list.data?.version.seq ?? 0, shown?.id ?? null, place.strict);
  const view = work.preview.data;
  const conflicts = conflictsOf(view?.files ?? []);
  const decided = conflicts.filter(({ conflict }) => work.choices[conflict.id] !== undefined).length;
  const select = (op: string) => go({ op, path: null, row: null, sheet: null, end: "merged" });
  const onFile = (by: 1 | -1) => {
    const next = stale[stale.findIndex(({ id }) => id === shown?.id) + by];
    if (next !== undefined) select(next.id);
  };
  useShortcuts("Stale files", [
    { keys: "N", label: "Next stale file", hint: "file", enabled: stale.length > 1, run: () => onFile(1) },
    { keys: "P", label: "Previous stale file", hint: "file", enabled: stale.length > 1, run: () => onFile(-1) },
  ]);
  const file = conflicts.find(({ conflict }) => conflict.id === place.row)?.file ?? view?.files[0];

  return (
    <WorkspaceShell
      here="review"
      branchId={branch}
      branch={
        <BranchSwitcher
          branches={branches.data?.branches ?? []}
          current={branch}
          onSelect={(next) =>
            router.push(next === null ? `/w/${encodeURIComponent(slug)}/files` : reviewHref(slug, next.id))
          }
        />
      }
      versions={
        delta.data === undefined
          ? undefined
          : { base: delta.data.base, current: delta.data.current, t: delta.data.version.t ?? 0 }
      }
      actions={
        shown === undefined ? undefined : (
          <StageActions
            slug={slug}
            branch={branch}
            view={view}
            place={place}
            choices={work.choices}
            readOnly={readOnly}
            onHandBack={() => setDialog("hand-back")}
            onDone={() => go({ op: null, path: null, row: null, sheet: null, end: "merged" })}
          />
        )
      }
      layout={layout}
      left={{
        label: "To reconcile",
        content:
          list.data === undefined ? (
            <SkeletonRows label="Loading the stale files" rows={4} height={48} />
          ) : (
            <StaleList
              stale={stale}
              selected={shown?.id ?? null}
              progress={view === undefined ? null : { decided, all: conflicts.length }}
              onSelect={select}
              reviewHref={reviewHref(slug, branch)}
            />
          ),
      }}
      {...(list.data !== undefined && shown === undefined
        ? {}
        : {
            right: {
              label: "Why the base moved",
              content: <StoryPane view={view} handedBack={shown?.handedBack ?? null} />,
            },
          })}
    >
      {list.data === undefined ? (
        list.error === null ? (
          <SkeletonRows label="Loading the stale files" rows={10} height={32} />
        ) : (
          <ErrorState problem={problemOf(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        )
      ) : shown === undefined ? (
        <EmptyState
          title="Nothing to reconcile"
          action={
            <Link href={reviewHref(slug, branch)} className={buttonClass("primary")}>
              Back to the review
            </Link>
          }
        >
          Every staged change of this branch stands on what is accepted now.
        </EmptyState>
      ) : (
        <ReconcileView
          key={shown.id}
          stale={shown}
          work={work}
          place={place}
          onGo={go}
          onByHand={() => setDialog("by-hand")}
          readOnly={readOnly}
          onFile={onFile}
        />
      )}
      {dialog === "by-hand" && view !== undefined && file !== undefined ? (
        <ByHandDialog
          slug={slug}
          branch={branch}
          view={view}
          file={file}
          strict={place.strict}
          choices={work.choices}
          onClose={() => setDialog(null)}
          onDone={() => setDialog(null)}
        />
      ) : null}
      {dialog === "hand-back" && view !== undefined && file !== undefined ? (
        <HandBackDialog slug={slug} branch={branch} view={view} file={file} onClose={() => setDialog(null)} />
      ) : null}
    </WorkspaceShell>
  );
}
