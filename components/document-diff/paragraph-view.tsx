import { useMemo, type CSSProperties, type ReactNode } from "react";

import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { ParagraphBlock } from "../../lib/contracts/document-view.ts";
import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import type { AlignedParagraph } from "./align.ts";
import { lookClasses, lookStyle, RunView, type MediaSource } from "./run-view.tsx";
import { lookWords } from "./property-words.ts";
import { isWords, segmentsOf, whole, type Segment } from "./segments.ts";
import { isTaken, markOf, type BlockMark, type Showing } from "./showing.ts";

/** What every piece of a document needs to be drawn and chosen. */
export interface Drawing {
  readonly showing: Showing;
  readonly current: string | null;
  readonly onChange: (change: ReviewedChange) => void;
  /** Goes to the other place of something that moved. */
  readonly onTwin: (change: ReviewedChange, from: "movedFrom" | "movedTo") => void;
  readonly before: MediaSource | null;
  readonly after: MediaSource | null;
}

export interface ParagraphViewProps {
  readonly block: AlignedParagraph;
  readonly drawing: Drawing;
  readonly side: "both" | "before" | "after";
}

/** One paragraph of the shown version, or of both in one. */
export function ParagraphView({ block, drawing, side }: ParagraphViewProps) {
  const { before, after, fate, changes } = block;
  const { showing } = drawing;
  const mark = markOf(showing, fate, changes[0] ?? null, side);
  const segments = useMemo(
    () => (mark === null ? [] : shownSegments(block, showing, side)),
    [block, showing, side, mark],
  );
  const shown = side === "before" || showing.version === "before" ? (before ?? after) : (after ?? before);
  if (mark === null || shown === null) return null;
  const runs = (
    <ParagraphShape paragraph={shown} mark={mark}>
      {segments.map((segment, n) => (
        <SegmentView key={n} segment={segment} drawing={drawing} plainSize={shown.heading !== undefined} />
      ))}
    </ParagraphShape>
  );
  const looks = side === "before" || showing.layout === "clean" ? [] : changes.filter((change) => isLook(change, fate));
  if (looks.length === 0) return runs;
  return (
    <>
      {runs}
      {looks.map((change) => (
        <LookLine key={change.id} change={change} />
      ))}
    </>
  );
}

/** A change that the words do not show: how the paragraph stands. */
const isLook = (change: ReviewedChange, fate: AlignedParagraph["fate"]) => fate === "pair" && !isWords(change);

export function LookLine({ change }: { readonly change: ReviewedChange }) {
  const { before, after, note } = lookWords(change);
  return (
    <p className="text-changed mt-0.5 text-xs">
      <span aria-hidden className="mr-1 font-semibold">
        ~
      </span>
      Format:{" "}
      {note ?? (
        <>
          <bdi>{visibleText(before || "none")}</bdi> → <bdi>{visibleText(after || "none")}</bdi>
        </>
      )}
    </p>
  );
}

function shownSegments(
  { before, after, changes, fate }: AlignedParagraph,
  showing: Showing,
  side: "both" | "before" | "after",
): readonly Segment[] {
  const [change = null] = changes;
  if (before === null || after === null || fate !== "pair") {
    const own = after ?? before;
    return own === null ? [] : whole(own.runs, "same", change);
  }
  if (side === "before" || showing.version === "before") {
    const segments = segmentsOf(before, after, changes).filter(({ mark }) => mark !== "added" && mark !== "format");
    return showing.layout === "clean" ? whole(before.runs, "same", null) : segments;
  }
  const segments = segmentsOf(before, after, changes, (own) => isTaken(showing, own));
  if (side === "both" && showing.layout === "redline") return segments.filter(({ mark }) => mark !== "formatBefore");
  const kept = segments.filter(({ mark }) => mark !== "removed" && mark !== "formatBefore");
  return showing.layout === "clean" ? kept.map((segment) => ({ ...segment, mark: "same" })) : kept;
}

const HEADINGS = [
  "text-[21px] leading-7 font-semibold",
  "text-[18px] leading-6 font-semibold",
  "text-[16px] leading-6 font-semibold",
  "text-[14px] leading-5 font-semibold",
] as const;
const ALIGNED = { center: "text-center", right: "text-right", justify: "text-justify" } as const;
const MARKED: Readonly<Record<Exclude<BlockMark, null>, string>> = {
  none: "",
  added: "bg-added-soft decoration-added",
  removed: "bg-removed-soft text-removed line-through decoration-1",
  movedFrom: "bg-moved-soft text-ink-2 line-through decoration-moved decoration-1",
  movedTo: "bg-moved-soft",
};
const MAX_INDENT = 160;

export function ParagraphShape({
  paragraph,
  mark,
  children,
}: {
  readonly paragraph: ParagraphBlock;
  readonly mark: Exclude<BlockMark, null>;
  readonly children: ReactNode;
}) {
  const { heading, align, indent, list, look } = paragraph;
  const size = heading === undefined ? "text-[13px] leading-[20px]" : (HEADINGS[heading] ?? HEADINGS[3]);
  const style: CSSProperties = {
    ...lookStyle(look ?? {}, heading !== undefined),
    ...(list === undefined
      ? indent === undefined
        ? {}
        : { paddingLeft: Math.min(MAX_INDENT, indent) }
      : { paddingLeft: 26 + list.level * 20 }),
  };
  return (
    <p
      dir="auto"
      style={style}
      className={cx(
        "min-h-[20px] rounded-sm break-words whitespace-pre-wrap",
        size,
        heading === undefined && look !== undefined && lookClasses(look),
        align !== undefined && ALIGNED[align],
        MARKED[mark],
      )}
    >
      {list === undefined ? null : (
        <span className="text-ink-2 -ml-[26px] inline-block min-w-[26px] pr-1 no-underline select-none">
          {list.label}
        </span>
      )}
      {children}
      {paragraph.runs.length === 0 && mark !== "none" ? (
        <span className="text-ink-3 text-xs select-none">¶</span>
      ) : null}
    </p>
  );
}

const SEGMENTS: Readonly<Record<Segment["mark"], string>> = {
  same: "",
  added: "bg-added-soft text-added underline decoration-1 underline-offset-2",
  removed: "bg-removed-soft text-removed line-through decoration-1",
  format: "bg-changed-soft decoration-changed underline decoration-wavy decoration-1 underline-offset-2",
  formatBefore: "bg-changed-soft",
};

function SegmentView({
  segment,
  drawing,
  plainSize,
}: {
  readonly segment: Segment;
  readonly drawing: Drawing;
  readonly plainSize: boolean;
}) {
  const { run, mark, change } = segment;
  const media = mark === "removed" || drawing.after === null ? (drawing.before ?? drawing.after) : drawing.after;
  const text = <RunView run={run} media={media} plainSize={plainSize} />;
  if (mark === "same") return text;
  const Tag = mark === "added" ? "ins" : mark === "removed" ? "del" : "span";
  const chosen = change !== null && change.id === drawing.current;
  return (
    <Tag
      className={cx(
        "mx-px rounded-sm",
        SEGMENTS[mark],
        change !== null && "cursor-pointer",
        change?.verdict.state === "rejected" && "opacity-60",
        chosen && "outline-accent outline-2 outline-offset-1",
      )}
      {...(change === null ? {} : { onClick: () => drawing.onChange(change) })}
    >
      {text}
    </Tag>
  );
}
