"use client";

import { RadioGroup } from "radix-ui";
import { useId } from "react";

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly detail: string;
    readonly disabled?: boolean;
  }[];
}

/** One of a few, each with what it means. Arrow keys move. */
export function Choice<Value extends string>({ label, value, onChange, options }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => {
          const chosen = options.find((option) => option.value === next);
          if (chosen !== undefined) onChange(chosen.value);
        }}
        className="border-line divide-line flex flex-col divide-y rounded-md border"
      >
        {options.map((option) => (
          <label
            key={option.value}
            className="has-[[data-state=checked]]:bg-accent-soft has-[[data-disabled]]:opacity-50 flex cursor-pointer items-center gap-2.5 px-3 py-1.5 first:rounded-t-md last:rounded-b-md"
          >
            <RadioGroup.Item
              value={option.value}
              disabled={option.disabled ?? false}
              className="border-edge bg-panel data-[state=checked]:border-accent grid size-4 shrink-0 place-items-center rounded-full border"
            >
              <RadioGroup.Indicator className="bg-accent size-2 rounded-full" />
            </RadioGroup.Item>
            <span className="w-24 font-medium">{option.label}</span>
            <span className="text-ink-2 flex-1 text-sm">{option.detail}</span>
          </label>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
