"use client";

import { useState, type SubmitEvent } from "react";

import { CardPage } from "../shell/page-frame.tsx";
import { Button } from "../ui/button.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { HOME } from "./next-address.ts";
import { useEnter } from "./session-calls.ts";

/** As the server asks. */
const PASSWORD_MIN = 10;

/** The first account, made with the one-time link that the first start prints. */
export function ClaimOwner({ token }: { readonly token: string | null }) {
  const enter = useEnter(HOME);
  const [short, setShort] = useState(false);
  if (token === null || token === "")
    return (
      <CardPage title="This link is not complete">
        <p className="text-ink-2">
          Open the whole link that the server printed when it was first started: it ends in a token. A restart prints a
          new one, as long as there is no account.
        </p>
      </CardPage>
    );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    const password = text("password");
    const tooShort = password.length < PASSWORD_MIN;
    setShort(tooShort);
    if (tooShort || enter.isPending) return;
    enter.mutate({ kind: "claim", token, name: text("name").trim(), email: text("email").trim(), password });
  };
  return (
    <CardPage title="Make the owner's account" footer="The link works once, and only while there is no account at all.">
      <form onSubmit={submit} className="flex flex-col gap-3">
        <p className="text-ink-2">This account owns the server: it opens folders of this machine, and promotes.</p>
        <FormProblem problem={enter.error?.problem ?? null} />
        <TextField label="Name" name="name" autoComplete="name" maxLength={120} autoFocus required />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" maxLength={254} required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          maxLength={128}
          required
          {...(short
            ? { error: `At least ${PASSWORD_MIN} characters.` }
            : { hint: `At least ${PASSWORD_MIN} characters.` })}
        />
        <Button type="submit" variant="primary" busy={enter.isPending || enter.isSuccess} className="mt-1 h-8">
          Make the account and sign in
        </Button>
      </form>
    </CardPage>
  );
}
