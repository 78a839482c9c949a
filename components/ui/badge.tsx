import type { ReactNode } from "react";

import { cx } from "./cx.ts";
import { fileTag } from "./format.ts";

/** What kind of file, in three letters of fixed width. The name beside it carries the extension, so it is hidden from readers. */
export function FileTag({ path }: { readonly path: string }) {
  return (
    <span
      aria-hidden
      className="border-line bg-sunken text-ink-3 inline-block w-[30px] shrink-0 rounded-sm border text-center font-mono text-2xs font-semibold"
    >
      {fileTag(path)}
    </span>
  );
}

export type Tone = "neutral" | "accent" | "added" | "removed" | "changed" | "moved" | "recalc" | "stale";

/** Text colour of a tone. */
export const TONE_TEXT: Readonly<Record<Tone, string>> = {
  neutral: "text-ink-2",
  accent: "text-accent",
  added: "text-added",
  removed: "text-removed",
  changed: "text-changed",
  moved: "text-moved",
  recalc: "text-recalc",
  stale: "text-stale",
};

const TONE_SOFT: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken border border-line",
  accent: "bg-accent-soft",
  added: "bg-added-soft",
  removed: "bg-removed-soft",
  changed: "bg-changed-soft",
  moved: "bg-moved-soft",
  recalc: "bg-recalc-soft",
  stale: "bg-stale-soft",
};

/** A word about a thing: "stale", "draft", "owner". The word says it; the tone only helps. */
export function Badge({ tone = "neutral", children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-[18px] shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap",
        TONE_SOFT[tone],
        TONE_TEXT[tone],
      )}
    >
      {children}
    </span>
  );
}
