import type { ReactNode } from "react";

/** The 40 px head of a pane: a heading, what counts, controls on the right. */
export function PaneHeader({
  title,
  detail,
  children,
}: {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="border-line bg-panel @container flex h-10 shrink-0 items-center gap-2 overflow-hidden border-b px-3">
      <h2 className="cut shrink-[0.01] text-md font-semibold">{title}</h2>
      {detail === undefined ? null : <span className="text-ink-3 cut">{detail}</span>}
      <span className="flex-1" />
      {children}
    </div>
  );
}

/** A small heading inside a pane. */
export function PaneSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="text-ink-3 mx-3 mt-3 mb-1 text-xs font-semibold tracking-[0.04em] uppercase">{title}</h3>
      {children}
    </section>
  );
}
