"use client";

import { Undo2 } from "lucide-react";

import type { Choices, SideChoice } from "../../lib/contracts/reconcile.ts";
import { visibleName, visibleText } from "../files/visible-name.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import type { FoundConflict } from "./reconcile-rows.ts";
import { choiceWords, placeWords } from "./reconcile-words.ts";

export interface ChoiceBarProps {
  readonly conflicts: readonly FoundConflict[];
  /** The one that keys decide; null: none. */
  readonly selected: FoundConflict | null;
  readonly choices: Choices;
  readonly onChoose: ((choice: SideChoice) => void) | undefined;
  readonly onByHand: (() => void) | null;
  readonly onUndo: (() => void) | null;
  /** Instead of the choices: nothing is merged, or a viewer may only look. */
  readonly instead: string | null;
}

/** The selected conflict with the value of each side on its button; 1, 2, 3, E and U do the same. */
export function ChoiceBar({ conflicts, selected, choices, onChoose, onByHand, onUndo, instead }: ChoiceBarProps) {
  const open = conflicts.filter(({ conflict }) => choices[conflict.id] === undefined).length;
  return (
    <div
      role="group"
      aria-label="Choose"
      className="border-line bg-panel flex min-h-12 shrink-0 flex-wrap items-center gap-2 border-t px-3 py-2"
    >
      {instead !== null ? (
        <span className="text-ink-2 text-sm">{instead}</span>
      ) : selected === null ? (
        <span className="text-ink-3 text-sm">
          {conflicts.length === 0
            ? "No conflict: everything merges by itself."
            : "Select a conflict to choose its side."}
        </span>
      ) : (
        <>
          <Label found={selected} />
          {selected.conflict.options.map((option, n) => (
            <Button
              key={option}
              kbd={String(n + 1)}
              variant={choices[selected.conflict.id] === option ? "ok" : "default"}
              aria-pressed={choices[selected.conflict.id] === option}
              disabled={onChoose === undefined}
              onClick={() => onChoose?.(option)}
            >
              <bdi className="cut">{visibleText(choiceWords(selected.row, option, selected.conflict.about))}</bdi>
            </Button>
          ))}
        </>
      )}
      {onByHand === null ? null : (
        <Button kbd="E" onClick={onByHand}>
          Edit…
        </Button>
      )}
      <IconButton
        icon={Undo2}
        label="Undo the last choice"
        kbd="U"
        disabled={onUndo === null}
        onClick={() => onUndo?.()}
      />
      <span className="text-ink-3 ml-auto text-sm" role="status">
        {instead !== null
          ? ""
          : conflicts.length === 0
            ? "no conflicts"
            : `${open} open ${open === 1 ? "conflict" : "conflicts"} of ${conflicts.length}`}
      </span>
    </div>
  );
}

function Label({ found: { file, conflict, row } }: { readonly found: FoundConflict }) {
  if (conflict.about !== "place" || row === undefined)
    return (
      <b className="cut max-w-56 font-semibold">
        <bdi>{visibleName(file.path.split("/").at(-1) ?? file.path)}</bdi>
        {conflict.about === "name" ? ": where it is" : ""}
      </b>
    );
  const waits = file.rows.filter((other) => other.conflict === conflict.id).length - 1;
  return (
    <span className="inline-flex min-w-0 items-baseline gap-1.5">
      <b className="font-semibold whitespace-nowrap">{placeWords(row)}</b>
      {row.label === undefined ? null : <bdi className="cut max-w-40">{visibleText(row.label)}</bdi>}
      {waits > 0 ? <span className="text-ink-3 text-sm">with {plural(waits, "more place")}</span> : null}
    </span>
  );
}
