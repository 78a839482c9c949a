"use client";

import { AlertDialog as Radix } from "radix-ui";
import type { ReactNode } from "react";

import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { SCRIM, SHEET } from "./dialog.tsx";

export interface AlertDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What will happen, with its scope; what will not. */
  readonly children: ReactNode;
  /** The verb of the act: "Roll back promotion 18". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly cancel?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
}

/** Asks before something that is felt by others. Focus starts on the way out; a click outside does nothing. */
export function AlertDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
  onConfirm,
  cancel = "Cancel",
  danger = false,
  busy = false,
}: AlertDialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content className={cx(SHEET, "w-[440px] p-4")}>
          <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="text-ink-2 mt-1.5 text-md">{children}</div>
          </Radix.Description>
          <div className="mt-4 flex justify-end gap-2">
            <Radix.Cancel asChild>
              <Button>{cancel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "no" : "primary"} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
