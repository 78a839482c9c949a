"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Nothing to see there; still reachable. */
  readonly quiet?: boolean;
}

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly Tab<Value>[];
  /** At the right end of the bar. */
  readonly aside?: ReactNode;
  /** The panel of the chosen tab. */
  readonly children: ReactNode;
}

/** Folder tabs over one panel; the strip scrolls where it is too narrow. */
export function Tabs<Value extends string>({ label, value, onChange, tabs, aside, children }: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <div className="border-line bg-sunken flex h-[34px] shrink-0 items-end border-b px-3">
        <Radix.List
          aria-label={label}
          className="-mb-px flex h-[29px] min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              data-quiet={tab.quiet === true || undefined}
              className="text-ink-2 hover:text-ink data-quiet:text-ink-3 data-[state=active]:border-line data-[state=active]:bg-panel data-[state=active]:text-ink ring-inside inline-flex h-[29px] shrink-0 items-center gap-1.5 rounded-t-md border border-b-0 border-transparent px-3 text-sm whitespace-nowrap data-[state=active]:font-semibold"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        <span className="flex-1" />
        {aside === undefined ? null : <div className="ml-2 flex h-full shrink-0 items-center">{aside}</div>}
      </div>
      <Radix.Content value={value} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
