"use client";

import { useState } from "react";

import { useCloseReviewRequest, useReviewRequests, useSubmitForReview } from "../../lib/client/action-items.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { usePeople } from "../../lib/client/threads.ts";
import type { Version } from "../../lib/contracts/common.ts";
import { visibleName } from "../files/visible-name.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormError } from "../ui/form-error.tsx";
import { Select } from "../ui/select.tsx";
import { FIELD } from "../ui/text-field.tsx";
import { notify } from "../ui/toast.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";

const ANYBODY = "anybody";

export interface SubmitActionProps {
  readonly workspace: string;
  readonly branch: string;
  /** What is on the screen, and is handed over; undefined while it is read. */
  readonly version: Version | undefined;
  /** Why this person may not; null where they may. */
  readonly forbidden: string | null;
}

/** Hands the branch over for review as it is on the screen (B4), and says how it was handed over before. */
export function SubmitAction({ workspace, branch, version, forbidden }: SubmitActionProps) {
  const [open, setOpen] = useState(false);
  const latest = useReviewRequests(workspace, branch).data?.requests[0];
  const waits = latest !== undefined && latest.state !== "closed";
  return (
    <>
      <Button
        disabled={forbidden !== null || version === undefined}
        {...(forbidden === null ? {} : { title: forbidden })}
        onClick={() => setOpen(true)}
      >
        {!waits ? "Submit…" : latest.state === "superseded" ? "Submit again…" : "Submitted"}
      </Button>
      {open && version !== undefined ? (
        <SubmitDialog workspace={workspace} branch={branch} version={version} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface SubmitDialogProps {
  readonly workspace: string;
  readonly branch: string;
  readonly version: Version;
  readonly onClose: () => void;
}

function SubmitDialog({ workspace, branch, version, onClose }: SubmitDialogProps) {
  const [message, setMessage] = useState("");
  const [reviewer, setReviewer] = useState(ANYBODY);
  const submit = useSubmitForReview(workspace, branch);
  const people = usePeople(workspace).data?.people ?? [];
  const send = () =>
    submit.mutate(
      { message, treeHash: version.treeHash, ...(reviewer === ANYBODY ? {} : { reviewer }) },
      {
        onSuccess: () => {
          notify.done(`Submitted point ${version.t ?? 0} for review`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      size="small"
      title="Submit for review"
      description="Reviewers find it in their inbox. A later point with other content supersedes it, visibly."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={submit.isPending} onClick={send}>
            Submit point {version.t ?? 0}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="flex items-center gap-2 text-sm">
          <span className="text-ink-3">Version</span>
          <VersionStamp hash={version.treeHash} of={`tree at point ${version.t ?? 0}`} />
        </p>
        <Earlier workspace={workspace} branch={branch} />
        <label className="flex flex-col gap-1">
          <span className="text-sm font-medium">What to look at</span>
          <textarea
            value={message}
            maxLength={2_000}
            rows={3}
            dir="auto"
            onChange={(event) => setMessage(event.target.value)}
            className={`${FIELD} h-auto resize-y py-1.5`}
          />
        </label>
        <div className="flex items-center gap-2">
          <span className="text-sm font-medium">Reviewer</span>
          <Select
            label="Reviewer"
            value={reviewer}
            onChange={setReviewer}
            options={[
              { value: ANYBODY, label: "Whoever may review" },
              ...people
                .filter(({ role }) => role !== "viewer")
                .map(({ id, name }) => ({ value: id, label: visibleName(name) })),
            ]}
          />
        </div>
        <FormError problem={submit.error === null ? null : problemOf(submit.error)} />
      </div>
    </Dialog>
  );
}

/** What waits from before: handing over again closes it. */
function Earlier({ workspace, branch }: { readonly workspace: string; readonly branch: string }) {
  const latest = useReviewRequests(workspace, branch).data?.requests[0];
  const close = useCloseReviewRequest(workspace, branch);
  if (latest === undefined || latest.state === "closed") return null;
  return (
    <div className="border-line bg-sunken flex flex-wrap items-center gap-2 rounded-md border px-2.5 py-2 text-sm">
      <Badge tone={latest.state === "superseded" ? "stale" : "accent"}>{latest.state}</Badge>
      <span className="min-w-0 flex-1">
        Point {latest.t} by <bdi>{visibleName(latest.by.name)}</bdi>, <Age at={latest.at} />
      </span>
      <Button
        variant="ghost"
        className="h-6 px-2 text-sm"
        busy={close.isPending}
        onClick={() =>
          close.mutate(latest.id, {
            onError: (thrown) => notify.failed("Nothing was closed", { description: problemOf(thrown).detail }),
          })
        }
      >
        Close this request
      </Button>
    </div>
  );
}
