/**
 * Reads and writes of the screens, as TanStack Query hooks. Reads live under the keys of `keys.ts`; a write puts nothing
 * into the cache by hand: it invalidates what its answer's version is about, and so does every event of the server.
 */
"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  branchListSchema,
  branchSchema,
  decidedSchema,
  staleListSchema,
  versionOnlySchema,
  type Decided,
  type DecideRequest,
} from "../contracts/branches.ts";
import { deltaSchema, fileDiffSchema, textViewSchema, type FileDiffView } from "../contracts/changes.ts";
import { planSchema, promotedSchema, rollbackPlanSchema } from "../contracts/promotions.ts";
import { sheetGridSchema, type SheetGridView } from "../contracts/sheets.ts";
import { fileViewSchema } from "../contracts/views.ts";
import { meSchema, workspaceListSchema, workspaceSchema } from "../contracts/workspaces.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";
import { readAgain } from "./read-again.ts";

const w = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}`;
const b = (workspace: string, branch: string) => `${w(workspace)}/branches/${encodeURIComponent(branch)}`;

export const useMe = () =>
  useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => call("GET", "/api/me", meSchema, { signal }),
    staleTime: Infinity,
  });

export const useWorkspaces = () =>
  useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => call("GET", "/api/workspaces", workspaceListSchema, { query: { limit: 500 }, signal }),
  });

export const useWorkspace = (workspace: string) =>
  useQuery({
    queryKey: keys.workspace(workspace),
    queryFn: ({ signal }) => call("GET", w(workspace), workspaceSchema, { signal }),
  });

export const useBranches = (workspace: string) =>
  useQuery({
    queryKey: keys.branches(workspace),
    queryFn: ({ signal }) =>
      call("GET", `${w(workspace)}/branches`, branchListSchema, { query: { limit: 500 }, signal }),
  });

export const useBranch = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.branch(workspace, branch),
    queryFn: ({ signal }) => call("GET", b(workspace, branch), branchSchema, { signal }),
  });

export const useDelta = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.delta(workspace, branch),
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/delta`, deltaSchema, { signal }),
  });

export const useFileDiff = (workspace: string, branch: string, path: string | null) =>
  useQuery({
    queryKey: keys.diff(workspace, branch, path ?? ""),
    queryFn: ({ signal }) =>
      call("GET", `${b(workspace, branch)}/diff`, fileDiffSchema, { query: { path: path ?? "" }, signal }),
    enabled: path !== null,
  });

/** Of one version of a file, named by its content hash; null: that side is absent. */
export const useFileView = (workspace: string, path: string, contentHash: string | null) =>
  useQuery({
    queryKey: keys.view(workspace, path, contentHash ?? ""),
    queryFn: ({ signal }) =>
      call("GET", `${w(workspace)}/view`, fileViewSchema, { query: { path, v: contentHash ?? "" }, signal }),
    enabled: contentHash !== null,
    staleTime: Infinity,
  });

export const useTextView = (workspace: string, branch: string, path: string) =>
  useQuery({
    queryKey: keys.text(workspace, branch, path),
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/text`, textViewSchema, { query: { path }, signal }),
    placeholderData: keepPreviousData,
  });

export interface GridWindow {
  readonly path: string;
  readonly sheet?: string;
  readonly rows: "changed" | "all";
  readonly from: number;
  readonly count: number;
}

export const fetchGrid = (
  workspace: string,
  branch: string,
  window: GridWindow,
  signal?: AbortSignal,
): Promise<SheetGridView> =>
  call("GET", `${b(workspace, branch)}/grid`, sheetGridSchema, { query: { ...window }, ...(signal ? { signal } : {}) });

export const useGrid = (workspace: string, branch: string, window: GridWindow) =>
  useQuery({
    queryKey: [
      ...keys.grid(workspace, branch, window.path),
      window.sheet ?? null,
      window.rows,
      window.from,
      window.count,
    ],
    queryFn: ({ signal }) => fetchGrid(workspace, branch, window, signal),
    placeholderData: keepPreviousData,
  });

export const useStale = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.stale(workspace, branch),
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/stale`, staleListSchema, { signal }),
  });

export interface PlanChoice {
  readonly paths?: string[];
  readonly turns?: number[];
}

export const usePlan = (workspace: string, branch: string, choice: PlanChoice, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.plan(workspace, branch), choice],
    queryFn: ({ signal }) => call("POST", `${b(workspace, branch)}/plan`, planSchema, { body: choice, signal }),
    enabled,
  });

export const useRollbackPlan = (workspace: string, number: number | null) =>
  useQuery({
    queryKey: [...keys.history(workspace), "rollback", number],
    queryFn: ({ signal }) =>
      call("GET", `${w(workspace)}/promotions/${number ?? 0}/rollback`, rollbackPlanSchema, { signal }),
    enabled: number !== null,
  });

/** Everything of a workspace is read again after a write to it: reads are keyed by version and cheap. */
function useWorkspaceWrite<V, A>(workspace: string, write: (variables: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation<A, ProblemError, V>({
    mutationFn: write,
    // Not waited for: the write is over when the server answered, and the next one need not wait for reads.
    onSettled: () => void readAgain(client, workspace),
  });
}

/** A decision takes no file out of Δ: all is read again at once. */
export const useDecide = (workspace: string, branch: string) => {
  const client = useQueryClient();
  return useMutation<Decided, ProblemError, DecideRequest>({
    mutationFn: (body) => call("POST", `${b(workspace, branch)}/decisions`, decidedSchema, { body }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.workspace(workspace) }),
  });
};

/** What was seen is noted in the diff at hand: reading it again would say nothing else. */
export const useMarkSeen = (workspace: string, branch: string) => {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, { path: string; ids: string[] }>({
    mutationFn: (body) => call("POST", `${b(workspace, branch)}/seen`, versionOnlySchema, { body }),
    onSuccess: (_, { path, ids }) => {
      const seen = new Set(ids);
      client.setQueryData<FileDiffView>(
        keys.diff(workspace, branch, path),
        (diff) =>
          diff && {
            ...diff,
            changes: diff.changes.map((change) => (seen.has(change.id) ? { ...change, seen: true } : change)),
          },
      );
    },
  });
};

export const usePromote = (workspace: string, branch: string) =>
  useWorkspaceWrite(workspace, (body: PlanChoice & { planHash: string; message: string }) =>
    call("POST", `${b(workspace, branch)}/promotions`, promotedSchema, { body }),
  );

export const useRollBack = (workspace: string) =>
  useWorkspaceWrite(
    workspace,
    ({ number, ...body }: { number: number; planHash: string; leaveOutConflicts: boolean; message: string }) =>
      call("POST", `${w(workspace)}/promotions/${number}/rollback`, promotedSchema, { body }),
  );

export const useBranchAct = (workspace: string, branch: string, act: "rebase" | "rejections") =>
  useWorkspaceWrite(workspace, () => call("POST", `${b(workspace, branch)}/${act}`, versionOnlySchema));

export const useSynchronize = (workspace: string, branch: string) =>
  useWorkspaceWrite(workspace, () => call("POST", `${b(workspace, branch)}/synchronize`, versionOnlySchema));

export const useCreateBranch = (workspace: string) =>
  useWorkspaceWrite(workspace, (body: { kind: "chat" | "review"; name: string }) =>
    call("POST", `${w(workspace)}/branches`, branchSchema, { body }),
  );

export const useCreateWorkspace = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; import?: string; confirmRenames?: boolean }) =>
      call("POST", "/api/workspaces", workspaceSchema, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workspaces }),
  });
};

export const fileAddress = (workspace: string, path: string, version?: string) =>
  `${w(workspace)}/file?${new URLSearchParams({ path, ...(version ? { v: version } : {}) }).toString()}`;

/** A raster picture inside of a version of a file (`part`: as the file's view names it; "" for a picture file). */
export const mediaAddress = (workspace: string, path: string, version: string, part = "") =>
  `${w(workspace)}/media?${new URLSearchParams({ path, v: version, part }).toString()}`;

export const archiveAddress = (workspace: string, which: { branch?: string; tree?: string } = {}) =>
  `${w(workspace)}/archive?${new URLSearchParams(which).toString()}`;
