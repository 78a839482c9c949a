import type { ReactNode } from "react";

import type { CheckView } from "../../lib/contracts/promotions.ts";

const SIGNS: Readonly<Record<CheckView["outcome"], readonly [sign: string, word: string, tone: string]>> = {
  passed: ["✓", "passed", "text-added"],
  warning: ["▲", "warning", "text-stale"],
  failed: ["✕", "failed", "text-removed"],
};

export interface CheckLineProps {
  readonly outcome: CheckView["outcome"];
  readonly title: string;
  readonly detail?: string;
  /** A failing one blocks. */
  readonly required?: boolean;
  readonly aside?: ReactNode;
}

/** One check: sign, what it says, and where. */
export function CheckLine({ outcome, title, detail = "", required = false, aside }: CheckLineProps) {
  const [sign, word, tone] = SIGNS[outcome];
  return (
    <li className="border-line flex items-baseline gap-2 border-b px-3 py-2 text-sm last:border-b-0">
      <span aria-hidden className={`${tone} font-semibold`}>
        {sign}
      </span>
      <span className="min-w-0 flex-1">
        <span className="sr-only">{word}: </span>
        {title}
        {required && outcome === "failed" ? <b className="text-removed font-semibold"> · blocks</b> : null}
        {detail === "" ? null : <span className="text-ink-3 block">{detail}</span>}
      </span>
      {aside}
    </li>
  );
}
