"use client";
/** The history page by page, newest first; older pages are read when they are asked for. */
import { useInfiniteQuery } from "@tanstack/react-query";

import { call } from "../../lib/client/http.ts";
import { keys } from "../../lib/client/keys.ts";
import { historySchema } from "../../lib/contracts/promotions.ts";

const PAGE = 100;

export const useHistoryPages = (workspace: string) =>
  useInfiniteQuery({
    queryKey: [...keys.history(workspace), "pages"],
    queryFn: ({ signal, pageParam }) =>
      call("GET", `/api/workspaces/${encodeURIComponent(workspace)}/promotions`, historySchema, {
        query: { limit: PAGE, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
