"use client";

import { Folder } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";

import type { FreshnessState, FreshnessView } from "../../lib/contracts/records.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { FileTag } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { groupDigits } from "../ui/format.ts";
import { FreshnessSign } from "../ui/freshness-label.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { FIELD } from "../ui/text-field.tsx";
import { treeOfPaths, type TreeNode } from "../ui/tree-state.ts";
import { Tree } from "../ui/tree.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { FileName } from "./file-name.tsx";
import type { Differences, ShownEntry } from "./tree-differences.ts";
import { visibleName } from "./visible-name.ts";

export interface FilesTreeProps {
  /** Absent while it is read for the first time. */
  readonly differences: Differences | undefined;
  readonly selected: string | null;
  readonly onSelect: (path: string) => void;
  /** Files whose text is not what the index holds. */
  readonly notCurrent: FreshnessView["others"] | undefined;
  /** Marks what differs from the accepted tree. */
  readonly marked: boolean;
  /** It could not be read: the page beside says why. */
  readonly failed: boolean;
}

const STANDING = {
  same: null,
  changed: <span className="text-changed text-xs font-medium">changed</span>,
  new: <span className="text-added text-xs font-medium">new</span>,
} as const;

/** Every path of the shown version, found by any part of its name. */
export function FilesTree({ differences, selected, onSelect, notCurrent, marked, failed }: FilesTreeProps) {
  const signs = useMemo(
    () => new Map((notCurrent ?? []).map(({ path, freshness }) => [path, freshness])),
    [notCurrent],
  );
  const [wanted, setWanted] = useState("");
  const asked = useDeferredValue(wanted.trim().toLowerCase());
  const field = useRef<HTMLInputElement>(null);
  useShortcuts("Files", [{ keys: "/", label: "Find a file by name", hint: "find", run: () => field.current?.focus() }]);
  const entries = differences?.entries;
  const found = useMemo(
    () => (asked === "" ? entries : entries?.filter(({ path }) => path.toLowerCase().includes(asked))),
    [entries, asked],
  );
  const nodes = useMemo(
    () => (found === undefined ? [] : treeOfPaths(found, ({ path }) => path).map(visible)),
    [found],
  );
  return (
    <>
      <PaneHeader
        title="Files"
        detail={
          entries === undefined || found === undefined
            ? undefined
            : asked === ""
              ? groupDigits(entries.length)
              : `${groupDigits(found.length)} of ${groupDigits(entries.length)}`
        }
      />
      <div className="px-2 pt-2">
        <input
          ref={field}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          aria-label="Find a file by name"
          placeholder="Find by name"
          spellCheck={false}
          className={FIELD}
        />
      </div>
      {found === undefined && failed ? (
        <EmptyState title="The files could not be read" />
      ) : found === undefined ? (
        <SkeletonRows label="Loading the files" rows={14} />
      ) : found.length === 0 ? (
        <EmptyState title={asked === "" ? "No files" : "No file of that name"}>
          {asked === "" ? "This version of the tree is empty." : "Any part of the path is enough."}
        </EmptyState>
      ) : (
        <Tree
          label="Files"
          nodes={nodes}
          selected={selected}
          onSelect={onSelect}
          renderLeaf={(node, entry) => (
            <Row name={node.label} entry={entry} marked={marked} freshness={signs.get(entry.path)} />
          )}
        />
      )}
      {marked && differences !== undefined ? <Counts counts={differences.counts} /> : null}
    </>
  );
}

const visible = (node: TreeNode<ShownEntry>): TreeNode<ShownEntry> =>
  node.children === undefined
    ? node
    : { ...node, label: visibleName(node.label), children: node.children.map(visible) };

interface RowProps {
  readonly name: string;
  readonly entry: ShownEntry;
  readonly marked: boolean;
  readonly freshness: FreshnessState | undefined;
}

function Row({ name, entry, marked, freshness }: RowProps) {
  if (entry.kind === "directory")
    return (
      <>
        <Folder size={13} strokeWidth={1.5} className="text-ink-3 mx-[8.5px] shrink-0" aria-label="Folder" />
        <FileName name={name} className="flex-1" />
        <span className="text-ink-3 text-xs">empty</span>
      </>
    );
  return (
    <>
      <FileTag path={entry.path} />
      <FileName name={name} className="flex-1" />
      {freshness === undefined || freshness === "unsupported" ? null : <FreshnessSign counts={{ [freshness]: 1 }} />}
      {marked ? STANDING[entry.standing] : null}
    </>
  );
}

function Counts({ counts }: { readonly counts: Differences["counts"] }) {
  return (
    <div className="border-line flex h-10 shrink-0 items-center gap-2 overflow-hidden border-t px-3 text-xs font-medium whitespace-nowrap">
      <span className="text-changed">{groupDigits(counts.changed)} changed</span>
      <span className="text-added">{groupDigits(counts.new)} new</span>
      <span className="text-removed">{groupDigits(counts.gone)} gone</span>
    </div>
  );
}
