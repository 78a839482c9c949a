"use client";

import { useReconcile } from "../../lib/client/reconcile.ts";
import type { Choices, ReconcileView } from "../../lib/contracts/reconcile.ts";
import { visibleName } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { plural, shortHash } from "../ui/format.ts";
import { notify } from "../ui/toast.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import type { End, ReconcilePlace } from "./reconcile-place.ts";
import { conflictsOf } from "./reconcile-rows.ts";

export interface StageActionsProps {
  readonly slug: string;
  readonly branch: string;
  /** Undefined while it is read. */
  readonly view: ReconcileView | undefined;
  readonly place: ReconcilePlace;
  readonly choices: Choices;
  readonly readOnly: string | null;
  readonly onHandBack: () => void;
  readonly onDone: () => void;
}

const LABELS: Readonly<Record<End, string>> = {
  merged: "Stage the result",
  accepted: "Keep accepted",
  staged: "Take staged",
};

const DONE: Readonly<Record<End, string>> = {
  merged: "Staged the result in",
  accepted: "Kept accepted in",
  staged: "Took staged in",
};

/** The ends: with the reason where one cannot be had yet. Mod+Enter does the same. */
export function StageActions(props: StageActionsProps) {
  const { slug, branch, view, place, choices, readOnly, onHandBack, onDone } = props;
  const end = useReconcile(slug, branch);
  const print = usePrintKeys();
  const why = readOnly ?? whyNotYet(view, place.end, choices);
  const stage = () => {
    const [side] = view?.sides ?? [];
    if (view === undefined || side === undefined || why !== null || end.isPending) return;
    const path = visibleName(view.files[0]?.path ?? side.path);
    end.mutate(
      {
        operation: view.operation,
        take: place.end,
        accepted: side.accepted,
        staged: side.staged,
        sides: view.sides,
        strict: place.strict,
        choices: place.end === "merged" ? choices : {},
      },
      {
        onSuccess: () => {
          notify.done(`${DONE[place.end]} ${path}`, {
            description:
              place.end === "accepted"
                ? "What was staged is dropped; the journal keeps it."
                : "It is on the branch now, to be decided like any other change.",
          });
          onDone();
        },
        onError: ({ problem, kind }) =>
          notify.failed("Nothing was changed", {
            description:
              kind === "base-moved"
                ? `${problem.detail} Accepted was ${stamp(problem.expected)} when you looked, and is ${stamp(problem.found)} now. It is read again; choices that are still asked are kept.`
                : problem.detail,
          }),
      },
    );
  };
  useShortcuts("Result", [
    { keys: "Mod+Enter", label: LABELS[place.end], hint: "stage", enabled: why === null, run: stage },
  ]);
  return (
    <>
      <Button disabled={readOnly !== null || view === undefined} onClick={onHandBack}>
        {view?.actor.kind === "person" ? `Ask ${visibleName(view.actor.name)}…` : "Ask the agent…"}
      </Button>
      <span title={why ?? undefined}>
        <Button
          variant="primary"
          kbd={print("Mod+Enter")}
          busy={end.isPending}
          disabled={why !== null}
          aria-describedby="why-not-staged"
          onClick={stage}
        >
          {LABELS[place.end]}
        </Button>
        <span id="why-not-staged" className="sr-only">
          {why}
        </span>
      </span>
    </>
  );
}

const stamp = (hash: string | null | undefined): string =>
  hash === null || hash === undefined ? "absent" : shortHash(hash);

/** Why the end cannot be had yet, in a sentence; null: it can. */
function whyNotYet(view: ReconcileView | undefined, end: End, choices: Choices): string | null {
  if (view === undefined) return "It is being read.";
  if (end === "accepted") return null;
  if (view.blocked[end] !== null) return view.blocked[end];
  if (end === "staged") return null;
  const open = conflictsOf(view.files).filter(({ conflict }) => choices[conflict.id] === undefined).length;
  return open === 0
    ? null
    : `${plural(open, "conflict")} ${open === 1 ? "is" : "are"} open: choose a side of ${open === 1 ? "it" : "each"} first.`;
}
