"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useDeferredValue, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranch, useBranches, useDelta, useFileDiff } from "../../lib/client/queries.ts";
import type { DeltaView } from "../../lib/contracts/changes.ts";
import { SubmitAction } from "../action-items/submit-action.tsx";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { ThreadMarks } from "../comments/thread-marks.tsx";
import { visibleName } from "../files/visible-name.ts";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { ChangedFilesTree, orderFiles } from "./changed-files-tree.tsx";
import { DetailsPane } from "./details-pane.tsx";
import type { Selected } from "./file-review.tsx";
import { OpenFile } from "./open-file.tsx";
import { traceHref } from "../trace/use-trace-place.ts";
import { PromoteAction } from "./promote-action.tsx";
import { reviewHref, useReviewPlace } from "./review-address.ts";
import { StaleNotice } from "./stale-notice.tsx";

export interface ReviewScreenProps {
  readonly branch: string;
  readonly layout: PaneLayout | undefined;
  readonly licenseKey: string;
}

const NOTHING_SELECTED: Selected = { ids: [], label: "", heading: "" };

/** The heart: which files changed, what changed in one, where a change came from, and the decision. */
export function ReviewScreen({ branch, layout, licenseKey }: ReviewScreenProps) {
  const { slug, workspace } = useWorkspaceHere();
  const [place, go] = useReviewPlace();
  const [pendingFirst, setPendingFirst] = useState(false);
  const delta = useDelta(slug, branch);
  const here = useBranch(slug, branch);
  const files = delta.data?.files;
  const path = place.path ?? firstToReview(files);
  const file =
    files?.find((candidate) => candidate.path === path && candidate.state !== "stale") ??
    files?.find((candidate) => candidate.path === path);
  const diff = useFileDiff(slug, branch, file === undefined || file.state === "stale" ? null : file.path);
  const [picked, setPicked] = useState<{ readonly path: string; readonly selected: Selected } | null>(null);
  const shown = diff.data?.file.path ?? null;
  const selected =
    picked !== null && picked.path === shown
      ? picked.selected
      : place.change === null
        ? NOTHING_SELECTED
        : { ids: [place.change], label: "", heading: "" };
  // What stands beside the file follows a moment later than what is stepped through.
  const detailed = useDeferredValue(selected);
  const onSelect = useCallback(
    (next: Selected) => {
      if (shown === null) return;
      setPicked({ path: shown, selected: next });
      const first = next.ids[0];
      if (first !== undefined) go({ change: first, slide: null, thread: null });
    },
    [shown, go],
  );
  const forbidden = workspace === undefined ? null : whyNot(workspace.role, "promote");
  const open = useCallback(
    (next: string) => go({ path: next, sheet: null, change: null, slide: null, thread: null, look: null }),
    [go],
  );

  const onEnd = (direction: 1 | -1) => {
    const ordered = orderFiles(files ?? [], pendingFirst);
    const index = ordered.findIndex((candidate) => candidate.path === path);
    const next = ordered[index + direction];
    if (next !== undefined) open(next.path);
  };

  return (
    <WorkspaceShell
      here="review"
      branchId={branch}
      path={path}
      branch={<Branches slug={slug} branch={branch} />}
      versions={
        delta.data === undefined
          ? undefined
          : { base: delta.data.base, current: delta.data.current, t: delta.data.version.t ?? 0 }
      }
      stale={{
        count: delta.data?.totals.stale ?? 0,
        href: `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch)}/stale`,
      }}
      actions={
        <>
          <SubmitAction
            workspace={slug}
            branch={branch}
            version={delta.data?.version}
            forbidden={workspace === undefined ? null : whyNot(workspace.role, "stage")}
          />
          <PromoteAction
            workspace={slug}
            branch={branch}
            accepted={delta.data?.totals.accepted ?? 0}
            forbidden={forbidden}
          />
        </>
      }
      layout={layout}
      left={{
        label: "Changes",
        content:
          delta.data === undefined ? (
            <SkeletonRows label="Loading the changed files" rows={12} height={28} />
          ) : (
            <ChangedFilesTree
              files={delta.data.files}
              totals={delta.data.totals}
              selected={path}
              onSelect={open}
              pendingFirst={pendingFirst}
              onPendingFirst={setPendingFirst}
            />
          ),
      }}
      right={{
        label: "Details",
        content: (
          <DetailsPane
            branch={branch}
            traceHref={(at) => traceHref(slug, branch, at)}
            diff={diff.data}
            selected={detailed}
            onSelect={onSelect}
          />
        ),
      }}
      status={
        here.data?.openTurn ? `Turn ${here.data.openTurn.turn} is running: “${here.data.openTurn.title}”` : undefined
      }
    >
      {delta.error !== null && delta.data === undefined ? (
        <ErrorState problem={problemOf(delta.error)} onRetry={() => void delta.refetch()} retrying={delta.isFetching} />
      ) : delta.data === undefined ? (
        <SkeletonRows label="Loading the review" rows={16} height={28} />
      ) : file === undefined ? (
        <Nothing slug={slug} branch={branch} delta={delta.data} path={place.path} />
      ) : file.state === "stale" ? (
        <StaleNotice workspace={slug} branch={branch} file={file} />
      ) : diff.data === undefined ? (
        diff.error === null ? (
          <SkeletonRows label="Loading the changes" rows={16} height={28} />
        ) : (
          <ErrorState problem={problemOf(diff.error)} onRetry={() => void diff.refetch()} retrying={diff.isFetching} />
        )
      ) : (
        <ThreadMarks workspace={slug} branch={branch} path={diff.data.file.path}>
          <OpenFile
            key={diff.data.file.path}
            branch={branch}
            diff={diff.data}
            selected={selected}
            onSelect={onSelect}
            onEnd={onEnd}
            licenseKey={licenseKey}
          />
        </ThreadMarks>
      )}
    </WorkspaceShell>
  );
}

const firstToReview = (files: DeltaView["files"] | undefined): string | null =>
  (files?.find(({ state }) => state === "pending" || state === "partial") ?? files?.[0])?.path ?? null;

interface NothingProps {
  readonly slug: string;
  readonly branch: string;
  readonly delta: DeltaView;
  /** The file that the address names. */
  readonly path: string | null;
}

function Nothing({ slug, branch, delta, path }: NothingProps) {
  const none = delta.files.length === 0;
  const action =
    path === null ? undefined : (
      <Link
        href={`/w/${encodeURIComponent(slug)}/files?${new URLSearchParams({ branch, path }).toString()}`}
        className="text-accent font-medium hover:underline"
      >
        Open <bdi>{visibleName(path)}</bdi> as it is on this branch
      </Link>
    );
  return (
    <EmptyState
      title={
        path === null ? (none ? "Nothing to review" : "No file is chosen") : `${visibleName(path)} is not changed here`
      }
      {...(action === undefined ? {} : { action })}
    >
      {none ? "Nothing is staged on this branch that is not accepted already." : "Choose a file on the left."}
      {path === null ? null : " It may have been promoted meanwhile, or its changes taken back."}
    </EmptyState>
  );
}

function Branches({ slug, branch }: { readonly slug: string; readonly branch: string }) {
  const router = useRouter();
  const branches = useBranches(slug);
  return (
    <BranchSwitcher
      branches={branches.data?.branches ?? []}
      current={branch}
      onSelect={(next) =>
        router.push(next === null ? `/w/${encodeURIComponent(slug)}/files` : reviewHref(slug, next.id))
      }
    />
  );
}
