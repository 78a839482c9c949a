/** Reads of a branch's session. A moment of the past never changes; the timeline is read again with its branch. */
"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { fileDiffSchema } from "../contracts/changes.ts";
import { callChangesSchema, momentSchema, traceSchema } from "../contracts/trace.ts";
import { call } from "./http.ts";
import { keys } from "./keys.ts";

const b = (workspace: string, branch: string) =>
  `/api/workspaces/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}`;

export const useTrace = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.trace(workspace, branch),
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/trace`, traceSchema, { signal }),
  });

export const useMoment = (workspace: string, branch: string, t: number | null) =>
  useQuery({
    queryKey: [...keys.trace(workspace, branch), "moment", t],
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/moments/${t ?? 0}`, momentSchema, { signal }),
    enabled: t !== null,
    placeholderData: keepPreviousData,
  });

export const useMomentDiff = (workspace: string, branch: string, t: number, path: string) =>
  useQuery({
    queryKey: [...keys.trace(workspace, branch), "moment", t, path],
    queryFn: ({ signal }) =>
      call("GET", `${b(workspace, branch)}/moments/${t}/diff`, fileDiffSchema, {
        query: { path, limit: 500 },
        signal,
      }),
  });

export const useCallChanges = (workspace: string, branch: string, id: string) =>
  useQuery({
    queryKey: [...keys.trace(workspace, branch), "call", id],
    queryFn: ({ signal }) =>
      call("GET", `${b(workspace, branch)}/calls/${encodeURIComponent(id)}/changes`, callChangesSchema, { signal }),
  });
