"use client";

import { MessageSquare } from "lucide-react";
import { createContext, useContext, type ReactNode } from "react";

import { useThreadCounts, type ThreadCounts } from "../../lib/client/threads.ts";
import { plural } from "../ui/format.ts";

const Context = createContext<ThreadCounts>({ byChange: new Map(), byFragment: new Map(), open: 0 });

/** Where something was said in the file below: viewers mark it with `ThreadCount`, without being handed anything. */
export function ThreadMarks({
  workspace,
  branch,
  path,
  children,
}: {
  readonly workspace: string;
  readonly branch: string | null;
  readonly path: string;
  readonly children: ReactNode;
}) {
  return <Context value={useThreadCounts(workspace, branch, path)}>{children}</Context>;
}

export const useThreadMarks = (): ThreadCounts => useContext(Context);

/** A small count of open threads at a place; nothing where there is none. */
export function ThreadCount({ count }: { readonly count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <span
      className="text-accent inline-flex shrink-0 items-center gap-0.5 text-xs font-semibold"
      title={plural(count, "open thread")}
    >
      <MessageSquare size={12} strokeWidth={2} aria-hidden />
      {count}
      <span className="sr-only"> open {count === 1 ? "thread" : "threads"} of comments</span>
    </span>
  );
}

/** Open threads on any of these changes. */
export function ThreadsOnChanges({ changes }: { readonly changes: readonly { readonly id: string }[] }) {
  const { byChange } = useThreadMarks();
  return <ThreadCount count={changes.reduce((sum, { id }) => sum + (byChange.get(id) ?? 0), 0)} />;
}

/** Open threads at a place of this version and at what stands within it: on a slide those of its shapes, too. */
export function ThreadsAt({ fragment }: { readonly fragment: string }) {
  const { byFragment } = useThreadMarks();
  let count = 0;
  for (const [place, threads] of byFragment)
    if (place === fragment || place.startsWith(`${fragment}&`)) count += threads;
  return <ThreadCount count={count} />;
}
