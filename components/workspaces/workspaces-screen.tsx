"use client";

import { FolderPlus, Plus } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useMe, useWorkspaces } from "../../lib/client/queries.ts";
import type { WorkspaceView } from "../../lib/contracts/workspaces.ts";
import { useSignOut } from "../auth/session-calls.ts";
import { FileName } from "../files/file-name.tsx";
import { InboxList } from "../inbox/inbox-list.tsx";
import { AppShell } from "../shell/app-shell.tsx";
import { WidePage } from "../shell/page-frame.tsx";
import { TopBar } from "../shell/top-bar.tsx";
import { UserMenu } from "../shell/user-menu.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { formatBytes, groupDigits, plural } from "../ui/format.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "./age.tsx";
import { ArchivedWorkspaces } from "./archived-workspaces.tsx";
import { CreateWorkspaceDialog } from "./create-workspace-dialog.tsx";
import { ROW_KEY, useRowKeys } from "./use-row-keys.ts";

/** What waits comes first: bases that moved, then open changes, then by name. */
export const byWaiting = (a: WorkspaceView, b: WorkspaceView): number =>
  b.staleFiles - a.staleFiles || b.pendingChanges - a.pendingChanges || a.name.localeCompare(b.name);

export function WorkspacesScreen() {
  const list = useWorkspaces();
  const [creating, setCreating] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const print = usePrintKeys();
  const create = () => setCreating(true);
  useShortcuts("Workspaces", [{ keys: "N", label: "New workspace", hint: "new workspace", run: create }]);
  useRowKeys("Workspaces", "workspace", table);
  const workspaces = list.data?.workspaces.toSorted(byWaiting);
  return (
    <AppShell top={<TopBar crumbs={[{ label: "Workspaces" }]} menu={<OwnMenu />} />}>
      <WidePage
        title="Workspaces"
        detail={workspaces === undefined ? "\u00a0" : waiting(workspaces)}
        actions={
          <Button variant="primary" icon={<Plus size={14} aria-hidden />} kbd={print("N")} onClick={create}>
            New workspace
          </Button>
        }
      >
        {workspaces === undefined && list.error !== null ? (
          <ErrorState problem={problemOf(list.error)} retrying={list.isFetching} onRetry={() => void list.refetch()} />
        ) : workspaces?.length === 0 ? (
          <div className="border-line bg-panel rounded-lg border">
            <EmptyState
              icon={FolderPlus}
              title="No workspace yet"
              action={
                <Button variant="primary" onClick={create}>
                  Make the first workspace
                </Button>
              }
            >
              A workspace holds one accepted tree of files, and the branches on which agents and people stage changes to
              it. Start from a folder, a zip, or nothing; or ask an owner to invite you into theirs.
            </EmptyState>
          </div>
        ) : (
          <div
            ref={table}
            className="border-line bg-panel overflow-x-auto rounded-lg border [&_tr:last-child>td]:border-b-0"
          >
            {workspaces === undefined ? (
              <Table
                caption="Workspaces, loading"
                columns={SKELETON_COLUMNS}
                rows={SKELETON_ROWS}
                rowKey={({ slug }) => slug}
              />
            ) : (
              <Table
                caption="Workspaces, those that wait for something first"
                columns={COLUMNS}
                rows={workspaces}
                rowKey={({ slug }) => slug}
              />
            )}
          </div>
        )}
        {workspaces === undefined || workspaces.length === 0 ? null : (
          <section className="mt-2 flex flex-col gap-3">
            <h2 className="text-lg font-semibold">What waits for you</h2>
            <InboxList workspace={null} />
          </section>
        )}
        <ArchivedWorkspaces />
      </WidePage>
      {creating ? <CreateWorkspaceDialog onClose={() => setCreating(false)} /> : null}
    </AppShell>
  );
}

function waiting(workspaces: readonly WorkspaceView[]): string {
  const open = workspaces.reduce((sum, { pendingChanges }) => sum + pendingChanges, 0);
  const moved = workspaces.reduce((sum, { staleFiles }) => sum + staleFiles, 0);
  if (open + moved === 0) return workspaces.length === 0 ? "\u00a0" : "Nothing waits for a decision.";
  const parts = [
    ...(open > 0 ? [`${plural(open, "change")} ${open === 1 ? "waits" : "wait"} for a decision`] : []),
    ...(moved > 0 ? [`${plural(moved, "file")} ${moved === 1 ? "has" : "have"} a base that moved`] : []),
  ];
  return `${parts.join(", ")}.`;
}

const quiet = (count: number, text: string, tone: string) =>
  count === 0 ? <span className="text-ink-3">none</span> : <span className={`font-medium ${tone}`}>{text}</span>;

const COLUMNS: readonly Column<WorkspaceView>[] = [
  {
    key: "name",
    header: "Workspace",
    cell: (row) => (
      <span className="flex min-w-0 flex-col py-0.5">
        <Link
          {...ROW_KEY}
          href={`/w/${encodeURIComponent(row.slug)}`}
          className="hover:text-accent max-w-fit rounded-sm"
        >
          <FileName name={row.name} className="text-md font-semibold" />
        </Link>
        <span className="text-ink-3 text-xs">
          {row.role} · made <Age at={row.createdAt} />
        </span>
      </span>
    ),
  },
  {
    key: "pending",
    header: "To decide",
    align: "right",
    width: "132px",
    cell: (row) => quiet(row.pendingChanges, plural(row.pendingChanges, "change"), "text-accent"),
  },
  {
    key: "stale",
    header: "Base moved",
    align: "right",
    width: "110px",
    cell: (row) => quiet(row.staleFiles, plural(row.staleFiles, "file"), "text-stale"),
  },
  {
    key: "branches",
    header: "Branches",
    align: "right",
    width: "90px",
    cell: (row) => groupDigits(row.branches),
  },
  {
    key: "files",
    header: "Accepted tree",
    align: "right",
    width: "170px",
    cell: (row) => (
      <span className="whitespace-nowrap">
        {plural(row.files, "file")}, {formatBytes(row.bytes)}
      </span>
    ),
  },
  {
    key: "version",
    header: "Version",
    width: "190px",
    cell: (row) => (
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        <VersionStamp hash={row.treeHash} of="accepted tree" />
        <span className="text-ink-3">{row.head === 0 ? "nothing promoted" : `promotion ${row.head}`}</span>
      </span>
    ),
  },
];

const SKELETON_COLUMNS: readonly Column<{ readonly slug: string }>[] = COLUMNS.map((column) => ({
  ...column,
  cell: () => (
    <span className={column.key === "name" ? "flex h-9 items-center" : "flex justify-end"}>
      <Skeleton className={column.key === "name" ? "h-3 w-44" : "h-3 w-16"} />
    </span>
  ),
}));
const SKELETON_ROWS = ["1", "2", "3"].map((slug) => ({ slug }));

function OwnMenu() {
  const me = useMe().data;
  const signOut = useSignOut();
  if (me === undefined)
    return (
      <span className="overflow-hidden rounded-full">
        <Skeleton className="size-7" />
      </span>
    );
  return <UserMenu name={me.name} email={me.email} onSignOut={() => signOut.mutate()} />;
}
