"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly disabled?: boolean;
  readonly title?: string;
}

export interface SegmentedProps<Value extends string> {
  /** What is chosen here: "Shown version". */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly segments: readonly Segment<Value>[];
}

/** Exactly one of a few, all in sight. Arrow keys move, as in a radio group. */
export function Segmented<Value extends string>({ label, value, onChange, segments }: SegmentedProps<Value>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className="border-line-strong bg-panel inline-flex h-[26px] shrink-0 overflow-hidden rounded-md border"
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          disabled={segment.disabled ?? false}
          title={segment.title}
          className="border-line text-ink-2 data-[state=off]:not-disabled:hover:bg-hover data-[state=on]:bg-accent-soft data-[state=on]:text-accent ring-inside border-l px-2.5 text-sm whitespace-nowrap first:border-l-0 disabled:opacity-50 data-[state=on]:font-semibold"
        >
          {segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
