/** What a row of pages and its changes are called. */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import { groupDigits, plural } from "../ui/format.ts";
import { markedWords } from "./page-marks.ts";
import type { PageRow } from "./page-rows.ts";

/** "3 words out, 5 in", "text moved between pages", "inserted": what a change does to its page. */
export function changeWords(change: ReviewedChange): string {
  const { kind, facet, before, after } = change;
  if (kind === "moved") return "moved";
  if (facet === "structure") return kind === "added" ? "page inserted" : "page removed";
  const [out, into] = [markedWords(before), markedWords(after)];
  if (out + into > 0) {
    if (out === 0) return `${plural(into, "word")} in`;
    return into === 0 ? `${plural(out, "word")} out` : `${plural(out, "word")} out, ${groupDigits(into)} in`;
  }
  if (before?.type === "page" || after?.type === "page")
    return kind === "modified" ? "drawing" : kind === "added" ? "page inserted" : "page removed";
  const properties =
    after?.type === "properties" ? after.properties : before?.type === "properties" ? before.properties : {};
  if (typeof properties["block"] === "string") return `text moved within pages ${properties["block"]}`;
  const kindOf = properties["type"] ?? properties["subtype"];
  return typeof kindOf === "string" ? `${kindOf.toLowerCase()} annotation` : "annotation";
}

/** "Page 3", "Page 3 → 4", "Page 4, inserted". */
export function rowTitle({ before, after, kind }: PageRow): string {
  if (before !== null && after !== null) return before === after ? `Page ${after}` : `Page ${before} → ${after}`;
  if (after !== null) return `Page ${after}${kind === "added" ? ", inserted" : ""}`;
  return `Page ${before ?? 0}${kind === "removed" ? ", removed" : ""}`;
}

/** Why nothing stands beside a page. */
export function absentWords({ kind, elsewhere, before, after }: PageRow): string {
  if (kind === "moved" && elsewhere !== null)
    return before === null ? `moved here: it was page ${elsewhere}` : `moved away: it is page ${elsewhere} now`;
  if (kind === "added") return "not in the version before";
  if (kind === "removed") return "removed in the staged version";
  return after === null ? "its text went to other pages" : "its text came from other pages";
}
