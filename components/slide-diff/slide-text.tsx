import type { CSSProperties } from "react";

import type { DeckParagraph, DeckRun, DeckText } from "../../lib/contracts/deck-view.ts";
import { visibleText } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import { fontStack, pixels, POINT } from "./units.ts";
import { cutByRanges, type TextRange } from "./word-ranges.ts";

export interface SlideTextProps {
  readonly text: DeckText;
  readonly marks: readonly TextRange[];
  readonly side: "before" | "after";
}

/** Text in its box, as HTML inside of the drawing: the browser breaks lines. Changed words are boxed in the side's colour. */
export function SlideText({ text, marks, side }: SlideTextProps) {
  const [left, top, right, bottom] = text.inset;
  const starts = startsOf(text);
  return (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        justifyContent: { top: "flex-start", middle: "center", bottom: "flex-end" }[text.anchor],
        boxSizing: "border-box",
        width: "100%",
        height: "100%",
        padding: `${pixels(top)}px ${pixels(right)}px ${pixels(bottom)}px ${pixels(left)}px`,
        whiteSpace: text.wrap ? "pre-wrap" : "pre",
        overflowWrap: text.wrap ? "anywhere" : "normal",
        color: "#000",
        letterSpacing: 0,
        ...(text.turned === undefined ? {} : { writingMode: text.turned === 90 ? "vertical-rl" : "sideways-lr" }),
      }}
    >
      {text.paragraphs.map((paragraph, n) => (
        <Paragraph key={n} paragraph={paragraph} first={n === 0} from={starts[n] ?? 0} marks={marks} side={side} />
      ))}
    </div>
  );
}

/** Where each paragraph begins in the text of its shape. */
function startsOf({ paragraphs }: DeckText): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { runs } of paragraphs) {
    starts.push(at);
    at += runs.reduce((sum, run) => sum + run.text.length, 0) + 1;
  }
  return starts;
}

const ALIGN = { left: "left", centre: "center", right: "right", justify: "justify" } as const;

interface ParagraphProps {
  readonly paragraph: DeckParagraph;
  readonly first: boolean;
  readonly from: number;
  readonly marks: readonly TextRange[];
  readonly side: "before" | "after";
}

function Paragraph({ paragraph, first, from, marks, side }: ParagraphProps) {
  const { bullet, runs, size } = paragraph;
  const [margin, indent] = [pixels(paragraph.margin ?? 0), pixels(paragraph.indent ?? 0)];
  const style: CSSProperties = {
    textAlign: ALIGN[paragraph.align],
    fontSize: size * POINT,
    lineHeight: 1.2 * (paragraph.line ?? 1),
    paddingInlineStart: Math.max(0, margin),
    textIndent: bullet === undefined && indent < 0 && runs.length === 0 ? 0 : indent,
    marginTop: first ? 0 : (paragraph.before ?? 0) * POINT,
    marginBottom: (paragraph.after ?? 0) * POINT,
    flexShrink: 0,
  };
  const starts = startsIn(runs, from);
  return (
    <p dir="auto" style={style}>
      {bullet === undefined ? null : (
        <span style={{ display: "inline-block", textIndent: 0, minWidth: Math.max(0, -indent), ...lookOf(runs[0]) }}>
          {bullet}
          {indent < 0 ? null : " "}
        </span>
      )}
      {runs.length === 0 ? <br /> : null}
      {runs.map((run, n) => (
        <span key={n} style={lookOf(run)}>
          <Marked text={run.text} from={starts[n] ?? from} marks={marks} side={side} />
        </span>
      ))}
    </p>
  );
}

/** Where each run begins. */
function startsIn(runs: readonly DeckRun[], from: number): readonly number[] {
  const starts: number[] = [];
  let at = from;
  for (const { text } of runs) {
    starts.push(at);
    at += text.length;
  }
  return starts;
}

function lookOf(run: DeckRun | undefined): CSSProperties {
  if (run === undefined) return {};
  const lines = [...(run.underline ? ["underline"] : []), ...(run.strike ? ["line-through"] : [])];
  return {
    fontSize: run.size * POINT * (run.rise === undefined ? 1 : 0.66),
    fontFamily: fontStack(run.font),
    ...(run.colour === undefined ? {} : { color: `#${run.colour}` }),
    ...(run.bold ? { fontWeight: 700 } : {}),
    ...(run.italic ? { fontStyle: "italic" } : {}),
    ...(lines.length === 0 ? {} : { textDecoration: lines.join(" ") }),
    ...(run.caps ? { textTransform: "uppercase" } : {}),
    ...(run.rise === undefined ? {} : { verticalAlign: run.rise }),
  };
}

const TONES = {
  before: "bg-removed-soft text-removed outline-removed",
  after: "bg-added-soft text-added outline-added",
} as const;

/** The pieces of a run, those inside of a range marked. */
function Marked({
  text,
  from,
  marks,
  side,
}: {
  text: string;
  from: number;
  marks: readonly TextRange[];
  side: "before" | "after";
}) {
  const pieces = cutByRanges(text, from, marks);
  return pieces.map(({ piece, marked }, n) =>
    marked ? (
      <mark key={n} className={cx("box-decoration-clone outline-2", TONES[side])}>
        <span className="sr-only">{side === "before" ? "removed: " : "added: "}</span>
        {visibleText(piece)}
      </mark>
    ) : (
      <span key={n}>{visibleText(piece)}</span>
    ),
  );
}
