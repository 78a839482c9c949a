/** How far a review is, in changes. The sum is the whole width. */
export interface DecisionTotals {
  readonly accepted: number;
  readonly rejected: number;
  readonly stale: number;
  readonly open: number;
}

const PARTS = [
  ["accepted", "var(--added)"],
  ["rejected", "var(--removed)"],
  ["stale", "var(--stale)"],
] as const;

/** A four pixel bar: accepted, rejected, base moved, and the rest open. Read out as one sentence. */
export function Meter({ totals }: { readonly totals: DecisionTotals }) {
  const all = totals.accepted + totals.rejected + totals.stale + totals.open;
  const decided = totals.accepted + totals.rejected;
  return (
    <div
      role="meter"
      aria-label="Review progress"
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuenow={decided}
      aria-valuetext={`${decided} of ${all} decided: ${totals.accepted} accepted, ${totals.rejected} rejected; ${totals.stale} base moved, ${totals.open} open`}
      className="bg-line flex h-1 shrink-0 overflow-hidden"
    >
      {PARTS.map(([part, color]) =>
        totals[part] === 0 ? null : (
          <i
            key={part}
            style={{ width: `${(100 * totals[part]) / Math.max(all, 1)}%`, background: color }}
            className="block h-full"
          />
        ),
      )}
    </div>
  );
}
