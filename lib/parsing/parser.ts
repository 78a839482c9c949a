/**
 * Where files are read, compared, patched and merged: in this process (tests, command line, seed), or in processes of
 * their own that can be stopped (`parser-pool.ts`), since a file's bytes come from anybody.
 */
import type { ChangeId } from "../core/change/change.ts";
import { applyFiles, compareFiles, formatOf, type Comparison } from "../formats/compare.ts";
import { DEFAULT_LIMITS, type ApplyError, type FormatId, type ReadError, type Source } from "../formats/format.ts";
import { mergeFiles } from "../formats/merge.ts";
import type { Merge, MergeOptions } from "../formats/three-way.ts";
import { countFormulas, type FormulaCounts } from "../formats/xlsx/count-formulas.ts";
import type { Workbook } from "../formats/xlsx/workbook.ts";
import type { Result } from "../shared/result.ts";

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
  /** Nothing is accepted afterwards; what runs is stopped. */
  close(): Promise<void>;
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
  close: () => Promise.resolve(),
};

async function inspect(source: Source): Promise<Inspection> {
  const format = await formatOf(source);
  const read = await format.read(source, DEFAULT_LIMITS);
  if (!read.ok) return { format: format.id, error: read.error, formulas: null };
  const formulas = format.id === "xlsx" ? countFormulas(read.value as Workbook) : null;
  return { format: format.id, error: null, formulas };
}
