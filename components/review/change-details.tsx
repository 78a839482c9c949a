import type { ReactNode } from "react";

import type { Origin, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { CheckView } from "../../lib/contracts/promotions.ts";
import { PaneHeader, PaneSection } from "../shell/pane-header.tsx";
import { Badge } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { CheckLine } from "./check-line.tsx";
import { EvidenceChain, type EvidenceChainProps } from "./evidence-chain.tsx";
import { addressWords, FACET_WORDS, FLAG_WORDS } from "./words.ts";

export interface ChangeDetailsProps {
  readonly path: string;
  /** The selected changes; one is shown in full, of several only what they share. */
  readonly changes: readonly ReviewedChange[];
  /** Of the one that is shown. */
  readonly origin: Origin | null;
  /** "D3 · Services, Q3"; absent: made from the address. */
  readonly title?: string;
  /** Changes that the shown one requires, and those that require it (R3). */
  readonly requires?: readonly ReviewedChange[];
  readonly requiredBy?: readonly ReviewedChange[];
  readonly checks?: readonly CheckView[];
  readonly traceHref: EvidenceChainProps["traceHref"];
  readonly onShow?: (change: ReviewedChange) => void;
  /** Comments and the like. */
  readonly children?: ReactNode;
}

/** The right pane: where a change came from, what it needs, what speaks against it, who decided. */
export function ChangeDetails(props: ChangeDetailsProps) {
  const {
    path,
    changes,
    origin,
    title,
    requires = [],
    requiredBy = [],
    checks = [],
    traceHref,
    onShow,
    children,
  } = props;
  const change = changes[0];
  if (change === undefined)
    return (
      <>
        <PaneHeader title="Details" />
        <div className="min-h-0 flex-1 overflow-auto pb-3">
          <EmptyState title="No change selected">Its origin, checks and decisions are shown here.</EmptyState>
          {children}
        </div>
      </>
    );
  return (
    <>
      <PaneHeader title={title ?? addressWords(change.address)}>
        <Badge tone={change.facet === "recalculated" ? "recalc" : change.facet === "unrendered" ? "stale" : "neutral"}>
          {FACET_WORDS[change.facet]}
        </Badge>
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-auto pb-3">
        {changes.length > 1 ? (
          <p className="text-ink-3 mx-3 mt-2 text-sm">The first of {changes.length} selected changes.</p>
        ) : null}
        <PaneSection title="Where it came from">
          <EvidenceChain path={path} change={change} origin={origin} traceHref={traceHref} />
        </PaneSection>
        {(change.flags ?? []).length + checks.length === 0 ? null : (
          <PaneSection title="Checks">
            <ul>
              {(change.flags ?? []).map((flag) => (
                <CheckLine
                  key={flag}
                  outcome="warning"
                  title={`${addressWords(change.address)}: ${FLAG_WORDS[flag]}`}
                />
              ))}
              {checks.map((check) => (
                <CheckLine key={check.id} outcome={check.outcome} title={check.title} detail={check.detail} />
              ))}
            </ul>
          </PaneSection>
        )}
        <Linked title="Requires" changes={requires} onShow={onShow} />
        <Linked title="Required by" changes={requiredBy} onShow={onShow} />
        {children}
      </div>
    </>
  );
}

const SHOWN = 8;

function Linked({
  title,
  changes,
  onShow,
}: {
  readonly title: string;
  readonly changes: readonly ReviewedChange[];
  readonly onShow: ChangeDetailsProps["onShow"];
}) {
  if (changes.length === 0) return null;
  return (
    <PaneSection title={`${title} (${changes.length})`}>
      <ul className="mx-3 flex flex-wrap gap-1">
        {changes.slice(0, SHOWN).map((change) => (
          <li key={change.id}>
            <button
              type="button"
              onClick={() => onShow?.(change)}
              className="border-line bg-sunken hover:bg-hover mono rounded-sm border px-1.5 py-0.5"
            >
              {addressWords(change.address, true)}
            </button>
          </li>
        ))}
        {changes.length > SHOWN ? (
          <li className="text-ink-3 py-0.5 text-xs">and {changes.length - SHOWN} more</li>
        ) : null}
      </ul>
    </PaneSection>
  );
}
