/**
 * Any file, as a whole: one change, with size and hash on both sides. Also what a file falls back to that its own
 * format cannot read. Reads nothing but the head until something is applied.
 */
import { changeId, type Change, type Value } from "../../core/change/change.ts";
import { ok } from "../../shared/result.ts";
import { checkChoice } from "../choice.ts";
import type { Format, ParsedPage, Source } from "../format.ts";

export interface FileDocument {
  readonly name: string;
  readonly contentHash: Source["contentHash"];
  readonly size: number;
}

export const bytesFormat: Format<FileDocument> = {
  id: "bytes",
  version: 1,
  sniff: () => true,
  read: ({ name, contentHash, size }) => Promise.resolve(ok({ name, contentHash, size })),
  diff: (before, after) => ({ complete: true, changes: wholeFileChange(before, after) }),
  async apply(before, after, chosen) {
    const checked = checkChoice(wholeFileChange(before, after), chosen);
    if (!checked.ok) return checked;
    const from = checked.value.size === 0 ? before : after;
    return ok(await from.read(0, from.size));
  },
  /** A whole file has no place that could move: once its base is another one, the change is another one. */
  follow: (change, baseMove) => (baseMove.changes.length === 0 ? change : null),
  overlaps: () => true,
  records: (): Iterable<ParsedPage> => [],
};

/** Nothing where the hashes are equal. */
function wholeFileChange(before: FileDocument, after: FileDocument): Change[] {
  if (before.contentHash === after.contentHash) return [];
  const address = { kind: "file" } as const;
  const sides = { before: fileValue(before), after: fileValue(after) };
  const identity = { kind: "modified", facet: "content", ...sides } as const;
  return [{ id: changeId({ ...identity, baseAddress: address }), ...identity, address }];
}

export function fileValue({ contentHash, size }: Pick<FileDocument, "contentHash" | "size">): Value {
  return { type: "file", contentHash, size };
}
