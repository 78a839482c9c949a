"use client";

import { Check, type LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactNode } from "react";

import { cx } from "./cx.ts";
import { Kbd } from "./kbd.tsx";
import { FLOATING } from "./popover.tsx";

export interface MenuEntry {
  readonly label: string;
  readonly onSelect: () => void;
  readonly icon?: LucideIcon;
  readonly kbd?: string;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  /** One of several is on: drawn with a tick. */
  readonly checked?: boolean;
}

export interface MenuProps {
  readonly trigger: ReactNode;
  /** Entries in groups, each with an optional heading. */
  readonly groups: readonly { readonly heading?: string; readonly entries: readonly MenuEntry[] }[];
  readonly align?: "start" | "end";
}

const ENTRY =
  "flex h-7 items-center gap-2 rounded-sm px-2 text-md outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50";

function Entry({ entry }: { readonly entry: MenuEntry }) {
  const Icon = entry.icon;
  const body = (
    <>
      {Icon === undefined ? null : <Icon size={14} strokeWidth={1.75} aria-hidden />}
      <span className="flex-1">{entry.label}</span>
      {entry.checked === true ? <Check size={14} aria-hidden /> : null}
      {entry.kbd === undefined ? null : <Kbd>{entry.kbd}</Kbd>}
    </>
  );
  const shared = {
    disabled: entry.disabled ?? false,
    onSelect: entry.onSelect,
    className: cx(ENTRY, entry.danger === true ? "text-removed" : "text-ink"),
  };
  if (entry.checked === undefined) return <Radix.Item {...shared}>{body}</Radix.Item>;
  return (
    <Radix.CheckboxItem {...shared} checked={entry.checked}>
      {body}
    </Radix.CheckboxItem>
  );
}

/** Actions behind one button, in groups; arrows, type-ahead, Escape. */
export function Menu({ trigger, groups, align = "start" }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={4} collisionPadding={8} className={`${FLOATING} min-w-44 p-1`}>
          {groups.map((group, index) => (
            <Fragment key={group.heading ?? index}>
              {index === 0 ? null : <Radix.Separator className="bg-line my-1 h-px" />}
              <Radix.Group>
                {group.heading === undefined ? null : (
                  <Radix.Label className="text-ink-3 px-2 py-1 text-xs">{group.heading}</Radix.Label>
                )}
                {group.entries.map((entry) => (
                  <Entry key={entry.label} entry={entry} />
                ))}
              </Radix.Group>
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
