"use client";

import { ArrowUpNarrowWide } from "lucide-react";
import { useMemo } from "react";

import type { ChangedFile, DeltaView } from "../../lib/contracts/changes.ts";
import { FileName } from "../files/file-name.tsx";
import { PaneHeader } from "../shell/pane-header.tsx";
import { FileTag } from "../ui/badge.tsx";
import { ChangeCount } from "../ui/change-count.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { Meter } from "../ui/meter.tsx";
import { treeOfPaths } from "../ui/tree-state.ts";
import { Tree } from "../ui/tree.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";

export interface ChangedFilesTreeProps {
  readonly files: readonly ChangedFile[];
  readonly totals: DeltaView["totals"];
  /** Path of the open file. */
  readonly selected: string | null;
  readonly onSelect: (path: string) => void;
  readonly pendingFirst: boolean;
  readonly onPendingFirst: (on: boolean) => void;
}

/** What still needs somebody comes first; inside that, the order of the paths. */
const URGENCY: Readonly<Record<ChangedFile["state"], number>> = {
  stale: 0,
  partial: 1,
  pending: 1,
  rejected: 2,
  accepted: 2,
};

/** The order in which files are shown, and stepped through with N and P. */
export function orderFiles(files: readonly ChangedFile[], pendingFirst: boolean): readonly ChangedFile[] {
  if (!pendingFirst) return files;
  return files
    .map((file, index) => ({ file, index }))
    .sort((a, b) => URGENCY[a.file.state] - URGENCY[b.file.state] || a.index - b.index)
    .map(({ file }) => file);
}

/** The changed paths of a branch with their state, how far the review is, and what is left. N and P step. */
export function ChangedFilesTree({
  files,
  totals,
  selected,
  onSelect,
  pendingFirst,
  onPendingFirst,
}: ChangedFilesTreeProps) {
  const ordered = useMemo(() => orderFiles(files, pendingFirst), [files, pendingFirst]);
  const nodes = useMemo(() => treeOfPaths(ordered, (file) => file.path), [ordered]);
  const all = totals.accepted + totals.rejected + totals.pending;
  const step = (by: 1 | -1) => {
    const index = ordered.findIndex((file) => file.path === selected);
    const next = ordered[index === -1 ? 0 : index + by];
    if (next !== undefined) onSelect(next.path);
  };
  useShortcuts("Files", [
    { keys: "N", label: "Next file", hint: "file", run: () => step(1) },
    { keys: "P", label: "Previous file", hint: "file", run: () => step(-1) },
  ]);
  return (
    <>
      <PaneHeader
        title="Changes"
        detail={
          <span title={`${plural(all, "change")} in ${plural(totals.files, "file")}`}>
            {groupDigits(all)} in {plural(totals.files, "file")}
          </span>
        }
      >
        <ChipButton
          aria-pressed={pendingFirst}
          title="Files that wait for a decision come first"
          onClick={() => onPendingFirst(!pendingFirst)}
        >
          <span className="@max-[225px]:hidden">Pending first</span>
          <ArrowUpNarrowWide size={13} aria-hidden className="@min-[225px]:hidden" />
          <span className="sr-only @min-[225px]:hidden">Pending first</span>
        </ChipButton>
      </PaneHeader>
      <Meter
        totals={{ accepted: totals.accepted, rejected: totals.rejected, stale: totals.stale, open: totals.pending }}
      />
      {files.length === 0 ? (
        <EmptyState title="No changes">This branch holds what is accepted, file for file.</EmptyState>
      ) : (
        <Tree
          label="Changed files"
          nodes={nodes}
          selected={selected}
          onSelect={onSelect}
          renderLeaf={(node, file) => <FileRow name={node.label} file={file} />}
        />
      )}
      <Totals totals={totals} />
    </>
  );
}

function FileRow({ name, file }: { readonly name: string; readonly file: ChangedFile }) {
  const { accepted, rejected, pending } = file.verdicts;
  const decided = accepted + rejected;
  return (
    <>
      <FileTag path={file.path} />
      <span className="cut flex-1" title={file.fromPath === undefined ? file.path : `${file.fromPath} → ${file.path}`}>
        <FileName name={name} />
      </span>
      <PathNote file={file} />
      {file.verdicts.flagged > 0 ? (
        <span className="text-stale text-xs font-semibold" title={`${file.verdicts.flagged} flagged`}>
          <span aria-hidden>▲</span>
          <span className="sr-only">{file.verdicts.flagged} flagged</span>
        </span>
      ) : null}
      <DecisionDot state={file.state} fraction={decided / Math.max(decided + pending, 1)} />
    </>
  );
}

/** What happened to the path as a whole goes before counts: a deleted file's lines are not counted one by one. */
function PathNote({ file }: { readonly file: ChangedFile }) {
  const note = "shrink-0 text-xs font-medium whitespace-nowrap";
  if (file.state === "stale") return <span className={`${note} text-stale`}>base moved</span>;
  switch (file.kind) {
    case "deleted":
    case "folder-deleted":
      return <span className={`${note} text-removed`}>deleted</span>;
    case "created":
    case "folder-created":
      return <span className={`${note} text-added`}>new</span>;
    case "moved":
      return (
        <>
          <span className={`${note} text-moved`}>moved</span>
          <ChangeCount counts={{ ...file.changes, moved: 0 }} />
        </>
      );
    case "modified":
      return <ChangeCount counts={file.changes} />;
  }
}

function Totals({ totals }: { readonly totals: DeltaView["totals"] }) {
  return (
    <div className="border-line flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 border-t px-3 py-1.5 text-xs font-medium whitespace-nowrap">
      <span className="text-added">{groupDigits(totals.accepted)} accepted</span>
      <span className="text-removed">{groupDigits(totals.rejected)} rejected</span>
      {totals.stale > 0 ? <span className="text-stale">{groupDigits(totals.stale)} base moved</span> : null}
      <span className="text-ink-3">{groupDigits(totals.pending)} open</span>
    </div>
  );
}
