"use client";

import dynamic from "next/dynamic";

import { formatAddress, type Address } from "../../lib/core/address/address.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { previewKind } from "./preview-kind.ts";
import { SheetPreview } from "./sheet-preview.tsx";
import { TextPreview } from "./text-preview.tsx";
import { setFragment } from "./use-fragment.ts";

const loading = () => <SkeletonRows label="Loading the preview" rows={14} />;

const DeckPreview = dynamic(() => import("../slide-diff/deck-preview.tsx").then((module) => module.DeckPreview), {
  ssr: false,
  loading,
});
const DocumentPreview = dynamic(
  () => import("../document-diff/document-preview.tsx").then((module) => module.DocumentPreview),
  { ssr: false, loading },
);
const NotebookPreview = dynamic(
  () => import("../notebook-diff/notebook-preview.tsx").then((module) => module.NotebookPreview),
  { ssr: false, loading },
);
const PdfPreview = dynamic(() => import("../pdf-diff/pdf-preview.tsx").then((module) => module.PdfPreview), {
  ssr: false,
  loading,
});
const ImagePreview = dynamic(() => import("../image-diff/image-preview.tsx").then((module) => module.ImagePreview), {
  ssr: false,
  loading,
});

export interface NativePreviewProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  readonly size: number | null;
  /** Of the record; null: not known yet. */
  readonly format: string | null;
  /** The place that the address names. */
  readonly place: Address | null;
  /** Words to look for from there on; null: none. */
  readonly find: string | null;
}

/** A version of a file as its own program would show it, as far as a browser can. */
export function NativePreview({ workspace, path, contentHash, size, format, place, find }: NativePreviewProps) {
  const one = { workspace, path, contentHash };
  switch (previewKind(path, format)) {
    case "sheet":
      return <SheetPreview {...one} place={place} />;
    case "text":
      return <TextPreview {...one} size={size} place={place} />;
    case "deck":
      return (
        <DeckPreview
          {...one}
          slide={place?.kind === "slide" || place?.kind === "notes" ? place.slide : 1}
          onSlide={(slide) => setFragment(formatAddress({ kind: "slide", slide }))}
        />
      );
    case "document":
      return <DocumentPreview {...one} place={place} find={find} />;
    case "notebook":
      return <NotebookPreview {...one} cell={place?.kind === "notebookCell" ? place.cell : null} />;
    case "pdf":
      return <PdfPreview {...one} page={place?.kind === "page" ? place.page : null} find={find} />;
    case "image":
      return <ImagePreview {...one} />;
    case "none":
      return (
        <EmptyState title="No preview of this format">
          Its text is beside this, where it could be read; download the file to see it in its own program.
        </EmptyState>
      );
  }
}
