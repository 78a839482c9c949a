"use client";

import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { InboxList } from "./inbox-list.tsx";

/** What waits for one in this workspace. */
export function InboxScreen() {
  const { slug } = useWorkspaceHere();
  return (
    <WorkspaceShell here="inbox">
      <div className="border-line bg-panel flex h-10 shrink-0 items-center gap-3 border-b px-3">
        <h2 className="text-md font-semibold">What waits for you</h2>
        <span className="text-ink-3">in this workspace, newest first</span>
      </div>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-3 px-6 py-4">
          <InboxList workspace={slug} />
        </div>
      </div>
    </WorkspaceShell>
  );
}
