"use client";

import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { usePlan, usePromote } from "../../lib/client/queries.ts";
import { Button } from "../ui/button.tsx";
import { groupDigits } from "../ui/format.ts";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { PlanDialog } from "./plan-dialog.tsx";

export interface PromoteActionProps {
  readonly workspace: string;
  readonly branch: string;
  /** How many changes are accepted on the branch. */
  readonly accepted: number;
  /** Why this person may not promote; null where they may. */
  readonly forbidden: string | null;
}

/** From what is accepted to what is official: the plan, a confirmation for its hash, and what came of it. */
export function PromoteAction({ workspace, branch, accepted, forbidden }: PromoteActionProps) {
  const [open, setOpen] = useState(false);
  const plan = usePlan(workspace, branch, {}, open);
  const promote = usePromote(workspace, branch);
  const print = usePrintKeys();
  const show = () => {
    promote.reset();
    setOpen(true);
  };
  useShortcuts("Promote", [{ keys: "Mod+Enter", label: "Commit plan and promote", run: show }]);
  const problem = promote.error ?? plan.error;
  return (
    <>
      <Button variant="primary" kbd={print("Mod+Enter")} onClick={show}>
        {accepted === 0 ? "Promote…" : `Promote ${groupDigits(accepted)}…`}
      </Button>
      <PlanDialog
        open={open}
        onOpenChange={setOpen}
        plan={plan.isFetching && plan.data === undefined ? null : (plan.data ?? null)}
        problem={problem === null ? null : problemOf(problem)}
        promoting={promote.isPending}
        promotion={promote.data?.promotion ?? null}
        onPlanAgain={() => {
          promote.reset();
          void plan.refetch();
        }}
        onPromote={({ planHash }, message) => promote.mutate({ planHash, message })}
        {...(forbidden === null ? {} : { forbidden })}
      />
    </>
  );
}
