/**
 * The base with exactly the chosen changes: nothing chosen is the base, everything is the other version, byte for byte;
 * a part is the base's bytes followed by an incremental update. The result is read again and held against what it must
 * be before it is given out. What has been removed can still be found in the bytes of such a file.
 *
 * Refused, with the whole as the smallest larger set: signed or encrypted bases (an update would void a signature),
 * broken cross-references, form fields that come or go, layers, tags alone, a document without pages.
 */
import { sha256 } from "../../../shared/sha256.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import type { ChangeId } from "../../../core/change/change.ts";
import { checkChoice } from "../../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../../format.ts";
import { diffPdf, type PdfDiff } from "../diff/diff.ts";
import { PagePairs } from "../diff/units.ts";
import type { PdfDocument } from "../document.ts";
import { PdfFile } from "../file/file.ts";
import { PdfProblem } from "../file/objects.ts";
import { pagesOf } from "../file/pages.ts";
import { readPdf } from "../read.ts";
import { buildUpdate, type Side } from "./build.ts";
import { resultPages } from "./plan.ts";
import { Refusal } from "./refusal.ts";
import { mismatch } from "./verify.ts";

export async function applyPdf(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  const left = await readPdf(before, DEFAULT_LIMITS);
  if (!left.ok) return err({ reason: "unreadable", side: "before", error: left.error });
  const right = await readPdf(after, DEFAULT_LIMITS);
  if (!right.ok) return err({ reason: "unreadable", side: "after", error: right.error });
  const diff = diffPdf(left.value, right.value, defaultWork());
  const decidable = diff.entries.map(({ change }) => change).filter(({ facet }) => facet !== "recalculated");
  const checked = checkChoice(decidable, chosen);
  if (!checked.ok) return checked;
  const whole = await before.read(0, before.size);
  if (checked.value.size === 0) return ok(whole);
  const other = await after.read(0, after.size);
  if (checked.value.size === decidable.length) return ok(other);
  try {
    return ok(await applied(diff, [left.value, right.value], [whole, other], checked.value));
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof PdfProblem || error instanceof RangeError)) throw error;
    return err({ reason: "refused", detail: error.message, larger: decidable.map(({ id }) => id) });
  }
}

async function applied(
  diff: PdfDiff,
  [before, after]: readonly [PdfDocument, PdfDocument],
  [whole, other]: readonly [Uint8Array, Uint8Array],
  chosen: ReadonlySet<ChangeId>,
): Promise<Uint8Array> {
  if (!diff.complete) throw new Refusal("the versions differ too much to take a part");
  if (before.signed) throw new Refusal("the base is signed: taking a part would void the signature");
  const [base, from] = [sideOf(whole), sideOf(other)];
  if (base.file.encrypted) throw new Refusal("the base is encrypted: it is not written in part");
  const section = base.file.lastSection;
  if (section === null) throw new Refusal("the base is damaged: it is not written in part");
  const edits = diff.entries.filter(({ change }) => chosen.has(change.id)).map(({ edit }) => edit);
  const pairs = new PagePairs(diff.units);
  const result = resultPages(diff.units, edits);
  if (result.length === 0) throw new Refusal("no page would be left");
  const update = buildUpdate({ before: base, after: from, pairs, result, edits });
  const bytes = update.bytes(whole, section);
  const again = await readPdf(
    {
      name: "",
      size: bytes.length,
      contentHash: sha256(bytes),
      read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)),
    },
    DEFAULT_LIMITS,
  );
  if (!again.ok) throw new Refusal(`the result cannot be read: ${again.error.detail}`);
  const wrong = mismatch({ before, after, pairs, result, edits }, again.value);
  if (wrong !== null) throw new Refusal(wrong);
  return bytes;
}

function sideOf(bytes: Uint8Array): Side {
  const file = new PdfFile(bytes, DEFAULT_LIMITS);
  return { file, pages: pagesOf(file, DEFAULT_LIMITS.maxPages) };
}
