"use client";
/** Where one is in a review, in the address bar: the file, the sheet, the change. Everything can be linked to. */
import { changeSearch, useSearch } from "../shell/use-search.ts";

export interface ReviewPlace {
  readonly path: string | null;
  readonly sheet: string | null;
  readonly change: string | null;
  /** The thread of comments that is shown in full, wherever its place is. */
  readonly thread: string | null;
  /** As `change-filter.ts` writes it. */
  readonly filter: string | null;
  /** A slide of a deck that is looked at without a change of it: as `slide-pairs.ts` names it. */
  readonly slide: string | null;
  /** How two versions are compared, where the format has several ways. */
  readonly view: string | null;
  /** `printed`: pages as LibreOffice draws them, instead of the contents. */
  readonly look: string | null;
}

export function useReviewPlace(): readonly [ReviewPlace, (next: Partial<ReviewPlace>) => void] {
  const search = useSearch();
  return [
    {
      path: search.get("path"),
      sheet: search.get("sheet"),
      change: search.get("change"),
      thread: search.get("thread"),
      filter: search.get("filter"),
      slide: search.get("slide"),
      view: search.get("view"),
      look: search.get("look"),
    },
    changeSearch,
  ];
}

export const reviewHref = (workspace: string, branch: string, place: Partial<ReviewPlace> = {}): string => {
  const params = new URLSearchParams(
    Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const search = params.toString();
  return `/w/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}/review${search === "" ? "" : `?${search}`}`;
};
