"use client";
/** Every path of one version, however many pages: later pages ask for the tree hash of the first, so that all are one version (V3). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { call } from "../../lib/client/http.ts";
import { keys } from "../../lib/client/keys.ts";
import type { WhichVersion } from "../../lib/client/records.ts";
import { treeSchema, type TreeView } from "../../lib/contracts/workspaces.ts";

export type TreeEntry = TreeView["entries"][number];

const PAGE = 10_000;

async function wholeTree(workspace: string, which: WhichVersion, signal: AbortSignal): Promise<TreeView> {
  const page = (query: WhichVersion, cursor?: string) =>
    call("GET", `/api/workspaces/${encodeURIComponent(workspace)}/tree`, treeSchema, {
      query: { branch: query.branch, t: query.t, tree: query.tree, limit: PAGE, cursor },
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

export const useWholeTree = (workspace: string, which: WhichVersion) =>
  useQuery({
    queryKey: [
      ...(which.branch === undefined
        ? keys.tree(workspace, "accepted")
        : [...keys.branch(workspace, which.branch), "tree"]),
      which.t ?? null,
      which.tree ?? null,
    ],
    queryFn: ({ signal }) => wholeTree(workspace, which, signal),
    placeholderData: keepPreviousData,
  });
