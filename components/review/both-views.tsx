"use client";

import type { ReactNode } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileView } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { FileViewAnswer } from "../../lib/contracts/views.ts";
import { ErrorState } from "../ui/error-state.tsx";
import type { ShownVersion } from "./file-toolbar.tsx";

/** What a comparison that is drawn from both versions' structure is handed, whatever the format. */
export interface DrawnDiffProps {
  readonly workspace: string;
  readonly diff: FileDiffView;
  readonly version: ShownVersion;
  readonly current: string | null;
  readonly onSelect: (selected: {
    readonly ids: readonly string[];
    readonly label: string;
    readonly heading: string;
  }) => void;
  readonly onSeen: (ids: readonly string[]) => void;
  /** Stepping went past the last (1) or first (-1) change. */
  readonly onEnd: (direction: 1 | -1) => void;
  /** The list of changes that have no place in what is drawn. */
  readonly aside: (changes: readonly ReviewedChange[]) => ReactNode;
  /** Instead, where a version cannot be drawn. */
  readonly otherwise: ReactNode;
}

type AnyView = NonNullable<FileViewAnswer["view"]>;
type ViewOf<K extends AnyView["kind"]> = Extract<AnyView, { readonly kind: K }>;

/** Both versions of a file as a format's view, null where the file is absent; until they are there, what says so. */
export function BothViews<K extends AnyView["kind"]>({
  workspace,
  file,
  kind,
  loading,
  otherwise,
  children,
}: {
  readonly workspace: string;
  readonly file: FileDiffView["file"];
  readonly kind: K;
  readonly loading: ReactNode;
  readonly otherwise: ReactNode;
  readonly children: (before: ViewOf<K> | null, after: ViewOf<K> | null) => ReactNode;
}) {
  const { path, fromPath, before, after } = file;
  const old = useFileView(workspace, fromPath ?? path, before);
  const now = useFileView(workspace, path, after);
  const failed = [old, now].find(({ error }) => error !== null);
  if (failed?.error)
    return (
      <ErrorState
        problem={problemOf(failed.error)}
        onRetry={() => void failed.refetch()}
        retrying={failed.isFetching}
      />
    );
  if ((before !== null && old.data === undefined) || (after !== null && now.data === undefined)) return loading;
  const isOfKind = (view: AnyView): view is ViewOf<K> => view.kind === kind;
  const viewOf = (view: AnyView | null | undefined) => (view && isOfKind(view) ? view : null);
  const [left, right] = [viewOf(old.data?.view), viewOf(now.data?.view)];
  if ((before !== null && left === null) || (after !== null && right === null)) return otherwise;
  return children(left, right);
}
