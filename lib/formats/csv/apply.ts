/** The base with some of the changes; all of them are the other version, byte for byte. */
import type { ChangeId } from "../../core/change/change.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { bytesFormat } from "../bytes/index.ts";
import { checkChoice } from "../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../format.ts";
import { assemble } from "./assemble.ts";
import { csvChanges } from "./changes.ts";
import { compareTables } from "./comparison.ts";
import { readCsv } from "./document.ts";

export async function applyCsv(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  const left = await readCsv(before, DEFAULT_LIMITS);
  if (!left.ok) return err({ reason: "unreadable", side: "before", error: left.error });
  const right = await readCsv(after, DEFAULT_LIMITS);
  if (!right.ok) return err({ reason: "unreadable", side: "after", error: right.error });
  const comparison = compareTables(left.value, right.value, defaultWork());
  // Too much to compare: the whole file is one change.
  if (!comparison.complete) return bytesFormat.apply(before, after, chosen);
  const all = csvChanges(left.value, right.value, comparison);
  const changes = all.map(({ change }) => change);
  const checked = checkChoice(changes, chosen);
  if (!checked.ok) return checked;
  const picked = checked.value;
  if (picked.size === 0) return ok(await before.read(0, before.size));
  if (picked.size === all.length) return ok(await after.read(0, after.size));
  const edits = all.flatMap(({ change, edit }) => (picked.has(change.id) ? [edit] : []));
  const result = assemble(left.value, [{ doc: right.value, comparison, edits }]);
  return result.ok ? result : err({ reason: "refused", detail: result.error, larger: changes.map(({ id }) => id) });
}
