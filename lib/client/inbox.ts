/** What waits for the person who is signed in. */
"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { inboxSchema, markedSchema } from "../contracts/inbox.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";

const inboxOf = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}/inbox`;

/** `workspace` null: of all workspaces. */
export const useInbox = (workspace: string | null) =>
  useQuery({
    queryKey: keys.inbox(workspace),
    queryFn: ({ signal }) =>
      call("GET", workspace === null ? "/api/inbox" : inboxOf(workspace), inboxSchema, { signal }),
    // Events read it again; going from page to page does not.
    staleTime: 15_000,
  });

/** `comments` absent: all mentions in the workspace. */
export const useMarkMentions = () => {
  const client = useQueryClient();
  return useMutation<unknown, ProblemError, { workspace: string; comments?: string[]; read: boolean }>({
    mutationFn: ({ workspace, ...body }) => call("POST", inboxOf(workspace), markedSchema, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.inboxes }),
  });
};
