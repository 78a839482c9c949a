/** What is to be done on a branch, and how it was handed over for review. */
"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  actionItemAnswerSchema,
  actionItemListSchema,
  reviewRequestAnswerSchema,
  reviewRequestListSchema,
  type CreateActionItem,
} from "../contracts/action-items.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";

const w = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}`;
const b = (workspace: string, branch: string) => `${w(workspace)}/branches/${encodeURIComponent(branch)}`;

export const useActionItems = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.actionItems(workspace, branch),
    queryFn: ({ signal }) => call("GET", `${b(workspace, branch)}/action-items`, actionItemListSchema, { signal }),
  });

function useBranchWrite<V, A>(workspace: string, branch: string, write: (variables: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation<A, ProblemError, V>({
    mutationFn: write,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.actionItems(workspace, branch) });
      void client.invalidateQueries({ queryKey: keys.reviewRequests(workspace, branch) });
      // A thread names what was made from it.
      void client.invalidateQueries({ queryKey: keys.threads(workspace, branch) });
      void client.invalidateQueries({ queryKey: keys.inboxes });
    },
  });
}

/** From a thread, a rejection, or a stale operation that is handed back to the agent (M6). */
export const useCreateActionItem = (workspace: string, branch: string) =>
  useBranchWrite(workspace, branch, (body: CreateActionItem) =>
    call("POST", `${b(workspace, branch)}/action-items`, actionItemAnswerSchema, { body }),
  );

export const useChangeActionItem = (workspace: string, branch: string) =>
  useBranchWrite(
    workspace,
    branch,
    ({ item, ...body }: { item: string; state: "open" | "done" | "dismissed"; outcome?: string }) =>
      call("PUT", `${w(workspace)}/action-items/${encodeURIComponent(item)}`, actionItemAnswerSchema, { body }),
  );

export const useReviewRequests = (workspace: string, branch: string) =>
  useQuery({
    queryKey: keys.reviewRequests(workspace, branch),
    queryFn: ({ signal }) =>
      call("GET", `${b(workspace, branch)}/review-requests`, reviewRequestListSchema, { signal }),
  });

export const useSubmitForReview = (workspace: string, branch: string) =>
  useBranchWrite(workspace, branch, (body: { message: string; reviewer?: string; treeHash: string }) =>
    call("POST", `${b(workspace, branch)}/review-requests`, reviewRequestAnswerSchema, { body }),
  );

export const useCloseReviewRequest = (workspace: string, branch: string) =>
  useBranchWrite(workspace, branch, (request: string) =>
    call("DELETE", `${b(workspace, branch)}/review-requests/${encodeURIComponent(request)}`, reviewRequestAnswerSchema),
  );
