"use client";

import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import {
  useArchiveWorkspace,
  useLeaveWorkspace,
  useRenameWorkspace,
  useRestoreWorkspace,
} from "../../lib/client/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify } from "../ui/toast.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { NameConfirmDialog } from "./name-confirm-dialog.tsx";
import { Card, Setting, SettingsSection } from "./settings-section.tsx";

/** The workspace's name, and ways out of it. */
export function WorkspaceSection() {
  const { slug, workspace } = useWorkspaceHere();
  const [asking, setAsking] = useState<"leave" | "archive" | null>(null);
  if (workspace === undefined) return null;
  const owner = workspace.role === "owner";
  return (
    <SettingsSection
      title="Workspace"
      detail={`You are ${workspace.role} here.${owner ? "" : " Owners rename and archive it."}`}
    >
      <Card>
        <Setting
          title="Name"
          detail={
            <>
              What people call it. The address <span className="mono">/w/{slug}</span> stays.
            </>
          }
        >
          <RenameForm key={workspace.name} slug={slug} name={workspace.name} disabled={!owner} />
        </Setting>
      </Card>
      <Card>
        <Setting
          danger
          title="Leave"
          detail="You lose access at once, your agent tokens with you. What you staged and decided stays."
        >
          <Button variant="no" onClick={() => setAsking("leave")}>
            Leave the workspace…
          </Button>
        </Setting>
        {owner ? (
          <Setting
            danger
            title="Archive"
            detail="It is there for nobody any more, agents included. Nothing is deleted: an owner can restore it."
          >
            <Button variant="no" onClick={() => setAsking("archive")}>
              Archive the workspace…
            </Button>
          </Setting>
        ) : null}
      </Card>
      {asking === "leave" ? <Leave slug={slug} name={workspace.name} onClose={() => setAsking(null)} /> : null}
      {asking === "archive" ? <Archive slug={slug} name={workspace.name} onClose={() => setAsking(null)} /> : null}
    </SettingsSection>
  );
}

function RenameForm({ slug, name, disabled }: { slug: string; name: string; disabled: boolean }) {
  const rename = useRenameWorkspace(slug);
  const [wanted, setWanted] = useState(name);
  const changed = wanted.trim() !== "" && wanted.trim() !== name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && !rename.isPending)
      rename.mutate(wanted.trim(), {
        onSuccess: (workspace) => notify.done(`The workspace is called ${visibleName(workspace.name)} now`),
      });
  };
  return (
    <form onSubmit={submit} className="flex max-w-[420px] flex-col gap-2">
      <FormProblem problem={rename.error === null ? null : problemOf(rename.error)} />
      <TextField
        label="Name of the workspace"
        hideLabel
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        maxLength={120}
        disabled={disabled}
        required
      />
      {disabled ? null : (
        <div>
          <Button type="submit" busy={rename.isPending} disabled={!changed}>
            Rename
          </Button>
        </div>
      )}
    </form>
  );
}

interface DepartureProps {
  readonly slug: string;
  readonly name: string;
  readonly onClose: () => void;
}

function Leave({ slug, name, onClose }: DepartureProps) {
  const router = useRouter();
  const leave = useLeaveWorkspace(slug);
  return (
    <NameConfirmDialog
      title="Leave this workspace?"
      name={name}
      action="Leave the workspace"
      busy={leave.isPending || leave.isSuccess}
      problem={leave.error === null ? null : problemOf(leave.error)}
      onClose={onClose}
      onConfirm={() =>
        leave.mutate(undefined, {
          onSuccess: () => {
            notify.done(`You have left ${visibleName(name)}`);
            router.replace("/workspaces");
          },
        })
      }
    >
      Your access and your agent tokens here end at once. To come back, you need a new invitation.
    </NameConfirmDialog>
  );
}

function Archive({ slug, name, onClose }: DepartureProps) {
  const router = useRouter();
  const archive = useArchiveWorkspace(slug);
  const restore = useRestoreWorkspace();
  const undo = () =>
    restore.mutate(slug, {
      onSuccess: () => notify.done(`${visibleName(name)} is back`),
      onError: (thrown) => notify.failed("It was not restored", { description: problemOf(thrown).detail }),
    });
  return (
    <NameConfirmDialog
      title="Archive this workspace?"
      name={name}
      action="Archive the workspace"
      busy={archive.isPending || archive.isSuccess}
      problem={archive.error === null ? null : problemOf(archive.error)}
      onClose={onClose}
      onConfirm={(typed) =>
        archive.mutate(typed, {
          onSuccess: () => {
            notify.warn(`${visibleName(name)} is archived`, { action: { label: "Restore", run: undo } });
            router.replace("/workspaces");
          },
        })
      }
    >
      All members lose access at once; agents and open links too. Files, history and the log are kept. An owner restores
      it with <span className="mono">DELETE /api/workspaces/{slug}/archived</span>.
    </NameConfirmDialog>
  );
}
