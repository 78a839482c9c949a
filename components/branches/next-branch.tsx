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

/** Goes on to a place of the branch that waits most for a person, or to the list where there is none. */
export function NextBranch({ place }: { readonly place: "review" | "trace" }) {
  const { slug } = useWorkspaceHere();
  const router = useRouter();
  const list = useBranches(slug);
  const branches = list.data?.branches;
  useEffect(() => {
    if (branches === undefined) return;
    const next = waitsMost(branches) ?? (place === "trace" ? branches[0] : undefined) ?? null;
    router.replace(next === null ? placeAddress(slug, "branches") : placeAddress(slug, place, next.id));
  }, [branches, place, router, slug]);
  return (
    <WorkspaceShell here={place}>
      {branches === undefined && list.error !== null ? (
        <ErrorState problem={problemOf(list.error)} retrying={list.isFetching} onRetry={() => void list.refetch()} />
      ) : (
        <div className="bg-panel flex-1">
          <SkeletonRows label="Looking for a branch" />
        </div>
      )}
    </WorkspaceShell>
  );
}
