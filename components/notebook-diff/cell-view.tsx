"use client";

import { useState, type ReactNode } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { NotebookCellView } from "../../lib/contracts/notebook-view.ts";
import { ThreadsOnChanges } from "../comments/thread-marks.tsx";
import { visibleText } from "../files/visible-name.ts";
import type { ShownVersion } from "../review/file-toolbar.tsx";
import { sideTexts } from "../review/value-words.ts";
import { CHANGE_SIGNS, FLAG_WORDS } from "../review/words.ts";
import { Badge } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { DecisionDot } from "../ui/decision-dot.tsx";
import { plural } from "../ui/format.ts";
import { changesOf, type AlignedCell } from "./align-cells.ts";
import { LinesView, PlainLines } from "./lines-view.tsx";
import { OutputsView, outputsText, type MediaSource } from "./output-view.tsx";

/** What every cell needs to be drawn and chosen. */
export interface CellDrawing {
  readonly version: ShownVersion;
  readonly sideBySide: boolean;
  /** Outputs that did not change are unfolded too. */
  readonly outputsOpen: boolean;
  readonly current: string | null;
  readonly onChange: (change: ReviewedChange) => void;
  readonly before: MediaSource | null;
  readonly after: MediaSource | null;
}

const TONES = {
  pair: "border-line",
  added: "border-added/60",
  removed: "border-removed/60",
  movedTo: "border-moved/60",
  movedFrom: "border-moved/60 border-dashed",
} as const;

/** A cell with what changed in it: its place, its source, its outputs, what is noted about it. */
export function CellView({ cell, drawing }: { readonly cell: AlignedCell; readonly drawing: CellDrawing }) {
  const { fate, before, after } = cell;
  const shown = after ?? before;
  if (shown === null) return null;
  const chosen = changesOf(cell).some(({ id }) => id === drawing.current);
  return (
    <section
      aria-label={`Cell ${shown.number}`}
      className={cx(
        "bg-panel overflow-hidden rounded-md border",
        chosen ? "border-accent" : TONES[fate],
        changesOf(cell).length === 0 && fate === "pair" && "opacity-90",
      )}
    >
      <CellHead cell={cell} shown={fate === "movedFrom" ? (before ?? shown) : shown} drawing={drawing} />
      {fate === "movedFrom" ? null : (
        <>
          <TypeAndNotes cell={cell} drawing={drawing} />
          <Source cell={cell} drawing={drawing} />
          <Outputs cell={cell} drawing={drawing} />
        </>
      )}
    </section>
  );
}

const KINDS = { added: "added", removed: "removed", movedTo: "moved", movedFrom: "moved", pair: "modified" } as const;

function CellHead({
  cell,
  shown,
  drawing,
}: {
  readonly cell: AlignedCell;
  readonly shown: NotebookCellView;
  readonly drawing: CellDrawing;
}) {
  const { fate, before, after, changes } = cell;
  const [sign, tone] = CHANGE_SIGNS[KINDS[fate]];
  const words = {
    pair: "",
    added: "new cell",
    removed: "deleted",
    movedTo: `moved from cell ${before?.number ?? "?"}`,
    movedFrom: `moved to cell ${after?.number ?? "?"}`,
  }[fate];
  const head = (
    <>
      {changes.cell === undefined ? null : <Dot change={changes.cell} />}
      {fate === "pair" ? null : (
        <span aria-hidden className={cx("font-mono font-semibold", tone)}>
          {sign}
        </span>
      )}
      <span className="font-medium">Cell {shown.number}</span>
      <span className="text-ink-3 text-xs">{visibleText(shown.type)}</span>
      {shown.type === "code" ? <span className="text-ink-3 mono">[{shown.count ?? " "}]</span> : null}
      {words === "" ? null : <span className={cx(tone, "text-xs font-medium")}>{words}</span>}
      {shown.tags.map((tag) => (
        <Badge key={tag}>{visibleText(tag)}</Badge>
      ))}
      {shown.collapsed.length === 0 ? null : (
        <span className="text-ink-3 text-xs">{shown.collapsed.join(" and ")} folded in Jupyter</span>
      )}
      <ThreadsOnChanges changes={changesOf(cell)} />
      <span className="flex-1" />
      <span className="text-stale text-xs">
        {changesOf(cell)
          .flatMap(({ flags }) => flags ?? [])
          .map((flag) => `▲ ${FLAG_WORDS[flag]}`)
          .join(", ")}
      </span>
    </>
  );
  return <Bar change={changes.cell ?? null} drawing={drawing} content={head} />;
}

/** A line that chooses a change where it has one. */
function Bar({
  change,
  drawing,
  content,
}: {
  readonly change: ReviewedChange | null;
  readonly drawing: CellDrawing;
  readonly content: ReactNode;
}) {
  const look = "flex min-h-7 w-full flex-wrap items-center gap-2 px-3 py-0.5 text-left text-sm";
  if (change === null) return <div className={cx(look, "bg-sunken")}>{content}</div>;
  const current = change.id === drawing.current;
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={() => drawing.onChange(change)}
      className={cx(look, "ring-inside", current ? "bg-accent-soft" : "bg-sunken hover:bg-hover")}
    >
      {content}
    </button>
  );
}

function Dot({ change }: { readonly change: ReviewedChange }) {
  return <DecisionDot state={change.verdict.state === "follows" ? "pending" : change.verdict.state} />;
}

function PartBar({
  name,
  change,
  drawing,
}: {
  readonly name: string;
  readonly change: ReviewedChange;
  readonly drawing: CellDrawing;
}) {
  return (
    <div className="border-line border-t">
      <Bar
        change={change}
        drawing={drawing}
        content={
          <>
            <Dot change={change} />
            <span aria-hidden className="text-changed font-mono font-semibold">
              ~
            </span>
            <span>{name} changed</span>
          </>
        }
      />
    </div>
  );
}

function TypeAndNotes({ cell, drawing }: { readonly cell: AlignedCell; readonly drawing: CellDrawing }) {
  return (["type", "metadata"] as const).map((part) => {
    const change = cell.changes[part];
    if (change === undefined) return null;
    const { before, after, note } = sideTexts(change);
    return (
      <div key={part}>
        <PartBar name={part === "type" ? "Type" : "Metadata"} change={change} drawing={drawing} />
        <p className="text-ink-2 px-3 py-1.5 text-sm break-words">
          {note ?? (
            <>
              <bdi>{visibleText(noteWords(before))}</bdi> → <bdi>{visibleText(noteWords(after))}</bdi>
            </>
          )}
        </p>
      </div>
    );
  });
}

const noteWords = (side: string | null) => side?.replaceAll("metadata.", "") || "none";

/** The version's own text, where it is not the two together that are shown. */
function versionOf(cell: AlignedCell, change: ReviewedChange | undefined, version: ShownVersion) {
  const done = version === "staged" || (version === "planned" && change?.verdict.state === "accepted");
  return done ? (cell.after ?? cell.before) : (cell.before ?? cell.after);
}

const LONE = { added: "added", removed: "removed", movedTo: "same", movedFrom: "same", pair: "same" } as const;

function Source({ cell, drawing }: { readonly cell: AlignedCell; readonly drawing: CellDrawing }) {
  const { before, after, changes, fate } = cell;
  const change = changes.source;
  const left = Math.max(before?.source.left ?? 0, after?.source.left ?? 0);
  const cutOff =
    left === 0 ? null : <p className="text-stale px-3 pb-1 text-sm">{plural(left, "more character")} not drawn</p>;
  if (change === undefined || before === null || after === null) {
    const shown = versionOf(cell, change, drawing.version);
    return (
      <div className="border-line border-t">
        <PlainLines text={shown?.source.text ?? ""} label="Source" mark={LONE[fate]} />
        {cutOff}
      </div>
    );
  }
  return (
    <>
      <PartBar name="Source" change={change} drawing={drawing} />
      {drawing.version === "staged" ? (
        <LinesView
          before={before.source.text}
          after={after.source.text}
          sideBySide={drawing.sideBySide}
          label="Source"
        />
      ) : (
        <PlainLines text={versionOf(cell, change, drawing.version)?.source.text ?? ""} label="Source" />
      )}
      {cutOff}
    </>
  );
}

function Outputs({ cell, drawing }: { readonly cell: AlignedCell; readonly drawing: CellDrawing }) {
  const { before, after, changes } = cell;
  const change = changes.outputs;
  const [open, setOpen] = useState(drawing.outputsOpen || cell.fate === "added" || cell.fate === "removed");
  if (change === undefined || before === null || after === null) {
    const shown = versionOf(cell, change, drawing.version);
    if (shown === null || shown.outputs.length + shown.outputsLeftOut === 0) return null;
    return (
      <div className="border-line border-t">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="text-ink-3 hover:text-ink ring-inside flex min-h-6 w-full items-center gap-2 px-3 text-left text-xs"
        >
          <span aria-hidden>{open ? "▾" : "▸"}</span>
          {plural(shown.outputs.length, "output")}
          {cell.fate === "pair" && !drawing.outputsOpen ? ", unchanged" : ""}
        </button>
        {open ? <Side cell={shown} media={shown === after ? drawing.after : drawing.before} /> : null}
      </div>
    );
  }
  return (
    <>
      <PartBar name="Outputs" change={change} drawing={drawing} />
      <ChangedOutputs before={before} after={after} cell={cell} drawing={drawing} />
    </>
  );
}

function Side({ cell, media }: { readonly cell: NotebookCellView; readonly media: MediaSource | null }) {
  return <OutputsView outputs={cell.outputs} left={cell.outputsLeftOut} media={media} />;
}

function ChangedOutputs({
  before,
  after,
  cell,
  drawing,
}: {
  readonly before: NotebookCellView;
  readonly after: NotebookCellView;
  readonly cell: AlignedCell;
  readonly drawing: CellDrawing;
}) {
  if (drawing.version !== "staged") {
    const shown = versionOf(cell, cell.changes.outputs, drawing.version) ?? after;
    return <Side cell={shown} media={shown === after ? drawing.after : drawing.before} />;
  }
  const [old, now] = [outputsText(before.outputs), outputsText(after.outputs)];
  const kinds = ({ outputs }: NotebookCellView) => outputs.map(({ kind }) => kind).join();
  if (old !== null && now !== null && old !== "" && now !== "" && kinds(before) === kinds(after))
    return <LinesView before={old} after={now} sideBySide={drawing.sideBySide} label="Outputs" />;
  return (
    <div className="grid grid-cols-1 @2xl:grid-cols-2">
      <div className="border-line min-w-0 @2xl:border-r">
        <p className="text-removed px-3 pt-1 text-xs font-medium">
          <span aria-hidden>− </span>Before
        </p>
        <Side cell={before} media={drawing.before} />
      </div>
      <div className="min-w-0">
        <p className="text-added px-3 pt-1 text-xs font-medium">
          <span aria-hidden>+ </span>Staged
        </p>
        <Side cell={after} media={drawing.after} />
      </div>
    </div>
  );
}
