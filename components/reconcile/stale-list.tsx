import type { StaleView } from "../../lib/contracts/branches.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { FileTag } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { splitPath } from "../ui/format.ts";

export interface StaleListProps {
  readonly stale: readonly StaleView[];
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
}

/** Operations whose base moved, and clashes with a person's edit. All others go through meanwhile. */
export function StaleList({ stale, selected, onSelect }: StaleListProps) {
  return (
    <>
      <PaneHeader title="To reconcile" detail={stale.length} />
      {stale.length === 0 ? (
        <EmptyState title="Nothing to reconcile">Every staged change stands on what is accepted.</EmptyState>
      ) : (
        <ul className="min-h-0 flex-1 overflow-auto">
          {stale.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                aria-current={entry.id === selected || undefined}
                onClick={() => onSelect(entry.id)}
                className={cx(
                  "border-line ring-inside block w-full border-b px-3 py-2 text-left text-sm",
                  entry.id === selected ? "bg-accent-soft" : "hover:bg-hover",
                )}
              >
                <span className="flex items-center gap-2">
                  <FileTag path={entry.path} />
                  <span className="cut flex-1 text-md" title={entry.path}>
                    {splitPath(entry.path)[1]}
                  </span>
                  <span className="text-stale shrink-0 text-xs font-medium">
                    ! {entry.cause === "clash" ? "clash" : "base moved"}
                  </span>
                </span>
                <span className="text-ink-3 mt-0.5 block">{entry.because}</span>
                <MergeWords merge={entry.merge} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** How far a merge would go by itself. */
export function MergeWords({ merge }: { readonly merge: StaleView["merge"] }) {
  if (merge === null) return <span className="text-ink-3">cannot be merged: choose a side</span>;
  return (
    <span>
      <span className="text-added">{merge.merged} merge by themselves</span>
      {", "}
      <span className={merge.conflicts > 0 ? "text-stale font-medium" : "text-ink-3"}>
        {merge.conflicts} {merge.conflicts === 1 ? "conflict" : "conflicts"}
      </span>
    </span>
  );
}
