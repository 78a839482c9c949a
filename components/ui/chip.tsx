import type { ComponentProps, ReactNode } from "react";

import { cx } from "./cx.ts";

const SHAPE =
  "border-line inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md border px-2 text-sm whitespace-nowrap text-ink";

/** A small fact with a frame. `soft` sits back. */
export function Chip({
  soft = false,
  children,
  title,
}: {
  readonly soft?: boolean;
  readonly children: ReactNode;
  readonly title?: string;
}) {
  return (
    <span title={title} className={cx(SHAPE, soft ? "bg-sunken" : "bg-panel")}>
      {children}
    </span>
  );
}

/** A chip that does something: opens the branches, filters a list (`aria-pressed`). */
export function ChipButton({ className, ...rest }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        SHAPE,
        "bg-sunken hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent",
        className,
      )}
    />
  );
}
