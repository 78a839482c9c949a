/** Where a hit opens: the file in exactly the version that was found, at the place; or the review of what changed there. */
export interface Found {
  readonly path: string;
  /** The content that the text was read from. */
  readonly hash: string;
  readonly locator: string;
  /** Words as they stand there: where the place is a long one, the preview looks for them from its beginning on. */
  readonly words?: string;
}

export interface SearchedVersion {
  readonly branch: string | null;
  readonly t: number | null;
  readonly tree: string | null;
}

export function fileHref(slug: string, { branch, t, tree }: SearchedVersion, found: Found): string {
  const search = new URLSearchParams();
  if (branch !== null) search.set("branch", branch);
  if (t !== null) search.set("t", String(t));
  if (tree !== null) search.set("tree", tree);
  search.set("path", found.path);
  search.set("v", found.hash);
  if (found.words !== undefined && found.words !== "") search.set("find", found.words);
  return `/w/${encodeURIComponent(slug)}/files?${search.toString()}${found.locator === "" ? "" : `#${found.locator}`}`;
}

export const reviewHref = (slug: string, branch: string, path: string): string =>
  `/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch)}/review?${new URLSearchParams({ path }).toString()}`;
