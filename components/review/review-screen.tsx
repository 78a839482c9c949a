"use client";

import { useRouter } from "next/navigation";
import { useCallback, useMemo, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranch, useBranches, useDelta, useFileDiff } from "../../lib/client/queries.ts";
import type { DeltaView, FileDiffView } from "../../lib/contracts/changes.ts";
import { RejectWithReason } from "../action-items/reject-with-reason.tsx";
import { SubmitAction } from "../action-items/submit-action.tsx";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { ThreadMarks } from "../comments/thread-marks.tsx";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { filtered, formatFilter, parseFilter } from "./change-filter.ts";
import { ChangedFilesTree, orderFiles } from "./changed-files-tree.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionQuestion } from "./decision-question.tsx";
import { DetailsPane } from "./details-pane.tsx";
import { FileReview, IN_A_GRID, type Selected } from "./file-review.tsx";
import { traceHref } from "../trace/use-trace-place.ts";
import { FileToolbar, type ShownVersion } from "./file-toolbar.tsx";
import { FilterMenu } from "./filter-menu.tsx";
import { PrintedSwitch } from "../rendering/printed-switch.tsx";
import { PromoteAction } from "./promote-action.tsx";
import { bulkOf, decidedBy, targetOf } from "./review-scope.ts";
import { reviewHref, useReviewPlace } from "./review-address.ts";
import { StaleNotice } from "./stale-notice.tsx";
import { useDecisions } from "./use-decisions.ts";
import { useSeen } from "./use-seen.ts";

export interface ReviewScreenProps {
  readonly branch: string;
  readonly layout: PaneLayout | undefined;
  readonly licenseKey: string;
}

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
            selected={selected}
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
        <Nothing delta={delta.data} path={place.path} />
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

function Nothing({ delta, path }: { readonly delta: DeltaView; readonly path: string | null }) {
  if (delta.files.length === 0)
    return (
      <EmptyState title="Nothing to review">Nothing is staged on this branch that is not accepted already.</EmptyState>
    );
  return (
    <EmptyState title={`${path ?? "The file"} is not changed`}>
      Choose a file on the left. It may have been promoted meanwhile.
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

interface OpenFileProps {
  readonly branch: string;
  readonly diff: FileDiffView;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
  readonly onEnd: (direction: 1 | -1) => void;
  readonly licenseKey: string;
}

/** Formats whose view shows both sides at once, never one version of the three. */
const BOTH_SIDES: ReadonlySet<string> = new Set(["pptx", "pdf", "image"]);

const NOTHING_SELECTED: Selected = { ids: [], label: "", heading: "" };

const countDecidable = ({ changes }: FileDiffView): number =>
  changes.filter(({ facet }) => facet !== "recalculated").length;

function OpenFile({ branch, diff, selected, onSelect, onEnd, licenseKey }: OpenFileProps) {
  const { slug, workspace } = useWorkspaceHere();
  const [place, go] = useReviewPlace();
  const [version, setVersion] = useState<ShownVersion>("staged");
  const [rows, setRows] = useState<"changed" | "all">("changed");
  const seen = useSeen(slug, branch, diff);
  const decisions = useDecisions(slug, branch, diff);
  const [rejecting, setRejecting] = useState(false);
  const readOnly = workspace === undefined ? null : whyNot(workspace.role, "decide");
  const current = selected.ids[0] ?? null;
  const filter = useMemo(() => parseFilter(place.filter), [place.filter]);
  const shown = useMemo(() => filtered(diff, filter), [diff, filter]);
  const only = useMemo(() => (shown === diff ? null : new Set(shown.changes.map(({ id }) => id))), [shown, diff]);
  const target = useMemo(() => targetOf(diff, selected), [diff, selected]);
  const bulk = useMemo(() => bulkOf(shown, place.sheet, only !== null), [shown, place.sheet, only]);
  const all = useMemo(() => countDecidable(diff), [diff]);
  const passing = useMemo(() => countDecidable(shown), [shown]);
  const decided = useMemo(() => decidedBy(diff), [diff]);
  return (
    <>
      <FileToolbar file={diff.file} version={BOTH_SIDES.has(diff.file.format) ? null : version} onVersion={setVersion}>
        <PrintedSwitch file={diff.file} printed={place.look === "printed"} onPrinted={(look) => go({ look })} />
        {IN_A_GRID.has(diff.file.format) ? (
          <Segmented
            label="Rows"
            value={rows}
            onChange={setRows}
            segments={[
              { value: "changed", label: "Changed rows" },
              { value: "all", label: "All rows" },
            ]}
          />
        ) : null}
        <FilterMenu
          filter={filter}
          onFilter={(next) => go({ filter: formatFilter(next) || null })}
          turns={diff.file.turns}
          shown={passing}
          all={all}
        />
      </FileToolbar>
      {shown.changes.length === 0 && diff.changes.length > 0 ? (
        <div className="bg-canvas flex-1">
          <EmptyState
            title="No change passes the filter"
            action={<Button onClick={() => go({ filter: null })}>Show all {all} changes</Button>}
          />
        </div>
      ) : (
        <FileReview
          workspace={slug}
          branch={branch}
          diff={shown}
          only={only}
          version={version}
          sheet={place.sheet}
          rows={rows}
          current={current}
          licenseKey={licenseKey}
          printed={place.look === "printed"}
          onSheet={(sheet) => go({ sheet, change: null })}
          onSelect={onSelect}
          onSeen={seen}
          onEnd={onEnd}
          onDecide={readOnly === null && !decisions.busy ? decisions.act : null}
        />
      )}
      <DecisionBar
        target={target}
        bulk={bulk === null ? null : bulk.target}
        decided={decided}
        onAccept={() => decisions.act({ ids: target?.ids ?? [], verdict: "accept" })}
        onReject={() => decisions.act({ ids: target?.ids ?? [], verdict: "reject" })}
        onRejectWithReason={() => setRejecting(true)}
        onAcceptBulk={() => decisions.act({ ids: bulk?.ids ?? [], verdict: "accept", bulk: true })}
        onUndo={decisions.busy ? null : decisions.undo}
        {...(readOnly === null ? {} : { readOnly })}
      />
      {rejecting && target !== null ? (
        <RejectWithReason
          branch={branch}
          diff={diff}
          target={target}
          onAct={decisions.act}
          onClose={() => setRejecting(false)}
        />
      ) : null}
      <DecisionQuestion
        question={decisions.question}
        busy={decisions.busy}
        onConfirm={decisions.confirm}
        onDismiss={decisions.dismiss}
      />
    </>
  );
}
