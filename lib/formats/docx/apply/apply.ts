/**
 * Before with exactly the chosen changes, by patching parts: paragraphs, rows and words are cut out of and put into the
 * text of before's parts, and every part that no chosen change names or needs keeps its bytes, compressed ones
 * included. Cost: both files are read and compared again, and the result is read once.
 */
import type { ChangeId } from "../../../core/change/change.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { checkChoice } from "../../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../../format.ts";
import { rewriteZip } from "../../ooxml/zip-write.ts";
import { diffDocuments, type DocumentDiff } from "../diff/diff.ts";
import type { Entry } from "../diff/entry.ts";
import { parseDocument, readDocument, type WordDocument } from "../document.ts";
import { Carrier } from "./carrier.ts";
import { structureFault } from "./structure.ts";
import { Patch } from "./patch.ts";
import { isStrict } from "./serialise.ts";

export async function applyChanges(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  if (chosen.length === 0) return ok(Uint8Array.from(await before.read(0, before.size)));
  const a = await readDocument(before, DEFAULT_LIMITS);
  if (!a.ok) return err({ reason: "unreadable", side: "before", error: a.error });
  const b = await readDocument(after, DEFAULT_LIMITS);
  if (!b.ok) return err({ reason: "unreadable", side: "after", error: b.error });
  return applyToDocuments(a.value, b.value, chosen);
}

export function applyToDocuments(
  before: WordDocument,
  after: WordDocument,
  chosen: readonly ChangeId[],
): Result<Uint8Array, ApplyError> {
  const diff = diffDocuments(before, after, defaultWork());
  const changes = diff.entries.map(({ change }) => change);
  const checked = checkChoice(changes, chosen);
  if (!checked.ok) return checked;
  const entries = diff.entries.filter(({ change }) => checked.value.has(change.id));
  const all = entries.length === diff.entries.length;
  const afterItself = () => ok(Uint8Array.from(after.package.zip.bytes));
  const larger = all ? [] : changes.map(({ id }) => id);
  if (!diff.complete)
    return all
      ? afterItself()
      : err({ reason: "refused", detail: "the files are too different to take a part", larger });
  const made = patched(before, after, diff, entries);
  if (typeof made === "string") return all ? afterItself() : err({ reason: "refused", detail: made, larger });
  if (all && !isSettled(made, after)) return afterItself();
  return ok(made);
}

/** The bytes, or why they cannot be made. */
function patched(
  before: WordDocument,
  after: WordDocument,
  diff: DocumentDiff,
  entries: readonly Entry[],
): Uint8Array | string {
  if (isStrict(before.root) !== isStrict(after.root))
    return "one file is in the strict variant of the format, the other is not";
  const carrier = new Carrier(before, after, diff);
  const fault = new Patch(carrier, diff).run(entries) ?? carrier.finish();
  if (fault !== null) return fault;
  const bytes = rewriteZip(before.package.zip, carrier.editor.edits());
  const made = parseDocument(bytes, DEFAULT_LIMITS);
  if (!made.ok) return `the result could not be read (${made.error.detail})`;
  return structureFault(made.value, before) ?? bytes;
}

function isSettled(bytes: Uint8Array, after: WordDocument): boolean {
  const made = parseDocument(bytes, DEFAULT_LIMITS);
  return made.ok && diffDocuments(made.value, after, defaultWork()).entries.length === 0;
}
