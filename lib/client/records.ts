/** Reads of the parsed cache and of a file's versions. A version that is named for good is never read again. */
"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";

import {
  fileComparisonSchema,
  fileHistorySchema,
  freshnessSchema,
  recordSchema,
  sheetWindowSchema,
  versionListSchema,
  type SheetWindowView,
} from "../contracts/records.ts";
import { call } from "./http.ts";
import { keys } from "./keys.ts";

const w = (workspace: string) => `/api/workspaces/${encodeURIComponent(workspace)}`;

/** The accepted tree, a branch, one of its points, or a tree by its hash. */
export interface WhichVersion {
  readonly branch?: string | undefined;
  readonly t?: number | undefined;
  readonly tree?: string | undefined;
}

const whichKey = ({ branch, t, tree }: WhichVersion) => [branch ?? null, t ?? null, tree ?? null] as const;
const fields = ({ branch, t, tree }: WhichVersion) => ({ branch, t, tree });

export const useFreshness = (workspace: string, which: WhichVersion) =>
  useQuery({
    queryKey: [...keys.records(workspace, which.branch), "freshness", ...whichKey(which)],
    queryFn: ({ signal }) =>
      call("GET", `${w(workspace)}/freshness`, freshnessSchema, { query: fields(which), signal }),
    placeholderData: keepPreviousData,
  });

/** Pages of one answer. */
const RECORD_PAGES = 6;

export const useRecord = (workspace: string, which: WhichVersion, path: string, v: string, first: number) =>
  useInfiniteQuery({
    queryKey: [...keys.records(workspace, which.branch), "record", ...whichKey(which), path, v, first],
    queryFn: ({ pageParam, signal }) =>
      call("GET", `${w(workspace)}/record`, recordSchema, {
        query: { ...fields(which), path, v, from: pageParam, count: RECORD_PAGES },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam: ({ from, pages, pageCount }) =>
      from + pages.length < pageCount ? from + pages.length : undefined,
    getPreviousPageParam: ({ from }) => (from > 0 ? Math.max(0, from - RECORD_PAGES) : undefined),
  });

export const useFileHistory = (workspace: string, which: WhichVersion, path: string | null) =>
  useQuery({
    queryKey: [...keys.records(workspace, which.branch), "history", ...whichKey(which), path],
    queryFn: ({ signal }) =>
      call("GET", `${w(workspace)}/file-history`, fileHistorySchema, {
        query: { ...fields(which), path: path ?? "" },
        signal,
      }),
    enabled: path !== null,
    placeholderData: keepPreviousData,
  });

export const useFileComparison = (workspace: string, path: string, before: string, after: string) =>
  useInfiniteQuery({
    queryKey: ["compare", workspace, path, before, after],
    queryFn: ({ pageParam, signal }) =>
      call("GET", `${w(workspace)}/compare`, fileComparisonSchema, {
        query: { path, before, after, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Infinity,
  });

export interface SheetPlace {
  readonly path: string;
  readonly v: string;
  readonly sheet?: string | undefined;
  readonly from: number;
  readonly count: number;
}

export const fetchSheet = (workspace: string, place: SheetPlace, signal: AbortSignal): Promise<SheetWindowView> =>
  call("GET", `${w(workspace)}/sheet`, sheetWindowSchema, { query: { ...place }, signal });

export const sheetKey = (workspace: string, { path, v, sheet, from, count }: SheetPlace) =>
  ["sheet", workspace, path, v, sheet ?? null, from, count] as const;

export const useVersions = (workspace: string, branch: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.records(workspace, branch), "versions"],
    queryFn: ({ signal }) => call("GET", `${w(workspace)}/versions`, versionListSchema, { query: { branch }, signal }),
    enabled,
  });
