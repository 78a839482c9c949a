/**
 * Pictures (PNG, JPEG, GIF, WebP, TIFF): compared by the pixels as shown, by size and by what goes with them; decided
 * as a whole. Each change requires the others, so that `apply` gives one of the two files, byte for byte.
 *
 * Does not merge two edits of one picture: the file is then one conflict. BMP and SVG belong to other formats.
 */
import type { Change, Diff } from "../../core/change/change.ts";
import { ok } from "../../shared/result.ts";
import { checkChoice } from "../choice.ts";
import { defaultWork, DEFAULT_LIMITS, type Format, type ParsedPage } from "../format.ts";
import { imageChanges } from "./changes.ts";
import { kindOf, readPicture, type Picture } from "./picture.ts";

export const imageFormat: Format<Picture> = {
  id: "image",
  version: 1,
  sniff: (head) => kindOf(head) !== null,
  read: readPicture,
  diff: (before, after, budget) => imageChanges(before, after, budget),

  async apply(before, after, chosen) {
    const [left, right] = [await readPicture(before, DEFAULT_LIMITS), await readPicture(after, DEFAULT_LIMITS)];
    if (!left.ok) return { ok: false, error: { reason: "unreadable", side: "before", error: left.error } };
    if (!right.ok) return { ok: false, error: { reason: "unreadable", side: "after", error: right.error } };
    const checked = checkChoice(imageChanges(left.value, right.value, defaultWork()).changes, chosen);
    if (!checked.ok) return checked;
    const from = checked.value.size === 0 ? before : after;
    return ok(await from.read(0, from.size));
  },

  /** A whole file has no place that could move: once its base is another one, the change is another one. */
  follow: (change: Change, baseMove: Diff) => (baseMove.changes.length === 0 ? change : null),
  overlaps: () => true,
  merge: () => Promise.resolve(null),

  *records({ type, width, height, frames, comments }: Picture): Iterable<ParsedPage> {
    const size = `${width} × ${height} pixels${frames > 1 ? `, ${frames} frames` : ""}`;
    const words = comments.map(({ keyword, text }) => `${keyword}: ${text}`);
    yield { locator: { kind: "file" }, markdown: [`${type.toUpperCase()} picture, ${size}`, ...words].join("\n\n") };
  },
};
