/** The pages of the result, from the alignment and what was chosen. Pages count from 0. */
import type { Edit } from "../diff/entry.ts";
import { pairsOf, type Unit } from "../diff/units.ts";

export interface ResultPage {
  /** The page of the base whose object it is, and whose annotations it keeps; null for a new one. */
  readonly object: number | null;
  /** Where everything that is drawn comes from. */
  readonly content: { readonly side: "before" | "after"; readonly page: number };
}

export function resultPages(units: readonly Unit[], chosen: readonly Edit[]): ResultPage[] {
  const blocks = new Set(chosen.flatMap((edit) => (edit.kind === "block" ? [edit.unit] : [])));
  const moved = new Set(chosen.flatMap((edit) => (edit.kind === "move" ? [edit.before] : [])));
  const redrawn = new Map(chosen.flatMap((edit) => (edit.kind === "redraw" ? edit.pairs : [])));
  const kept = (page: number): ResultPage => {
    const after = redrawn.get(page);
    const content = after === undefined ? { side: "before" as const, page } : { side: "after" as const, page: after };
    return { object: page, content };
  };
  return units.flatMap((unit, at): ResultPage[] => {
    if (unit.kind === "same") return [kept(unit.before)];
    if (unit.kind === "out") return moved.has(unit.before) ? [] : [kept(unit.before)];
    if (unit.kind === "in") return moved.has(unit.before) ? [kept(unit.before)] : [];
    if (!blocks.has(at)) return unit.before.map(kept);
    const partner = new Map(pairsOf(unit).map(([was, is]) => [is, was]));
    return unit.after.map((page) => ({
      object: partner.get(page) ?? null,
      content: { side: "after" as const, page },
    }));
  });
}
