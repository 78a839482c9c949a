"use client";
/**
 * The choices made for a stale operation, with undo. They stay when the operation is read again: those whose conflict is
 * still asked hold, the others say nothing.
 */
import { useCallback, useState } from "react";

import { useReconcilePreview } from "../../lib/client/reconcile.ts";
import type { Choices, ReconcileView, ShownSide, SideChoice } from "../../lib/contracts/reconcile.ts";

interface Work {
  readonly choices: Choices;
  readonly before: readonly Choices[];
  /** Of the operation when the first choice was made. */
  readonly sides: readonly ShownSide[];
}

const NOTHING: Work = { choices: {}, before: [], sides: [] };

export interface ReconcileWork {
  readonly preview: ReturnType<typeof useReconcilePreview>;
  readonly choices: Choices;
  readonly choose: (conflicts: readonly string[], choice: SideChoice) => void;
  /** Null: nothing to undo. */
  readonly undo: (() => void) | null;
  /** The sides moved since the first choice: how many choices still hold. Null: they did not. */
  readonly moved: { readonly kept: number; readonly of: number } | null;
  readonly forgetMove: () => void;
}

export function useReconcileWork(
  slug: string,
  branch: string,
  seq: number,
  operation: string | null,
  strict: boolean,
): ReconcileWork {
  const [kept, setKept] = useState<Readonly<Record<string, Work>>>({});
  const work = (operation === null ? undefined : kept[operation]) ?? NOTHING;
  const preview = useReconcilePreview(
    slug,
    branch,
    seq,
    operation === null ? null : { operation, strict, choices: work.choices },
  );
  const view = preview.data;
  const set = useCallback(
    (next: (before: Work) => Work) => {
      if (operation !== null) setKept((all) => ({ ...all, [operation]: next(all[operation] ?? NOTHING) }));
    },
    [operation],
  );
  return {
    preview,
    choices: work.choices,
    choose: (conflicts, choice) => {
      const chosen = Object.fromEntries(conflicts.map((id) => [id, choice]));
      set(({ choices, before, sides }) => ({
        choices: { ...choices, ...chosen },
        before: [...before, choices],
        sides: sides.length === 0 ? (view?.sides ?? []) : sides,
      }));
    },
    undo:
      work.before.length === 0
        ? null
        : () =>
            set(({ before, sides }) => ({
              choices: before.at(-1) ?? {},
              before: before.slice(0, -1),
              sides,
            })),
    moved: view === undefined ? null : movedSince(work, view),
    forgetMove: () => set((before) => ({ ...before, sides: view?.sides ?? [] })),
  };
}

function movedSince({ choices, sides }: Work, view: ReconcileView): { kept: number; of: number } | null {
  if (sides.length === 0) return null;
  const key = (all: readonly ShownSide[]) =>
    JSON.stringify(all.map(({ path, accepted, staged }) => [path, accepted, staged]));
  if (key(sides) === key(view.sides)) return null;
  const asked = new Set(view.files.flatMap(({ conflicts }) => conflicts.map(({ id }) => id)));
  const made = Object.keys(choices);
  return { kept: made.filter((id) => asked.has(id)).length, of: made.length };
}
