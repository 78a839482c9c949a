/** On what a verdict would fall: the selection, and everything pending in view; in words that name scope and count. */
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { BulkTarget, DecisionBarProps, DecisionTarget } from "./decision-bar.tsx";
import type { Selected } from "./file-review.tsx";
import { addressWords, sheetOf, type LeftOut } from "./words.ts";

/** null: nothing that is there is selected. */
export function targetOf(
  diff: FileDiffView,
  selected: Selected,
): (DecisionTarget & { readonly ids: readonly string[] }) | null {
  if (!diff.file.complete) {
    const ids = diff.changes.filter(decidable).map(({ id }) => id);
    return { label: "this file", count: ids.length, ids };
  }
  const chosen = chosenOf(diff, selected.ids);
  const first = chosen[0];
  if (first === undefined) {
    return selected.label === ""
      ? null
      : { label: selected.label, count: 0, ids: [], blocked: "has no change of its own" };
  }
  const open = chosen.filter(decidable);
  const label = selected.label === "" || chosen.length === 1 ? labelOf(first, selected.label) : selected.label;
  if (open.length === 0)
    return { label, count: 0, ids: [], blocked: "is a recalculated result: it follows, and is not decided" };
  return { label, count: open.length, ids: open.map(({ id }) => id) };
}

/** The changes of these ids, in the order of the file. */
export function chosenOf(diff: FileDiffView, ids: readonly string[]): readonly ReviewedChange[] {
  if (ids.length === 0) return [];
  const wanted = new Set(ids);
  return diff.changes.filter(({ id }) => wanted.has(id));
}

/** A change of a whole row or column is called by that, whatever cell of it was pointed at. */
export const labelOf = (change: ReviewedChange, label: string): string =>
  label === "" || label === "1 change" || label === "this hunk" || /\b(?:row|column)=/u.test(change.address)
    ? addressWords(change.address)
    : label;

const decidable = ({ verdict }: ReviewedChange) => verdict.state !== "follows";

/** What a bulk accept would fall on: the shown sheet, or the file, as `diff` holds it; and what it leaves out (R5). */
export function bulkOf(
  diff: FileDiffView,
  sheet: string | null,
  filtering = false,
): { readonly target: BulkTarget; readonly ids: readonly string[] } | null {
  const within = diff.changes.filter((change) => decidable(change) && (sheet === null || sheetOf(change) === sheet));
  const pending = within.filter(({ verdict }) => verdict.state === "pending");
  if (pending.length < 2) return null;
  const leftOut = pending.flatMap((change): LeftOut[] => {
    const why = !diff.file.complete
      ? "incomplete"
      : (change.flags ?? []).length > 0
        ? "flagged"
        : change.seen
          ? null
          : "unseen";
    return why === null ? [] : [{ address: change.address, why }];
  });
  const scope = `${sheet ?? "this file"}${filtering ? ", as filtered" : ""}`;
  const target = { scope, pending: pending.length - leftOut.length, leftOut };
  return { target, ids: pending.map(({ id }) => id) };
}

export function decidedBy(diff: FileDiffView): DecisionBarProps["decided"] {
  const all = diff.changes.filter(decidable);
  const decided = all.filter(({ verdict }) => verdict.state !== "pending");
  const by = new Map<string, { name: string; verdict: "accept" | "reject" }>();
  for (const { verdict } of decided) {
    if (verdict.by === undefined) continue;
    const kind = verdict.state === "accepted" ? "accept" : "reject";
    by.set(`${verdict.by.id} ${kind}`, { name: verdict.by.name, verdict: kind });
  }
  return { done: decided.length, all: all.length, by: [...by.values()] };
}
