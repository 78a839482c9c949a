/** Threads of comments: read per file, and written so that only threads are read again. */
"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import {
  peopleListSchema,
  threadAnswerSchema,
  threadListSchema,
  type ThreadAnswer,
  type ThreadList,
  type ThreadView,
} from "../contracts/threads.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";

const w = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}`;

/** `branch` null: about the accepted version. `path` null: nothing is read yet. */
export const useThreads = (workspace: string, branch: string | null, path: string | null) =>
  useQuery({
    queryKey: [...keys.threads(workspace, branch), path ?? ""],
    queryFn: ({ signal }) => fetchThreads(workspace, branch, path ?? undefined, signal),
    enabled: path !== null,
  });

const fetchThreads = (
  workspace: string,
  branch: string | null,
  path: string | undefined,
  signal: AbortSignal,
): Promise<ThreadList> =>
  call("GET", `${w(workspace)}/threads`, threadListSchema, { query: { branch: branch ?? undefined, path }, signal });

export interface ThreadCounts {
  /** Open threads, by the id of the change that stands at their place. */
  readonly byChange: ReadonlyMap<string, number>;
  /** Open threads, by the fragment of their place in this version. */
  readonly byFragment: ReadonlyMap<string, number>;
  /** Open threads of the whole file, those of places included. */
  readonly open: number;
}

const NO_COUNTS: ThreadCounts = { byChange: new Map(), byFragment: new Map(), open: 0 };

/** Where in a file something was said: for the marks of viewers. The same object until something changes. */
export function useThreadCounts(workspace: string, branch: string | null, path: string | null): ThreadCounts {
  const threads = useThreads(workspace, branch, path).data?.threads;
  return useMemo(() => (threads === undefined ? NO_COUNTS : countThreads(threads)), [threads]);
}

export function countThreads(threads: readonly ThreadView[]): ThreadCounts {
  const [byChange, byFragment] = [new Map<string, number>(), new Map<string, number>()];
  const open = threads.filter(({ resolved }) => resolved === null);
  for (const { place } of open) {
    if (place.state !== "here") continue;
    if (place.changeId !== null) byChange.set(place.changeId, (byChange.get(place.changeId) ?? 0) + 1);
    if (place.fragment !== "") byFragment.set(place.fragment, (byFragment.get(place.fragment) ?? 0) + 1);
  }
  return { byChange, byFragment, open: open.length };
}

/** The members, for completing a mention and for giving something to do. */
export const usePeople = (workspace: string) =>
  useQuery({
    queryKey: keys.people(workspace),
    queryFn: ({ signal }) => call("GET", `${w(workspace)}/people`, peopleListSchema, { signal }),
    staleTime: 60_000,
  });

/** An answer takes its place in what was read; where it is new or the order changes, the list is read again. */
function useThreadWrite<V>(workspace: string, branch: string | null, write: (variables: V) => Promise<ThreadAnswer>) {
  const client = useQueryClient();
  return useMutation<ThreadAnswer, ProblemError, V>({
    mutationFn: write,
    onSuccess: ({ thread }) => {
      client.setQueriesData<ThreadList>({ queryKey: keys.threads(workspace, branch) }, (list) =>
        list === undefined
          ? list
          : { ...list, threads: list.threads.map((other) => (other.id === thread.id ? thread : other)) },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.threads(workspace, branch) }),
  });
}

export interface NewThread {
  readonly path: string;
  readonly contentHash: string;
  readonly fragment: string;
  readonly changeId?: string;
  readonly quote?: string;
  readonly text: string;
}

export const useCreateThread = (workspace: string, branch: string | null) =>
  useThreadWrite(workspace, branch, (thread: NewThread) =>
    call("POST", `${w(workspace)}/threads`, threadAnswerSchema, { body: { branch, ...thread } }),
  );

const t = (workspace: string, thread: string) => `${w(workspace)}/threads/${encodeURIComponent(thread)}`;

export const useReply = (workspace: string, branch: string | null) =>
  useThreadWrite(workspace, branch, ({ thread, text }: { thread: string; text: string }) =>
    call("POST", `${t(workspace, thread)}/comments`, threadAnswerSchema, { body: { text } }),
  );

export const useResolveThread = (workspace: string, branch: string | null) =>
  useThreadWrite(workspace, branch, ({ thread, resolved }: { thread: string; resolved: boolean }) =>
    call("PUT", t(workspace, thread), threadAnswerSchema, { body: { resolved } }),
  );

/** `text` null: it is deleted. */
export const useChangeComment = (workspace: string, branch: string | null) =>
  useThreadWrite(
    workspace,
    branch,
    ({ thread, comment, text }: { thread: string; comment: string; text: string | null }) =>
      call(
        text === null ? "DELETE" : "PUT",
        `${t(workspace, thread)}/comments/${encodeURIComponent(comment)}`,
        threadAnswerSchema,
        text === null ? {} : { body: { text } },
      ),
  );
