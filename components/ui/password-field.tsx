"use client";

import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";

import { TextField, type FieldFrameProps } from "./text-field.tsx";

export interface PasswordFieldProps extends FieldFrameProps, Omit<ComponentProps<"input">, "id" | "type"> {
  /** "new-password" where one is chosen: managers then offer one. */
  readonly autoComplete: "current-password" | "new-password";
}

/** A password that can be looked at; pasting is allowed. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      spellCheck={false}
      autoCapitalize="none"
      suffix={
        <button
          type="button"
          aria-pressed={shown}
          aria-label="Show password"
          onClick={() => setShown(!shown)}
          className="text-ink-3 hover:text-ink grid size-7 place-items-center rounded-md"
        >
          <Icon size={15} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}
