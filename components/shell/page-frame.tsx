import type { ReactNode } from "react";

import { Wordmark } from "./wordmark.tsx";

/** A quiet page with one card in the middle: sign-in, not found, first steps. */
export function CardPage({
  title,
  children,
  footer,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4 outline-none">
      <div className="w-full max-w-[380px]">
        <div className="mb-5">
          <Wordmark withName />
        </div>
        <div className="border-line bg-panel rounded-lg border p-5 shadow-float">
          <h1 className="mb-4 text-lg font-semibold">{title}</h1>
          {children}
        </div>
        {footer === undefined ? null : <div className="text-ink-3 mt-4 text-sm">{footer}</div>}
      </div>
    </main>
  );
}

/** A page that scrolls as a whole, under the bar: lists and settings. */
export function WidePage({
  title,
  detail,
  actions,
  children,
}: {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-4 px-6 py-6">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {detail === undefined ? null : <p className="text-ink-2">{detail}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
