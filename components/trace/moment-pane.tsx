"use client";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useMoment } from "../../lib/client/trace.ts";
import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { visibleName } from "../files/visible-name.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { FileTag } from "../ui/badge.tsx";
import { ChangeCount } from "../ui/change-count.tsx";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";

export interface MomentPaneProps {
  readonly workspace: string;
  readonly branch: string;
  readonly t: number;
  readonly file: string | null;
  readonly onFile: (path: string | null) => void;
}

/** Δ_t as it was: which files differed from W_0, by how much, and what had been decided. */
export function MomentPane({ workspace, branch, t, file, onFile }: MomentPaneProps) {
  const moment = useMoment(workspace, branch, t);
  const shown = moment.data?.t === t ? moment.data : undefined;
  return (
    <>
      <PaneHeader
        title={`Δ at t = ${t}`}
        detail={moment.data === undefined ? undefined : plural(moment.data.totals.files, "file")}
      />
      {moment.data === undefined ? (
        moment.error === null ? (
          <SkeletonRows label="Deriving this moment" rows={8} height={32} />
        ) : (
          <ErrorState
            problem={problemOf(moment.error)}
            onRetry={() => void moment.refetch()}
            retrying={moment.isFetching}
          />
        )
      ) : moment.data.files.length === 0 ? (
        <EmptyState title="No changes at this moment">The branch held what was accepted, file for file.</EmptyState>
      ) : (
        <ul
          aria-label={`Files that differed at t = ${t}`}
          aria-busy={shown === undefined}
          className={cx("min-h-0 flex-1 overflow-auto", shown === undefined && "opacity-60")}
        >
          {moment.data.files.map((one) => (
            <li key={one.path} className="border-line border-b">
              <button
                type="button"
                aria-pressed={one.path === file}
                title={one.path}
                onClick={() => onFile(one.path === file ? null : one.path)}
                className={cx(
                  "ring-inside flex min-h-8 w-full items-center gap-2 px-3 py-1 text-left",
                  one.path === file ? "bg-accent-soft" : "hover:bg-hover",
                )}
              >
                <FileTag path={one.path} />
                <span className="cut flex-1">
                  <bdi>{visibleName(one.path.split("/").at(-1) ?? one.path)}</bdi>
                </span>
                <FileNote file={one} />
                <DecisionDot state={one.state} fraction={fractionOf(one)} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {moment.data === undefined ? null : (
        <p className="border-line text-ink-3 mt-auto shrink-0 border-t px-3 py-2 text-xs">
          Decided by then: {moment.data.totals.accepted} accepted, {moment.data.totals.rejected} rejected,{" "}
          {moment.data.totals.pending} open
          {moment.data.totals.stale === 0 ? "" : ` · ${moment.data.totals.stale} base moved`}
        </p>
      )}
    </>
  );
}

const fractionOf = ({ verdicts: { accepted, rejected, pending } }: ChangedFile): number =>
  (accepted + rejected) / Math.max(accepted + rejected + pending, 1);

function FileNote({ file }: { readonly file: ChangedFile }) {
  const note = "shrink-0 text-xs font-medium";
  if (file.kind === "created" || file.kind === "folder-created")
    return <span className={cx(note, "text-added")}>new</span>;
  if (file.kind === "deleted" || file.kind === "folder-deleted")
    return <span className={cx(note, "text-removed")}>deleted</span>;
  return (
    <>
      {file.kind === "moved" ? <span className={cx(note, "text-moved")}>moved</span> : null}
      <ChangeCount counts={file.kind === "moved" ? { ...file.changes, moved: 0 } : file.changes} />
    </>
  );
}
