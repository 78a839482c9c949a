"use client";

import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useChangeName, useChangePassword } from "../../lib/client/settings.ts";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../lib/contracts/settings.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify } from "../ui/toast.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { Card, Setting, SettingsSection } from "./settings-section.tsx";

/** The own name and password, in all workspaces of this server. */
export function AccountSection() {
  const { me } = useWorkspaceHere();
  if (me === undefined) return null;
  return (
    <SettingsSection title="Your account" detail="The same in all workspaces of this server.">
      <Card>
        <Setting
          title="Name"
          detail={
            <>
              Beside everything that you decide and say. You sign in as <bdi className="font-medium">{me.email}</bdi>.
            </>
          }
        >
          <NameForm key={me.name} name={me.name} />
        </Setting>
        <Setting title="Password" detail="Your sessions in other browsers end when it is changed; this one goes on.">
          <PasswordForm email={me.email} />
        </Setting>
      </Card>
    </SettingsSection>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const change = useChangeName();
  const [wanted, setWanted] = useState(name);
  const changed = wanted.trim() !== "" && wanted.trim() !== name;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed && !change.isPending)
      change.mutate(wanted.trim(), { onSuccess: () => notify.done("Your name is changed") });
  };
  return (
    <form onSubmit={submit} className="flex max-w-[420px] flex-col gap-2">
      <FormProblem problem={change.error === null ? null : problemOf(change.error)} />
      <TextField
        label="Your name"
        hideLabel
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        autoComplete="name"
        maxLength={120}
        required
      />
      <div>
        <Button type="submit" busy={change.isPending} disabled={!changed}>
          Change the name
        </Button>
      </div>
    </form>
  );
}

function PasswordForm({ email }: { readonly email: string }) {
  const change = useChangePassword();
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const short = next !== "" && next.length < PASSWORD_MIN;
  const ready = current !== "" && next.length >= PASSWORD_MIN;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!ready || change.isPending) return;
    change.mutate(
      { current, next },
      {
        onSuccess: () => {
          notify.done("Your password is changed", { description: "Sessions in other browsers have ended." });
          setCurrent("");
          setNext("");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex max-w-[420px] flex-col gap-3">
      <FormProblem problem={change.error === null ? null : problemOf(change.error)} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.target.value)}
        maxLength={PASSWORD_MAX}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.target.value)}
        maxLength={PASSWORD_MAX}
        {...(short
          ? { error: `At least ${PASSWORD_MIN} characters.` }
          : { hint: `At least ${PASSWORD_MIN} characters.` })}
      />
      <div>
        <Button type="submit" busy={change.isPending} disabled={!ready}>
          Change the password
        </Button>
      </div>
    </form>
  );
}
