import { useMemo } from "react";

import type { ReconcileRow, SideChoice } from "../../lib/contracts/reconcile.ts";
import { visibleText } from "../files/visible-name.ts";
import { wordRuns, type WordRun } from "../review/word-diff.ts";
import { cx } from "../ui/cx.ts";
import { groupDigits } from "../ui/format.ts";
import type { Outcome } from "./reconcile-rows.ts";
import { aspectWords, placeWords, SIDES, sideText, type Side } from "./reconcile-words.ts";

/** Longer values stand under their place, shorter ones beside it. */
const BESIDE = 36;
const MOST_CHARACTERS = 2_000;

export const isLong = (row: ReconcileRow): boolean =>
  (["base", "accepted", "staged"] as const).some((side) => {
    const text = sideText(row, side);
    return text !== null && (text.length > BESIDE || text.includes("\n"));
  });

type Tone = "none" | "added" | "removed" | "changed" | "conflict";

const TONES: Readonly<Record<Tone, readonly [cell: string, sign: string, text: string, read: string]>> = {
  none: ["", "", "", ""],
  added: ["bg-added-soft", "+", "text-added", "added "],
  removed: ["bg-removed-soft", "−", "text-removed", "removed "],
  changed: ["bg-changed-soft", "~", "text-changed", "changed "],
  conflict: ["bg-stale-soft", "!", "text-stale", "in conflict "],
};

/** What the side did to the base. */
function toneOf(row: ReconcileRow, side: Side): Tone {
  if (row.how === "conflict") return "conflict";
  if (side === "base" || (row.how !== "both" && row.how !== side)) return "none";
  if (row.base === null) return "added";
  return row[side] === null ? "removed" : "changed";
}

interface CellProps {
  readonly row: ReconcileRow;
  readonly side: Side;
  readonly long: boolean;
  readonly chosen: boolean;
  /** Chooses the side; absent: nothing is asked here. */
  readonly onChoose?: (() => void) | undefined;
}

/** One side of a place. Of a conflict it is a button that takes this side. */
export function SideCell({ row, side, long, chosen, onChoose }: CellProps) {
  const tone = toneOf(row, side);
  const [soft, sign, color, read] = TONES[tone];
  const body = (
    <>
      <Place row={row} side={side} sign={sign} color={color} read={read} />
      <SideValue row={row} side={side} long={long} />
    </>
  );
  const shape = cx(
    "flex min-h-8 w-full min-w-0 gap-x-3 gap-y-0.5 px-3 py-1.5 text-left text-sm",
    long ? "flex-col" : "flex-wrap items-baseline",
    soft,
    chosen && "outline-accent outline-2 -outline-offset-2",
  );
  if (onChoose === undefined) return <div className={shape}>{body}</div>;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={chosen}
      title={`Take ${SIDES[side].toLowerCase()}`}
      onClick={onChoose}
      className={cx(shape, "ring-inside hover:brightness-97 dark:hover:brightness-115")}
    >
      {body}
    </button>
  );
}

function Place({
  row,
  side,
  sign,
  color,
  read,
}: {
  readonly row: ReconcileRow;
  readonly side: Side;
  readonly sign: string;
  readonly color: string;
  readonly read: string;
}) {
  return (
    <span className="text-ink-3 min-w-0 shrink-0 max-w-full">
      {sign === "" ? null : (
        <>
          <span aria-hidden className={cx("mono mr-1 font-semibold", color)}>
            {sign}
          </span>
          <span className="sr-only">{read}</span>
        </>
      )}
      {placeWords(row, side)}
      <Aspect row={row} />
      {row.label === undefined ? null : (
        <bdi className={cx("ml-1.5", side !== "base" && "hidden @[170px]:inline")}>{visibleText(row.label)}</bdi>
      )}
    </span>
  );
}

function Aspect({ row }: { readonly row: ReconcileRow }) {
  const words = aspectWords(row);
  return words === null ? null : <span className="ml-1.5">{words}</span>;
}

/** With the words marked that the base does not have; in the base, those that neither side has. */
function SideValue({ row, side, long }: { readonly row: ReconcileRow; readonly side: Side; readonly long: boolean }) {
  const text = sideText(row, side);
  const base = sideText(row, "base");
  const runs = useMemo(
    () => (side === "base" || !long ? null : wordRuns(base ?? "", text ?? "").after),
    [base, text, side, long],
  );
  const beside = cx("text-ink-3", !long && "ml-auto");
  if (text === null) return <span className={beside}>{side === "base" ? "–" : "nothing"}</span>;
  if (text === "") return <span className={beside}>empty</span>;
  return (
    <bdi
      className={cx(
        "max-w-full break-words",
        long ? "leading-[19px] whitespace-pre-wrap" : "ml-auto text-right tabular-nums",
      )}
    >
      <Runs runs={runs ?? [{ text, changed: false }]} />
    </bdi>
  );
}

function Runs({ runs }: { readonly runs: readonly WordRun[] }) {
  const { shown, left } = cutRuns(runs);
  return (
    <>
      {shown.map(({ text, changed }, n) => (
        <span
          key={n}
          className={changed ? "bg-changed-soft text-changed rounded-sm underline decoration-1" : undefined}
        >
          {visibleText(text)}
        </span>
      ))}
      {left === 0 ? null : <span className="text-ink-3"> … {groupDigits(left)} more characters</span>}
    </>
  );
}

/** The first characters, and how many are left out. */
function cutRuns(runs: readonly WordRun[]): { readonly shown: readonly WordRun[]; readonly left: number } {
  const shown: WordRun[] = [];
  let room = MOST_CHARACTERS;
  let left = 0;
  for (const { text, changed } of runs) {
    const cut = text.slice(0, room);
    room -= cut.length;
    left += text.length - cut.length;
    if (cut !== "") shown.push({ text: cut, changed });
  }
  return { shown, left };
}

/** What the result has there, and whose value it is. */
export function ResultCell({
  row,
  outcome,
  choice,
  long,
}: {
  readonly row: ReconcileRow;
  readonly outcome: Outcome;
  readonly choice: SideChoice | undefined;
  readonly long: boolean;
}) {
  const conflict = row.how === "conflict";
  return (
    <div
      className={cx(
        "flex min-h-8 min-w-0 gap-x-3 gap-y-0.5 px-3 py-1.5 text-sm",
        long ? "flex-col" : "flex-wrap items-baseline",
        conflict &&
          (outcome.open
            ? "outline-stale outline-1 -outline-offset-1 outline-dashed"
            : "outline-accent outline-2 -outline-offset-2"),
      )}
    >
      <span className="text-ink-3 shrink-0">
        {placeWords(row, outcome.side)}
        <Aspect row={row} />
        {conflict ? (
          <span className={cx("ml-1.5", outcome.open ? "text-stale font-medium" : "text-accent")}>
            {outcome.open ? "open" : choice === "both" ? "both" : outcome.side}
          </span>
        ) : null}
      </span>
      <SideValue row={row} side={outcome.side} long={long} />
    </div>
  );
}
