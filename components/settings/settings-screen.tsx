"use client";

import Link from "next/link";

import { mayActAs } from "../../lib/contracts/common.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { AccountSection } from "./account-section.tsx";
import { InvitationsSection } from "./invitations-section.tsx";
import { LogSection } from "./log-section.tsx";
import { MembersSection } from "./members-section.tsx";
import { NotAllowed } from "./settings-section.tsx";
import { sectionAddress, SECTIONS, type Section } from "./sections.ts";
import { TokensSection } from "./tokens-section.tsx";
import { WorkspaceSection } from "./workspace-section.tsx";

/** Who may come in, with what, and what was done: one section at a time, each with an address of its own. */
export function SettingsScreen({ section }: { readonly section: Section }) {
  const { slug, workspace, me } = useWorkspaceHere();
  const info = SECTIONS.find((one) => one.section === section);
  return (
    <WorkspaceShell here="settings">
      <nav aria-label="Settings" className="border-line bg-sunken flex h-[34px] shrink-0 items-end border-b px-3">
        <ul className="-mb-px flex h-[29px] min-w-0 gap-0.5 overflow-x-auto [scrollbar-width:none]">
          {SECTIONS.map((one) => (
            <li key={one.section} className="flex">
              <Link
                href={sectionAddress(slug, one.section)}
                aria-current={one.section === section ? "page" : undefined}
                className="text-ink-2 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-canvas aria-[current=page]:text-ink ring-inside inline-flex h-[29px] shrink-0 items-center rounded-t-md border border-b-0 border-transparent px-3 text-sm whitespace-nowrap aria-[current=page]:font-semibold"
              >
                {one.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-h-0 flex-1 overflow-auto">
        <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-4 px-6 py-6">
          {workspace === undefined || me === undefined || info === undefined ? (
            <Waiting />
          ) : mayActAs(workspace.role, info.needs) ? (
            <Body section={section} />
          ) : (
            <NotAllowed title={info.label} needs={info.needs} role={workspace.role} />
          )}
        </div>
      </div>
    </WorkspaceShell>
  );
}

function Body({ section }: { readonly section: Section }) {
  switch (section) {
    case "members":
      return <MembersSection />;
    case "invitations":
      return <InvitationsSection />;
    case "tokens":
      return <TokensSection />;
    case "workspace":
      return <WorkspaceSection />;
    case "log":
      return <LogSection />;
    case "account":
      return <AccountSection />;
  }
}

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the settings</span>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="h-40 w-full rounded-lg" />
    </div>
  );
}
