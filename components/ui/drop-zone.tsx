"use client";

import { FolderUp } from "lucide-react";
import { useId, useState, type ReactNode } from "react";

import { cx } from "./cx.ts";

export interface DropZoneProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** As of an input: ".zip,.xlsx". */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  /** From the picker or the drop. For dropped folders, read `transfer.items`: it is null from the picker. */
  readonly onFiles: (files: readonly File[], transfer: DataTransfer | null) => void;
}

/** Drop here, or press to choose: the whole area is the label of a real file input, so keyboard and readers have it too. */
export function DropZone({ label, hint, accept, multiple = false, disabled = false, onFiles }: DropZoneProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files], event.dataTransfer);
      }}
      className={cx(
        "has-focus-visible:outline-accent flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed px-6 py-8 text-center has-focus-visible:outline-2",
        over ? "border-accent bg-accent-soft" : "border-edge bg-sunken hover:bg-hover",
        disabled && "pointer-events-none opacity-50",
      )}
    >
      <FolderUp size={20} strokeWidth={1.5} className="text-ink-3" aria-hidden />
      <span className="font-medium">{over ? "Drop to add" : label}</span>
      {hint === undefined ? null : <span className="text-ink-3 text-sm">{hint}</span>}
      <input
        id={id}
        type="file"
        className="sr-only"
        disabled={disabled}
        multiple={multiple}
        {...(accept === undefined ? {} : { accept })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])], null);
          event.target.value = "";
        }}
      />
    </label>
  );
}
