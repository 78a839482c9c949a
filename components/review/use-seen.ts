"use client";
/** Tells the server which changes were on this person's screen: each once, in batches, shortly after they appeared. */
import { useCallback, useEffect, useRef } from "react";

import { useMarkSeen } from "../../lib/client/queries.ts";
import type { FileDiffView } from "../../lib/contracts/changes.ts";

const PAUSE = 400;

export function useSeen(
  workspace: string,
  branch: string,
  diff: FileDiffView | undefined,
): (ids: readonly string[]) => void {
  const { mutate } = useMarkSeen(workspace, branch);
  const told = useRef(new Set<string>());
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const path = diff?.file.path;
  useEffect(() => {
    told.current = new Set(diff?.changes.filter(({ seen }) => seen).map(({ id }) => id));
  }, [diff]);
  const flush = useCallback(() => {
    if (path === undefined || waiting.current.size === 0) return;
    const ids = [...waiting.current];
    waiting.current.clear();
    mutate({ path, ids });
  }, [mutate, path]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      flush();
    },
    [flush],
  );
  return useCallback(
    (ids: readonly string[]) => {
      for (const id of ids) {
        if (told.current.has(id)) continue;
        told.current.add(id);
        waiting.current.add(id);
      }
      if (waiting.current.size === 0) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE);
    },
    [flush],
  );
}
