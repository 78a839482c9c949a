"use client";

import { useRouter, useSearchParams } from "next/navigation";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranches, useDelta, useReconcile, useStale } from "../../lib/client/queries.ts";
import type { StaleView } from "../../lib/contracts/branches.ts";
import { BranchSwitcher } from "../branches/branch-switcher.tsx";
import { reviewHref } from "../review/review-address.ts";
import { addressWords } from "../review/words.ts";
import { valueText } from "../review/value-words.ts";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { notify } from "../ui/toast.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { ReconcileView, type Take, type ThreeSides } from "./reconcile-view.tsx";
import { StaleList } from "./stale-list.tsx";

export interface ReconcileScreenProps {
  readonly branch: string;
  readonly layout: PaneLayout | undefined;
}

const DONE: Readonly<Record<Take, string>> = { accepted: "Kept accepted", staged: "Took staged", merged: "Merged" };

/** Stale operations, one by one: what was the base, what is accepted now, what is staged, and which of it shall hold. */
export function ReconcileScreen({ branch, layout }: ReconcileScreenProps) {
  const { slug, workspace } = useWorkspaceHere();
  const router = useRouter();
  const search = useSearchParams();
  const list = useStale(slug, branch);
  const delta = useDelta(slug, branch);
  const branches = useBranches(slug);
  const reconcile = useReconcile(slug, branch);
  const readOnly = workspace === undefined ? null : whyNot(workspace.role, "decide");
  const stale = list.data?.stale ?? [];
  const wanted = search.get("op");
  const shown = stale.find(({ id, path }) => id === wanted || path === search.get("path")) ?? stale[0];
  const select = (id: string) => router.replace(`?op=${encodeURIComponent(id)}`, { scroll: false });

  const take = (how: Take) => {
    if (shown === undefined || readOnly !== null) return;
    reconcile.mutate(
      { operation: shown.id, take: how, accepted: shown.accepted, staged: shown.staged },
      {
        onSuccess: () =>
          notify.done(`${DONE[how]} in ${shown.path}`, {
            description: "It is on the branch now, to be decided like any other change.",
          }),
        onError: (error) => notify.failed("Nothing was changed", { description: error.problem.detail }),
      },
    );
  };

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
      actions={<Button onClick={() => router.push(reviewHref(slug, branch))}>Back to the review</Button>}
      layout={layout}
      left={{
        label: "To reconcile",
        content:
          list.data === undefined ? (
            <SkeletonRows label="Loading" rows={4} height={56} />
          ) : (
            <StaleList stale={stale} selected={shown?.id ?? null} onSelect={select} />
          ),
      }}
    >
      {list.data === undefined ? (
        list.error === null ? (
          <SkeletonRows label="Loading the stale operations" rows={10} height={32} />
        ) : (
          <ErrorState problem={problemOf(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        )
      ) : shown === undefined ? (
        <EmptyState title="Nothing to reconcile">Every staged change stands on what is accepted.</EmptyState>
      ) : (
        <ReconcileView
          stale={shown}
          places={placesOf(shown)}
          undoes={undoneBy(shown)}
          busy={reconcile.isPending || readOnly !== null}
          onTake={take}
        />
      )}
    </WorkspaceShell>
  );
}

function placesOf({ places }: StaleView): ThreeSides[] | null {
  if (places.length === 0) return null;
  return places.map(({ address, facet, base, accepted, staged, how }) => ({
    label: addressWords(address, true),
    base: base === null ? null : valueText(base, facet),
    accepted: accepted === null ? null : valueText(accepted, facet),
    staged: staged === null ? null : valueText(staged, facet),
    conflict: how === "conflict",
  }));
}

/** What was accepted since and is not on the staged side (M6). */
const undoneBy = ({ places }: StaleView): string[] =>
  places
    .filter(({ how }) => how === "accepted" || how === "conflict")
    .map(({ address }) => addressWords(address, true));
