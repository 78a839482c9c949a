import { cx } from "./cx.ts";
import { shortHash } from "./format.ts";

export type Freshness = "current" | "stale" | "pending" | "failed" | "unsupported";

interface Look {
  readonly sign: string;
  readonly word: string;
  readonly tone: string;
}

/** P2: a stale record is called "index behind" on screen, so that it is not taken for a stale operation ("base moved"). */
const LOOKS: Readonly<Record<Freshness, Look>> = {
  current: { sign: "●", word: "index current", tone: "text-added" },
  stale: { sign: "◐", word: "index behind", tone: "text-stale" },
  pending: { sign: "○", word: "index pending", tone: "text-ink-3" },
  failed: { sign: "✕", word: "index failed", tone: "text-removed" },
  unsupported: { sign: "–", word: "not indexed", tone: "text-ink-3" },
};

export interface FreshnessLabelProps {
  readonly freshness: Freshness;
  /** The version that the text was parsed from, and the one the file has now (P2). */
  readonly parsedFrom?: string;
  readonly current?: string;
}

/** How parsed text stands to the file it came from. Without it no parsed text may be shown. */
export function FreshnessLabel({ freshness, parsedFrom, current }: FreshnessLabelProps) {
  const look = LOOKS[freshness];
  const versions =
    freshness === "current" || parsedFrom === undefined || current === undefined || parsedFrom === current
      ? null
      : `parsed from ${shortHash(parsedFrom)}, file is ${shortHash(current)}`;
  return (
    <span className={cx("inline-flex flex-wrap items-center gap-x-1.5 text-sm", look.tone)}>
      <span aria-hidden>{look.sign}</span>
      {look.word}
      {versions === null ? null : <span className="mono">{versions}</span>}
    </span>
  );
}

/** The worst of it as one sign, for narrow bars: the words are in its title. */
export function FreshnessSign({ counts }: { readonly counts: Readonly<Partial<Record<Freshness, number>>> }) {
  const worst = (["failed", "stale", "pending"] as const).find((state) => (counts[state] ?? 0) > 0) ?? "current";
  const look = LOOKS[worst];
  const words =
    worst === "current" ? look.word : `${look.word}: ${counts[worst] === 1 ? "1 file" : `${counts[worst] ?? 0} files`}`;
  return (
    <span className={look.tone} title={words}>
      <span aria-hidden>{look.sign}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** The whole tree: "index current" and how many files are behind, pending or failed. */
export function FreshnessSummary({ counts }: { readonly counts: Readonly<Partial<Record<Freshness, number>>> }) {
  const behind = counts.stale ?? 0;
  const pending = counts.pending ?? 0;
  const failed = counts.failed ?? 0;
  return (
    <>
      {behind + pending + failed === 0 ? <FreshnessLabel freshness="current" /> : <span>index</span>}
      {behind > 0 ? <span className="text-stale">◐ {behind} behind</span> : null}
      {pending > 0 ? <span className="text-ink-3">○ {pending} pending</span> : null}
      {failed > 0 ? <span className="text-removed">✕ {failed} failed</span> : null}
    </>
  );
}
