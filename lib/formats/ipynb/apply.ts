/** The base with some of the changes; all of them are the other version, byte for byte. */
import type { ChangeId } from "../../core/change/change.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { bytesFormat } from "../bytes/index.ts";
import { checkChoice } from "../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../format.ts";
import { assembleNotebook } from "./assemble.ts";
import { notebookChanges } from "./changes.ts";
import { compareNotebooks } from "./comparison.ts";
import { readNotebook } from "./document.ts";

export async function applyNotebook(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  const left = await readNotebook(before, DEFAULT_LIMITS);
  if (!left.ok) return err({ reason: "unreadable", side: "before", error: left.error });
  const right = await readNotebook(after, DEFAULT_LIMITS);
  if (!right.ok) return err({ reason: "unreadable", side: "after", error: right.error });
  const comparison = compareNotebooks(left.value, right.value, defaultWork());
  // Too much to compare, or two versions of the format: the whole file is one change.
  if (!comparison.complete || !comparison.comparable) return bytesFormat.apply(before, after, chosen);
  const all = notebookChanges(left.value, right.value, comparison);
  const changes = all.map(({ change }) => change);
  const checked = checkChoice(changes, chosen);
  if (!checked.ok) return checked;
  const picked = checked.value;
  if (picked.size === 0) return ok(await before.read(0, before.size));
  const edits = all.flatMap(({ change, edit }) => (picked.has(change.id) ? [edit] : []));
  const result = assembleNotebook(left.value, [{ doc: right.value, comparison, edits }]);
  return result.ok ? result : err({ reason: "refused", detail: result.error, larger: changes.map(({ id }) => id) });
}
