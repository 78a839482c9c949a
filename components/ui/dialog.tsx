"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { cx } from "./cx.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** One sentence; read out with the title. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons, right-aligned; the one that does it comes last. */
  readonly footer?: ReactNode;
  readonly size?: "small" | "medium" | "large";
}

const WIDTHS = { small: "w-[420px]", medium: "w-[620px]", large: "w-[880px]" } as const;

export const SCRIM = "fixed inset-0 z-40 bg-scrim animate-appear";
export const SHEET =
  "animate-appear fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-48px)] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-panel shadow-float focus:outline-none";

/**
 * What is to be filled in comes before the button that closes; a window without a field is read from its title on, and
 * `Enter` does nothing in it until somebody went to a button.
 */
function focusFirstField(event: Event): void {
  const window = event.currentTarget;
  if (!(window instanceof HTMLElement)) return;
  event.preventDefault();
  const field = window.querySelector<HTMLElement>("input:enabled, textarea:enabled, [role=combobox]:enabled");
  (field ?? window).focus();
}

/** A modal window: focus stays inside and returns, Escape closes; the body scrolls, head and foot stay. */
export function Dialog({ open, onOpenChange, title, description, children, footer, size = "medium" }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          className={cx(SHEET, WIDTHS[size])}
          onOpenAutoFocus={focusFirstField}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className="border-line flex shrink-0 items-start gap-3 border-b px-4 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description === undefined ? null : (
                <Radix.Description className="text-ink-2 mt-0.5 text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="text-ink-2 hover:bg-hover hover:text-ink -mt-0.5 -mr-1.5 grid size-7 place-items-center rounded-md"
            >
              <X size={15} aria-hidden />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-4 py-3">{children}</div>
          {footer === undefined ? null : (
            <footer className="border-line bg-sunken flex shrink-0 flex-wrap items-center justify-end gap-2 rounded-b-lg border-t px-4 py-3">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
