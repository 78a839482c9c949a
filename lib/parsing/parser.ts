/**
 * Where files are read, compared, patched and merged: in this process (tests, command line, seed), or in processes of
 * their own that can be stopped (`parser-pool.ts`), since a file's bytes come from anybody.
 */
import type { ChangeId } from "../core/change/change.ts";
import { applyFiles, compareFiles, formatOf, type Comparison } from "../formats/compare.ts";
import { DEFAULT_LIMITS, type ApplyError, type FormatId, type ReadError, type Source } from "../formats/format.ts";
import { readMedia, type Media, type MediaError } from "../formats/media.ts";
import { viewerOf, viewFile, type FileView } from "../formats/file-view.ts";
import { mergeFiles } from "../formats/merge.ts";
import type { Merge, MergeOptions } from "../formats/three-way.ts";
import { countFormulas, type FormulaCounts } from "../formats/xlsx/count-formulas.ts";
import type { Workbook } from "../formats/xlsx/workbook.ts";
import type { Result } from "../shared/result.ts";
import { parsedText, type ParsedText } from "./records.ts";

export interface Parser {
  compare(before: Source | null, after: Source | null): Promise<Comparison>;
  /** Null in the result: no file. */
  apply(
    before: Source | null,
    after: Source | null,
    chosen: readonly ChangeId[],
  ): Promise<Result<Uint8Array | null, ApplyError>>;
  merge(base: Source | null, accepted: Source | null, staged: Source | null, options?: MergeOptions): Promise<Merge>;
  inspect(source: Source): Promise<Inspection>;
  /** Null: the format has no view of its own. */
  view(source: Source): Promise<Viewed>;
  /** Its text for search and reading, bounded. */
  records(source: Source): Promise<ParsedText>;
  /** One raster picture inside of the file (`part`: as in `formats/media.ts`), or why there is none to show. */
  media(source: Source, part: string): Promise<Result<Media, MediaError>>;
  /** Nothing is accepted afterwards; what runs is stopped. */
  close(): Promise<void>;
}

/** What a screen draws of a version, or why it cannot be read. */
export interface Viewed {
  readonly format: FormatId;
  /** Null where the format has no view, or the file cannot be read. */
  readonly view: FileView | null;
  readonly error: ReadError | null;
}

/** What a file is, and whether its format can read it. */
export interface Inspection {
  readonly format: FormatId;
  /** Null: it can be read. */
  readonly error: ReadError | null;
  /** Null where the format has no formulas, or the file cannot be read. */
  readonly formulas: FormulaCounts | null;
}

export const inProcessParser: Parser = {
  compare: (before, after) => compareFiles(before, after),
  apply: applyFiles,
  merge: mergeFiles,
  inspect,
  view,
  records: parsedText,
  media: async (source, part) => readMedia((await formatOf(source)).id, source, part),
  close: () => Promise.resolve(),
};

async function inspect(source: Source): Promise<Inspection> {
  const format = await formatOf(source);
  const read = await format.read(source, DEFAULT_LIMITS);
  if (!read.ok) return { format: format.id, error: read.error, formulas: null };
  const formulas = format.id === "xlsx" ? countFormulas(read.value as Workbook) : null;
  return { format: format.id, error: null, formulas };
}

async function view(source: Source): Promise<Viewed> {
  const format = await formatOf(source);
  const viewer = viewerOf(format.id);
  if (viewer === null) return { format: format.id, view: null, error: null };
  const viewed = await viewFile(viewer, source);
  return viewed.ok
    ? { format: format.id, view: viewed.value, error: null }
    : { format: format.id, view: null, error: viewed.error };
}
