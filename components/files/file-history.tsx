"use client";

import { Download, GitCompare } from "lucide-react";
import Link from "next/link";

import { problemOf } from "../../lib/client/problem-of.ts";
import { fileAddress } from "../../lib/client/queries.ts";
import { useFileHistory, type WhichVersion } from "../../lib/client/records.ts";
import type { FileHistoryView, FileStep } from "../../lib/contracts/records.ts";
import { Badge } from "../ui/badge.tsx";
import { buttonClass } from "../ui/button.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatBytes } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { FileName } from "./file-name.tsx";
import { stepWords } from "./file-steps.ts";
import { visibleName } from "./visible-name.ts";

export interface FileHistoryProps {
  readonly workspace: string;
  readonly which: WhichVersion;
  readonly path: string;
  /** The version that is shown. */
  readonly shown: string;
  readonly onOpen: (hash: string) => void;
  readonly onCompare: (before: string) => void;
}

/** Every version of a file, staged or promoted, newest first: where it came from, who made it, and the way to it. */
export function FileHistory({ workspace, which, path, shown, onOpen, onCompare }: FileHistoryProps) {
  const history = useFileHistory(workspace, which, path);
  if (history.data === undefined)
    return history.error === null ? (
      <SkeletonRows label="Loading the history" rows={8} height={36} />
    ) : (
      <ErrorState
        problem={problemOf(history.error)}
        retrying={history.isFetching}
        onRetry={() => void history.refetch()}
      />
    );
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <Table
        caption={`Versions of ${visibleName(path)}, newest first`}
        columns={columnsFor({ workspace, history: history.data, shown, onOpen, onCompare })}
        rows={history.data.steps}
        rowKey={(step) => `${step.branch?.id ?? ""} ${step.seq ?? ""} ${step.promotion ?? ""} ${step.how}`}
      />
    </div>
  );
}

interface Context extends Pick<FileHistoryProps, "onCompare" | "onOpen" | "shown" | "workspace"> {
  readonly history: FileHistoryView;
}

const columnsFor = (context: Context): readonly Column<FileStep>[] => [
  {
    key: "version",
    header: "Version",
    width: "250px",
    cell: ({ contentHash, stale }) =>
      contentHash === null ? (
        <span className="text-removed">
          <span aria-hidden className="font-mono">
            −{" "}
          </span>
          deleted
        </span>
      ) : (
        <span className="inline-flex items-center gap-2">
          <VersionStamp hash={contentHash} of="file" />
          {contentHash === context.history.accepted ? <Badge tone="added">✓ accepted</Badge> : null}
          {contentHash === context.shown ? <Badge tone="accent">shown</Badge> : null}
          {stale ? <Badge tone="stale">! base moved</Badge> : null}
        </span>
      ),
  },
  {
    key: "from",
    header: "Came with",
    cell: (step) => <CameWith step={step} workspace={context.workspace} path={context.history.path} />,
  },
  {
    key: "by",
    header: "By",
    width: "210px",
    cell: ({ by, at }) => (
      <span className="flex gap-1.5">
        {by === null ? null : (
          <>
            {by.kind === "agent" ? <span className="text-ink-3">agent for</span> : null}
            <FileName name={by.name} />
          </>
        )}
        <span className="text-ink-3">
          <Age at={at} />
        </span>
      </span>
    ),
  },
  {
    key: "size",
    header: "Size",
    width: "80px",
    align: "right",
    cell: ({ size }) => (size === null ? null : formatBytes(size)),
  },
  {
    key: "act",
    header: <span className="sr-only">Open, compare, download</span>,
    width: "1%",
    align: "right",
    cell: (step) => <Acts step={step} context={context} />,
  },
];

function CameWith({
  step,
  workspace,
  path,
}: {
  readonly step: FileStep;
  readonly workspace: string;
  readonly path: string;
}) {
  const root = `/w/${encodeURIComponent(workspace)}`;
  const { promotion, branch, fromPath, summary, tool, turnTitle, t } = step;
  const words = stepWords(step);
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-baseline gap-1.5">
        {promotion === null ? (
          <span>{words}</span>
        ) : (
          <Link href={`${root}/history?promotion=${promotion}`} className="rounded-sm hover:underline">
            {words}
          </Link>
        )}
        {branch === null || promotion !== null ? null : (
          <Link
            href={`${root}/branches/${encodeURIComponent(branch.id)}/trace${t === null ? "" : `?t=${t}`}`}
            className="text-ink-3 hover:text-ink flex min-w-0 rounded-sm hover:underline"
          >
            <FileName name={`on ${branch.name}${t === null ? "" : `, point ${t}`}`} />
          </Link>
        )}
      </span>
      {tool === null && summary === "" && turnTitle === null ? null : (
        <span className="text-ink-3 flex min-w-0 gap-1.5 text-xs">
          {tool === null ? null : <FileName name={tool} className="mono shrink-0" />}
          <FileName name={summary === "" ? (turnTitle ?? "") : summary} />
        </span>
      )}
      {fromPath === undefined ? (
        step.path === path ? null : (
          <FileName name={`as ${step.path}`} className="text-ink-3 text-xs" />
        )
      ) : (
        <FileName name={`↕ moved from ${fromPath}`} className="text-moved text-xs" />
      )}
    </span>
  );
}

function Acts({ step: { contentHash, path }, context }: { readonly step: FileStep; readonly context: Context }) {
  if (contentHash === null) return null;
  const short = contentHash.slice(0, 8);
  return (
    <span className="inline-flex items-center gap-1">
      {contentHash === context.shown ? null : (
        <>
          <button type="button" className={buttonClass("ghost")} onClick={() => context.onOpen(contentHash)}>
            Open<span className="sr-only"> version {short}</span>
          </button>
          <IconButton
            label={`Compare version ${short} with the shown one`}
            icon={GitCompare}
            onClick={() => context.onCompare(contentHash)}
          />
        </>
      )}
      <a
        href={fileAddress(context.workspace, path, contentHash)}
        download
        aria-label={`Download version ${short}`}
        title="Download"
        className={buttonClass("ghost")}
      >
        <Download size={13} aria-hidden />
      </a>
    </span>
  );
}
