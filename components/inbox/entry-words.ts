/** What an inbox entry says of itself, and where it leads. For reading only. */
import type { InboxEntry } from "../../lib/contracts/inbox.ts";
import { reviewHref } from "../review/review-address.ts";
import { addressWords } from "../review/words.ts";
import { plural, splitPath } from "../ui/format.ts";

export type EntryKind = InboxEntry["kind"];

export const KIND_WORDS: Readonly<Record<EntryKind, { readonly one: string; readonly many: string }>> = {
  "review-request": { one: "Review request", many: "Review requests" },
  stale: { one: "Base moved", many: "Bases moved" },
  mention: { one: "Mention", many: "Mentions" },
  "action-item": { one: "To do", many: "To do" },
  changes: { one: "Changes", many: "Changes" },
};

/** The exact place: the file, the change, the thread. Of the accepted version, the file. */
export function entryHref(entry: InboxEntry): string {
  const { workspace } = entry.version;
  const root = `/w/${encodeURIComponent(workspace)}`;
  const { branch } = entry;
  if (branch === null) {
    if (!("path" in entry) || entry.path === null) return `${root}/files`;
    const said = entry.kind === "mention" ? { view: "comments", thread: entry.thread } : {};
    return `${root}/files?${new URLSearchParams({ path: entry.path, ...said }).toString()}`;
  }
  switch (entry.kind) {
    case "stale":
      return `${root}/branches/${encodeURIComponent(branch.id)}/stale`;
    case "review-request":
      return reviewHref(workspace, branch.id);
    case "changes":
      return reviewHref(workspace, branch.id, { path: entry.path });
    case "mention":
    case "action-item":
      return reviewHref(workspace, branch.id, {
        path: entry.path,
        change: entry.changeId,
        sheet: sheetOf(entry.fragment),
        thread: entry.kind === "mention" ? entry.thread : null,
      });
  }
}

const sheetOf = (fragment: string | null): string | null =>
  new URLSearchParams((fragment ?? "").replaceAll("+", "%2B")).get("sheet");

/** "439 changes wait, 4 of them flagged": every count with its unit. */
export function countWords(entry: InboxEntry): string | null {
  switch (entry.kind) {
    case "review-request":
    case "changes": {
      if (entry.pending === 0) return "all decided";
      const flagged = entry.flagged === 0 ? "" : `, ${entry.flagged} flagged`;
      const files = entry.kind === "changes" ? ` in ${plural(entry.files, "file")}` : "";
      return `${plural(entry.pending, "change")} to decide${files}${flagged}`;
    }
    case "stale":
      return `${plural(entry.files, "file")} to reconcile`;
    case "mention":
    case "action-item":
      return entry.path === null ? null : placeWords(entry.path, entry.fragment ?? "");
  }
}

export function placeWords(path: string, fragment: string): string {
  const [, name] = splitPath(path);
  return fragment === "" ? name : `${addressWords(fragment, true)} in ${name}`;
}
