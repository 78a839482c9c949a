"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";

export interface CheckboxProps {
  readonly checked: boolean | "indeterminate";
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  readonly name?: string;
}

/** Label included: the whole line can be clicked. */
export function Checkbox({
  checked,
  onChange,
  children,
  hint,
  disabled = false,
  hideLabel = false,
  name,
}: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <Radix.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        {...(name === undefined ? {} : { name })}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        className="border-edge bg-panel data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent mt-px grid size-4 shrink-0 place-items-center rounded-sm border disabled:opacity-50"
      >
        <Radix.Indicator className="text-accent-ink">
          {checked === "indeterminate" ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </Radix.Indicator>
      </Radix.Root>
      <div className={hideLabel ? "sr-only" : "min-w-0"}>
        <label htmlFor={id}>{children}</label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-ink-3 text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
