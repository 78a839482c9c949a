/**
 * Two versions of one path, either of which may be absent: their changes, and one with some of the changes applied.
 *
 * The file's own format decides; two versions of different formats, or one that its format cannot read, are compared as
 * bytes, with the reason. Never throws for what a file holds; rejects only where a source does.
 */
import type { Change, ChangeId } from "../core/change/change.ts";
import { pathChanges } from "../core/decision/path-changes.ts";
import type { Path } from "../core/tree/path.ts";
import { ok, type Result } from "../shared/result.ts";
import { bytesFormat } from "./bytes/index.ts";
import { checkChoice } from "./choice.ts";
import {
  DEFAULT_LIMITS,
  defaultWork,
  type ApplyError,
  type FormatId,
  type Limits,
  type ReadError,
  type Source,
  type Work,
} from "./format.ts";
import { formatById, formatFor, HEAD_BYTES, type AnyFormat } from "./registry.ts";

export interface Comparison {
  readonly format: FormatId;
  /** False: the changes are coarse, and only the whole file may be decided (R3). */
  readonly complete: boolean;
  readonly changes: readonly Change[];
  /** Why the file's own format was not used; `format` is then "bytes". */
  readonly unreadable?: Unreadable;
}

export interface Unreadable {
  readonly side: "before" | "after";
  readonly error: ReadError;
}

export interface CompareOptions {
  readonly limits?: Limits;
  readonly work?: Work;
}

export async function compareFiles(
  before: Source | null,
  after: Source | null,
  options: CompareOptions = {},
): Promise<Comparison> {
  if (before === null || after === null) {
    const present = before ?? after;
    const format = present === null ? "bytes" : (await formatOf(present)).id;
    return { format, complete: true, changes: await presenceChanges(before, after) };
  }
  const format = await commonFormat(before, after);
  if (before.contentHash === after.contentHash) return { format: format.id, complete: true, changes: [] };
  if (format.id === "bytes") {
    const [left, right] = [await mislabelled(before), await mislabelled(after)];
    if (left !== null) return bytesComparison(before, after, { side: "before", error: left });
    if (right !== null) return bytesComparison(before, after, { side: "after", error: right });
  }
  const limits = options.limits ?? DEFAULT_LIMITS;
  const left = await format.read(before, limits);
  if (!left.ok) return bytesComparison(before, after, { side: "before", error: left.error });
  const right = await format.read(after, limits);
  if (!right.ok) return bytesComparison(before, after, { side: "after", error: right.error });
  const { complete, changes } = format.diff(left.value, right.value, options.work ?? defaultWork());
  return { format: format.id, complete, changes };
}

/** `before` with exactly the chosen changes of `compareFiles(before, after)`; null is "no file". */
export async function applyFiles(
  before: Source | null,
  after: Source | null,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array | null, ApplyError>> {
  if (before === null || after === null) {
    const changes = await presenceChanges(before, after);
    const checked = checkChoice(changes, chosen);
    if (!checked.ok) return checked;
    if (checked.value.size === 0) return ok(before === null ? null : await before.read(0, before.size));
    // Of a created text the creation may be taken without the contents: an empty file.
    const whole = checked.value.size === changes.length;
    return ok(after === null ? null : await after.read(0, whole ? after.size : 0));
  }
  // Reviewed as bytes (unreadable, or given up): the whole file was decided, and no format is asked again.
  const asBytes = await bytesFormat.apply(before, after, chosen);
  if (asBytes.ok && chosen.length > 0) return asBytes;
  const applied = await (await commonFormat(before, after)).apply(before, after, chosen);
  return applied.ok || applied.error.reason !== "unreadable" ? applied : asBytes;
}

export async function formatOf(source: Source): Promise<AnyFormat> {
  return formatFor(await source.read(0, Math.min(HEAD_BYTES, source.size)), source.name);
}

/** Names that promise a format whose files are not text: what such a file holds instead is worth saying. */
const PROMISES: readonly (readonly [name: RegExp, formats: readonly FormatId[]])[] = [
  [/\.(xlsx|xlsm|xltx|xltm|xls|xlsb|ods)$/i, ["xlsx", "sheet"]],
  [/\.(docx|docm|dotx|dotm)$/i, ["docx"]],
  [/\.(pptx|pptm|potx|potm|ppsx|ppsm)$/i, ["pptx"]],
  [/\.pdf$/i, ["pdf"]],
  [/\.(png|jpe?g|gif|webp|tiff?)$/i, ["image"]],
];

/** The error of a file whose name promises a format that its content is not; `null` where name and content agree. */
export async function mislabelled(source: Source): Promise<ReadError | null> {
  const promised = PROMISES.find(([name]) => name.test(source.name));
  if (promised === undefined || source.size === 0) return null;
  const { id } = await formatOf(source);
  if (promised[1].includes(id)) return null;
  const ending = /\.\w+$/.exec(source.name)?.[0] ?? "";
  return {
    reason: "not-this-format",
    detail: `it is named ${ending}, but its content is ${id === "bytes" ? "of no known kind" : id}`,
  };
}

/** The format of both, or bytes. */
export async function commonFormat(before: Source, after: Source): Promise<AnyFormat> {
  const [left, right] = [await formatOf(before), await formatOf(after)];
  return left.id === right.id ? left : formatById("bytes");
}

/** As bytes, for the reason given; a side that is absent is a change of the path. */
export async function bytesComparison(
  before: Source | null,
  after: Source | null,
  unreadable: Unreadable,
): Promise<Comparison> {
  if (before === null || after === null) return compareFiles(before, after);
  const [left, right] = [await bytesFormat.read(before, DEFAULT_LIMITS), await bytesFormat.read(after, DEFAULT_LIMITS)];
  const changes = left.ok && right.ok ? bytesFormat.diff(left.value, right.value, defaultWork()).changes : [];
  return { format: "bytes", complete: true, changes, unreadable };
}

/** A file that came or went is a change of its path, in core's own terms; the source's name stands for the path. */
async function presenceChanges(before: Source | null, after: Source | null): Promise<Change[]> {
  const present = before ?? after;
  if (present === null || (before !== null && after !== null)) return [];
  const path = present.name as Path;
  const entry = { kind: "file", hash: present.contentHash, size: present.size } as const;
  const textual = (await formatOf(present)).id === "text";
  const basePath = before === null ? null : path;
  const sides = before === null ? { before: null, after: entry } : { before: entry, after: null };
  return pathChanges(
    { path, basePath, decisionPath: path, kind: before === null ? "created" : "deleted", ...sides },
    textual,
  );
}
