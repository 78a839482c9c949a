"use client";

import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useRollBack, useRollbackPlan } from "../../lib/client/queries.ts";
import type { PromotionView } from "../../lib/contracts/promotions.ts";
import type { PaneLayout } from "../shell/layout-cookie.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { changeSearch, useSearch } from "../shell/use-search.ts";
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { notify } from "../ui/toast.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { useNow } from "../workspaces/age.tsx";
import { whyNot } from "../workspaces/roles.ts";
import { useWide } from "../workspaces/use-wide.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { HistoryTable } from "./history-table.tsx";
import { PromotionDetails, promotionTitle } from "./promotion-details.tsx";
import { RollbackDialog } from "./rollback-dialog.tsx";
import { useHistoryPages } from "./use-history-pages.ts";

/** Every promotion and rollback, with what is kept about it; one of them can be rolled back, a rollback too. */
export function HistoryScreen({ layout }: { readonly layout?: PaneLayout | undefined }) {
  const { slug, workspace } = useWorkspaceHere();
  const history = useHistoryPages(slug);
  const now = useNow();
  const wide = useWide(1280);
  const [asked, choose] = useChosen();
  const [rolling, setRolling] = useState<PromotionView | null>(null);
  const refused = workspace === undefined ? null : whyNot(workspace.role, "promote");
  const promotions = history.data?.pages.flatMap((page) => page.promotions);
  const chosen = promotions?.find(({ number }) => number === asked) ?? promotions?.[0] ?? null;

  const step = (by: 1 | -1) => {
    if (promotions === undefined || chosen === null) return;
    const next = promotions[promotions.indexOf(chosen) + by];
    if (next !== undefined) choose(next.number);
  };
  useShortcuts("History", [
    { keys: "J", label: "Next promotion", hint: "promotion", run: () => step(1) },
    { keys: "K", label: "Previous promotion", hint: "promotion", run: () => step(-1) },
    {
      keys: "B",
      label: "Plan to roll back the chosen promotion",
      hint: "roll back",
      enabled: refused === null && chosen !== null && chosen.rolledBackBy === null,
      run: () => setRolling(chosen),
    },
  ]);

  return (
    <WorkspaceShell
      here="history"
      layout={layout}
      mainLabel="History"
      right={{
        label: "Promotion",
        content: (
          <PromotionDetails slug={slug} promotion={chosen} refused={refused} onRollBack={(one) => setRolling(one)} />
        ),
      }}
    >
      <PaneHeader
        title="History"
        detail={
          workspace === undefined
            ? undefined
            : plural(workspace.head, "promotion and rollback", "promotions and rollbacks")
        }
      />
      <div className="bg-panel min-h-0 flex-1 overflow-auto">
        {promotions === undefined ? (
          history.error === null ? (
            <div className="pt-[30px]">
              <SkeletonRows label="Loading the history" rows={10} height={50} />
            </div>
          ) : (
            <ErrorState
              problem={problemOf(history.error)}
              retrying={history.isFetching}
              onRetry={() => void history.refetch()}
            />
          )
        ) : (
          <>
            <HistoryTable
              promotions={promotions}
              now={now}
              selected={chosen?.number ?? null}
              compact={!wide}
              onOpen={({ number }) => choose(number)}
              {...(refused === null ? { onRollBack: (one: PromotionView) => setRolling(one) } : {})}
            />
            {history.hasNextPage ? (
              <div className="flex justify-center py-3">
                <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  Show older promotions
                </Button>
              </div>
            ) : null}
          </>
        )}
      </div>
      {rolling === null ? null : (
        <Rollback
          key={rolling.number}
          slug={slug}
          promotion={rolling}
          onClose={() => setRolling(null)}
          onDone={(number) => choose(number)}
        />
      )}
    </WorkspaceShell>
  );
}

interface RollbackProps {
  readonly slug: string;
  readonly promotion: PromotionView;
  readonly onClose: () => void;
  readonly onDone: (number: number) => void;
}

/** Plan, confirm, do. A plan that changed meanwhile is made again and shown again: what is confirmed is what was read (M2). */
function Rollback({ slug, promotion, onClose, onDone }: RollbackProps) {
  const plan = useRollbackPlan(slug, promotion.number);
  const rollBack = useRollBack(slug);
  const fresh = plan.data !== undefined && !plan.isFetching ? plan.data : null;
  const failure = rollBack.error ?? (plan.data === undefined ? plan.error : null);
  return (
    <RollbackDialog
      open
      onOpenChange={(open) => {
        if (!open && !rollBack.isPending) onClose();
      }}
      number={promotion.number}
      undo={promotion.kind === "rollback"}
      plan={rollBack.isPending ? (plan.data ?? null) : fresh}
      problem={failure === null ? null : problemOf(failure)}
      busy={rollBack.isPending}
      onRollBack={({ planHash, entries, conflicts }, leaveOutConflicts) =>
        rollBack.mutate(
          { number: promotion.number, planHash, leaveOutConflicts, message: "" },
          {
            onSuccess: ({ promotion: made }) => {
              notify.done(`${promotionTitle(promotion)} is taken back by ${made.number}`, {
                description: `${plural(entries.length, "path")} put back${conflicts.length > 0 ? `, ${plural(conflicts.length, "path")} left out` : ""}. It can be undone.`,
              });
              onDone(made.number);
              onClose();
            },
            onError: (thrown) => {
              if (thrown.kind === "plan-changed" || thrown.kind === "base-moved") void plan.refetch();
            },
          },
        )
      }
    />
  );
}

/** The chosen promotion stands in the address, so that it can be linked to. */
function useChosen(): readonly [number: number | null, choose: (number: number) => void] {
  const search = useSearch();
  const asked = Number(search.get("promotion"));
  return [Number.isInteger(asked) && asked > 0 ? asked : null, (number) => changeSearch({ promotion: String(number) })];
}
