import Link from "next/link";

import type { StaleView } from "../../lib/contracts/branches.ts";
import { FileName } from "../files/file-name.tsx";
import { visibleName } from "../files/visible-name.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { FileTag } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { plural, splitPath } from "../ui/format.ts";
import { causeWords } from "./reconcile-words.ts";

export interface StaleListProps {
  readonly stale: readonly StaleView[];
  readonly selected: string | null;
  /** Choices made for the selected one, and conflicts in all. */
  readonly progress: { readonly decided: number; readonly all: number } | null;
  readonly onSelect: (id: string) => void;
  readonly reviewHref: string;
}

/** Operations whose base moved, and clashes with a person's edit, by folder. All other files go through meanwhile. */
export function StaleList({ stale, selected, progress, onSelect, reviewHref }: StaleListProps) {
  const folders = new Map<string, StaleView[]>();
  for (const entry of stale) {
    const [folder] = splitPath(entry.path);
    folders.set(folder, [...(folders.get(folder) ?? []), entry]);
  }
  return (
    <>
      <PaneHeader title="To reconcile" detail={plural(stale.length, "file")} />
      {stale.length === 0 ? (
        <EmptyState title="Nothing to reconcile">Every staged change stands on what is accepted.</EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-auto py-1">
          {[...folders].map(([folder, entries]) => (
            <section key={folder} aria-label={folder === "" ? "Top folder" : visibleName(folder)}>
              {folder === "" ? null : (
                <h3 className="text-ink-2 px-3 pt-2 pb-1 text-sm">
                  <FileName name={folder.replace(/\/$/u, "")} />
                </h3>
              )}
              <ul>
                {entries.map((entry) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    selected={entry.id === selected}
                    progress={entry.id === selected ? progress : null}
                    onSelect={onSelect}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <div className="border-line flex h-10 shrink-0 items-center border-t px-3 text-sm">
        <Link href={reviewHref} className="text-accent hover:underline">
          ← All changes of this branch
        </Link>
      </div>
    </>
  );
}

function Entry({
  entry,
  selected,
  progress,
  onSelect,
}: {
  readonly entry: StaleView;
  readonly selected: boolean;
  readonly progress: StaleListProps["progress"];
  readonly onSelect: (id: string) => void;
}) {
  const name = splitPath(entry.path)[1];
  return (
    <li className="px-1.5">
      <button
        type="button"
        aria-current={selected || undefined}
        title={entry.because}
        onClick={() => onSelect(entry.id)}
        className={cx(
          "ring-inside block w-full rounded-md px-2 py-1.5 text-left text-sm",
          selected ? "bg-accent-soft" : "hover:bg-hover",
        )}
      >
        <span className="flex items-center gap-2">
          <FileTag path={entry.path} />
          <FileName name={name} className="flex-1 text-md" />
          <span className="text-stale shrink-0 text-xs font-medium">
            <span aria-hidden>{entry.handedBack === null ? "!" : "↩"} </span>
            {causeWords(entry)}
          </span>
        </span>
        <span className="text-ink-3 mt-0.5 block pl-[38px]">
          {entry.toPath === undefined ? null : (
            <span className="text-moved flex min-w-0">
              ↕&nbsp;
              <FileName name={entry.toPath} />
            </span>
          )}
          {entry.files > 1 ? `${plural(entry.files, "file")} together · ` : ""}
          <MergeWords merge={entry.merge} progress={progress} />
        </span>
      </button>
    </li>
  );
}

/** How far it merges by itself, and how far the choices are. */
function MergeWords({
  merge,
  progress,
}: {
  readonly merge: StaleView["merge"];
  readonly progress: StaleListProps["progress"];
}) {
  if (merge === null) return <>cannot be merged: choose a side</>;
  const { merged, conflicts } = merge;
  return (
    <>
      {conflicts === 0 ? (
        "no conflicts"
      ) : progress === null ? (
        <span className="text-stale font-medium">{plural(conflicts, "conflict")}</span>
      ) : (
        `${progress.decided} of ${plural(progress.all, "conflict")} decided`
      )}
      {merged === 0 ? null : <span title="They merge by themselves">, {merged} staged merged</span>}
    </>
  );
}
