/**
 * What a screen draws of one version of a file: structure, never markup. Each format makes its own view beside its
 * document (`pptx/deck-view.ts`, `docx/document-view.ts`, `ipynb/notebook-view.ts`); what has no view of its own is
 * drawn by other means (grids, text, pages).
 */
import type { Result } from "../shared/result.ts";
import type { DocumentView } from "./docx/document-view.ts";
import { documentView } from "./docx/document-view.ts";
import type { NotebookView } from "./ipynb/notebook-view.ts";
import { notebookView } from "./ipynb/notebook-view.ts";
import { DEFAULT_LIMITS, type FormatId, type Limits, type ReadError, type Source } from "./format.ts";
import type { DeckView } from "./pptx/deck-view.ts";
import { deckView } from "./pptx/deck-view.ts";

export type FileView = DeckView | DocumentView | NotebookView;

/** Part of the key of every kept view: raise it whenever the same bytes may be drawn otherwise. */
export const fileViewVersion = "4";

type Viewer = (source: Source, limits: Limits) => Promise<Result<FileView, ReadError>>;

const VIEWERS: Partial<Readonly<Record<FormatId, Viewer>>> = {
  pptx: deckView,
  docx: documentView,
  ipynb: notebookView,
};

/** Null: the format has no view. */
export const viewerOf = (format: FormatId): Viewer | null => VIEWERS[format] ?? null;

export const viewFile = (viewer: Viewer, source: Source): Promise<Result<FileView, ReadError>> =>
  viewer(source, DEFAULT_LIMITS);
