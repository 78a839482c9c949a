/**
 * The base with some of the changes: lines are copied as bytes wherever both files share an encoding and endings.
 *
 * What is written is read again before it is given out: where it would not read as the lines that were put together
 * (a lone `\r` that meets a `\n`, Latin-1 that happens to be valid UTF-8), the choice is refused.
 */
import type { ChangeId } from "../../core/change/change.ts";
import { invariant } from "../../shared/assert.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../format.ts";
import { checkChoice } from "../choice.ts";
import { textChanges, type Piece, type TextChange } from "./changes.ts";
import { compareText, type TextComparison } from "./comparison.ts";
import { MAX_LINES, readText, splitLines, type TextDocument } from "./document.ts";
import { canHold, decode, encode, type Encoding } from "./encoding.ts";
import { LineWriter } from "./line-writer.ts";

export async function applyText(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  const left = await readText(before, DEFAULT_LIMITS);
  if (!left.ok) return err({ reason: "unreadable", side: "before", error: left.error });
  const right = await readText(after, DEFAULT_LIMITS);
  if (!right.ok) return err({ reason: "unreadable", side: "after", error: right.error });
  const comparison = compareText(left.value, right.value, defaultWork());
  const all = textChanges(left.value, right.value, comparison);
  const changes = all.map(({ change }) => change);
  const checked = checkChoice(changes, chosen);
  if (!checked.ok) return checked;
  const picked = checked.value;
  if (picked.size === 0) return ok(await before.read(0, before.size));
  if (picked.size === all.length) return ok(await after.read(0, after.size));
  const result = assemble(
    left.value,
    right.value,
    comparison,
    all.filter(({ change }) => picked.has(change.id)),
  );
  return result.ok ? result : err({ reason: "refused", detail: result.error, larger: changes.map(({ id }) => id) });
}

/** The error says why the result would not read as what was chosen. */
function assemble(
  before: TextDocument,
  after: TextDocument,
  comparison: TextComparison,
  chosen: readonly TextChange[],
): Result<Uint8Array, string> {
  const has = (type: Piece["type"]) => chosen.some(({ piece }) => piece.type === type);
  const { usual } = comparison;
  const writer = new LineWriter(has("lineEnding") ? usual.after : usual.before);
  let line = 0;
  for (const { piece } of chosen) {
    if (piece.type === "hunk") {
      writer.lines(before, line, piece.hunk.beforeFrom, usual.before);
      writer.lines(after, piece.hunk.afterFrom, piece.hunk.afterTo, usual.after);
      line = piece.hunk.beforeTo;
    } else if (piece.type === "endings") {
      const { beforeFrom, afterFrom, count } = piece.run;
      writer.lines(before, line, beforeFrom, usual.before);
      writer.lines(after, afterFrom, afterFrom + count, usual.after);
      line = beforeFrom + count;
    }
  }
  writer.lines(before, line, before.lineCount, usual.before);
  const finalNewline = (has("finalNewline") ? after.finalNewline : before.finalNewline) ?? after.finalNewline ?? true;
  const encoding = has("encoding") || (before.ascii && comparison.encoding === null) ? after.encoding : before.encoding;
  return written(writer, finalNewline, encoding);
}

/** The bytes of the lines in `writer`, if they read back as these lines. */
export function written(writer: LineWriter, finalNewline: boolean, encoding: Encoding): Result<Uint8Array, string> {
  const content = writer.content(finalNewline);
  if (!canHold(encoding, content)) return err(`text that ${encoding} cannot hold`);
  const bytes = encode(content, encoding);
  const again = decode(bytes);
  if (!again.ok || !again.value.content.equals(content)) return err(`the result would not read as ${encoding}`);
  const lines = splitLines(content, MAX_LINES);
  invariant(lines !== null, "the lines of a result are lines of its sides");
  if (lines.lineCount !== writer.count)
    return err("two line endings would run together, or an empty last line would vanish");
  return ok(bytes);
}
