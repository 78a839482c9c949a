"use client";

import { useState } from "react";

import type { Problem } from "../../lib/contracts/problems.ts";
import type { RollbackPlanView } from "../../lib/contracts/promotions.ts";
import { FileName } from "../files/file-name.tsx";
import { FileTag } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { VersionRange, VersionStamp } from "../ui/version-stamp.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";

export interface RollbackDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly number: number;
  /** It is a rollback that is taken back. */
  readonly undo?: boolean;
  /** null while it is made. */
  readonly plan: RollbackPlanView | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  readonly onRollBack: (plan: RollbackPlanView, leaveOutConflicts: boolean) => void;
}

/** What a rollback would put back, where later work was merged with it, and what it cannot undo. It is a promotion itself, and can be undone. */
export function RollbackDialog({
  open,
  onOpenChange,
  number,
  undo = false,
  plan,
  problem,
  busy,
  onRollBack,
}: RollbackDialogProps) {
  const [leaveOut, setLeaveOut] = useState(false);
  const conflicts = plan?.conflicts.length ?? 0;
  const possible = plan !== null && plan.entries.length > 0 && (conflicts === 0 || leaveOut);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={undo ? `Undo rollback ${number}` : `Roll back promotion ${number}`}
      description="Later work stays. A rollback is a promotion of its own, with its own inverse."
      footer={
        <>
          {plan === null ? null : (
            <span className="text-ink-3 mr-auto text-sm">
              plan <VersionStamp hash={plan.planHash} of="rollback plan" />
            </span>
          )}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="no"
            disabled={!possible}
            busy={busy}
            onClick={() => plan !== null && onRollBack(plan, leaveOut)}
          >
            {undo ? "Undo for" : "Roll back"} {plan === null ? "" : plural(plan.entries.length, "file")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        {plan === null ? (
          problem === null ? (
            <SkeletonRows label="Making the rollback plan" rows={4} height={36} />
          ) : null
        ) : (
          <>
            <ul className="border-line divide-line divide-y rounded-md border text-sm">
              {plan.entries.map((entry) => (
                <li key={entry.path} className="flex items-center gap-2 px-3 py-2">
                  <FileTag path={entry.path} />
                  <FileName name={entry.path} className="flex-1" />
                  <VersionRange before={entry.mustHold} after={entry.result} />
                  <span className={entry.how === "merged" ? "text-recalc" : "text-ink-3"}>
                    {entry.how === "merged" ? "↻ merged with later work" : "as it was"}
                  </span>
                </li>
              ))}
            </ul>
            {conflicts === 0 ? null : (
              <section>
                <h3 className="text-stale mb-1 font-semibold">
                  ! {plural(conflicts, "file")} changed since, in the same places
                </h3>
                <ul className="border-line divide-line mb-2 divide-y rounded-md border text-sm">
                  {plan.conflicts.map(({ path, reason }) => (
                    <li key={path} className="px-3 py-2">
                      <FileName name={path} className="block" />
                      <span className="text-ink-3">{reason}</span>
                    </li>
                  ))}
                </ul>
                <Checkbox checked={leaveOut} onChange={setLeaveOut}>
                  Leave these out and roll back the rest
                </Checkbox>
              </section>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}
