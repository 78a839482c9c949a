/** Pages as they print, as hooks: asks once, watches while they are made, and knows the addresses of the pictures. */
"use client";

import { useEffect } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { renderingSchema, type RenderingView } from "../contracts/rendering.ts";
import { call, type ProblemError } from "./http.ts";
import { keys } from "./keys.ts";

const POLLING = 1_000;
const at = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}/rendering`;
const isUnderWay = (state: RenderingView["state"] | undefined) => state === "queued" || state === "running";

export interface RenderingOf {
  readonly workspace: string;
  readonly path: string;
  /** Null: that side is absent, and nothing is asked. */
  readonly contentHash: string | null;
}

export interface RenderingHook {
  readonly rendering: RenderingView | undefined;
  readonly problem: ProblemError | null;
  /** Asks for it; again after a failure. */
  readonly request: () => void;
  readonly cancel: () => void;
  readonly busy: boolean;
}

/** Asks for the pages where nobody has yet; what failed or was cancelled waits for `request`. */
export function useRendering({ workspace, path, contentHash }: RenderingOf): RenderingHook {
  const client = useQueryClient();
  const queryKey = [...keys.rendering(workspace), path, contentHash];
  const query = { path, v: contentHash ?? "" };
  const read = useQuery<RenderingView, ProblemError>({
    queryKey,
    queryFn: ({ signal }) => call("GET", at(workspace), renderingSchema, { query, signal }),
    enabled: contentHash !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? POLLING : false),
    staleTime: ({ state }) => (state.data?.state === "done" ? Infinity : 0),
    retry: false,
  });
  const write = useMutation<RenderingView, ProblemError, "POST" | "DELETE">({
    mutationFn: (method) => call(method, at(workspace), renderingSchema, { query }),
    onSuccess: (answer) => void client.setQueryData(queryKey, answer),
  });
  const { mutate } = write;
  const absent = read.data?.state === "absent";
  useEffect(() => {
    if (absent) mutate("POST");
  }, [absent, mutate]);
  return {
    rendering: read.data,
    problem: read.error ?? write.error,
    request: () => mutate("POST"),
    cancel: () => mutate("DELETE"),
    busy: write.isPending,
  };
}

export const renderedPageAddress = (
  workspace: string,
  { path, contentHash, renderer }: Pick<RenderingView, "path" | "contentHash" | "renderer">,
  page: number,
  size: "large" | "small" = "large",
): string => {
  const query = new URLSearchParams({ path, v: contentHash, page: String(page), size, renderer });
  return `${at(workspace)}/page?${query.toString()}`;
};

export const renderedPdfAddress = (workspace: string, path: string, contentHash: string): string =>
  `${at(workspace)}/pdf?${new URLSearchParams({ path, v: contentHash }).toString()}`;
