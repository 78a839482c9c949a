"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useMemo, useState, type ReactNode } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useFileView } from "../../lib/client/queries.ts";
import type { FileDiffView, ReviewedChange } from "../../lib/contracts/changes.ts";
import type { NotebookView } from "../../lib/contracts/notebook-view.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { addressWords, CHANGE_SIGNS, FACET_WORDS } from "../review/words.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { alignNotebook, changesOf, foldedCells } from "./align-cells.ts";
import type { CellDrawing } from "./cell-view.tsx";
import { Cells } from "./cells.tsx";

export interface NotebookDiffProps {
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
  /** The list of changes that belong to no cell. */
  readonly aside: (changes: readonly ReviewedChange[]) => ReactNode;
  /** Instead, where a version cannot be drawn. */
  readonly otherwise: ReactNode;
}

/** A notebook's comparison by cell; also of a file that came or went. J and K step through changes. */
export function NotebookDiff(props: NotebookDiffProps) {
  const { workspace, diff, otherwise } = props;
  const { path, fromPath, before, after } = diff.file;
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
  if ((before !== null && old.data === undefined) || (after !== null && now.data === undefined))
    return <SkeletonRows label="Loading the notebook" rows={12} height={44} />;
  const [left, right] = [notebookOf(old.data?.view), notebookOf(now.data?.view)];
  if ((before !== null && left === null) || (after !== null && right === null)) return otherwise;
  return <Loaded {...props} before={left} after={right} />;
}

const notebookOf = (view: { readonly kind: string } | null | undefined): NotebookView | null =>
  view?.kind === "notebook" ? (view as NotebookView) : null;

interface LoadedProps extends NotebookDiffProps {
  readonly before: NotebookView | null;
  readonly after: NotebookView | null;
}

function Loaded(props: LoadedProps) {
  const { workspace, diff, version, current, before, after, onSelect, onSeen, onEnd, aside } = props;
  const [layout, setLayout] = useState<"place" | "side">("place");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const { file } = diff;
  const whole = file.before === null || file.after === null;
  const { cells, unplaced } = useMemo(() => alignNotebook(before, after, diff.changes), [before, after, diff.changes]);
  const items = useMemo(() => (whole ? cells : foldedCells(cells, open)), [cells, whole, open]);
  const steps = useMemo(
    () => [...new Map([...unplaced, ...cells.flatMap(changesOf)].map((change) => [change.id, change])).values()],
    [cells, unplaced],
  );
  const index = steps.findIndex(({ id }) => id === current);
  const choose = (change: ReviewedChange) =>
    onSelect({ ids: [change.id], label: "1 change", heading: addressWords(change.address) });
  const step = (by: 1 | -1) => {
    const next = steps[index === -1 ? 0 : index + by];
    if (next === undefined) {
      onEnd(by);
      return;
    }
    if (unplaced.includes(next)) onSeen([next.id]);
    choose(next);
  };
  useShortcuts("Changes", [
    { keys: "J", label: "Next change", hint: "change", enabled: steps.length > 0, run: () => step(1) },
    { keys: "K", label: "Previous change", hint: "change", enabled: steps.length > 0, run: () => step(-1) },
  ]);
  const media = (path: string, hash: string | null) => (hash === null ? null : { workspace, path, contentHash: hash });
  const drawing: CellDrawing = {
    version: whole ? "staged" : version,
    sideBySide: layout === "side",
    outputsOpen: whole,
    current,
    onChange: choose,
    before: media(file.fromPath ?? file.path, file.before),
    after: media(file.path, file.after),
  };
  return (
    <>
      {aside(unplaced)}
      <div className="border-line bg-sunken flex min-h-[34px] shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1 text-sm">
        <Position steps={steps} index={index} />
        <IconButton icon={ChevronDown} label="Next change" kbd="J" onClick={() => step(1)} />
        <IconButton icon={ChevronUp} label="Previous change" kbd="K" onClick={() => step(-1)} />
        <span className="flex-1" />
        <Kernel view={after ?? before} />
        {whole ? null : (
          <Segmented
            label="Layout"
            value={layout}
            onChange={setLayout}
            segments={[
              { value: "place", label: "In place" },
              { value: "side", label: "Side by side" },
            ]}
          />
        )}
      </div>
      <Cells
        items={items}
        drawing={drawing}
        onSeen={onSeen}
        onUnfold={(key) => setOpen((known) => new Set([...known, key]))}
      />
    </>
  );
}

function Kernel({ view }: { readonly view: NotebookView | null }) {
  if (view === null) return null;
  const left = view.leftOut;
  return (
    <>
      {left === 0 ? null : <span className="text-stale">{plural(left, "more cell")} not drawn</span>}
      <span className="text-ink-3 cut">{view.kernel ?? view.language}</span>
    </>
  );
}

function Position({ steps, index }: { readonly steps: readonly ReviewedChange[]; readonly index: number }) {
  const change = steps[index];
  if (change === undefined) return <span className="text-ink-3">{plural(steps.length, "change")}</span>;
  const [sign, tone] = CHANGE_SIGNS[change.kind];
  return (
    <span role="status" className="cut">
      <b className="font-semibold">
        Change {groupDigits(index + 1)} of {groupDigits(steps.length)}
      </b>{" "}
      <span className={`${tone} font-medium`}>
        {sign} {addressWords(change.address)}, {FACET_WORDS[change.facet]}
      </span>
    </span>
  );
}
