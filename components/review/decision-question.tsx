"use client";

import { AlertDialog } from "../ui/alert-dialog.tsx";
import { plural } from "../ui/format.ts";
import type { Question } from "./use-decisions.ts";

const NAMED = 8;

export interface DecisionQuestionProps {
  readonly question: Question | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

/** Asks before more is decided than was pointed at (R3), or before somebody else's decision is contradicted (R1). */
export function DecisionQuestion({ question, busy, onConfirm, onDismiss }: DecisionQuestionProps) {
  const along = question?.kind === "along";
  const verb =
    question?.request.verdict === "accept" ? "Accept" : question?.request.verdict === "reject" ? "Reject" : "Clear";
  const asked = question === null ? 0 : question.request.ids.length;
  const count = question?.what.length ?? 0;
  return (
    <AlertDialog
      open={question !== null}
      onOpenChange={(open) => {
        if (!open) onDismiss();
      }}
      title={
        along ? `${verb} ${plural(count, "more change", "more changes")} along?` : "Contradict an earlier decision?"
      }
      action={along ? `${verb} all ${asked + count}` : `${verb} anyway`}
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>{question?.detail}</p>
      {count === 0 ? null : (
        <ul className="mono mt-2 max-h-40 overflow-auto">
          {question?.what.slice(0, NAMED).map((what) => (
            <li key={what} className="break-all">
              <bdi>{what}</bdi>
            </li>
          ))}
          {count > NAMED ? <li>and {count - NAMED} more</li> : null}
        </ul>
      )}
    </AlertDialog>
  );
}
