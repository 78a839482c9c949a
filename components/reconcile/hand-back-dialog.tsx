"use client";

import { useId, useState } from "react";

import { useHandBack } from "../../lib/client/reconcile.ts";
import type { ReconcileFile, ReconcileView } from "../../lib/contracts/reconcile.ts";
import { FilePath } from "../files/file-name.tsx";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { notify } from "../ui/toast.tsx";

export interface HandBackDialogProps {
  readonly slug: string;
  readonly branch: string;
  readonly view: ReconcileView;
  readonly file: ReconcileFile;
  readonly onClose: () => void;
}

const MOST = 2_000;

/** Back to whoever staged it, with the reason: an action item. The operation stays stale, and says so. */
export function HandBackDialog({ slug, branch, view, file, onClose }: HandBackDialogProps) {
  const id = useId();
  const [reason, setReason] = useState("");
  const send = useHandBack(slug, branch);
  const agent = view.actor.kind === "agent";
  const who = agent ? "the agent" : visibleName(view.actor.name);
  const path = file.stagedPath ?? file.basePath ?? file.path;
  const hash = file.staged ?? file.base;
  const submit = () =>
    send.mutate(
      {
        title: `Do it again on the accepted version: ${path}`.slice(0, 200),
        body: reason.trim(),
        assignee: agent ? "agent" : { person: view.actor.id },
        path,
        ...(hash === null ? {} : { contentHash: hash }),
        operation: view.operation,
      },
      {
        onSuccess: () => {
          notify.done(`Handed back to ${who}`, { description: "It stays stale until it is answered or reconciled." });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Hand back to ${who}`}
      description={<FilePath path={file.path} />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={reason.trim() === ""} busy={send.isPending} onClick={submit}>
            Hand back
          </Button>
        </>
      }
    >
      <label htmlFor={id} className="text-sm font-medium">
        What shall be done about it <span className="text-ink-3 font-normal">(required)</span>
      </label>
      <textarea
        id={id}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={MOST}
        rows={5}
        placeholder="The discount is 10% since the steering group met: make the tiers from that."
        className="border-edge bg-panel text-ink placeholder:text-ink-3 mt-1 w-full rounded-md border px-2.5 py-1.5 text-md"
      />
      <p className="text-ink-3 mt-1 text-sm">
        It becomes an action item{agent ? ", told to the agent at its next turn" : ""}. Nothing is written to the
        branch: the operation stays stale.
      </p>
      {send.error === null ? null : (
        <p role="alert" className="text-removed mt-2 text-sm">
          <span aria-hidden>✕ </span>
          {send.error.problem.detail}
        </p>
      )}
    </Dialog>
  );
}
