"use client";

import type { FileDiffView } from "../../lib/contracts/changes.ts";
import { PrintedDiff } from "./printed-diff.tsx";

export interface PrintedReviewProps {
  readonly workspace: string;
  readonly diff: FileDiffView;
}

/** Both versions of a reviewed file as they print. */
export function PrintedReview({ workspace, diff }: PrintedReviewProps) {
  const { path, fromPath, before, after } = diff.file;
  return (
    <PrintedDiff
      key={`${before ?? ""} ${after ?? ""}`}
      workspace={workspace}
      before={before === null ? null : { path: fromPath ?? path, contentHash: before }}
      after={after === null ? null : { path, contentHash: after }}
    />
  );
}
