/** Lists paged by cursor: one row more than the page is read, and the cursor is the last row that was given. */
export interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  cursorOf: (row: T) => string,
): { rows: T[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
