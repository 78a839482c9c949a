"use client";

import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface PopoverProps {
  /** One button. */
  readonly trigger: ReactNode;
  /** Names the panel for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
  readonly align?: "start" | "center" | "end";
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

export const FLOATING = "z-50 rounded-lg border border-line bg-panel shadow-float animate-appear";

/** A panel at its button; not modal, closes on Escape and on a click elsewhere. */
export function Popover({ trigger, label, children, align = "start", open, onOpenChange }: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange === undefined ? {} : { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={`${FLOATING} max-h-(--radix-popover-content-available-height) overflow-auto`}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
