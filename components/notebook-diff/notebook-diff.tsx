"use client";

import { useMemo, useState } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { NotebookView } from "../../lib/contracts/notebook-view.ts";
import { BothViews, type DrawnDiffProps } from "../review/both-views.tsx";
import { StepBar } from "../review/step-bar.tsx";
import { addressWords } from "../review/words.ts";
import { plural } from "../ui/format.ts";
import { Segmented } from "../ui/segmented.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { alignNotebook, changesOf, foldedCells } from "./align-cells.ts";
import type { CellDrawing } from "./cell-view.tsx";
import { Cells } from "./cells.tsx";

/** A notebook's comparison by cell; also of a file that came or went. J and K step through changes. */
export function NotebookDiff(props: DrawnDiffProps) {
  return (
    <BothViews
      workspace={props.workspace}
      file={props.diff.file}
      kind="notebook"
      loading={<SkeletonRows label="Loading the notebook" rows={12} height={44} />}
      otherwise={props.otherwise}
    >
      {(before, after) => <Loaded {...props} before={before} after={after} />}
    </BothViews>
  );
}

interface LoadedProps extends DrawnDiffProps {
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
  const stepped = steps[index];
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
      <StepBar
        count={steps.length}
        at={stepped === undefined ? null : { index, change: stepped, place: addressWords(stepped.address) }}
        onStep={step}
      >
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
      </StepBar>
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
