"use client";

import { useState } from "react";

import type { Problem } from "../../lib/contracts/problems.ts";
import type { PlanView, PromotionView } from "../../lib/contracts/promotions.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { FormError } from "../ui/form-error.tsx";
import { plural } from "../ui/format.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import { VersionRange, VersionStamp } from "../ui/version-stamp.tsx";
import { PlanBody, planTotals } from "./plan-body.tsx";

export interface PlanDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** null while it is made. */
  readonly plan: PlanView | null;
  /** Why there is no plan, or why the promotion was refused. */
  readonly problem: Problem | null;
  readonly promoting: boolean;
  /** After it went through. */
  readonly promotion: PromotionView | null;
  readonly onPlanAgain: () => void;
  /** For exactly this plan hash (M7). */
  readonly onPromote: (plan: PlanView, message: string) => void;
  /** Who may not promote sees the plan, and why not. */
  readonly forbidden?: string;
}

/** The commit plan, then a second step that says what becomes official, then what happened. Nothing is promoted from the first step. */
export function PlanDialog(props: PlanDialogProps) {
  const { open, onOpenChange, plan, problem, promoting, promotion, onPlanAgain, onPromote, forbidden } = props;
  const [confirming, setConfirming] = useState<string | null>(null);
  const [message, setMessage] = useState("");
  const confirmed = plan !== null && confirming === plan.planHash;
  const close = (next: boolean) => {
    if (promoting) return;
    setConfirming(null);
    onOpenChange(next);
  };
  if (promotion !== null) return <Outcome open={open} onOpenChange={close} promotion={promotion} />;
  const totals = plan === null ? null : planTotals(plan);
  const scope = totals === null ? "" : `${plural(totals.changes, "change")} in ${plural(totals.files, "file")}`;
  const impossible = plan === null || plan.blocked || plan.entries.length === 0 || forbidden !== undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="large"
      title={confirmed ? `Promote ${scope}?` : "Commit plan"}
      description={
        confirmed
          ? "The accepted tree changes for everybody in this workspace. It can be rolled back."
          : "What would become official if it were promoted now, and what stays behind."
      }
      footer={
        confirmed ? (
          <>
            <Button disabled={promoting} onClick={() => setConfirming(null)}>
              Back to the plan
            </Button>
            <Button variant="primary" busy={promoting} onClick={() => onPromote(plan, message)}>
              Promote {scope}
            </Button>
          </>
        ) : (
          <>
            {plan === null ? null : (
              <span className="text-ink-3 mr-auto text-sm">
                plan <VersionStamp hash={plan.planHash} of="plan" />
              </span>
            )}
            {forbidden === undefined ? null : <span className="text-stale text-sm">{forbidden}</span>}
            <Button onClick={() => close(false)}>Close</Button>
            <Button variant="primary" disabled={impossible} onClick={() => setConfirming(plan?.planHash ?? null)}>
              {scope === "" ? "Promote…" : `Promote ${scope}…`}
            </Button>
          </>
        )
      }
    >
      {confirmed ? (
        <Confirm plan={plan} message={message} onMessage={setMessage} problem={problem} promoting={promoting} />
      ) : problem !== null ? (
        <ErrorState problem={problem} onRetry={onPlanAgain} />
      ) : plan === null ? (
        <SkeletonRows label="Making the plan" rows={6} height={36} />
      ) : (
        <PlanBody plan={plan} />
      )}
    </Dialog>
  );
}

function Confirm({
  plan,
  message,
  onMessage,
  problem,
  promoting,
}: {
  readonly plan: PlanView;
  readonly message: string;
  readonly onMessage: (message: string) => void;
  readonly problem: Problem | null;
  readonly promoting: boolean;
}) {
  const totals = planTotals(plan);
  return (
    <div className="flex flex-col gap-3">
      <FormError problem={problem} />
      <ul className="border-line divide-line divide-y rounded-md border text-sm">
        <li className="px-3 py-2">
          To become official: <b className="font-semibold">{plural(totals.files, "file")}</b>,{" "}
          {plan.entries
            .slice(0, 6)
            .map(({ path }) => path)
            .join(", ")}
          {plan.entries.length > 6 ? ` and ${plan.entries.length - 6} more` : ""}
        </li>
        <li className="px-3 py-2">
          Left pending on the branch: <b className="font-semibold">{plural(totals.pending, "change")}</b>; left out as
          rejected: <b className="font-semibold">{plural(totals.rejected, "change")}</b>. Nothing of them is lost.
        </li>
        <li className="flex items-center gap-2 px-3 py-2">
          accepted tree <VersionRange before={plan.before} after={plan.after} />
        </li>
      </ul>
      <TextField
        label="Message"
        value={message}
        maxLength={500}
        autoFocus
        disabled={promoting}
        placeholder="What this promotion is for"
        hint="Shown in the history. May stay empty."
        onChange={(event) => onMessage(event.target.value)}
      />
      {promoting ? <ProgressBar label="Deriving the plan again, checking it, writing in one transaction" /> : null}
    </div>
  );
}

function Outcome({
  open,
  onOpenChange,
  promotion,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly promotion: PromotionView;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Promotion ${promotion.number} is in`}
      description="Every other branch moves onto it between its turns."
      footer={
        <Button variant="primary" onClick={() => onOpenChange(false)}>
          Done
        </Button>
      }
    >
      <dl className="grid grid-cols-[120px_1fr] gap-y-2 text-sm">
        <dt className="text-ink-3">Promoted</dt>
        <dd>
          {plural(
            promotion.paths.reduce((sum, { changes }) => sum + changes, 0),
            "change",
          )}{" "}
          in {plural(promotion.paths.length, "file")}
        </dd>
        <dt className="text-ink-3">Accepted tree</dt>
        <dd>
          <VersionRange before={promotion.before} after={promotion.after} />
        </dd>
        <dt className="text-ink-3">Plan</dt>
        <dd>
          <VersionStamp hash={promotion.planHash} of="plan" />
        </dd>
        <dt className="text-ink-3">Audit head</dt>
        <dd className="mono break-all">{promotion.auditHead}</dd>
      </dl>
    </Dialog>
  );
}
