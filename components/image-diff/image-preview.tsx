"use client";

import { fileAddress } from "../../lib/client/queries.ts";
import { ImageDiff } from "./image-diff.tsx";

export interface ImagePreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
}

/** One version of a picture, without any comparison. */
export function ImagePreview({ workspace, path, contentHash }: ImagePreviewProps) {
  return <ImageDiff before={null} after={fileAddress(workspace, path, contentHash)} />;
}
