import type { ChangeCounts } from "../../lib/contracts/changes.ts";
import { TONE_TEXT, type Tone } from "./badge.tsx";
import { cx } from "./cx.ts";
import { groupDigits } from "./format.ts";

interface Sign {
  readonly key: keyof ChangeCounts;
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

/** The one sign, word and tone of each kind of change, on every screen. */
export const CHANGE_SIGNS: readonly Sign[] = [
  { key: "modified", sign: "~", word: "changed", tone: "changed" },
  { key: "added", sign: "+", word: "added", tone: "added" },
  { key: "removed", sign: "−", word: "removed", tone: "removed" },
  { key: "moved", sign: "↕", word: "moved", tone: "moved" },
  { key: "follows", sign: "↻", word: "recalculated", tone: "recalc" },
  { key: "unrendered", sign: "?", word: "in parts that cannot be shown", tone: "stale" },
];

/** "14 changed, 1 added, 22 recalculated", or "no changes". */
export function describeCounts(counts: Partial<ChangeCounts>): string {
  const parts = CHANGE_SIGNS.filter(({ key }) => (counts[key] ?? 0) > 0).map(
    ({ key, word }) => `${groupDigits(counts[key] ?? 0)} ${word}`,
  );
  return parts.length === 0 ? "no changes" : parts.join(", ");
}

/** How many wait for a decision of their own: recalculated results follow by themselves (R3). */
export const decidableCount = (counts: Partial<ChangeCounts>): number =>
  CHANGE_SIGNS.reduce((sum, { key }) => (key === "follows" ? sum : sum + (counts[key] ?? 0)), 0);

/** `~14 +1 −2 ↕1 ↻22`, read out in words. */
export function ChangeCount({ counts }: { readonly counts: Partial<ChangeCounts> }) {
  const text = describeCounts(counts);
  return (
    <span className="inline-flex shrink-0 gap-1 text-xs font-medium whitespace-nowrap tabular-nums" title={text}>
      <span className="sr-only">{text}</span>
      {CHANGE_SIGNS.map(({ key, sign, tone }) =>
        (counts[key] ?? 0) > 0 ? (
          <span
            key={key}
            aria-hidden
            // What follows by itself gives way first where there is little room; the words still name it.
            className={cx(TONE_TEXT[tone], key === "follows" && "@max-[225px]:hidden")}
          >
            {sign}
            {groupDigits(counts[key] ?? 0)}
          </span>
        ) : null,
      )}
    </span>
  );
}
