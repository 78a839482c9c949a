import type { ComponentProps, ReactNode } from "react";

import { cx } from "./cx.ts";
import { Kbd } from "./kbd.tsx";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "default" | "primary" | "ok" | "no" | "ghost";

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  default: "border-line-strong bg-panel text-ink not-disabled:hover:bg-hover",
  primary:
    "border-accent bg-accent text-accent-ink not-disabled:hover:border-accent-strong not-disabled:hover:bg-accent-strong",
  ok: "border-[color-mix(in_srgb,var(--added)_45%,var(--line))] bg-panel text-added not-disabled:hover:bg-added-soft",
  no: "border-[color-mix(in_srgb,var(--removed)_45%,var(--line))] bg-panel text-removed not-disabled:hover:bg-removed-soft",
  ghost: "border-transparent bg-transparent text-ink-2 not-disabled:hover:bg-hover not-disabled:hover:text-ink",
};

/** The classes of a button, for a link that looks like one. */
export const buttonClass = (variant: ButtonVariant = "default"): string =>
  cx(
    "relative inline-flex h-7 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-md font-medium whitespace-nowrap",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:opacity-50",
    VARIANTS[variant],
  );

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  /** The key that does the same, as it is printed on the keyboard. */
  readonly kbd?: string;
  readonly icon?: ReactNode;
  /** Running: a spinner over the label, which keeps its place, so that the width stays. Clicks do nothing. */
  readonly busy?: boolean;
}

/** Every button names its scope in its label: "Accept 14 cells in Revenue", never just "Accept". */
export function Button({
  variant = "default",
  kbd,
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(buttonClass(variant), className)}
    >
      <span className={cx("inline-flex items-center gap-2", busy && "opacity-0")}>
        {icon}
        {children}
        {kbd === undefined ? null : (
          <span aria-hidden>
            <Kbd inherit={variant === "primary"}>{kbd}</Kbd>
          </span>
        )}
      </span>
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Working" />
        </span>
      ) : null}
    </button>
  );
}
