import type { ReconcileFile, ReconcileView } from "../../lib/contracts/reconcile.ts";
import { plural } from "../ui/format.ts";
import { SideChanges } from "./file-question.tsx";
import type { End } from "./reconcile-place.ts";

/** What is lost with an end that takes one side whole (M6): every change is named, or counted. */
export function EndNote({ view, end, who }: { readonly view: ReconcileView; readonly end: End; readonly who: string }) {
  if (end === "merged") return null;
  const blocked = end === "staged" ? view.blocked.staged : null;
  const lost = lostOf(view.files, end === "staged" ? "accepted" : "staged");
  const replaced =
    end === "staged"
      ? view.files.filter(({ accepted, lost: all }) => accepted !== null && all.accepted.count === 0)
      : [];
  return (
    <section
      role={blocked === null ? "note" : "alert"}
      aria-label="What this undoes"
      className="border-stale/40 bg-panel m-3 shrink-0 overflow-hidden rounded-md border"
    >
      <p className="bg-stale-soft px-3 py-2 text-sm">
        <span aria-hidden className="text-stale">
          ▲{" "}
        </span>
        {blocked ??
          (end === "staged"
            ? `Taking staged undoes ${plural(lost.count, "accepted change")}: the result is what ${who} staged, as a change to be decided.`
            : `Keeping accepted drops ${plural(lost.count, "staged change")}: nothing is written, and the operation is settled.`)}
      </p>
      {lost.count === 0 ? null : <SideChanges title={end === "staged" ? "Undone" : "Dropped"} of={lost} />}
      {end === "staged" && lost.count === 0 && replaced.length > 0 ? (
        <p className="text-ink-2 px-3 py-2 text-sm">
          What stands at {replaced.length === 1 ? "this path" : "these paths"} in the accepted version is replaced as a
          whole.
        </p>
      ) : null}
    </section>
  );
}

function lostOf(files: readonly ReconcileFile[], side: "accepted" | "staged"): ReconcileFile["lost"]["accepted"] {
  return {
    count: files.reduce((sum, { lost }) => sum + lost[side].count, 0),
    changes: files.flatMap(({ lost }) => lost[side].changes),
  };
}
