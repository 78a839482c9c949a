"use client";

import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import type { StaleView } from "../../lib/contracts/branches.ts";
import type { ReconcileView as View, SideChoice } from "../../lib/contracts/reconcile.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { ChoiceBar } from "./choice-bar.tsx";
import { EndNote } from "./end-note.tsx";
import { FileQuestion } from "./file-question.tsx";
import { OperationToolbar } from "./operation-toolbar.tsx";
import type { ReconcilePlace } from "./reconcile-place.ts";
import { conflictsOf, isMetadata, linesOf, nextOpen, sheetsOf, stopsOf, type FoundConflict } from "./reconcile-rows.ts";
import { ReconcileTable } from "./reconcile-table.tsx";
import { SIDES, sideText, stagedBy } from "./reconcile-words.ts";
import type { ReconcileWork } from "./use-reconcile-work.ts";

export interface ReconcileViewProps {
  readonly stale: StaleView;
  readonly work: ReconcileWork;
  readonly place: ReconcilePlace;
  readonly onGo: (next: Partial<ReconcilePlace>) => void;
  readonly onByHand: () => void;
  /** Why nothing can be decided; null: it can. */
  readonly readOnly: string | null;
  /** Stepping past the end of the places. */
  readonly onFile: (by: 1 | -1) => void;
}

/** One stale operation: all sides of every changed place, and the choice at every conflict. */
export function ReconcileView(props: ReconcileViewProps) {
  const { stale, work, place, onGo } = props;
  const { preview } = work;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <OperationToolbar stale={stale} view={preview.data} place={place} onGo={onGo} />
      {preview.data !== undefined ? (
        <Loaded {...props} view={preview.data} />
      ) : preview.error === null ? (
        <SkeletonRows label="Merging the three sides" rows={10} height={32} />
      ) : (
        <ErrorState
          problem={problemOf(preview.error)}
          onRetry={() => void preview.refetch()}
          retrying={preview.isFetching}
        />
      )}
    </div>
  );
}

function Loaded({ view, work, place, onGo, onByHand, readOnly, onFile }: ReconcileViewProps & { readonly view: View }) {
  const [metadata, setMetadata] = useState(false);
  const { choices } = work;
  const who = stagedBy(view.actor);
  const merging = place.end === "merged";
  const sheets = sheetsOf(view.files, place.show);
  const sheet = sheets.some((one) => one.sheet === place.sheet) ? place.sheet : null;
  const lines = linesOf(view.files, { show: place.show, sheet, metadata });
  const conflicts = conflictsOf(view.files);
  const questions = conflicts.filter(({ conflict }) => conflict.about !== "place");
  const stops = [...questions.map(({ conflict }) => conflict.id), ...stopsOf(lines)].filter(
    (id, n, all) => all.indexOf(id) === n,
  );
  const current = place.row !== null && stops.includes(place.row) ? place.row : (firstOpen(conflicts, choices) ?? null);
  const selected = conflicts.find(({ conflict }) => conflict.id === current) ?? null;
  const mayChoose = readOnly === null && merging;
  const choose = (conflict: string, choice: SideChoice) => {
    work.choose([conflict], choice);
    onGo({ row: nextOpen(conflicts, { ...choices, [conflict]: choice }, conflict) ?? conflict });
  };
  const chooseSelected = (choice: SideChoice) => {
    if (selected !== null && mayChoose) choose(selected.conflict.id, choice);
  };
  const step = (by: 1 | -1) => {
    const next = stops[current === null ? 0 : stops.indexOf(current) + by];
    if (next === undefined) onFile(by);
    else onGo({ row: next });
  };
  useShortcuts("Reconcile", [
    { keys: "J", label: "Next conflict, or next place", hint: "next", enabled: stops.length > 0, run: () => step(1) },
    {
      keys: "K",
      label: "Previous conflict, or previous place",
      hint: "previous",
      enabled: stops.length > 0,
      run: () => step(-1),
    },
    ...(["base", "accepted", "staged", "both"] as const).map((choice, n) => ({
      keys: String(n + 1),
      label: `Choose ${SIDES[choice].toLowerCase()}`,
      ...(choice === "both" ? {} : { hint: SIDES[choice].toLowerCase() }),
      enabled: mayChoose && (selected?.conflict.options.includes(choice) ?? false),
      run: () => chooseSelected(choice),
    })),
    { keys: "E", label: "Edit the result by hand", hint: "edit", enabled: readOnly === null, run: onByHand },
    { keys: "U", label: "Undo the last choice", hint: "undo", enabled: work.undo !== null, run: () => work.undo?.() },
  ]);
  const file = selected?.file ?? view.files[0];
  if (file === undefined) return null;
  const table = (
    <ReconcileTable
      lines={lines}
      file={file}
      who={who}
      end={place.end}
      making={work.preview.isPlaceholderData}
      choices={choices}
      current={current}
      onCurrent={(row) => onGo({ row })}
      onChoose={mayChoose ? choose : undefined}
    >
      <MetadataLine view={view} shown={metadata} onShow={() => setMetadata(!metadata)} />
      <Summary view={view} conflicts={conflicts} work={work} merging={merging} />
    </ReconcileTable>
  );
  return (
    <>
      <MovedNote work={work} />
      <EndNote view={view} end={place.end} who={who} />
      {merging && questions.length > 0 ? (
        <div className="max-h-[60%] shrink-0 overflow-auto">
          {questions.map((found) => (
            <FileQuestion
              key={found.conflict.id}
              workspace={view.version.workspace}
              found={found}
              who={who}
              choice={choices[found.conflict.id]}
              current={found.conflict.id === current}
              onChoose={mayChoose ? (choice) => choose(found.conflict.id, choice) : undefined}
            />
          ))}
        </div>
      ) : null}
      {sheets.length === 0 ? (
        table
      ) : (
        <Tabs
          label="Sheets"
          value={sheet ?? ""}
          onChange={(next) => onGo({ sheet: next === "" ? null : next })}
          tabs={[
            { value: "", label: "All sheets" },
            ...sheets.map(({ sheet: name, rows, conflicts: open }) => ({
              value: name,
              quiet: rows === 0,
              label: (
                <>
                  <bdi>{name}</bdi> <span className="text-ink-3">{groupDigits(rows)}</span>
                  {open === 0 ? null : <span className="text-stale">! {open}</span>}
                </>
              ),
            })),
          ]}
        >
          {table}
        </Tabs>
      )}
      <ChoiceBar
        conflicts={conflicts}
        selected={selected}
        choices={choices}
        onChoose={mayChoose ? chooseSelected : undefined}
        onByHand={readOnly === null ? onByHand : null}
        onUndo={work.undo}
        instead={readOnly ?? (merging ? null : "One side is taken as a whole: nothing is asked place by place.")}
      />
    </>
  );
}

const firstOpen = (conflicts: readonly FoundConflict[], choices: ReconcileWork["choices"]): string | undefined =>
  (conflicts.find(({ conflict }) => choices[conflict.id] === undefined) ?? conflicts[0])?.conflict.id;

function MetadataLine({
  view,
  shown,
  onShow,
}: {
  readonly view: View;
  readonly shown: boolean;
  readonly onShow: () => void;
}) {
  const rows = view.files.flatMap((file) => file.rows.filter(isMetadata));
  if (rows.length === 0) return null;
  const overridden = rows.filter(({ how }) => how === "overridden").length;
  return (
    <button
      type="button"
      aria-expanded={shown}
      onClick={onShow}
      className="text-ink-3 hover:text-ink ring-inside border-line flex min-h-8 w-full items-center gap-2 border-b px-3 py-1 text-left text-sm"
    >
      <span aria-hidden>{shown ? "▾" : "▸"}</span>
      {rows.length} in metadata: who saved the file, and with what
      {overridden === 0 ? "" : `; ${overridden} changed on both sides, where one was kept without a question`}
    </button>
  );
}

/** What merged, and what was decided, at the end of the table under the result. */
function Summary({
  view,
  conflicts,
  work,
  merging,
}: {
  readonly view: View;
  readonly conflicts: readonly FoundConflict[];
  readonly work: ReconcileWork;
  readonly merging: boolean;
}) {
  if (!merging) return null;
  const merged = view.files.reduce((sum, { counts }) => sum + counts.accepted + counts.staged + counts.both, 0);
  const cut = view.files.reduce((sum, { counts, rows }) => sum + counts.rows - rows.length, 0);
  const decided = conflicts.filter(({ conflict }) => work.choices[conflict.id] !== undefined);
  const [only] = decided;
  return (
    <div className="grid min-w-[520px] grid-cols-4">
      <p className="border-line bg-sunken text-ink-2 col-start-3 col-end-5 m-3 rounded-md border px-3 py-2 text-sm xl:col-start-4">
        {merged === 0
          ? "Nothing merged by itself. "
          : `${plural(merged, "change")} merged by ${merged === 1 ? "itself" : "themselves"}. `}
        {conflicts.length === 0
          ? "No conflict."
          : `${decided.length} of ${plural(conflicts.length, "conflict")} decided${decided.length === 1 && only !== undefined ? ": " : "."}`}
        {decided.length === 1 && only !== undefined ? <Decided found={only} work={work} /> : null}
        {cut === 0 ? null : ` ${groupDigits(cut)} more places are not listed here; they are in the result.`}
        {work.preview.isPlaceholderData ? " The result is being made…" : ""}
      </p>
    </div>
  );
}

function Decided({ found: { conflict, row }, work }: { readonly found: FoundConflict; readonly work: ReconcileWork }) {
  const choice = work.choices[conflict.id];
  if (choice === undefined) return null;
  const text = row === undefined || choice === "both" || conflict.about === "file" ? null : sideText(row, choice);
  return (
    <>
      <b className="font-semibold">{SIDES[choice].toLowerCase()}</b>
      {text === null ? "" : " is "}
      {text === null ? null : <bdi>{text.slice(0, 60)}</bdi>}.
    </>
  );
}

/** Somebody changed a side meanwhile: what is shown is read again, and the choices that are still asked are kept. */
function MovedNote({ work }: { readonly work: ReconcileWork }) {
  if (work.moved === null) return null;
  return (
    <p
      role="alert"
      className="border-stale/40 bg-stale-soft flex shrink-0 flex-wrap items-center gap-2 border-b px-3 py-2 text-sm"
    >
      <span aria-hidden className="text-stale">
        !
      </span>
      A side changed since your first choice, and was read again: {work.moved.kept} of {plural(work.moved.of, "choice")}{" "}
      still {work.moved.kept === 1 ? "holds" : "hold"}.
      <button type="button" onClick={work.forgetMove} className="text-accent font-medium hover:underline">
        Understood
      </button>
    </p>
  );
}
