"use client";
/** The workspace that the pages below are about: read once, listened to once. */
import { createContext, useContext, type ReactNode } from "react";

import { useLiveWorkspace, type Connection } from "../../lib/client/live.ts";
import { ProblemError } from "../../lib/client/http.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import { useMe, useWorkspace } from "../../lib/client/queries.ts";
import type { Me, WorkspaceView } from "../../lib/contracts/workspaces.ts";
import { NoWorkspace } from "./no-workspace.tsx";

export interface WorkspaceHere {
  readonly slug: string;
  /** Absent while it is read for the first time. */
  readonly workspace: WorkspaceView | undefined;
  readonly me: Me | undefined;
  readonly connection: Connection;
}

const Context = createContext<WorkspaceHere | null>(null);

export function useWorkspaceHere(): WorkspaceHere {
  const here = useContext(Context);
  if (here === null) throw new Error("useWorkspaceHere is called outside of a workspace");
  return here;
}

export function WorkspaceProvider({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const workspace = useWorkspace(slug);
  const me = useMe();
  const connection = useLiveWorkspace(slug);
  // What was read stays on the screen when a later read fails: the footer says that the connection is lost. Not so where
  // the workspace is there no more for this person: who was removed sees nothing of it.
  const gone = workspace.error instanceof ProblemError && workspace.error.kind === "not-found";
  if ((workspace.data === undefined || gone) && workspace.error !== null) {
    const signedOut = workspace.error instanceof ProblemError && workspace.error.kind === "not-signed-in";
    return signedOut ? null : (
      <NoWorkspace
        problem={problemOf(workspace.error)}
        retrying={workspace.isFetching}
        onRetry={() => void workspace.refetch()}
      />
    );
  }
  return <Context value={{ slug, workspace: workspace.data, me: me.data, connection }}>{children}</Context>;
}
