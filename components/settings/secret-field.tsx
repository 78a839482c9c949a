"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";

import { Button } from "../ui/button.tsx";
import { FIELD } from "../ui/text-field.tsx";

const COPIED_FOR = 2_000;

export interface SecretFieldProps {
  /** "Invitation link", "Token". */
  readonly label: string;
  readonly value: string;
}

/** Something that is shown this once: to be copied whole, never typed. Without a clipboard it is selected instead. */
export function SecretField({ label, value }: SecretFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    field.current?.select();
    // Only there where the address is https or this machine's own.
    if (!("clipboard" in navigator)) return;
    void navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          value={value}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className={`${FIELD} font-mono text-sm`}
        />
        <Button
          variant="primary"
          className="h-8"
          icon={copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          onClick={copy}
          autoFocus
        >
          {copied ? "Copied" : "Copy"}
        </Button>
        <span role="status" className="sr-only">
          {copied ? `${label} copied` : ""}
        </span>
      </div>
    </div>
  );
}
