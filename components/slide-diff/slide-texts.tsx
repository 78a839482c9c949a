import type { DeckShape, DeckSlide, DeckText } from "../../lib/contracts/deck-view.ts";
import { visibleText } from "../files/visible-name.ts";
import { CHANGE_SIGNS } from "../review/words.ts";
import { cx } from "../ui/cx.ts";
import { cellName, plainText, type ShapeMark, type SideMarks } from "./slide-marks.ts";
import { shapeWords } from "./slide-words.ts";
import { cutByRanges, type TextRange } from "./word-ranges.ts";

export interface SlideTextsProps {
  readonly slide: DeckSlide;
  readonly marks: SideMarks;
  readonly side: "before" | "after";
}

/** All texts of a slide, shape by shape in drawing order, at a size that is easy to read. */
export function SlideTexts({ slide, marks, side }: SlideTextsProps) {
  const shown = slide.shapes.filter(saysSomething);
  if (shown.length === 0) return <p className="text-ink-3 px-3 py-4 text-sm">This slide has no text.</p>;
  return (
    <dl className="grid gap-3 px-3 py-3 text-sm">
      {shown.map((shape, n) => (
        <ShapeTexts
          key={n}
          shape={shape}
          mark={shape.number === null ? undefined : marks.get(shape.number)}
          side={side}
        />
      ))}
    </dl>
  );
}

const saysSomething = (shape: DeckShape): boolean =>
  shape.text !== undefined || shape.table !== undefined || shape.chart !== undefined;

interface ShapeTextsProps {
  readonly shape: DeckShape;
  readonly mark: ShapeMark | undefined;
  readonly side: "before" | "after";
}

function ShapeTexts({ shape, mark, side }: ShapeTextsProps) {
  const [sign, tone] = mark === undefined ? ["", ""] : CHANGE_SIGNS[mark.kind];
  return (
    <div>
      <dt className="text-ink-3 flex gap-1.5 text-xs">
        {mark === undefined ? null : (
          <span className={cx("font-mono font-semibold", tone)}>
            <span aria-hidden>{sign}</span>
            <span className="sr-only">{mark.kind}</span>
          </span>
        )}
        <bdi>{shapeWords(shape)}</bdi>
      </dt>
      <dd className="break-words whitespace-pre-wrap">
        {shape.text === undefined ? null : <Words text={shape.text} ranges={mark?.words ?? []} side={side} />}
        {shape.table === undefined ? null : (
          <table className="border-line mt-1 w-full border-collapse">
            <tbody>
              {shape.table.rows.map((row, r) => (
                <tr key={r}>
                  {row.cells.map((cell, c) =>
                    cell.covered ? null : (
                      <td
                        key={c}
                        colSpan={cell.columns ?? 1}
                        rowSpan={cell.rows ?? 1}
                        className="border-line border px-1.5 py-0.5"
                      >
                        <Words text={cell.text} ranges={mark?.cells.get(cellName(r, c)) ?? []} side={side} />
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {shape.chart?.series.map(({ name, values }, n) => (
          <p key={n}>
            <bdi>{visibleText(name)}</bdi>: {values.map((value) => (value === null ? "–" : String(value))).join(", ")}
          </p>
        ))}
      </dd>
    </div>
  );
}

function Words({
  text,
  ranges,
  side,
}: {
  readonly text: DeckText;
  readonly ranges: readonly TextRange[];
  readonly side: "before" | "after";
}) {
  return (
    <bdi>
      {cutByRanges(plainText(text), 0, ranges).map(({ piece, marked }, n) =>
        marked ? <MarkedWords key={n} side={side} text={piece} /> : <span key={n}>{visibleText(piece)}</span>,
      )}
    </bdi>
  );
}

const TONES = {
  before: "bg-removed-soft text-removed line-through decoration-1",
  after: "bg-added-soft text-added",
} as const;

export function MarkedWords({ side, text }: { readonly side: "before" | "after"; readonly text: string }) {
  return (
    <mark className={cx("rounded-sm", TONES[side])}>
      <span className="sr-only">{side === "before" ? "removed: " : "added: "}</span>
      {visibleText(text)}
    </mark>
  );
}
