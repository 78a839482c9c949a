/** Reads and ends of stale operations. A preview is read again with every choice; the one before stays until it is there. */
"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { actionItemAnswerSchema, type CreateActionItem } from "../contracts/action-items.ts";
import { versionOnlySchema } from "../contracts/branches.ts";
import {
  reconcileViewSchema,
  type Choices,
  type ReconcileRequest,
  type ReconcileView,
} from "../contracts/reconcile.ts";
import { call, problemFrom, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";
import { readAgain } from "./read-again.ts";

const at = (workspace: string, branch: string) =>
  `/api/workspaces/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}/reconciliations`;

export interface ReconcileAsk {
  readonly operation: string;
  readonly strict: boolean;
  readonly choices: Choices;
}

/** @param seq of the branch, as the list of what waits said it */
export const useReconcilePreview = (workspace: string, branch: string, seq: number, ask: ReconcileAsk | null) =>
  useQuery<ReconcileView, ProblemError>({
    queryKey: [
      ...keys.reconcile(workspace, branch, seq, ask?.operation ?? ""),
      ask?.strict ?? false,
      ask?.choices ?? {},
    ],
    queryFn: ({ signal }) =>
      call("POST", `${at(workspace, branch)}/preview`, reconcileViewSchema, { body: ask, signal }),
    enabled: ask !== null,
    placeholderData: (before) => (before?.operation === ask?.operation ? before : undefined),
    retry: false,
  });

export interface ByHand {
  readonly operation: string;
  readonly path: string;
  /** As they were shown; null: absent. */
  readonly accepted: string | null;
  readonly staged: string | null;
  readonly file: File;
}

/** Everything of the workspace is read again after an end, and after a refusal: something was another than shown. */
export function useReconcile(workspace: string, branch: string) {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, ReconcileRequest>({
    mutationFn: (body) => call("POST", at(workspace, branch), versionOnlySchema, { body }),
    onSettled: () => void readAgain(client, workspace),
  });
}

export function useReconcileByHand(workspace: string, branch: string) {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, ByHand>({
    mutationFn: ({ file, accepted, staged, operation, path }) =>
      call("PUT", `${at(workspace, branch)}/corrected`, versionOnlySchema, {
        query: { operation, path, accepted: accepted ?? undefined, staged: staged ?? undefined },
        body: file,
      }),
    onSettled: () => void readAgain(client, workspace),
  });
}

/** Handed back (M6): an action item for whoever staged it. The operation stays stale. */
export function useHandBack(workspace: string, branch: string) {
  const client = useQueryClient();
  const items = at(workspace, branch).replace(/reconciliations$/u, "action-items");
  return useMutation<unknown, ProblemError, CreateActionItem>({
    mutationFn: (body) => call("POST", items, actionItemAnswerSchema, { body }),
    onSettled: () => void readAgain(client, workspace),
  });
}

/** The bytes of the result as the choices make it. @throws ProblemError where the server refuses. */
export async function reconcileResult(
  workspace: string,
  branch: string,
  ask: ReconcileAsk & { readonly path: string },
): Promise<Blob> {
  const response = await fetch(`${at(workspace, branch)}/result`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ask),
    credentials: "same-origin",
  });
  if (!response.ok) throw await problemFrom(response);
  return response.blob();
}
