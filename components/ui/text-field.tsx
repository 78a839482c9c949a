"use client";

import { useId, type ComponentProps, type ReactNode } from "react";

import { cx } from "./cx.ts";

export interface FieldFrameProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string;
  /** The label is said but not shown. */
  readonly hideLabel?: boolean;
}

export interface TextFieldProps extends FieldFrameProps, Omit<ComponentProps<"input">, "id"> {
  /** Sits inside the field at its right end: a unit, a button. */
  readonly suffix?: ReactNode;
}

export const FIELD =
  "h-8 w-full rounded-md border border-edge bg-panel px-2.5 text-md text-ink placeholder:text-ink-3 disabled:opacity-60 aria-invalid:border-removed";

/** Label above, hint or error below, tied together for screen readers. */
export function TextField({ label, hint, error, hideLabel = false, suffix, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
        {label}
        {rest.required === true ? <span className="text-ink-3 font-normal"> (required)</span> : null}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          className={cx(FIELD, suffix !== undefined && "pr-10")}
        />
        {suffix === undefined ? null : (
          <span className="absolute inset-y-0 right-0.5 grid place-items-center">{suffix}</span>
        )}
      </div>
      {note === undefined ? null : (
        <p id={`${id}-note`} className={cx("text-sm", error === undefined ? "text-ink-3" : "text-removed")}>
          {error === undefined ? null : <span aria-hidden>✕ </span>}
          {note}
        </p>
      )}
    </div>
  );
}
