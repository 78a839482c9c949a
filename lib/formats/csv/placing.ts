/**
 * The order of rows (or columns) in a result: those of the base that stay in theirs, and behind each the new and moved
 * ones whose anchor it is, in the order of their own version. Symmetric in the versions where their items differ in
 * place; at one place the order is that of `branches`, which the caller chooses independently of names.
 */
export interface PlacedItem {
  /** Number in the base; null for a new one. */
  readonly base: number | null;
  /** Whose it is, and its number there, where it is new; -1 where it is the base's. */
  readonly branch: number;
  readonly at: number;
}

export interface Places {
  readonly gone: ReadonlySet<number>;
  readonly items: readonly { readonly at: number; readonly anchor: number; readonly base: number | null }[];
}

export function placed(count: number, branches: readonly Places[]): PlacedItem[] {
  const byAnchor = new Map<number, (PlacedItem & { readonly from: number; readonly order: number })[]>();
  const away = new Set<number>();
  branches.forEach(({ gone, items }, branch) => {
    for (const base of gone) away.add(base);
    for (const { at, anchor, base } of items) {
      if (base !== null) away.add(base);
      const list = byAnchor.get(anchor) ?? [];
      list.push({ base, branch: base === null ? branch : -1, at: base === null ? at : -1, from: branch, order: at });
      byAnchor.set(anchor, list);
    }
  });
  for (const list of byAnchor.values()) list.sort((left, right) => left.from - right.from || left.order - right.order);
  const result: PlacedItem[] = [];
  const put = (anchor: number) => {
    for (const { base, branch, at } of byAnchor.get(anchor) ?? []) result.push({ base, branch, at });
  };
  put(-1);
  for (let base = 0; base < count; base++) {
    if (!away.has(base)) result.push({ base, branch: -1, at: -1 });
    put(base);
  }
  return result;
}
