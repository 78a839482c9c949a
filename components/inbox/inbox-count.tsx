"use client";

import { useInbox } from "../../lib/client/inbox.ts";
import { plural } from "../ui/format.ts";

const MOST = 99;

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
