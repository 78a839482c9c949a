"use client";

import type { StaleView } from "../../lib/contracts/branches.ts";
import type { ReconcileFile, ReconcileView } from "../../lib/contracts/reconcile.ts";
import { FilePath } from "../files/file-name.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import type { End, ReconcilePlace, Shown } from "./reconcile-place.ts";

export interface OperationToolbarProps {
  readonly stale: StaleView;
  readonly view: ReconcileView | undefined;
  readonly place: ReconcilePlace;
  readonly onGo: (next: Partial<ReconcilePlace>) => void;
}

/** Which file, what moved, what is shown of it, and what the operation comes to. */
export function OperationToolbar({ stale, view, place, onGo }: OperationToolbarProps) {
  const counts = view === undefined ? null : countsOf(view.files);
  // Promoted, rolled back, undone: it stays stale until somebody says that it still holds (J2).
  const cameBack = stale.base === stale.accepted && stale.cause !== "clash";
  return (
    <div className="shrink-0">
      <div className="border-line bg-panel flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <h2 className="min-w-0 text-md font-semibold">
          <FilePath path={stale.toPath ?? stale.path} />
        </h2>
        <span className="border-line text-stale rounded-md border px-2 py-0.5 text-sm">
          <span aria-hidden>! </span>
          {stale.cause === "clash" ? "clash" : "base moved"}
          {cameBack ? " and came back" : ""}: made against{" "}
          <VersionStamp hash={stale.base} of="base" className="text-stale" />
          {cameBack ? (
            ", which is accepted again"
          ) : (
            <>
              , accepted is now <VersionStamp hash={stale.accepted} of="accepted" className="text-stale" />
            </>
          )}
        </span>
        <span className="flex-1" />
        <Segmented<Shown>
          label="Shown places"
          value={place.show}
          onChange={(show) => onGo({ show })}
          segments={[
            { value: "all", label: "All" },
            { value: "conflicts", label: counts === null ? "Conflicts" : `Conflicts ${counts.conflicts}` },
            {
              value: "merged",
              label: counts === null ? "Merged" : `Merged ${counts.merged}`,
              title: "Changed on one side, or alike on both",
            },
          ]}
        />
      </div>
      <div className="border-line bg-panel flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <span className="text-ink-3 text-sm">The result is</span>
        <Segmented<End>
          label="What the result is"
          value={place.end}
          onChange={(end) => onGo({ end })}
          segments={[
            {
              value: "merged",
              label: "Both sides merged",
              disabled: view !== undefined && view.blocked.merged !== null,
              title: view?.blocked.merged ?? "What merges by itself, and the side that you choose of every conflict",
            },
            { value: "accepted", label: "Keep accepted", title: "Nothing of what was staged" },
            { value: "staged", label: "Take staged", title: "Exactly what was staged" },
          ]}
        />
        <span className="flex-1" />
        {place.end === "merged" ? (
          <span className="text-sm" title="Changes beside each other count as conflicts, too">
            <Checkbox checked={place.strict} onChange={(strict) => onGo({ strict })}>
              Strict: neighbouring changes conflict
            </Checkbox>
          </span>
        ) : null}
      </div>
    </div>
  );
}

function countsOf(files: readonly ReconcileFile[]): { readonly conflicts: number; readonly merged: number } {
  return {
    conflicts: files.reduce((sum, { conflicts }) => sum + conflicts.length, 0),
    merged: files.reduce((sum, { counts }) => sum + counts.accepted + counts.staged + counts.both, 0),
  };
}
