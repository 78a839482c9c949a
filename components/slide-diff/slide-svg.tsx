import { memo, useId } from "react";

import type { DeckFill, DeckShape, DeckSlide, DeckView } from "../../lib/contracts/deck-view.ts";
import { PaintFill } from "./paint.tsx";
import type { SideMarks } from "./slide-marks.ts";
import { SlideShape, type ShapeDrawing } from "./slide-shape.tsx";
import { pixels } from "./units.ts";

export interface SlideSvgProps {
  readonly deck: Pick<DeckView, "width" | "height" | "layouts">;
  readonly slide: DeckSlide;
  /** Where a picture of the deck's package is read. */
  readonly pictureAt: (part: string) => string;
  readonly side?: "before" | "after";
  readonly marks?: SideMarks;
  /** For assistive technology: "Slide 3 before: FY revenue grows". */
  readonly label: string;
}

/** A slide drawn from its structure: what the layout shows first, then its own shapes. It fills the box it is given. */
export const SlideSvg = memo(function SlideSvg({ deck, slide, pictureAt, side, marks, label }: SlideSvgProps) {
  const prefix = useId().replaceAll(/\W/gu, "");
  const [width, height] = [pixels(deck.width), pixels(deck.height)];
  const layout = slide.layout === null ? undefined : deck.layouts[slide.layout];
  const background: DeckFill = slide.background ?? layout?.background ?? { kind: "solid", colour: "FFFFFF" };
  const drawing: ShapeDrawing = { pictureAt, prefix, side: side ?? "after" };
  const draw = (shapes: readonly DeckShape[], of: string) =>
    shapes.map((shape, n) => (
      <SlideShape
        key={`${of}${n}`}
        id={`${prefix}${of}${n}`}
        shape={shape}
        drawing={drawing}
        mark={shape.number === null ? undefined : marks?.get(shape.number)}
      />
    ));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="paper block h-full w-full">
      <PaintFill id={`${prefix}bg`} fill={background} pictureAt={pictureAt} width={width} height={height}>
        {(paint) => <rect width={width} height={height} {...paint} />}
      </PaintFill>
      {slide.decorated && layout !== undefined ? draw(layout.shapes, "l") : null}
      {draw(slide.shapes, "s")}
    </svg>
  );
});
