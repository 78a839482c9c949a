/** Pane widths, kept in a cookie so that the server renders them right at once. In percent, by pane. */
export type PaneLayout = Readonly<Record<string, number>>;

export const LAYOUT_COOKIE = "panes";

/** Anything that is not a set of percentages is no layout. */
export function layoutOf(cookie: string | undefined): PaneLayout | undefined {
  if (cookie === undefined) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(decodeURIComponent(cookie));
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
  const entries = Object.entries(parsed).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] >= 0 && entry[1] <= 100,
  );
  const sum = entries.reduce((total, [, share]) => total + share, 0);
  return entries.length === Object.keys(parsed).length && Math.abs(sum - 100) < 1
    ? Object.fromEntries(entries)
    : undefined;
}
