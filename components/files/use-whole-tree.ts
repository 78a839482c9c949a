"use client";
/** Every path of one version, however many pages: later pages ask for the tree hash of the first, so that all are one version (V3). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { call } from "../../lib/client/http.ts";
import { keys } from "../../lib/client/keys.ts";
import { treeSchema, type TreeView } from "../../lib/contracts/workspaces.ts";

export interface WhichTree {
  readonly branch?: string | undefined;
  /** A version by its hash; without it, the newest of the branch, or the accepted tree. */
  readonly tree?: string | undefined;
}

export type TreeEntry = TreeView["entries"][number];

const PAGE = 500;

async function wholeTree(workspace: string, which: WhichTree, signal: AbortSignal): Promise<TreeView> {
  const page = (query: WhichTree, cursor?: string) =>
    call("GET", `/api/workspaces/${encodeURIComponent(workspace)}/tree`, treeSchema, {
      query: { branch: query.branch, tree: query.tree, limit: PAGE, cursor },
      signal,
    });
  const first = await page(which);
  const entries = [...first.entries];
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const next = await page({ branch: which.branch, tree: first.version.treeHash }, cursor);
    entries.push(...next.entries);
    cursor = next.nextCursor;
  }
  return { version: first.version, entries, nextCursor: null };
}

export const useWholeTree = (workspace: string, which: WhichTree) =>
  useQuery({
    queryKey: [...keys.tree(workspace, which.tree ?? which.branch ?? "accepted"), "whole"],
    queryFn: ({ signal }) => wholeTree(workspace, which, signal),
    placeholderData: keepPreviousData,
  });
