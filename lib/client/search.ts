/** Keyword search in one version, page by page. */
"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";

import { searchSchema } from "../contracts/search.ts";
import { call } from "./http.ts";
import { keys } from "./keys.ts";
import type { WhichVersion } from "./records.ts";

export const useSearch = (workspace: string, which: WhichVersion, q: string) =>
  useInfiniteQuery({
    queryKey: [
      ...keys.records(workspace, which.branch),
      "search",
      which.branch ?? null,
      which.t ?? null,
      which.tree ?? null,
      q,
    ],
    queryFn: ({ pageParam, signal }) =>
      call("GET", `/api/workspaces/${encodeURIComponent(workspace)}/search`, searchSchema, {
        query: { branch: which.branch, t: which.t, tree: which.tree, q, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: q.trim() !== "",
  });
