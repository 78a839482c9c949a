"use client";

import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useResetOffer, useSetPassword } from "../../lib/client/settings.ts";
import { PASSWORD_MAX, PASSWORD_MIN, type ResetOffer } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { CardPage } from "../shell/page-frame.tsx";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { notify } from "../ui/toast.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { LinkProblem, LinkWaiting } from "./link-states.tsx";

const ENDED: Readonly<Record<Exclude<ResetOffer["state"], "open">, string>> = {
  used: "This link was used already",
  expired: "This link has expired",
  revoked: "This link was revoked",
};

/** A password link, opened: one field, and then every session of the person has ended. */
export function SetPassword({ token }: { readonly token: string }) {
  const offer = useResetOffer(token);
  if (offer.data === undefined)
    return offer.error === null ? (
      <LinkWaiting title="New password" />
    ) : (
      <LinkProblem problem={problemOf(offer.error)} onRetry={() => void offer.refetch()} retrying={offer.isFetching} />
    );
  const { state, name, email } = offer.data;
  if (state !== "open")
    return (
      <CardPage title={ENDED[state]}>
        <p className="text-ink-2">Ask an owner of your workspace for a new one.</p>
      </CardPage>
    );
  return (
    <CardPage title="Set a new password" footer="The link works once. All sessions end when it is used.">
      <p className="text-ink-2 mb-4">
        For <bdi className="text-ink font-semibold">{visibleName(name ?? "")}</bdi>, <bdi>{email}</bdi>.
      </p>
      <PasswordForm token={token} email={email ?? ""} />
    </CardPage>
  );
}

function PasswordForm({ token, email }: { readonly token: string; readonly email: string }) {
  const router = useRouter();
  const set = useSetPassword();
  const [password, setPassword] = useState("");
  const [short, setShort] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const tooShort = password.length < PASSWORD_MIN;
    setShort(tooShort);
    if (tooShort || set.isPending) return;
    set.mutate(
      { token, password },
      {
        onSuccess: () => {
          notify.done("The password is set", { description: "Sign in with it." });
          router.replace("/sign-in");
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <FormProblem problem={set.error?.problem ?? null} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        maxLength={PASSWORD_MAX}
        autoFocus
        required
        {...(short
          ? { error: `At least ${PASSWORD_MIN} characters.` }
          : { hint: `At least ${PASSWORD_MIN} characters.` })}
      />
      <Button type="submit" variant="primary" busy={set.isPending || set.isSuccess} className="mt-1 h-8">
        Set the password
      </Button>
    </form>
  );
}
