"use client";
/**
 * A person's corrected file onto a branch, against the version that it was made from; the branch is started where it is
 * not there yet. A refusal changes nothing. The bytes are verified by their hash where the browser may compute one.
 */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { branchSchema, versionOnlySchema } from "../../lib/contracts/branches.ts";
import { call, ProblemError } from "../../lib/client/http.ts";
import { readAgain } from "../../lib/client/read-again.ts";
import type { Version } from "../../lib/contracts/common.ts";

/** Larger files would have to be in memory as a whole: they are verified by their length alone. */
const HASHED_UP_TO = 256 * 1024 ** 2;

export type Target =
  { readonly kind: "branch"; readonly id: string } | { readonly kind: "start"; readonly name: string };

export interface StageFile {
  readonly target: Target;
  readonly path: string;
  /** The version that it was made from; null: there must be no file yet. */
  readonly madeFrom: string | null;
  readonly file: File;
  readonly signal: AbortSignal;
}

export interface Staged {
  readonly branch: string;
  readonly version: Version;
}

export function useStageFile(workspace: string) {
  const client = useQueryClient();
  return useMutation<Staged, Error, StageFile>({
    mutationFn: (request) => stage(workspace, request),
    onSettled: () => readAgain(client, workspace),
  });
}

async function stage(workspace: string, { target, path, madeFrom, file, signal }: StageFile): Promise<Staged> {
  const sha256 = await hashOf(file);
  if (sha256 !== null && sha256 === madeFrom)
    throw new ProblemError({
      type: "urn:staged:problem:invalid-request",
      title: "This is the same file",
      status: 0,
      detail: "Byte for byte what it was made from, so there is nothing to stage. Was the correction saved?",
    });
  const branches = `/api/workspaces/${encodeURIComponent(workspace)}/branches`;
  const branch =
    target.kind === "branch"
      ? target.id
      : (await call("POST", branches, branchSchema, { body: { kind: "review", name: target.name }, signal })).id;
  const { version } = await call("PUT", `${branches}/${encodeURIComponent(branch)}/file`, versionOnlySchema, {
    query: { path, sha256: sha256 ?? undefined },
    body: file,
    headers: madeFrom === null ? { "if-none-match": "*" } : { "if-match": `"${madeFrom}"` },
    signal,
  });
  return { branch, version };
}

/** null where the browser may not (no secure context), or the file is large. */
async function hashOf(file: File): Promise<string | null> {
  if (!window.isSecureContext || file.size > HASHED_UP_TO) return null;
  const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
