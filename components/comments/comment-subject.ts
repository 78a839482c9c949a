/** What a comment would be about, from what is selected; and which threads are about it. */
import type { FileDiffView } from "../../lib/contracts/changes.ts";
import type { ThreadView } from "../../lib/contracts/threads.ts";
import type { Selected } from "../review/file-review.tsx";
import { labelOf } from "../review/review-scope.ts";

export interface CommentSubject {
  readonly path: string;
  /** The version that `fragment` counts in; null: there are no bytes to point into. */
  readonly contentHash: string | null;
  /** Empty: the whole file. */
  readonly fragment: string;
  /** The change that a new thread is about; null: a place without one. */
  readonly changeId: string | null;
  /** All that is selected: threads on any of them are shown. */
  readonly changeIds: ReadonlySet<string>;
  /** "D3", "this file". */
  readonly label: string;
}

export function subjectOf({ file, changes }: FileDiffView, selected: Selected): CommentSubject {
  const ids = new Set(selected.ids);
  const change = changes.find(({ id }) => ids.has(id));
  const base = { path: file.path, changeIds: ids };
  if (change !== undefined)
    return {
      ...base,
      contentHash: (change.kind === "removed" ? file.before : file.after) ?? file.after ?? file.before,
      fragment: change.address,
      changeId: change.id,
      label: change.address === "" ? "this file" : labelOf(change, selected.label),
    };
  const place = selected.fragment !== undefined && file.after !== null ? selected.fragment : "";
  return {
    ...base,
    contentHash: file.after ?? file.before,
    fragment: place,
    changeId: null,
    label: place === "" ? "this file" : selected.label,
  };
}

export interface SortedThreads {
  /** Of what is selected. */
  readonly here: readonly ThreadView[];
  readonly elsewhere: readonly ThreadView[];
  readonly resolved: readonly ThreadView[];
}

/** `shown`: a thread that a link leads to is shown in full, wherever it is, resolved or not. */
export function sortThreads(
  threads: readonly ThreadView[],
  subject: CommentSubject,
  shown: string | null,
): SortedThreads {
  const open = threads.filter(({ resolved, id }) => resolved === null || id === shown);
  const here = open.filter((thread) => thread.id === shown || isAbout(thread, subject));
  return {
    here: here.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    elsewhere: open.filter((thread) => !here.includes(thread)),
    resolved: threads.filter(({ resolved, id }) => resolved !== null && id !== shown),
  };
}

function isAbout({ place }: ThreadView, { changeIds, fragment }: CommentSubject): boolean {
  if (place.state === "gone") return false;
  return (place.changeId !== null && changeIds.has(place.changeId)) || place.fragment === fragment;
}
