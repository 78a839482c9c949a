"use client";

import { useState } from "react";

import { ProblemError } from "../../lib/client/http.ts";
import { reconcileResult, useReconcileByHand } from "../../lib/client/reconcile.ts";
import type { Choices, ReconcileFile, ReconcileView, ShownSide } from "../../lib/contracts/reconcile.ts";
import { FileName, FilePath } from "../files/file-name.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DropZone } from "../ui/drop-zone.tsx";
import { formatBytes } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";

export interface ByHandDialogProps {
  readonly slug: string;
  readonly branch: string;
  readonly view: ReconcileView;
  readonly file: ReconcileFile;
  readonly strict: boolean;
  readonly choices: Choices;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Edited by hand: take the result as it is so far, correct it in its own program, and bring it back as the result. */
export function ByHandDialog({ slug, branch, view, file, strict, choices, onClose, onDone }: ByHandDialogProps) {
  const send = useReconcileByHand(slug, branch);
  const [corrected, setCorrected] = useState<File | null>(null);
  const [fetching, setFetching] = useState(false);
  const path = file.stagedPath ?? file.basePath ?? file.path;
  const side = sideOf(view.sides, file);
  const download = () => {
    setFetching(true);
    reconcileResult(slug, branch, { operation: view.operation, strict, choices, path })
      .then((bytes) => save(bytes, file.path))
      .catch((thrown: unknown) =>
        notify.failed("The result cannot be downloaded", {
          description: thrown instanceof ProblemError ? thrown.problem.detail : "The server does not answer.",
        }),
      )
      .finally(() => setFetching(false));
  };
  const stage = () => {
    if (corrected === null) return;
    send.mutate(
      { operation: view.operation, path, accepted: side.accepted, staged: side.staged, file: corrected },
      { onSuccess: onDone },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Edit the result by hand"
      description={<FilePath path={file.path} />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={corrected === null} busy={send.isPending} onClick={stage}>
            Stage the corrected file as the result
          </Button>
        </>
      }
    >
      <ol className="flex flex-col gap-4">
        <li>
          <h3 className="mb-1 font-semibold">1. Take the result as it is so far</h3>
          {file.result.contentHash === null ? (
            <p className="text-ink-2 text-sm">In the result there is no file: upload the one that shall be there.</p>
          ) : (
            <p className="text-ink-2 mb-2 text-sm">
              With the choices made; an open conflict holds the accepted side.{" "}
              <VersionStamp hash={file.result.contentHash} of="result" />, {formatBytes(file.result.size)}
            </p>
          )}
          {file.result.contentHash === null ? null : (
            <Button busy={fetching} onClick={download}>
              Download the result
            </Button>
          )}
        </li>
        <li>
          <h3 className="mb-1 font-semibold">2. Bring the corrected file back</h3>
          {corrected === null ? (
            <DropZone
              label="Drop the corrected file, or press to choose it"
              hint="It becomes the result, as a change of yours to be decided; the choices above count no more."
              onFiles={([first]) => setCorrected(first ?? null)}
            />
          ) : (
            <div className="border-line bg-sunken flex items-center gap-2 rounded-md border px-3 py-2">
              <FileName name={corrected.name} className="flex-1" />
              <span className="text-ink-3 text-sm">{formatBytes(corrected.size)}</span>
              <Button variant="ghost" onClick={() => setCorrected(null)}>
                Choose another
              </Button>
            </div>
          )}
        </li>
        {send.error === null ? null : (
          <li role="alert" className="text-removed text-sm">
            <span aria-hidden>✕ </span>
            {send.error.problem.detail}
          </li>
        )}
      </ol>
    </Dialog>
  );
}

/** The sides of the file as they were shown. */
export function sideOf(sides: readonly ShownSide[], file: ReconcileFile): Pick<ShownSide, "accepted" | "staged"> {
  const at = [file.stagedPath, file.basePath, file.acceptedPath];
  return sides.find(({ path }) => at.includes(path)) ?? { accepted: file.accepted, staged: file.staged };
}

function save(bytes: Blob, path: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(bytes);
  link.download = path.split("/").at(-1) ?? "result";
  link.click();
  URL.revokeObjectURL(link.href);
}
