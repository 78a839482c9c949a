"use client";

import { useMemo } from "react";

import { fileAddress, useFileDiff } from "../../lib/client/queries.ts";
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DrawnDiffProps } from "../review/both-views.tsx";
import { addressWords } from "../review/words.ts";
import { isOnPage } from "./page-rows.ts";
import { PdfDiff } from "./pdf-diff.tsx";

type Handed = "workspace" | "diff" | "current" | "onSelect" | "onSeen" | "onEnd";
export interface PdfReviewProps extends Pick<DrawnDiffProps, Handed> {
  readonly branch: string;
}

/** A PDF's comparison, page by page. A page is aligned by all changes of the file, whatever filter holds. */
export function PdfReview({ workspace, branch, diff, current, onSelect, onSeen, onEnd }: PdfReviewProps) {
  const { file } = diff;
  const whole = useFileDiff(workspace, branch, file.path);
  const all = whole.data?.file.after === file.after ? whole.data.changes : diff.changes;
  const shown = useMemo(() => diff.changes.filter(isOnPage), [diff]);
  const choose = (id: string) => {
    const change = shown.find((candidate) => candidate.id === id);
    if (change !== undefined) onSelect({ ids: [id], label: labelOf(change), heading: "" });
  };
  const address = (path: string, hash: string | null) => (hash === null ? null : fileAddress(workspace, path, hash));
  return (
    <PdfDiff
      key={`${file.before ?? ""} ${file.after ?? ""}`}
      before={address(file.fromPath ?? file.path, file.before)}
      after={address(file.path, file.after)}
      changes={all}
      shown={shown}
      current={current}
      onCurrent={choose}
      onSeen={onSeen}
      {...(shown.length === 0 ? {} : { onEnd })}
    />
  );
}

const labelOf = ({ address, facet }: ReviewedChange): string =>
  facet === "format" ? `${addressWords(address)} (format)` : addressWords(address);
