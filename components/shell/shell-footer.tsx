"use client";

import type { ReactNode } from "react";

import { Kbd } from "../ui/kbd.tsx";
import { usePrintKeys, useShortcutList } from "../ui/use-shortcuts.ts";

/** The keys that carry a hint, those with the same hint together, and the state of the page on the right. */
export function ShellFooter({ status }: { readonly status?: ReactNode }) {
  const print = usePrintKeys();
  const hints = new Map<string, string[]>();
  for (const { shortcuts } of useShortcutList()) {
    for (const { hint, keys, enabled } of shortcuts)
      if (hint !== undefined && enabled !== false) hints.set(hint, [...(hints.get(hint) ?? []), keys]);
  }
  return (
    <footer className="border-line bg-panel text-ink-3 flex h-[30px] shrink-0 items-center gap-4 overflow-hidden border-t px-3 text-xs whitespace-nowrap">
      <span className="flex min-w-0 gap-4 overflow-hidden">
        {[...hints].map(([hint, keys]) => (
          <span key={hint} className="inline-flex items-center gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{print(key)}</Kbd>
            ))}
            <span className="ml-0.5">{hint}</span>
          </span>
        ))}
      </span>
      <span className="flex-1" />
      <span role="status" className="cut shrink-0">
        {status}
      </span>
    </footer>
  );
}
