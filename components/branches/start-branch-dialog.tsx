"use client";

import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";

import { slugSchema } from "../../lib/contracts/common.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useCreateBranch } from "../../lib/client/queries.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify } from "../ui/toast.tsx";

const KINDS = {
  chat: "An agent stages its work for you here, turn by turn.",
  review: "You stage your own proposals here: corrected files, new files.",
} as const;

/** B3: a branch is named by workspace, person, kind and name. */
export function StartBranchDialog({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const router = useRouter();
  const create = useCreateBranch(slug);
  const [kind, setKind] = useState<"chat" | "review">("chat");
  const [name, setName] = useState("");
  const legal = slugSchema.safeParse(name).success;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!legal || create.isPending) return;
    create.mutate(
      { kind, name },
      {
        onSuccess: (branch) => {
          notify.done(`Branch ${branch.name} started`);
          router.push(`/w/${encodeURIComponent(slug)}/files?branch=${encodeURIComponent(branch.id)}`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Start a branch of your own"
      description="It stands on the accepted tree of now. Nothing on it is official until it is promoted."
      footer={
        <Button variant="primary" type="submit" form="start-branch" busy={create.isPending} disabled={!legal}>
          {legal ? `Start ${name}` : "Start the branch"}
        </Button>
      }
    >
      <form id="start-branch" onSubmit={submit} className="flex flex-col gap-4">
        <FormProblem problem={create.error === null ? null : problemOf(create.error)} />
        <div className="flex flex-col items-start gap-1.5">
          <Segmented
            label="Kind"
            value={kind}
            onChange={setKind}
            segments={[
              { value: "chat", label: "Chat with an agent" },
              { value: "review", label: "Own proposals" },
            ]}
          />
          <p className="text-ink-3 text-sm">{KINDS[kind]}</p>
        </div>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value.toLowerCase().replaceAll(/[\s_]+/gu, "-"))}
          maxLength={64}
          placeholder="refresh-q3-numbers"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          required
          {...(name === "" || slugSchema.safeParse(name.replace(/-+$/u, "")).success
            ? { hint: "Lower-case letters, digits and hyphens." }
            : { error: "Lower-case letters, digits and hyphens, with a letter or digit at both ends." })}
        />
      </form>
    </Dialog>
  );
}
