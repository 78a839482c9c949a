"use client";

import { GitBranchPlus, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";

import type { BranchView } from "../../lib/contracts/branches.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranches } from "../../lib/client/queries.ts";
import { FileName } from "../files/file-name.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { Meter } from "../ui/meter.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { whyNot, whyNotTurns } from "../workspaces/roles.ts";
import { ROW_KEY, useRowKeys } from "../workspaces/use-row-keys.ts";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { BranchActs, BranchBase } from "./branch-acts.tsx";
import { StartBranchDialog } from "./start-branch-dialog.tsx";
import { byWaiting } from "./waiting.ts";

type Shown = "all" | BranchView["kind"];

/** All branches by person and kind: where they stand, what waits, what can be done next. */
export function BranchesScreen() {
  const { slug, workspace, me } = useWorkspaceHere();
  const list = useBranches(slug);
  const [starting, setStarting] = useState(false);
  const [shown, setShown] = useState<Shown>("all");
  const [mine, setMine] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const print = usePrintKeys();
  const refused = workspace === undefined ? null : whyNot(workspace.role, "stage");
  const notMyTurns = (branch: BranchView) =>
    workspace === undefined || me === undefined
      ? null
      : (refused ?? whyNotTurns(workspace.role, branch.user.id === me.id, branch.user.name));
  const start = () => setStarting(true);
  useShortcuts("Branches", [
    { keys: "N", label: "Start a branch", hint: "start a branch", enabled: refused === null, run: start },
  ]);
  useRowKeys("Branches", "branch", table);

  const branches = list.data?.branches;
  const rows = branches
    ?.filter((branch) => (shown === "all" || branch.kind === shown) && (!mine || branch.user.id === me?.id))
    .toSorted(byWaiting);
  const count = (kind: Shown) =>
    branches?.filter((branch) => kind === "all" || branch.kind === kind).length.toString() ?? "";

  return (
    <WorkspaceShell
      here="branches"
      actions={
        <Button
          icon={<Plus size={14} aria-hidden />}
          kbd={print("N")}
          onClick={start}
          disabled={refused !== null}
          {...(refused === null ? {} : { title: refused })}
        >
          Start a branch
        </Button>
      }
    >
      <div className="border-line bg-panel flex h-10 shrink-0 items-center gap-3 border-b px-3">
        <h2 className="text-md font-semibold">Branches</h2>
        <Segmented
          label="Kind of branch"
          value={shown}
          onChange={setShown}
          segments={[
            { value: "all", label: `All ${count("all")}` },
            { value: "chat", label: `Chats ${count("chat")}` },
            { value: "review", label: `Reviews ${count("review")}` },
            { value: "evaluation", label: `Evaluations ${count("evaluation")}` },
          ]}
        />
        <ChipButton aria-pressed={mine} onClick={() => setMine(!mine)}>
          Mine only
        </ChipButton>
      </div>
      <div ref={table} className="bg-panel min-h-0 flex-1 overflow-auto">
        {rows === undefined && list.error !== null ? (
          <ErrorState problem={problemOf(list.error)} retrying={list.isFetching} onRetry={() => void list.refetch()} />
        ) : (
          <Table
            caption="Branches, those that wait for a person first"
            columns={columnsFor(slug, refused, notMyTurns, rows?.[0]?.id ?? null)}
            rows={rows ?? []}
            rowKey={(branch) => branch.id}
            empty={
              rows === undefined ? (
                <TableSkeleton />
              ) : (
                <NoBranches filtered={(branches?.length ?? 0) > 0} onStart={refused === null ? start : null} />
              )
            }
          />
        )}
      </div>
      {starting ? <StartBranchDialog slug={slug} onClose={() => setStarting(false)} /> : null}
    </WorkspaceShell>
  );
}

/** `first` waits most: its review is the one thing to do next. */
const columnsFor = (
  slug: string,
  refused: string | null,
  notMyTurns: (branch: BranchView) => string | null,
  first: string | null,
): readonly Column<BranchView>[] => [
  { key: "branch", header: "Branch", cell: (branch) => <BranchCell slug={slug} branch={branch} /> },
  {
    key: "point",
    header: "Point and turns",
    width: "150px",
    cell: (branch) => <PointCell branch={branch} />,
  },
  { key: "changes", header: "Changes", width: "224px", cell: (branch) => <ChangesCell branch={branch} /> },
  {
    key: "base",
    header: "Base",
    width: "156px",
    cell: (branch) => <BranchBase slug={slug} branch={branch} refused={refused} />,
  },
  {
    key: "acts",
    header: <span className="sr-only">Acts</span>,
    align: "right",
    width: "1%",
    cell: (branch) => (
      <BranchActs slug={slug} branch={branch} refused={notMyTurns(branch)} next={branch.id === first} />
    ),
  },
];

const KIND_WORDS: Readonly<Record<BranchView["kind"], string>> = {
  chat: "chat",
  review: "review",
  evaluation: "evaluation",
};

function BranchCell({ slug, branch }: { readonly slug: string; readonly branch: BranchView }) {
  return (
    <span className="flex min-w-44 items-center gap-2.5">
      <Avatar name={branch.user.name} kind={branch.kind === "review" ? "person" : "agent"} />
      <span className="flex min-w-0 flex-col">
        <Link
          {...ROW_KEY}
          href={`/w/${encodeURIComponent(slug)}/branches/${encodeURIComponent(branch.id)}/review`}
          className="hover:text-accent flex max-w-fit min-w-0 rounded-sm"
        >
          <FileName name={branch.name} className="text-md font-semibold" />
        </Link>
        <span className="text-ink-3 flex gap-1 text-xs whitespace-nowrap">
          {KIND_WORDS[branch.kind]} · <FileName name={branch.user.name} /> · <Age at={branch.updatedAt} />
        </span>
      </span>
    </span>
  );
}

function PointCell({ branch }: { readonly branch: BranchView }) {
  const { version, current, turns } = branch;
  return (
    <span className="flex flex-col">
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <span className="text-ink-3">t {version.t ?? 0}</span>
        <VersionStamp hash={current} of={`tree at point ${version.t ?? 0}`} />
      </span>
      <span className="text-ink-3 inline-flex items-center gap-2 text-xs whitespace-nowrap">
        {branch.openTurn !== null ? null : turns === 0 ? "no agent turn" : plural(turns, "turn")}
        {branch.openTurn === null ? null : (
          <span title={branch.openTurn.title}>
            <Badge tone="moved">turn {branch.openTurn.turn} open</Badge>
          </span>
        )}
      </span>
    </span>
  );
}

function ChangesCell({ branch }: { readonly branch: BranchView }) {
  const { accepted, rejected, pending, flagged } = branch.changes;
  if (accepted + rejected + pending + branch.files === 0) return <span className="text-ink-3">none</span>;
  return (
    <div className="flex flex-col gap-1">
      <span className="flex gap-2 text-xs font-medium whitespace-nowrap">
        <span className="text-ink-2">{plural(branch.files, "file")}</span>
        {accepted === 0 ? null : <span className="text-added">{groupDigits(accepted)} accepted</span>}
        {rejected === 0 ? null : <span className="text-removed">{groupDigits(rejected)} rejected</span>}
        <span className="text-ink-3">{groupDigits(pending)} open</span>
        {flagged === 0 ? null : (
          <span className="text-stale" title={`${flagged} flagged`}>
            ▲ {groupDigits(flagged)}
          </span>
        )}
      </span>
      <Meter totals={{ accepted, rejected, stale: 0, open: pending }} />
    </div>
  );
}

interface NoBranchesProps {
  readonly filtered: boolean;
  readonly onStart: (() => void) | null;
}

function NoBranches({ filtered, onStart }: NoBranchesProps) {
  if (filtered) return <EmptyState title="No branch of that kind">Others are there: choose All.</EmptyState>;
  return (
    <EmptyState
      icon={GitBranchPlus}
      title="No branch yet"
      action={
        onStart === null ? undefined : (
          <Button variant="primary" onClick={onStart}>
            Start a branch
          </Button>
        )
      }
    >
      Agents and people stage their changes on branches of their own. The accepted tree moves only when changes from one
      are promoted.
    </EmptyState>
  );
}

/** In the columns of the table: name, point, changes, acts. */
function TableSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the branches</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="border-line flex h-[47px] items-center gap-2.5 border-b px-3">
          <Skeleton className="size-[22px]" />
          <span className="flex flex-col gap-1.5">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-2 w-28" />
          </span>
          <span className="flex-1" />
          <Skeleton className="h-2 w-52" />
          <Skeleton className="ml-40 h-7 w-[150px] rounded-md" />
        </div>
      ))}
    </div>
  );
}
