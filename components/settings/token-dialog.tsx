"use client";

import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useCreateAgentToken } from "../../lib/client/settings.ts";
import { mayActAs, type Role } from "../../lib/contracts/common.ts";
import { TOKEN_DAYS, type CreatedToken, type TokenScope } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { Choice } from "./choice.tsx";
import { SecretField } from "./secret-field.tsx";
import { untilWords } from "./until-words.ts";

const NO_END = "none";
const DAYS = [
  ...TOKEN_DAYS.map((days) => ({ value: String(days), label: plural(days, "day") })),
  { value: NO_END, label: "No end" },
];

interface TokenDialogProps {
  readonly slug: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Name, scope, how long; then the token, this once, with how it is used. */
export function TokenDialog({ slug, role, onClose }: TokenDialogProps) {
  const create = useCreateAgentToken(slug);
  const stages = mayActAs(role, "reviewer");
  const [name, setName] = useState("");
  const [scope, setScope] = useState<TokenScope>(stages ? "stage" : "read");
  const [days, setDays] = useState("90");
  if (create.data !== undefined) return <CreatedDialog slug={slug} created={create.data} onClose={onClose} />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() !== "" && !create.isPending)
      create.mutate({ name: name.trim(), scope, days: days === NO_END ? null : Number(days) });
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="New agent token"
      description="It works for you, in this workspace only."
      footer={
        <Button variant="primary" type="submit" form="token" busy={create.isPending} disabled={name.trim() === ""}>
          Make the token
        </Button>
      }
    >
      <form id="token" onSubmit={submit} className="flex flex-col gap-4">
        <FormProblem problem={create.error === null ? null : problemOf(create.error)} />
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="Which agent or script: reviewers see it beside what it staged."
          maxLength={120}
          autoComplete="off"
          autoFocus
          required
        />
        <Choice
          label="Scope"
          value={scope}
          onChange={setScope}
          options={[
            { value: "read", label: "Read", detail: "Files, branches, changes, history" },
            {
              value: "stage",
              label: "Stage",
              detail: stages ? "Reads, and stages on your chat branches" : `You are ${role} here: your tokens read`,
              disabled: !stages,
            },
          ]}
        />
        <div className="flex flex-col items-start gap-1">
          <span className="text-sm font-medium">Works for</span>
          <Segmented label="Works for" value={days} onChange={setDays} segments={DAYS} />
        </div>
      </form>
    </Dialog>
  );
}

interface CreatedDialogProps {
  readonly slug: string;
  readonly created: CreatedToken;
  readonly onClose: () => void;
}

function CreatedDialog({ slug, created: { token, secret }, onClose }: CreatedDialogProps) {
  const address = new URL(`/api/workspaces/${encodeURIComponent(slug)}/branches`, window.location.origin).href;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`The token ${visibleName(token.name)} is made`}
      description={`${token.expiresAt === null ? "Works until it is revoked" : `Works until ${untilWords(token.expiresAt)}`}. It is not shown again.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-3">
        <SecretField label="Token" value={secret} />
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">A first call</span>
          <pre className="border-line bg-sunken mono overflow-x-auto rounded-md border px-3 py-2 text-sm">
            {`curl -H "Authorization: Bearer $TOKEN" \\\n  ${address}`}
          </pre>
        </div>
        <p className="text-ink-2 text-sm">
          All calls are described at{" "}
          <a href="/api/openapi.json" className="text-accent hover:underline">
            /api/openapi.json
          </a>
          , each with the scope that it needs.
        </p>
      </div>
    </Dialog>
  );
}
