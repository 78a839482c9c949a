"use client";

import Link from "next/link";
import type { ReactNode } from "react";

import type { AuditEntry } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { placeAddress } from "../workspaces/workspace-nav.tsx";

export interface LogTableProps {
  readonly slug: string;
  readonly entries: readonly AuditEntry[];
  readonly empty: ReactNode;
}

export function LogTable({ slug, entries, empty }: LogTableProps) {
  const columns: readonly Column<AuditEntry>[] = [
    { key: "when", header: "When", width: "110px", cell: ({ at }) => <Age at={at} /> },
    { key: "who", header: "Who", width: "190px", cell: (entry) => <Who {...entry} /> },
    { key: "what", header: "What", cell: ({ what }) => <bdi className="break-words">{visibleName(what)}</bdi> },
    {
      key: "branch",
      header: "Branch",
      width: "160px",
      cell: ({ branch, t }) =>
        branch === null ? null : (
          <span className="flex items-center gap-1.5">
            <Link href={placeAddress(slug, "review", branch.id)} className="cut hover:underline">
              <bdi>{visibleName(branch.name)}</bdi>
            </Link>
            {t === null ? null : <span className="mono text-ink-3 whitespace-nowrap">t {t}</span>}
          </span>
        ),
    },
    {
      key: "tree",
      header: "Tree",
      width: "86px",
      cell: ({ treeHash }) => (treeHash === null ? null : <VersionStamp hash={treeHash} of="tree after it" />),
    },
    {
      key: "hash",
      header: "Event",
      width: "86px",
      cell: ({ hash }) => <VersionStamp hash={hash} of="event" className="text-ink-3" />,
    },
  ];
  return (
    <Table caption="Events, newest first" columns={columns} rows={entries} rowKey={({ id }) => id} empty={empty} />
  );
}

function Who({ by, token }: AuditEntry) {
  if (by === null) return <span className="text-ink-3">the system</span>;
  const name = visibleName(by.name);
  return (
    <span className="flex items-center gap-2">
      <Avatar name={token === null ? name : visibleName(token)} kind={token === null ? "person" : "agent"} />
      <span className="min-w-0">
        <bdi className="cut block">{token === null ? name : visibleName(token)}</bdi>
        {token === null ? null : <span className="text-ink-3 cut block text-xs">for {name}</span>}
      </span>
    </span>
  );
}
