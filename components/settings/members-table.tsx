"use client";

import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";

import { ROLES, type Role } from "../../lib/contracts/common.ts";
import type { MemberView } from "../../lib/contracts/settings.ts";
import { visibleName } from "../files/visible-name.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Menu, type MenuEntry } from "../ui/menu.tsx";
import { Select } from "../ui/select.tsx";
import { Table, type Column } from "../ui/table.tsx";
import { Age } from "../workspaces/age.tsx";
import { ROW_KEY } from "../workspaces/use-row-keys.ts";
import { ROLE_WORDS, sectionAddress } from "./sections.ts";

export interface MembersTableProps {
  readonly members: readonly MemberView[];
  /** Id of who looks. */
  readonly me: string;
  readonly slug: string;
  readonly owner: boolean;
  readonly lastOwner: boolean;
  /** Whose role is being changed. */
  readonly busy: string | null;
  readonly onRole: (member: MemberView, role: Role) => void;
  readonly onAsk: (act: "remove" | "password", member: MemberView) => void;
}

export function MembersTable(props: MembersTableProps) {
  return (
    <Table
      caption="Members, owners first"
      columns={columnsOf(props)}
      rows={props.members}
      rowKey={({ person }) => person.id}
    />
  );
}

function columnsOf({
  me,
  owner,
  lastOwner,
  busy,
  slug,
  onRole,
  onAsk,
}: MembersTableProps): readonly Column<MemberView>[] {
  return [
    {
      key: "who",
      header: "Member",
      cell: ({ person, email }) => (
        <span className="flex items-center gap-2.5 py-1">
          <Avatar name={visibleName(person.name)} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <bdi className="cut font-medium">{visibleName(person.name)}</bdi>
              {person.id === me ? <Badge>you</Badge> : null}
            </span>
            <bdi className="text-ink-3 cut block">{visibleName(email)}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: "role",
      header: "Role",
      width: "150px",
      cell: (member) =>
        owner ? (
          <Select
            label={`Role of ${visibleName(member.person.name)}`}
            value={member.role}
            disabled={busy !== null || (member.role === "owner" && lastOwner)}
            onChange={(role) => {
              if (role !== member.role) onRole(member, role);
            }}
            options={ROLES.map((role) => ({ value: role, label: role }))}
          />
        ) : (
          <Badge tone={member.role === "owner" ? "accent" : "neutral"}>{member.role}</Badge>
        ),
    },
    {
      key: "may",
      header: "May",
      cell: ({ role }) => (
        <span className="text-ink-2">
          {ROLE_WORDS[role]}
          {role === "owner" && lastOwner ? <span className="text-ink-3"> · the last owner stays one</span> : null}
        </span>
      ),
    },
    { key: "since", header: "Member since", width: "120px", cell: ({ since }) => <Age at={since} /> },
    {
      key: "acts",
      header: <span className="sr-only">Acts</span>,
      width: "52px",
      align: "right",
      cell: (member) => <Acts {...{ member, me, owner, slug, onAsk }} />,
    },
  ];
}

function Acts({
  member,
  me,
  owner,
  slug,
  onAsk,
}: Pick<MembersTableProps, "me" | "owner" | "slug" | "onAsk"> & { readonly member: MemberView }) {
  const router = useRouter();
  const own = member.person.id === me;
  const entries: MenuEntry[] = own
    ? [
        { label: "Your account…", onSelect: () => router.push(sectionAddress(slug, "account")) },
        { label: "Leave the workspace…", onSelect: () => router.push(sectionAddress(slug, "workspace")) },
      ]
    : owner
      ? [
          {
            label: member.resetRefused === null ? "Password link…" : `Password link: ${member.resetRefused}`,
            disabled: member.resetRefused !== null,
            onSelect: () => onAsk("password", member),
          },
          { label: "Remove from the workspace…", danger: true, onSelect: () => onAsk("remove", member) },
        ]
      : [];
  if (entries.length === 0) return null;
  return (
    <Menu
      align="end"
      trigger={
        <button
          {...ROW_KEY}
          type="button"
          aria-label={`Acts on ${visibleName(member.person.name)}`}
          className="text-ink-2 hover:bg-hover hover:text-ink inline-grid size-7 place-items-center rounded-md"
        >
          <Ellipsis size={15} aria-hidden />
        </button>
      }
      groups={[{ entries }]}
    />
  );
}
