"use client";

import { Toaster as Sonner, toast } from "sonner";

/** Once, in the root layout. Messages are announced politely, stay 6 s, and wait while hovered or focused. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-left"
      offset={{ bottom: 42, left: 12 }}
      duration={6000}
      gap={8}
      visibleToasts={4}
      style={{ fontFamily: "inherit" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-[356px] items-start gap-2 rounded-lg border border-line bg-panel px-3 py-2.5 text-md shadow-float",
          title: "font-medium",
          description: "text-sm text-ink-2",
          content: "min-w-0 flex-1",
          icon: "mt-0.5",
          success: "[&_[data-icon]]:text-added",
          error: "[&_[data-icon]]:text-removed",
          warning: "[&_[data-icon]]:text-stale",
          actionButton: "shrink-0 rounded-sm px-1.5 py-0.5 text-sm font-semibold text-accent hover:bg-hover",
        },
      }}
    />
  );
}

export interface Notice {
  readonly description?: string;
  /** What can be done about it right away: "Undo". */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const options = ({ description, action }: Notice) => ({
  ...(description === undefined ? {} : { description }),
  ...(action === undefined ? {} : { action: { label: action.label, onClick: action.run } }),
});

/** Says what has happened, with its scope: "14 cells in Revenue accepted". Never the only place where it can be seen. */
export const notify = {
  done: (title: string, notice: Notice = {}) => void toast.success(title, options(notice)),
  warn: (title: string, notice: Notice = {}) => void toast.warning(title, { ...options(notice), duration: 10_000 }),
  /** What others do: nothing to be done about it. The same key again takes the place of the one before. */
  quiet: (key: string, title: string, notice: Notice = {}) =>
    void toast(title, { ...options(notice), id: key, duration: 5_000 }),
  failed: (title: string, notice: Notice = {}) => void toast.error(title, { ...options(notice), duration: 15_000 }),
};
