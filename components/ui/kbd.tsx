import type { ReactNode } from "react";

import { cx } from "./cx.ts";

/** One key. `inherit` takes the colours of what it sits in (a filled button). Decorative: name the key in text as well. */
export function Kbd({ children, inherit = false }: { readonly children: ReactNode; readonly inherit?: boolean }) {
  return (
    <kbd
      className={cx(
        "inline-block min-w-4 rounded-sm border border-b-2 px-1 text-center font-mono text-2xs font-medium",
        inherit ? "border-current/40 text-current" : "border-line-strong bg-sunken text-ink-3",
      )}
    >
      {children}
    </kbd>
  );
}
