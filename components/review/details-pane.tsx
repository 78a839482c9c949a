"use client";

import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { ChangeDetails } from "./change-details.tsx";
import type { EvidenceChainProps } from "./evidence-chain.tsx";
import type { Selected } from "./file-review.tsx";
import { labelOf } from "./review-scope.ts";
import { addressWords } from "./words.ts";

export interface DetailsPaneProps {
  readonly traceHref: EvidenceChainProps["traceHref"];
  /** Absent while it is read. */
  readonly diff: FileDiffView | undefined;
  readonly selected: Selected;
  readonly onSelect: (selected: Selected) => void;
}

/** The right pane for what is selected, with what it requires and what requires it. */
export function DetailsPane({ traceHref, diff, selected, onSelect }: DetailsPaneProps) {
  if (diff === undefined) {
    return (
      <>
        <PaneHeader title="Details" />
        <SkeletonRows label="Loading the details" rows={6} height={22} />
      </>
    );
  }
  const chosen = diff.changes.filter(({ id }) => selected.ids.includes(id));
  const change = chosen[0];
  const byId = new Map(diff.changes.map((candidate) => [candidate.id, candidate]));
  const requires = (change?.requires ?? []).flatMap((id) => byId.get(id) ?? []);
  const requiredBy =
    change === undefined ? [] : diff.changes.filter((candidate) => candidate.requires?.includes(change.id));
  const show = (other: ReviewedChange) =>
    onSelect({ ids: [other.id], label: addressWords(other.address), heading: "" });
  const place = change === undefined ? selected.label : labelOf(change, selected.label);
  const isCell = change !== undefined && place === selected.label;
  return (
    <ChangeDetails
      path={diff.file.path}
      traceHref={traceHref}
      changes={chosen}
      origin={diff.origins.find(({ seq }) => seq === change?.originSeq) ?? null}
      requires={requires}
      requiredBy={requiredBy}
      onShow={show}
      {...(selected.heading === "" || !isCell ? {} : { title: `${place} · ${selected.heading}` })}
    />
  );
}
