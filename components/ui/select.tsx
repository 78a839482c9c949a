"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";

import { FLOATING } from "./popover.tsx";

export interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled?: boolean;
}

/** One of many. For two to four that fit, take `Segmented`: everything in sight. */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  disabled = false,
}: SelectProps<Value>) {
  return (
    <Radix.Root
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      <Radix.Trigger
        aria-label={label}
        className="border-edge bg-panel hover:bg-hover inline-flex h-7 min-w-28 shrink-0 items-center gap-2 rounded-md border px-2.5 text-md whitespace-nowrap disabled:opacity-50"
      >
        <Radix.Value />
        <Radix.Icon className="text-ink-3 ml-auto">
          <ChevronDown size={14} aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={`${FLOATING} max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden`}
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="data-highlighted:bg-hover flex h-7 items-center gap-2 rounded-sm px-2 text-md outline-none data-disabled:opacity-50"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto">
                  <Check size={14} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
