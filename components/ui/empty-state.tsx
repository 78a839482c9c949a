import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** Why it is empty, and what fills it. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Nothing here, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-[400px] flex-col items-center gap-2 px-6 py-12 text-center">
      {Icon === undefined ? null : (
        <span className="border-line bg-sunken text-ink-3 mb-1 grid size-10 place-items-center rounded-lg border">
          <Icon size={18} strokeWidth={1.5} aria-hidden />
        </span>
      )}
      <p className="text-md font-semibold">{title}</p>
      {children === undefined ? null : <div className="text-ink-2 text-sm">{children}</div>}
      {action === undefined ? null : <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}
