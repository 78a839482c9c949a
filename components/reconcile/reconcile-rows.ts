/** Which rows are shown, in which order, and what each comes to in the result. */
import type {
  Choices,
  ReconcileConflict,
  ReconcileFile,
  ReconcileRow,
  SideChoice,
} from "../../lib/contracts/reconcile.ts";
import type { End, Shown } from "./reconcile-place.ts";
import { sheetOf, type Side } from "./reconcile-words.ts";

export type Line =
  | { readonly kind: "file"; readonly key: string; readonly file: ReconcileFile }
  | { readonly kind: "row"; readonly key: string; readonly file: ReconcileFile; readonly row: ReconcileRow };

/** Who saved the file, and with what: folded away, never left out. */
export const isMetadata = ({ facet, how }: ReconcileRow): boolean =>
  how === "overridden" || (facet === "metadata" && how !== "conflict");

export const matchesShown = ({ how }: ReconcileRow, shown: Shown): boolean =>
  shown === "all" || (shown === "conflicts") === (how === "conflict");

/** Rows of all files one after the other; where there are several files, each has a line of its own before. */
export function linesOf(
  files: readonly ReconcileFile[],
  { show, sheet, metadata }: { readonly show: Shown; readonly sheet: string | null; readonly metadata: boolean },
): Line[] {
  return files.flatMap((file): Line[] => {
    const rows = file.rows.filter(
      (row) => matchesShown(row, show) && (metadata || !isMetadata(row)) && (sheet === null || sheetOf(row) === sheet),
    );
    const lines = rows.map((row): Line => ({ kind: "row", key: row.id, file, row }));
    return files.length === 1 ? lines : [{ kind: "file", key: `file ${file.path}`, file }, ...lines];
  });
}

/** Sheets with how many rows each has under the filter, in the order of the rows; empty where there is one or none. */
export function sheetsOf(
  files: readonly ReconcileFile[],
  show: Shown,
): readonly { readonly sheet: string; readonly rows: number; readonly conflicts: number }[] {
  const found = new Map<string, { rows: number; conflicts: number }>();
  for (const { rows } of files)
    for (const row of rows) {
      const sheet = sheetOf(row);
      if (sheet === null || isMetadata(row)) continue;
      const known = found.get(sheet) ?? { rows: 0, conflicts: 0 };
      if (matchesShown(row, show)) known.rows += 1;
      if (row.id === row.conflict) known.conflicts += 1;
      found.set(sheet, known);
    }
  return found.size < 2 ? [] : [...found].map(([sheet, counts]) => ({ sheet, ...counts }));
}

/** Where J and K stop: the conflicts, or every row where there are none. */
export function stopsOf(lines: readonly Line[]): readonly string[] {
  const rows = lines.flatMap((line) => (line.kind === "row" ? [line.row] : []));
  const conflicts = rows.filter(({ id, conflict }) => id === conflict);
  return (conflicts.length > 0 ? conflicts : rows).map(({ id }) => id);
}

export interface FoundConflict {
  readonly file: ReconcileFile;
  readonly conflict: ReconcileConflict;
  /** The place that it is asked about. */
  readonly row: ReconcileRow | undefined;
}

export const conflictsOf = (files: readonly ReconcileFile[]): readonly FoundConflict[] =>
  files.flatMap((file) =>
    file.conflicts.map((conflict) => ({ file, conflict, row: file.rows.find(({ id }) => id === conflict.id) })),
  );

/** The first conflict behind `from` without a choice, else the first of all; null: none is open. */
export function nextOpen(conflicts: readonly FoundConflict[], choices: Choices, from: string): string | null {
  const open = ({ conflict }: FoundConflict): boolean => choices[conflict.id] === undefined;
  const at = conflicts.findIndex(({ conflict }) => conflict.id === from);
  return (conflicts.slice(at + 1).find(open) ?? conflicts.slice(0, Math.max(at, 0)).find(open))?.conflict.id ?? null;
}

export interface Outcome {
  /** Whose value the result has. */
  readonly side: Side;
  /** A conflict that waits for its choice: the accepted side is held meanwhile. */
  readonly open: boolean;
}

/** What the result has at a row. */
export function outcomeOf(row: ReconcileRow, end: End, choice: SideChoice | undefined): Outcome {
  if (end !== "merged") return { side: end, open: false };
  switch (row.how) {
    case "conflict":
      return { side: choice === undefined || choice === "both" ? "accepted" : choice, open: choice === undefined };
    case "accepted":
    case "both":
      return { side: "accepted", open: false };
    case "staged":
      return { side: "staged", open: false };
    case "overridden":
      return { side: row.id.startsWith("accepted.") ? "staged" : "accepted", open: false };
  }
}
