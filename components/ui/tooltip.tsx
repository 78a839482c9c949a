"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { Kbd } from "./kbd.tsx";

/** Once, around everything: tooltips then open at once when moving from one to the next. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}

export interface TooltipProps {
  /** One element that can take focus. */
  readonly children: ReactNode;
  readonly content: ReactNode;
  readonly kbd?: string;
  readonly side?: "top" | "bottom" | "left" | "right";
}

/** Says more about a control on hover and focus. Never the only place where something is said. */
export function Tooltip({ children, content, kbd, side = "bottom" }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="bg-ink text-panel animate-appear z-50 flex max-w-80 items-center gap-2 rounded-md px-2 py-1 text-sm shadow-float"
        >
          {content}
          {kbd === undefined ? null : <Kbd inherit>{kbd}</Kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
