"use client";
/** A version of a deck as it is drawn, and where its pictures are read. */
import { useCallback } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { mediaAddress, useFileView } from "../../lib/client/queries.ts";
import type { DeckView } from "../../lib/contracts/deck-view.ts";
import type { Problem } from "../../lib/contracts/problems.ts";

export interface LoadedDeck {
  /** Null: that side is absent, or it is not a deck that can be drawn. */
  readonly deck: DeckView | null;
  readonly loading: boolean;
  readonly problem: Problem | null;
  readonly retry: () => void;
  readonly retrying: boolean;
  /** Why it cannot be drawn, in the reader's words. */
  readonly unreadable: string | null;
  readonly pictureAt: (part: string) => string;
}

/** @param contentHash null: the side is absent */
export function useDeck(workspace: string, path: string, contentHash: string | null): LoadedDeck {
  const query = useFileView(workspace, path, contentHash);
  const pictureAt = useCallback(
    (part: string) => mediaAddress(workspace, path, contentHash ?? "", part),
    [workspace, path, contentHash],
  );
  const view = query.data?.view;
  return {
    deck: view?.kind === "deck" ? view : null,
    loading: contentHash !== null && query.data === undefined && query.error === null,
    problem: query.error === null ? null : problemOf(query.error),
    retry: () => void query.refetch(),
    retrying: query.isFetching,
    unreadable: query.data?.unreadable ?? null,
    pictureAt,
  };
}
