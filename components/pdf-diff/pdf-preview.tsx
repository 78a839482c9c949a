"use client";

import { fileAddress } from "../../lib/client/queries.ts";
import { PdfDiff } from "./pdf-diff.tsx";

export interface PdfPreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
}

const NOTHING = () => undefined;

/** One version of a PDF, without any comparison. */
export function PdfPreview({ workspace, path, contentHash }: PdfPreviewProps) {
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
    />
  );
}
