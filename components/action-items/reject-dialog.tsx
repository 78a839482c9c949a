"use client";

import { useState } from "react";

import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FIELD } from "../ui/text-field.tsx";

export interface RejectDialogProps {
  /** "D3", "3 cells": what is rejected. */
  readonly scope: string;
  /** An agent works on the branch: it can be asked. */
  readonly agent: boolean;
  readonly onReject: (reason: string, ask: boolean) => void;
  readonly onClose: () => void;
}

/** Rejects with a reason, which the agent is told (R4), and asks it for another change where that is wanted. */
export function RejectDialog({ scope, agent, onReject, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const [ask, setAsk] = useState(false);
  const send = () => onReject(reason.trim(), ask);
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      size="small"
      title={<bdi>Reject {scope}</bdi>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="no" disabled={reason.trim() === ""} onClick={send}>
            Reject {scope}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">Reason</span>
          <textarea
            value={reason}
            maxLength={2_000}
            rows={3}
            dir="auto"
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && reason.trim() !== "") send();
            }}
            className={`${FIELD} h-auto resize-y py-1.5`}
          />
        </label>
        {agent ? (
          <Checkbox
            checked={ask}
            onChange={setAsk}
            hint="It becomes something to do, with this reason and this place. Without it, the agent is only told."
          >
            Ask the agent to change it
          </Checkbox>
        ) : null}
      </div>
    </Dialog>
  );
}
