"use client";

import { fileAddress } from "../../lib/client/queries.ts";
import { PdfDiff } from "./pdf-diff.tsx";

export interface PdfPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  /** That the address names, from 1, and words to look for; null: none. */
  readonly page: number | null;
  readonly find: string | null;
}

const NOTHING = () => undefined;

/** One version of a PDF, without any comparison. */
export function PdfPreview({ workspace, path, contentHash, page, find }: PdfPreviewProps) {
  return (
    <PdfDiff
      key={contentHash}
      before={null}
      after={fileAddress(workspace, path, contentHash)}
      changes={[]}
      shown={[]}
      current={null}
      onCurrent={NOTHING}
      onSeen={NOTHING}
      startAt={page}
      startFind={find ?? ""}
    />
  );
}
