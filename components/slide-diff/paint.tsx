import type { ReactNode } from "react";

import type { DeckFill, DeckLine } from "../../lib/contracts/deck-view.ts";
import { pixels } from "./units.ts";

export interface Paint {
  readonly fill: string;
  readonly fillOpacity?: number;
}

export interface PaintFillProps {
  /** For what is defined and referred to: unique on the page. */
  readonly id: string;
  readonly fill: DeckFill | undefined;
  readonly pictureAt: (part: string) => string;
  readonly width: number;
  readonly height: number;
  readonly children: (paint: Paint) => ReactNode;
}

/** Defines what a fill needs (a gradient, a pattern of one picture) and hands over how to refer to it. */
export function PaintFill({ id, fill, pictureAt, width, height, children }: PaintFillProps) {
  if (fill === undefined) return children({ fill: "none" });
  if (fill.kind === "picture" && fill.part !== undefined)
    return (
      <>
        <pattern id={`${id}p`} patternUnits="userSpaceOnUse" width={width} height={height}>
          <image href={pictureAt(fill.part)} width={width} height={height} preserveAspectRatio="xMidYMid slice" />
        </pattern>
        {children({ fill: `url(#${id}p)` })}
      </>
    );
  if (fill.kind === "gradient" && fill.stops !== undefined)
    return (
      <>
        <linearGradient id={`${id}g`} gradientTransform={`rotate(${fill.angle ?? 90} 0.5 0.5)`}>
          {fill.stops.map(({ at, colour, opacity }, n) => (
            <stop key={n} offset={at} stopColor={`#${colour}`} stopOpacity={opacity ?? 1} />
          ))}
        </linearGradient>
        {children({ fill: `url(#${id}g)` })}
      </>
    );
  return children({
    fill: fill.colour === undefined ? "none" : `#${fill.colour}`,
    ...(fill.opacity === undefined ? {} : { fillOpacity: fill.opacity }),
  });
}

export const strokeOf = (line: DeckLine | undefined) =>
  line === undefined
    ? { stroke: "none" }
    : {
        stroke: `#${line.colour}`,
        strokeWidth: Math.max(0.75, pixels(line.width)),
        ...(line.opacity === undefined ? {} : { strokeOpacity: line.opacity }),
        ...(line.dashed ? { strokeDasharray: `${pixels(line.width) * 4} ${pixels(line.width) * 3}` } : {}),
      };
