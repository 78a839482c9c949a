import type { FileState, ReviewedChange } from "../../lib/contracts/changes.ts";
import { CHANGE_SIGNS } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { plural } from "../ui/format.ts";
import type { Fate } from "./align.ts";

export interface GutterProps {
  readonly changes: readonly ReviewedChange[];
  readonly heading: string;
  /** Of a file that came or went nothing has a change of its own. */
  readonly fate: Fate;
  readonly current: boolean;
  /** Chooses all of them. */
  readonly onSelect: () => void;
}

/** The margin of what changed: what happened, how much, and what was decided. Nothing where nothing did. */
export function Gutter({ changes, heading, fate, current, onSelect }: GutterProps) {
  const [first] = changes;
  if (first === undefined) return <LoneSign fate={fate} />;
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [sign, tone] = CHANGE_SIGNS[kinds.size === 1 ? first.kind : "modified"];
  const { state, fraction } = stateOf(changes);
  const words = `${plural(changes.length, "change")} in ${heading.toLowerCase()}`;
  return (
    <button
      type="button"
      title={words}
      aria-label={words}
      aria-current={current || undefined}
      onClick={onSelect}
      className={cx(
        "ring-inside flex h-6 items-center justify-end gap-1 rounded-sm px-1.5",
        current ? "bg-accent-soft" : "hover:bg-hover",
      )}
    >
      {changes.length > 1 ? <span className="text-ink-3 mono">{changes.length}</span> : null}
      <span aria-hidden className={cx("font-mono font-semibold", tone)}>
        {sign}
      </span>
      <DecisionDot state={state} fraction={fraction} />
    </button>
  );
}

function LoneSign({ fate }: { readonly fate: Fate }) {
  if (fate !== "added" && fate !== "removed") return <span />;
  const [sign, tone] = CHANGE_SIGNS[fate];
  return (
    <span className={cx("px-1.5 text-right font-mono leading-6 font-semibold", tone)}>
      <span aria-hidden>{sign}</span>
      <span className="sr-only">{fate}</span>
    </span>
  );
}

/** Of several changes together. */
function stateOf(changes: readonly ReviewedChange[]): { readonly state: FileState; readonly fraction: number } {
  const states = new Set(changes.map(({ verdict }) => verdict.state));
  const decided = changes.filter(({ verdict }) => verdict.state !== "pending").length;
  const [only] = states;
  if (states.size === 1 && only !== undefined) return { state: only === "follows" ? "pending" : only, fraction: 0 };
  return { state: "partial", fraction: decided / changes.length };
}
