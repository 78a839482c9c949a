"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useBranches } from "../../lib/client/queries.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useWorkspaceHere } from "../workspaces/workspace-context.tsx";
import { placeAddress } from "../workspaces/workspace-nav.tsx";
import { WorkspaceShell } from "../workspaces/workspace-shell.tsx";
import { waitsMost } from "./waiting.ts";

/** Goes on to the branch that waits most for a person, or to the list where none does. */
export function NextReview() {
  const { slug } = useWorkspaceHere();
  const router = useRouter();
  const list = useBranches(slug);
  const branches = list.data?.branches;
  useEffect(() => {
    if (branches === undefined) return;
    const next = waitsMost(branches);
    router.replace(next === null ? placeAddress(slug, "branches") : placeAddress(slug, "review", next.id));
  }, [branches, router, slug]);
  return (
    <WorkspaceShell here="review">
      {branches === undefined && list.error !== null ? (
        <ErrorState problem={problemOf(list.error)} retrying={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <div className="bg-panel flex-1">
          <SkeletonRows label="Looking for what waits" />
        </div>
      )}
    </WorkspaceShell>
  );
}
