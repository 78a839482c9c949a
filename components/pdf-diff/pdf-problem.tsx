"use client";

import { Lock, TriangleAlert } from "lucide-react";
import { useState } from "react";

import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import type { PdfState } from "./use-pdf.ts";

/** Why the pages cannot be shown, and a way on. A password stays in this browser. */
export function PdfProblem({ state, which }: { readonly state: PdfState; readonly which: "before" | "after" }) {
  const version = which === "before" ? "version before" : "staged version";
  if (state.kind === "password")
    return (
      <EmptyState icon={Lock} title="A password protects this PDF">
        The {version} opens with its password only. It stays in this browser and is sent nowhere.
        <Password wrong={state.wrong} onOpen={state.open} />
      </EmptyState>
    );
  if (state.kind !== "failed") return null;
  return (
    <EmptyState icon={TriangleAlert} title={state.title} action={<Button onClick={state.retry}>Try again</Button>}>
      {state.detail}
    </EmptyState>
  );
}

function Password({ wrong, onOpen }: { readonly wrong: boolean; readonly onOpen: (password: string) => void }) {
  const [password, setPassword] = useState("");
  return (
    <form
      className="mt-3 flex flex-col gap-2 text-left"
      onSubmit={(event) => {
        event.preventDefault();
        onOpen(password);
      }}
    >
      <PasswordField
        label="Password of the PDF"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...(wrong ? { error: "This is not its password." } : {})}
      />
      <Button type="submit" variant="primary" disabled={password === ""}>
        Show the pages
      </Button>
    </form>
  );
}
