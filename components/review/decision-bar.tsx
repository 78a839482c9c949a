"use client";

import { MessageSquareX, Undo2 } from "lucide-react";
import { useMemo, type ReactNode } from "react";

import { Button } from "../ui/button.tsx";
import { groupDigits } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import type { Shortcut } from "../ui/shortcut-registry.ts";
import { usePrintKeys, useShortcuts } from "../ui/use-shortcuts.ts";
import { leftOutWords, type LeftOut } from "./words.ts";

export interface DecisionTarget {
  /** "D3", "row 4", "lines 10–12", "3 cells". */
  readonly label: string;
  /** How many changes the verdict falls on: above one it is in the label of the button. */
  readonly count: number;
  /** Why nothing can be decided here: "follows D3", "base moved". */
  readonly blocked?: string;
}

export interface BulkTarget {
  /** "Revenue", "this file". */
  readonly scope: string;
  readonly pending: number;
  readonly leftOut: readonly LeftOut[];
}

export interface DecisionBarProps {
  /** What is selected; null: nothing. */
  readonly target: DecisionTarget | null;
  readonly bulk: BulkTarget | null;
  readonly decided: {
    readonly done: number;
    readonly all: number;
    readonly by: readonly { readonly name: string; readonly verdict: "accept" | "reject" }[];
  };
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onAcceptBulk: () => void;
  /** Asks for the reason first. */
  readonly onRejectWithReason: () => void;
  /** Takes the last own decision back; null where there is none. */
  readonly onUndo: (() => void) | null;
  /** Decisions are on their way. */
  readonly busy?: boolean;
  /** Instead of everything: a viewer may only look. */
  readonly readOnly?: string;
}

/** Every decision names its scope, its count and what it leaves out. A, R, ⇧A and U do the same. */
export function DecisionBar(props: DecisionBarProps) {
  const {
    target,
    bulk,
    decided,
    onAccept,
    onReject,
    onAcceptBulk,
    onRejectWithReason,
    onUndo,
    busy = false,
    readOnly,
  } = props;
  const free = readOnly === undefined && !busy;
  const canDecide = free && target !== null && target.blocked === undefined && target.count > 0;
  const canBulk = free && bulk !== null && bulk.pending > 0;
  const scope =
    target === null ? "" : target.count > 1 ? `${groupDigits(target.count)} in ${target.label}` : target.label;
  const keys: readonly Shortcut[] = [
    {
      keys: "A",
      label: `Accept ${scope === "" ? "what is selected" : scope}`,
      hint: "accept",
      enabled: canDecide,
      run: onAccept,
    },
    {
      keys: "R",
      label: `Reject ${scope === "" ? "what is selected" : scope}`,
      hint: "reject",
      enabled: canDecide,
      run: onReject,
    },
    {
      keys: "Shift+R",
      label: `Reject ${scope === "" ? "what is selected" : scope} with a reason`,
      enabled: canDecide,
      run: onRejectWithReason,
    },
    {
      keys: "Shift+A",
      label: `Accept everything pending in ${bulk?.scope ?? "view"}`,
      enabled: canBulk,
      run: onAcceptBulk,
    },
    {
      keys: "U",
      label: "Undo the last own decision",
      hint: "undo",
      enabled: free && onUndo !== null,
      run: () => onUndo?.(),
    },
  ];
  useShortcuts("Decide", keys);
  const print = usePrintKeys();
  if (readOnly !== undefined) return <Frame>{<span className="text-ink-2">{readOnly}</span>}</Frame>;
  return (
    <Frame>
      {target === null ? (
        <span className="text-ink-3">Select a change to decide on it.</span>
      ) : target.blocked !== undefined ? (
        <span className="text-ink-2">
          <b className="font-semibold">{target.label}</b> {target.blocked}
        </span>
      ) : (
        <>
          <Button variant="ok" kbd="A" disabled={!canDecide} onClick={onAccept}>
            Accept {scope}
          </Button>
          <Button variant="no" kbd="R" disabled={!canDecide} onClick={onReject}>
            Reject {scope}
          </Button>
          <IconButton
            icon={MessageSquareX}
            label={`Reject ${scope} with a reason…`}
            kbd={print("Shift+R")}
            disabled={!canDecide}
            onClick={onRejectWithReason}
          />
        </>
      )}
      {bulk === null || bulk.pending === 0 ? null : (
        <>
          <span className="text-ink-3">or</span>
          <Button kbd={print("Shift+A")} disabled={!canBulk} onClick={onAcceptBulk}>
            Accept {groupDigits(bulk.pending)} pending in {bulk.scope}
          </Button>
          {bulk.leftOut.length === 0 ? null : <LeftOutNote leftOut={bulk.leftOut} />}
        </>
      )}
      <span className="flex-1" />
      <Decided {...decided} />
      {onUndo === null ? null : (
        <IconButton icon={Undo2} label="Undo your last decision" kbd="U" disabled={!free} onClick={onUndo} />
      )}
    </Frame>
  );
}

function LeftOutNote({ leftOut }: { readonly leftOut: readonly LeftOut[] }) {
  const words = useMemo(() => leftOutWords(leftOut), [leftOut]);
  return (
    <span className="text-stale min-w-0 text-xs leading-tight font-medium" title={words}>
      <span className="line-clamp-2 hidden @min-[1000px]:block">leaves out {words}</span>
      <span className="whitespace-nowrap @min-[1000px]:hidden">
        leaves out {groupDigits(leftOut.length)}
        <span className="sr-only">: {words}</span>
      </span>
    </span>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <div role="group" aria-label="Decide" className="border-line bg-panel @container shrink-0 overflow-hidden border-t">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">{children}</div>
    </div>
  );
}

function Decided({ done, all, by }: DecisionBarProps["decided"]) {
  return (
    <span role="status" className="text-ink-3 text-sm whitespace-nowrap">
      {groupDigits(done)} of {groupDigits(all)} decided
      {by.length === 0 ? null : ": "}
      {by.map(({ name, verdict }, index) => (
        <span key={`${name} ${verdict}`}>
          {index === 0 ? null : ", "}
          <span aria-hidden>{verdict === "accept" ? "✓" : "✕"}</span>
          <span className="sr-only">{verdict === "accept" ? "accepted by" : "rejected by"}</span> {name}
        </span>
      ))}
    </span>
  );
}
