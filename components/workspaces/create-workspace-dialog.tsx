"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";

import { ProblemError } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useCreateWorkspace } from "../../lib/client/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormProblem } from "./form-problem.tsx";
import { plural } from "../ui/format.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { TextField } from "../ui/text-field.tsx";
import { ImportReview } from "./import-review.tsx";
import { ImportSource, type From } from "./import-source.tsx";
import { useImport, type ImportStep } from "./use-import.ts";

const STEPS: Readonly<Record<ImportStep, string>> = {
  gathering: "Looking through the folder",
  packing: "Packing",
  uploading: "Uploading",
  reading: "The server reads and checks every name",
};

/** Two steps: where the files come from, then what exactly would be made. Closing it ends what runs; nothing is left. */
export function CreateWorkspaceDialog({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const formId = useId();
  const files = useImport();
  const create = useCreateWorkspace();
  const [from, setFrom] = useState<From>("computer");
  const [folder, setFolder] = useState("");
  const [ownName, setOwnName] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState(false);

  const { state } = files;
  const proposal = state.kind === "proposed" ? state.proposal : null;
  const name = ownName ?? (state.kind === "proposed" ? state.name : "");
  const asksName = proposal !== null || (state.kind !== "running" && from === "nothing");
  const unconfirmed = proposal !== null && proposal.renames.length > 0 && !confirmed;
  const busy = create.isPending || create.isSuccess;

  const startOver = () => {
    files.reset();
    create.reset();
    setConfirmed(false);
  };
  const make = () => {
    if (busy || unconfirmed || name.trim() === "") return;
    create.mutate(
      { name: name.trim(), ...(proposal === null ? {} : { import: proposal.import, confirmRenames: confirmed }) },
      { onSuccess: ({ slug }) => router.push(`/w/${encodeURIComponent(slug)}/files`) },
    );
  };
  const gone = create.error instanceof ProblemError && create.error.kind === "import-gone";

  const empty = proposal === null && state.kind !== "running" && from === "computer";
  const footer = (
    <>
      {proposal !== null || state.kind === "running" ? (
        <Button onClick={startOver} disabled={busy} className="mr-auto">
          {state.kind === "running" ? "Cancel the import" : "Choose other files"}
        </Button>
      ) : null}
      {unconfirmed ? <span className="text-ink-3 text-sm">Confirm the new names first.</span> : null}
      {asksName ? (
        <Button variant="primary" busy={busy} disabled={unconfirmed || name.trim() === "" || gone} onClick={make}>
          {proposal === null ? "Create an empty workspace" : `Create with ${plural(proposal.files, "file")}`}
        </Button>
      ) : state.kind !== "running" && from === "server" ? (
        <Button variant="primary" type="submit" form={formId} disabled={folder.trim() === ""}>
          Read the folder
        </Button>
      ) : null}
    </>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        files.reset();
        onClose();
      }}
      title="New workspace"
      description={
        proposal === null
          ? "Files become the first accepted tree: what agents start from, and what changes are compared with."
          : "Nothing is made yet. This is what would be imported."
      }
      {...(empty ? {} : { footer })}
    >
      <div className="flex flex-col gap-4">
        <FormProblem
          problem={state.kind === "failed" ? state.problem : create.error === null ? null : problemOf(create.error)}
        />
        {asksName ? (
          <TextField
            label="Name"
            value={name}
            onChange={(event) => setOwnName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") make();
            }}
            maxLength={120}
            hint="What people call it: “Q3 board pack”."
            autoFocus={proposal !== null}
            required
          />
        ) : null}
        {proposal !== null ? (
          <ImportReview proposal={proposal} confirmed={confirmed} onConfirm={setConfirmed} />
        ) : state.kind === "running" ? (
          <div className="grid min-h-[212px] content-center">
            <Progress {...state} />
          </div>
        ) : (
          <ImportSource
            from={from}
            onFrom={(next) => {
              setFrom(next);
              startOver();
            }}
            onComputer={files.fromComputer}
            onServer={files.fromServer}
            formId={formId}
            folder={folder}
            onFolder={setFolder}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ProgressProps {
  readonly step: ImportStep;
  readonly done?: number;
  readonly total?: number;
}

/** Bytes as megabytes: a count that changes too fast to be read helps nobody. */
function Progress({ step, done, total }: ProgressProps) {
  const known = done !== undefined && total !== undefined;
  return (
    <ProgressBar
      label={STEPS[step]}
      {...(known ? { done: Math.round(done / 1e5) / 10, total: Math.max(Math.round(total / 1e5) / 10, 0.1) } : {})}
      unit="MB"
    />
  );
}
