"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, type SubmitEvent } from "react";

import { ProblemError } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { BranchView } from "../../lib/contracts/branches.ts";
import { FileTag } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { DropZone } from "../ui/drop-zone.tsx";
import { formatBytes, shortHash } from "../ui/format.ts";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { Select } from "../ui/select.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify } from "../ui/toast.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { BaseMoved } from "./base-moved.tsx";
import { FileName } from "./file-name.tsx";
import { useStageFile, type Target } from "./use-stage-file.ts";
import { visibleName } from "./visible-name.ts";

export interface KnownVersion {
  readonly hash: string;
  /** "shown now", "promotion 17". */
  readonly label: string;
}

export interface UploadDialogProps {
  readonly slug: string;
  /** null: a new file, whose path is asked for. */
  readonly path: string | null;
  /** What the upload may be made from; the first is offered. Empty for a new file. */
  readonly versions: readonly KnownVersion[];
  /** Chats and reviews. */
  readonly branches: readonly BranchView[];
  readonly me: string;
  /** Id of the branch that is shown; null: the accepted tree. */
  readonly shownBranch: string | null;
  /** Dropped before the dialog was there. */
  readonly dropped: File | null;
  readonly onClose: () => void;
}

const OWN = "corrections";
const START = "start";

/** The branch to offer: the shown one, else one's own proposals, else a new one. */
function firstTarget({
  branches,
  me,
  shownBranch,
}: Pick<UploadDialogProps, "branches" | "me" | "shownBranch">): string {
  if (shownBranch !== null && branches.some(({ id }) => id === shownBranch)) return shownBranch;
  return branches.find(({ kind, user }) => kind === "review" && user.id === me)?.id ?? START;
}

/** The way back of the round trip: the corrected file, onto a branch, against the version that it was made from. */
export function UploadDialog(props: UploadDialogProps) {
  const { slug, path, versions, branches, me, dropped, onClose } = props;
  const router = useRouter();
  const formId = useId();
  const upload = useStageFile(slug);
  const running = useRef<AbortController | null>(null);
  const [file, setFile] = useState<File | null>(dropped);
  const [target, setTarget] = useState(() => firstTarget(props));
  const [madeFrom, setMadeFrom] = useState(versions[0]?.hash ?? "");
  const [newPath, setNewPath] = useState(dropped?.name ?? "");
  useEffect(() => () => running.current?.abort(), []);

  const own = branches.find(({ kind, user, name }) => kind === "review" && user.id === me && name === OWN);
  const chosen = branches.find(({ id }) => id === target) ?? own;
  const branchName = chosen?.name ?? OWN;
  const toPath = path ?? newPath.trim();
  const ready = file !== null && toPath !== "" && !upload.isPending;

  const send = (from: string | null) => {
    if (file === null || toPath === "" || upload.isPending) return;
    const to: Target = chosen === undefined ? { kind: "start", name: OWN } : { kind: "branch", id: chosen.id };
    running.current = new AbortController();
    upload.mutate(
      { target: to, path: toPath, madeFrom: from, file, signal: running.current.signal },
      {
        onSuccess: ({ branch }) => {
          const review = `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch)}/review?${new URLSearchParams({ path: toPath }).toString()}`;
          notify.done(`${visibleName(toPath)} is staged on ${branchName}`, {
            description: "Nothing is official before it is promoted.",
            action: { label: "Review", run: () => router.push(review) },
          });
          onClose();
        },
      },
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(path === null ? null : madeFrom);
  };
  const moved =
    upload.error instanceof ProblemError && upload.error.kind === "base-moved" ? upload.error.problem : null;

  const footer = (
    <>
      {upload.isPending ? (
        <Button className="mr-auto" onClick={() => running.current?.abort()}>
          Cancel the upload
        </Button>
      ) : null}
      <Button variant="primary" type="submit" form={formId} disabled={!ready} busy={upload.isPending}>
        Stage on {visibleName(branchName)}
      </Button>
    </>
  );

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={path === null ? "Add a file" : "Upload a corrected version"}
      description={
        path === null ? (
          "It is staged on a branch; the accepted tree does not change before it is promoted."
        ) : (
          <FileName name={path} className="block" />
        )
      }
      {...(moved !== null ? {} : { footer })}
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        {moved === null ? (
          <FormProblem problem={upload.error === null || isAbort(upload.error) ? null : problemOf(upload.error)} />
        ) : (
          <BaseMoved
            slug={slug}
            path={toPath}
            branch={branchName}
            problem={moved}
            onReplace={() => send(moved.found ?? null)}
            onBack={() => upload.reset()}
          />
        )}
        {moved !== null ? null : upload.isPending ? (
          <div className="grid min-h-[150px] content-center">
            <ProgressBar label={`Uploading ${formatBytes(file?.size ?? 0)} and verifying them`} />
          </div>
        ) : (
          <>
            {file === null ? (
              <DropZone
                label={
                  path === null
                    ? "Drop the file, or press to choose it"
                    : "Drop the corrected file, or press to choose it"
                }
                {...(path === null
                  ? {}
                  : { hint: "Its own name does not matter: it becomes a version of the file above." })}
                onFiles={([first]) => {
                  setFile(first ?? null);
                  if (newPath === "") setNewPath(first?.name ?? "");
                }}
              />
            ) : (
              <ChosenFile file={file} onOther={() => setFile(null)} />
            )}
            {path === null ? (
              <TextField
                label="Path in the workspace"
                value={newPath}
                onChange={(event) => setNewPath(event.target.value)}
                placeholder="notes/board-notes.md"
                hint="Folders are separated by /, and made as needed."
                maxLength={1024}
                spellCheck={false}
                required
              />
            ) : (
              <Labelled label="Made from">
                <Select
                  label="The version that it was made from"
                  value={madeFrom}
                  onChange={setMadeFrom}
                  options={versions.map(({ hash, label }) => ({ value: hash, label: `${shortHash(hash)} · ${label}` }))}
                />
              </Labelled>
            )}
            <Labelled label="Onto branch">
              <Select
                label="The branch that it is staged on"
                value={chosen?.id ?? START}
                onChange={setTarget}
                options={[
                  ...branches.map((branch) => ({
                    value: branch.id,
                    label: `${visibleName(branch.name)} · ${branch.kind} · ${visibleName(branch.user.name)}`,
                  })),
                  ...(own === undefined ? [{ value: START, label: `${OWN} · a new branch of your own` }] : []),
                ]}
              />
            </Labelled>
          </>
        )}
      </form>
    </Dialog>
  );
}

const isAbort = (thrown: Error) => thrown.name === "AbortError";

function Labelled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden className="w-24 shrink-0 text-sm font-medium">
        {label}
      </span>
      {children}
    </div>
  );
}

function ChosenFile({ file, onOther }: { readonly file: File; readonly onOther: () => void }) {
  return (
    <div className="border-line bg-sunken flex items-center gap-2 rounded-md border px-3 py-2">
      <FileTag path={file.name} />
      <FileName name={file.name} className="flex-1" />
      <span className="text-ink-3 text-sm">{formatBytes(file.size)}</span>
      <Button variant="ghost" onClick={onOther}>
        Choose another
      </Button>
    </div>
  );
}
