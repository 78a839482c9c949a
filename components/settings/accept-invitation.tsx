"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useAcceptInvitation, useInvitationOffer, useJoin } from "../../lib/client/settings.ts";
import { PASSWORD_MAX, PASSWORD_MIN, type InvitationOffer } from "../../lib/contracts/settings.ts";
import { signInAddress } from "../auth/next-address.ts";
import { useSignOut } from "../auth/session-calls.ts";
import { visibleName } from "../files/visible-name.ts";
import { CardPage } from "../shell/page-frame.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { LinkProblem, LinkWaiting } from "./link-states.tsx";
import { ROLE_WORDS } from "./sections.ts";

/** An invitation's link, opened: by who is signed in, by who has an account, by who has none yet. */
export function AcceptInvitation({ token }: { readonly token: string }) {
  const offer = useInvitationOffer(token);
  if (offer.data === undefined)
    return offer.error === null ? (
      <LinkWaiting title="Invitation" />
    ) : (
      <LinkProblem problem={problemOf(offer.error)} onRetry={() => void offer.refetch()} retrying={offer.isFetching} />
    );
  const { state, workspace, role, by, you, email } = offer.data;
  if (state === "member" && workspace !== null)
    return (
      <CardPage title="You are a member already">
        <p className="text-ink-2 mb-4">
          <bdi className="text-ink font-semibold">{visibleName(workspace.name)}</bdi> is one of your workspaces. The
          link was not used by this.
        </p>
        <Link href={`/w/${encodeURIComponent(workspace.slug)}`} replace className={buttonClass("primary")}>
          Open the workspace
        </Link>
      </CardPage>
    );
  if (state !== "open" || workspace === null || role === null) return <Ended state={state} />;
  return (
    <CardPage
      title={`Join ${visibleName(workspace.name)}`}
      footer="The link works once. Nothing is changed before you accept."
    >
      <p className="text-ink-2 mb-4">
        {by === null ? "You are invited" : <bdi>{visibleName(by)} invites you</bdi>} as{" "}
        <strong className="text-ink font-semibold">{role}</strong>, who {ROLE_WORDS[role].toLowerCase()}.
      </p>
      {you === null ? (
        <Join token={token} email={email} />
      ) : (
        <Accept token={token} you={you} fits={email === null || email === you.email} email={email} />
      )}
    </CardPage>
  );
}

const ENDED: Readonly<Record<Exclude<InvitationOffer["state"], "open">, readonly [title: string, why: string]>> = {
  used: ["This invitation was used already", "It works once. If it was you, sign in; if not, tell who invited you."],
  expired: ["This invitation has expired", "Ask who invited you for a new one."],
  revoked: ["This invitation was revoked", "Ask who invited you for a new one."],
  member: ["You are a member already", "The link was not used."],
};

function Ended({ state }: { readonly state: InvitationOffer["state"] }) {
  const [title, why] = ENDED[state === "open" ? "revoked" : state];
  return (
    <CardPage title={title}>
      <p className="text-ink-2 mb-4">{why}</p>
      <Link href="/workspaces" replace className={buttonClass()}>
        To your workspaces
      </Link>
    </CardPage>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly you: NonNullable<InvitationOffer["you"]>;
  /** Whether the account's address is the one that the invitation is for. */
  readonly fits: boolean;
  readonly email: string | null;
}

function Accept({ token, you, fits, email }: AcceptProps) {
  const router = useRouter();
  const accept = useAcceptInvitation();
  const signOut = useSignOut(null);
  return (
    <div className="flex flex-col gap-3">
      <FormProblem problem={accept.error?.problem ?? null} />
      {fits ? (
        <Button
          variant="primary"
          className="h-8"
          busy={accept.isPending || accept.isSuccess}
          autoFocus
          onClick={() =>
            accept.mutate(token, {
              onSuccess: ({ workspace }) => router.replace(`/w/${encodeURIComponent(workspace)}`),
            })
          }
        >
          Accept as {visibleName(you.name)}
        </Button>
      ) : (
        <p className="text-removed">
          ✕ It is for <bdi className="font-semibold">{email}</bdi>; you are signed in as <bdi>{you.email}</bdi>.
        </p>
      )}
      <Button variant={fits ? "ghost" : "default"} busy={signOut.isPending} onClick={() => signOut.mutate()}>
        {fits ? "Not you? Sign out" : "Sign out, and join with that address"}
      </Button>
    </div>
  );
}

function Join({ token, email }: { readonly token: string; readonly email: string | null }) {
  const router = useRouter();
  const join = useJoin();
  const [short, setShort] = useState(false);
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
    if (tooShort || join.isPending) return;
    join.mutate(
      { token, name: text("name").trim(), email: text("email").trim(), password },
      { onSuccess: ({ workspace }) => router.replace(`/w/${encodeURIComponent(workspace)}`) },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <FormProblem problem={join.error?.problem ?? null} />
      <TextField label="Name" name="name" autoComplete="name" maxLength={120} autoFocus required />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        {...(email === null
          ? {}
          : { defaultValue: email, readOnly: true, hint: "The invitation is for this address." })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        required
        {...(short
          ? { error: `At least ${PASSWORD_MIN} characters.` }
          : { hint: `At least ${PASSWORD_MIN} characters.` })}
      />
      <Button type="submit" variant="primary" busy={join.isPending || join.isSuccess} className="mt-1 h-8">
        Make an account and join
      </Button>
      <p className="text-ink-3 text-sm">
        You have an account?{" "}
        <Link href={signInAddress(`/invite/${encodeURIComponent(token)}`)} className="text-accent hover:underline">
          Sign in
        </Link>
        , and come back here.
      </p>
    </form>
  );
}
