"use client";

import { useState, type ReactNode, type SubmitEvent } from "react";

import type { Problem } from "../../lib/contracts/problems.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";

export interface NameConfirmDialogProps {
  readonly title: string;
  /** What will happen, and what will not. */
  readonly children: ReactNode;
  /** To be typed again. */
  readonly name: string;
  readonly action: string;
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly onConfirm: (typed: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name before something that everybody loses: a habit of pressing Enter does not get through. */
export function NameConfirmDialog(props: NameConfirmDialogProps) {
  const { title, children, name, action, busy, problem, onConfirm, onClose } = props;
  const [typed, setTyped] = useState("");
  const right = typed.trim() === name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (right && !busy) onConfirm(typed);
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="no" type="submit" form="name-confirm" busy={busy} disabled={!right}>
            {action}
          </Button>
        </>
      }
    >
      <form id="name-confirm" onSubmit={submit} className="flex flex-col gap-3">
        <FormProblem problem={problem} />
        <div className="text-ink-2">{children}</div>
        <TextField
          label={`Type “${visibleName(name)}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
      </form>
    </Dialog>
  );
}
