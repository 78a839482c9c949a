import type { FileState } from "../../lib/contracts/changes.ts";
import { cx } from "./cx.ts";

interface Look {
  readonly word: string;
  readonly sign: string;
  readonly shape: string;
}

const LOOKS: Readonly<Record<FileState, Look>> = {
  pending: { word: "undecided", sign: "", shape: "border-edge" },
  partial: { word: "partly decided", sign: "", shape: "border-accent" },
  accepted: { word: "accepted", sign: "✓", shape: "border-added bg-added" },
  rejected: { word: "rejected", sign: "✕", shape: "border-removed bg-removed" },
  stale: { word: "base moved", sign: "!", shape: "border-stale bg-stale" },
};

/** 14 px of state: shape and sign differ, not only colour. `fraction` (0 to 1) fills a partly decided one. */
export function DecisionDot({ state, fraction = 0 }: { readonly state: FileState; readonly fraction?: number }) {
  const { word, sign, shape } = LOOKS[state];
  const percent = Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  const name = state === "partial" ? `${percent} % decided` : word;
  return (
    <span
      role="img"
      aria-label={name}
      title={name}
      style={
        state === "partial" ? { background: `conic-gradient(var(--accent) ${percent}%, transparent 0)` } : undefined
      }
      className={cx(
        "text-panel grid size-3.5 shrink-0 place-items-center rounded-full border-[1.5px] text-[9px] leading-none font-bold",
        shape,
      )}
    >
      {sign}
    </span>
  );
}
