"use client";

import type { SubmitEvent } from "react";

import { CardPage } from "../shell/page-frame.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { FormProblem } from "../workspaces/form-problem.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { TextField } from "../ui/text-field.tsx";
import { useDemoPeople, useEnter, type Credentials } from "./session-calls.ts";

/** E-mail and password; in demo mode the fictional people first, one press each. */
export function SignIn({ next }: { readonly next: string }) {
  const demo = useDemoPeople();
  const enter = useEnter(next);
  const running = enter.isPending || enter.isSuccess ? enter.variables : undefined;
  const people = demo.data?.demo === true ? demo.data.people : [];
  const isDemo = people.length > 0;
  return (
    <CardPage
      title={isDemo ? "Look around" : "Sign in"}
      footer={isDemo ? null : "Accounts are made by the owner of this server: there is no open sign-up."}
    >
      {demo.isPending ? (
        <FormSkeleton />
      ) : (
        <div className="flex flex-col gap-4">
          {isDemo ? (
            <>
              <p className="text-ink-2">
                <strong className="text-ink font-semibold">This is demo mode.</strong> Company, people and figures are
                fictional, anybody who reaches this page can enter, and nothing real belongs here.
              </p>
              <ul className="flex flex-col gap-2">
                {people.map((person) => (
                  <li key={person.id}>
                    <PersonButton
                      {...person}
                      busy={running?.kind === "demo" && running.person === person.id}
                      disabled={running !== undefined}
                      onEnter={() => enter.mutate({ kind: "demo", person: person.id })}
                    />
                  </li>
                ))}
              </ul>
              <Divider>or with an account</Divider>
            </>
          ) : null}
          <FormProblem problem={enter.error?.problem ?? null} />
          <PasswordForm
            focus={!isDemo}
            primary={!isDemo}
            busy={running?.kind === "password"}
            onEnter={(credentials) => enter.mutate(credentials)}
          />
        </div>
      )}
    </CardPage>
  );
}

interface PersonButtonProps {
  readonly name: string;
  readonly title: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onEnter: () => void;
}

function PersonButton({ name, title, busy, disabled, onEnter }: PersonButtonProps) {
  return (
    <button
      type="button"
      onClick={onEnter}
      disabled={disabled && !busy}
      aria-busy={busy || undefined}
      className="border-line-strong hover:bg-hover flex w-full items-center gap-3 rounded-md border px-3 py-2 text-left disabled:opacity-50"
    >
      <Avatar name={name} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">Enter as {name}</span>
        <span className="text-ink-3 block text-sm">{title}</span>
      </span>
      {busy ? <Spinner label="Signing in" /> : null}
    </button>
  );
}

interface PasswordFormProps {
  readonly focus: boolean;
  readonly primary: boolean;
  readonly busy: boolean;
  readonly onEnter: (credentials: Credentials) => void;
}

function PasswordForm({ focus, primary, busy, onEnter }: PasswordFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    if (!busy) onEnter({ kind: "password", email: text("email").trim(), password: text("password") });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <TextField label="E-mail" name="email" type="email" autoComplete="username" autoFocus={focus} required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" variant={primary ? "primary" : "default"} busy={busy} className="mt-1 h-8">
        Sign in
      </Button>
    </form>
  );
}

function Divider({ children }: { readonly children: string }) {
  return (
    <div className="text-ink-3 flex items-center gap-3 text-sm">
      <span className="bg-line h-px flex-1" />
      {children}
      <span className="bg-line h-px flex-1" />
    </div>
  );
}

/** The form's own size: nothing moves when it is there. */
function FormSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      {["e-mail", "password"].map((field) => (
        <div key={field} className="flex flex-col gap-1">
          <Skeleton className="my-[2.5px] h-3 w-24" />
          <Skeleton className="h-8 w-full rounded-md" />
        </div>
      ))}
      <Skeleton className="mt-1 h-8 w-full rounded-md" />
    </div>
  );
}
