import type { DeckLine, DeckPicture, DeckShape } from "../../lib/contracts/deck-view.ts";
import { PaintFill, strokeOf } from "./paint.tsx";
import { shapeOutline, type Outline } from "./shape-outlines.ts";
import { SlideChart } from "./slide-chart.tsx";
import type { ShapeMark } from "./slide-marks.ts";
import { SlideTable } from "./slide-table.tsx";
import { SlideText } from "./slide-text.tsx";
import { pixels } from "./units.ts";

export interface ShapeDrawing {
  readonly pictureAt: (part: string) => string;
  readonly prefix: string;
  readonly side: "before" | "after";
}

export interface SlideShapeProps {
  readonly id: string;
  readonly shape: DeckShape;
  readonly drawing: ShapeDrawing;
  readonly mark: ShapeMark | undefined;
}

/** One shape where it stands, turned and mirrored; its text is turned with it and never mirrored. */
export function SlideShape({ id, shape, drawing, mark }: SlideShapeProps) {
  const { box } = shape;
  if (shape.hidden || shape.kind === "group") return null;
  const [x, y, w, h] = [pixels(box.x), pixels(box.y), pixels(box.width), pixels(box.height)];
  const turn = box.rotation === undefined ? "" : ` rotate(${box.rotation} ${w / 2} ${h / 2})`;
  const flip =
    box.flipX || box.flipY
      ? `translate(${box.flipX ? w : 0} ${box.flipY ? h : 0}) scale(${box.flipX ? -1 : 1} ${box.flipY ? -1 : 1})`
      : undefined;
  return (
    <g transform={`translate(${x} ${y})${turn}`}>
      <g transform={flip}>
        <Body id={id} shape={shape} drawing={drawing} width={w} height={h} mark={mark} />
      </g>
      {shape.text === undefined ? null : (
        <foreignObject width={Math.max(1, w)} height={Math.max(1, h)} style={{ overflow: "visible" }}>
          <SlideText text={shape.text} marks={mark?.words ?? []} side={drawing.side} />
        </foreignObject>
      )}
    </g>
  );
}

interface BodyProps extends SlideShapeProps {
  readonly width: number;
  readonly height: number;
}

function Body({ id, shape, drawing, width, height, mark }: BodyProps) {
  const { kind, picture, table, chart, instead } = shape;
  if (kind === "picture" && picture !== undefined)
    return <Picture {...{ id, shape, picture, drawing, width, height }} />;
  if (table !== undefined)
    return <SlideTable table={table} width={width} height={height} side={drawing.side} cells={mark?.cells} />;
  if (chart !== undefined)
    return <SlideChart chart={chart} width={width} height={height} side={drawing.side} points={mark?.points} />;
  if (instead !== undefined) return <Instead words={instead} width={width} height={height} />;
  const outline = outlineOf(shape, width, height);
  return (
    <>
      <PaintFill
        id={id}
        fill={outline.open ? undefined : shape.fill}
        pictureAt={drawing.pictureAt}
        {...{ width, height }}
      >
        {(paint) => (
          <path
            d={outline.d}
            {...paint}
            {...strokeOf(shape.line)}
            transform={outline.scale}
            vectorEffect="non-scaling-stroke"
          />
        )}
      </PaintFill>
      {shape.line === undefined || outline.ends === undefined ? null : <Arrows line={shape.line} ends={outline.ends} />}
    </>
  );
}

function outlineOf(
  { geometry, adjust, path, kind }: DeckShape,
  w: number,
  h: number,
): Outline & { readonly scale?: string } {
  if (path !== undefined) {
    const [sx, sy] = [path.width === 0 ? 1 : w / path.width, path.height === 0 ? 1 : h / path.height];
    return { d: path.d, scale: `scale(${sx} ${sy})` };
  }
  return shapeOutline(geometry ?? (kind === "line" ? "line" : "rect"), w, h, adjust);
}

function Arrows({ line, ends }: { readonly line: DeckLine; readonly ends: NonNullable<Outline["ends"]> }) {
  const size = Math.max(6, pixels(line.width) * 4);
  const [start, startAngle, end, endAngle] = ends;
  const tip = ([x, y]: readonly [number, number], angle: number) => (
    <path
      d={`M0 0L${-size} ${size / 2}L${-size} ${-size / 2}Z`}
      fill={`#${line.colour}`}
      transform={`translate(${x} ${y}) rotate(${(angle * 180) / Math.PI})`}
    />
  );
  return (
    <>
      {line.head ? tip(start, startAngle) : null}
      {line.tail ? tip(end, endAngle) : null}
    </>
  );
}

function Picture({
  id,
  shape,
  picture,
  drawing,
  width,
  height,
}: Omit<BodyProps, "mark"> & { readonly picture: DeckPicture }) {
  if (picture.part === null) return <Instead words={picture.instead ?? "picture"} width={width} height={height} />;
  const [left, top, right, bottom] = picture.crop ?? [0, 0, 0, 0];
  const [wide, high] = [width / (1 - left - right), height / (1 - top - bottom)];
  const { d } = outlineOf(shape, width, height);
  return (
    <>
      <clipPath id={`${id}c`}>
        <path d={d} />
      </clipPath>
      <image
        href={drawing.pictureAt(picture.part)}
        x={-left * wide}
        y={-top * high}
        width={wide}
        height={high}
        preserveAspectRatio="none"
        clipPath={`url(#${id}c)`}
      />
      {shape.line === undefined ? null : <path d={d} fill="none" {...strokeOf(shape.line)} />}
    </>
  );
}

/** In place of what is not drawn: a frame that says what stands there. */
function Instead({
  words,
  width,
  height,
}: {
  readonly words: string;
  readonly width: number;
  readonly height: number;
}) {
  return (
    <>
      <rect width={width} height={height} fill="#f3f3f1" stroke="#8d8980" strokeDasharray="6 4" />
      <text x={width / 2} y={height / 2} textAnchor="middle" dominantBaseline="middle" fill="#55524c" fontSize={16}>
        {words}
      </text>
    </>
  );
}
