"use client";

import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useInvite } from "../../lib/client/settings.ts";
import { ROLES, type Role } from "../../lib/contracts/common.ts";
import { emailSchema, INVITATION_DAYS } from "../../lib/contracts/settings.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { Choice } from "./choice.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { ROLE_WORDS } from "./sections.ts";

const DAYS = INVITATION_DAYS.map((days) => ({ value: String(days), label: plural(days, "day") }));

/** Role, for whom, how long; then the link, this once. */
export function InviteDialog({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const invite = useInvite(slug);
  const [role, setRole] = useState<Role>("reviewer");
  const [email, setEmail] = useState("");
  const [days, setDays] = useState("7");
  const [wrong, setWrong] = useState(false);
  const address = email.trim();

  if (invite.data !== undefined)
    return (
      <LinkDialog title="The invitation is made" label="Invitation link" link={invite.data} onClose={onClose}>
        Send it to {address === "" ? "one person" : address}, who joins as {role}. This server sends no mail.
        {address === "" ? " Whoever opens it first becomes a member." : " No other account can use it."}
      </LinkDialog>
    );

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const legal = address === "" || emailSchema.safeParse(address).success;
    setWrong(!legal);
    if (legal && !invite.isPending)
      invite.mutate({ role, days: Number(days), ...(address === "" ? {} : { email: address }) });
  };
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="New invitation"
      description="A link that makes one person a member of this workspace."
      footer={
        <Button variant="primary" type="submit" form="invite" busy={invite.isPending}>
          Make a link as {role}
        </Button>
      }
    >
      <form id="invite" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormProblem problem={invite.error === null ? null : problemOf(invite.error)} />
        <Choice
          label="Role"
          value={role}
          onChange={setRole}
          options={ROLES.map((one) => ({ value: one, label: one, detail: ROLE_WORDS[one] }))}
        />
        <TextField
          label="For this e-mail address only"
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          placeholder="whoever holds the link"
          autoComplete="off"
          autoFocus
          maxLength={254}
          {...(wrong
            ? { error: "This is no e-mail address." }
            : { hint: "Optional. Then no account with another address can use it." })}
        />
        <div className="flex flex-col items-start gap-1">
          <span className="text-sm font-medium">Works for</span>
          <Segmented label="Works for" value={days} onChange={setDays} segments={DAYS} />
        </div>
      </form>
    </Dialog>
  );
}
