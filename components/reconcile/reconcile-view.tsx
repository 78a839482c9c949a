"use client";

import type { ReactNode } from "react";

import type { StaleView } from "../../lib/contracts/branches.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { plural } from "../ui/format.ts";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { MergeWords } from "./stale-list.tsx";

/** One place on the three sides, in words; null: it is not there. `conflict`: both sides changed it, differently. */
export interface ThreeSides {
  readonly label: string;
  readonly base: string | null;
  readonly accepted: string | null;
  readonly staged: string | null;
  readonly conflict: boolean;
}

export type Take = "accepted" | "staged" | "merged";

export interface ReconcileViewProps {
  readonly stale: StaleView;
  /** Places that differ; null: not known by place, the sides differ as a whole. */
  readonly places: readonly ThreeSides[] | null;
  /** What "take staged" undoes: accepted changes that the staged side does not have (M6). */
  readonly undoes: readonly string[];
  readonly busy: boolean;
  readonly onTake: (take: Take) => void;
}

/** Base, accepted now, and staged beside each other, and the choice. Each choice is an operation with its author. */
export function ReconcileView({ stale, places, undoes, busy, onTake }: ReconcileViewProps) {
  const mergeable = stale.merge !== null && stale.merge.conflicts === 0;
  useShortcuts("Reconcile", [
    { keys: "1", label: "Keep accepted", hint: "keep accepted", enabled: !busy, run: () => onTake("accepted") },
    { keys: "2", label: "Take staged", hint: "take staged", enabled: !busy, run: () => onTake("staged") },
    { keys: "3", label: "Merge", hint: "merge", enabled: !busy && mergeable, run: () => onTake("merged") },
  ]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="border-line bg-panel flex min-h-10 shrink-0 flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <h2 className="cut font-semibold">{stale.path.replaceAll("/", " / ")}</h2>
        <span className="border-line text-stale inline-flex items-center gap-1.5 rounded-md border px-2 py-0.5 text-sm">
          <span aria-hidden>!</span>
          {stale.cause === "clash" ? "edited by a person meanwhile" : "base moved"}: made against
          <VersionStamp hash={stale.base} of="base" className="text-stale" />, accepted is now
          <VersionStamp hash={stale.accepted} of="accepted" className="text-stale" />
        </span>
      </div>
      <div className="bg-panel min-h-0 flex-1 overflow-auto">
        <div className="grid min-w-[640px] grid-cols-3">
          <Head title="Base" hash={stale.base} />
          <Head title="Accepted now" hash={stale.accepted} />
          <Head
            title={stale.actor.kind === "agent" ? "Staged by the agent" : `Staged by ${stale.actor.name}`}
            hash={stale.staged}
          />
          {(places ?? []).map((place) => (
            <Place key={place.label} place={place} />
          ))}
        </div>
        {places === null ? (
          <p className="text-ink-3 px-3 py-6 text-center text-sm">
            The three versions are compared as a whole: choose one side.
          </p>
        ) : null}
        <div className="border-line bg-sunken m-3 rounded-md border px-3 py-2 text-sm">
          {stale.because} <MergeWords merge={stale.merge} />.
          {undoes.length === 0 ? null : (
            <p className="text-stale mt-1">
              <span aria-hidden>▲ </span>Taking staged undoes what was accepted since: {undoes.join(", ")}.
            </p>
          )}
        </div>
      </div>
      <div
        role="group"
        aria-label="Reconcile"
        className="border-line bg-panel flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-t px-3 py-1.5"
      >
        <Button kbd="1" busy={busy} onClick={() => onTake("accepted")}>
          Keep accepted
        </Button>
        <Button kbd="2" busy={busy} onClick={() => onTake("staged")}>
          Take staged
        </Button>
        {stale.merge === null ? null : (
          <Button variant="primary" kbd="3" busy={busy} disabled={!mergeable} onClick={() => onTake("merged")}>
            Merge {stale.merge.merged} by themselves
          </Button>
        )}
        <span className="flex-1" />
        <span className="text-ink-3 text-sm">
          {stale.merge === null ? "compared as a whole" : plural(stale.merge.conflicts, "open conflict")}
        </span>
      </div>
    </div>
  );
}

function Head({ title, hash }: { readonly title: string; readonly hash: string | null }) {
  return (
    <header className="border-line bg-sunken flex h-9 items-center gap-2 border-r border-b px-3 text-sm last:border-r-0">
      <b className="font-semibold">{title}</b>
      <span className="flex-1" />
      <VersionStamp hash={hash} of={title.toLowerCase()} />
    </header>
  );
}

function Place({ place }: { readonly place: ThreeSides }) {
  const moved = (side: string | null) => side !== place.base && !place.conflict;
  return (
    <>
      <Cell label={place.label} tone={place.conflict ? "conflict" : "none"}>
        {place.base}
      </Cell>
      <Cell label={place.label} tone={place.conflict ? "conflict" : moved(place.accepted) ? "changed" : "none"}>
        {place.accepted}
      </Cell>
      <Cell label={place.label} tone={place.conflict ? "conflict" : moved(place.staged) ? "changed" : "none"}>
        {place.staged}
      </Cell>
    </>
  );
}

function Cell({
  label,
  tone,
  children,
}: {
  readonly label: string;
  readonly tone: "none" | "changed" | "conflict";
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cx(
        "border-line flex min-h-8 items-center justify-between gap-3 border-r border-b px-3 py-1 text-sm",
        tone === "conflict" && "bg-stale-soft",
        tone === "changed" && "bg-added-soft",
      )}
    >
      <span className="text-ink-3 shrink-0">
        {tone === "conflict" ? (
          <span className="text-stale font-semibold">! </span>
        ) : tone === "changed" ? (
          <span className="text-added font-semibold">+ </span>
        ) : null}
        {label}
      </span>
      <span className="text-right break-words">{children ?? <span className="text-ink-3">absent</span>}</span>
    </div>
  );
}
