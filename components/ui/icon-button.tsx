import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

import { cx } from "./cx.ts";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly kbd?: string;
}

/** 28 px square; the label is always there for those who cannot see the icon. */
export function IconButton({ icon: Icon, label, kbd, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip content={label} {...(kbd === undefined ? {} : { kbd })}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={cx(
          "text-ink-2 not-disabled:hover:bg-hover not-disabled:hover:text-ink inline-grid size-7 shrink-0 place-items-center rounded-md disabled:opacity-50",
          className,
        )}
      >
        <Icon size={15} strokeWidth={1.75} aria-hidden />
      </button>
    </Tooltip>
  );
}
