"use client";

import { Inbox } from "lucide-react";
import Link from "next/link";

import { useInbox } from "../../lib/client/inbox.ts";
import { plural } from "../ui/format.ts";

const MOST = 99;

/** The way to the inbox where the places are folded into a menu, while something waits in it. */
export function InboxLink({ workspace, href }: { readonly workspace: string; readonly href: string }) {
  if ((useInbox(workspace).data?.waiting ?? 0) === 0) return null;
  return (
    <Link
      href={href}
      aria-label="Inbox"
      className="text-ink-2 hover:bg-hover hover:text-ink ml-1 inline-flex h-7 items-center rounded-md px-1.5"
    >
      <Inbox size={14} strokeWidth={1.75} aria-hidden />
      <InboxCount workspace={workspace} />
    </Link>
  );
}

/** How many entries wait in the workspace's inbox; nothing where none does. */
export function InboxCount({ workspace }: { readonly workspace: string }) {
  const waiting = useInbox(workspace).data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <span
      title={`${plural(waiting, "entry waits", "entries wait")} for you`}
      className="bg-accent text-accent-ink ml-1.5 inline-flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-[10px] font-semibold tabular-nums"
    >
      {waiting > MOST ? `${MOST}+` : waiting}
      <span className="sr-only"> {waiting === 1 ? "entry waits" : "entries wait"} for you</span>
    </span>
  );
}
