import type { DeckChart } from "../../lib/contracts/deck-view.ts";
import { visibleName } from "../files/visible-name.ts";
import { scaleOf, slicesOf, type ChartScale } from "./chart-scale.ts";

export interface SlideChartProps {
  readonly chart: DeckChart;
  readonly width: number;
  readonly height: number;
  readonly side: "before" | "after";
  /** `series,point` that differ from the other side. */
  readonly points: ReadonlySet<string> | undefined;
}

const INK = "#55524c";
const TITLE = 24;
const LEGEND = 22;
const LABELS = 22;
const FONT = 14;

/** A sketch of a chart from the values that its program cached; it says so. Changed points are framed in the side's colour. */
export function SlideChart({ chart, width, height, side, points }: SlideChartProps) {
  const top = chart.title === "" ? 8 : TITLE + 12;
  const bottom = LEGEND + 4;
  const area = { x: 44, y: top, width: Math.max(1, width - 56), height: Math.max(1, height - top - bottom - LABELS) };
  const pie = chart.series.some(({ kind }) => kind === "pie");
  const frame = side === "before" ? "var(--removed)" : "var(--added)";
  return (
    <g fontSize={FONT} fill={INK} fontFamily="var(--font-ui)">
      <rect width={width} height={height} fill="transparent" />
      {chart.title === "" ? null : (
        <text x={width / 2} y={TITLE} textAnchor="middle" fontSize={18}>
          {visibleName(chart.title).slice(0, 80)}
        </text>
      )}
      {pie ? (
        <Pie chart={chart} area={area} frame={frame} points={points} />
      ) : (
        <Plot chart={chart} area={area} frame={frame} points={points} />
      )}
      <Legend chart={chart} pie={pie} y={height - 8} width={width} />
    </g>
  );
}

interface PlotProps {
  readonly chart: DeckChart;
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly frame: string;
  readonly points: ReadonlySet<string> | undefined;
}

function Plot({ chart, area, frame, points }: PlotProps) {
  const scale = scaleOf(chart, area);
  const changed = (series: number, point: number) =>
    points?.has(`${series},${point}`) ? { stroke: frame, strokeWidth: 3 } : {};
  return (
    <>
      <Axes chart={chart} area={area} scale={scale} />
      {scale.bars.map(({ series, point, ...bar }) => (
        <rect
          key={`${series},${point}`}
          {...bar}
          fill={`#${chart.series[series]?.colour ?? "808080"}`}
          {...changed(series, point)}
        />
      ))}
      {scale.lines.map(({ series, d, dots, fill }) => (
        <g key={series} stroke={`#${chart.series[series]?.colour ?? "808080"}`}>
          {d === "" ? null : (
            <path
              d={d}
              strokeWidth={2.5}
              fill={fill ? `#${chart.series[series]?.colour ?? "808080"}` : "none"}
              fillOpacity={0.35}
            />
          )}
          {dots.map(({ point, x, y }) => (
            <circle
              key={point}
              cx={x}
              cy={y}
              r={4}
              fill={`#${chart.series[series]?.colour ?? "808080"}`}
              {...changed(series, point)}
            />
          ))}
        </g>
      ))}
    </>
  );
}

function Axes({ chart, area, scale }: Pick<PlotProps, "chart" | "area"> & { readonly scale: ChartScale }) {
  const { zero, ticks, labels } = scale;
  const along = chart.horizontal
    ? { x1: zero, x2: zero, y1: area.y, y2: area.y + area.height }
    : { x1: area.x, x2: area.x + area.width, y1: zero, y2: zero };
  return (
    <>
      {ticks.map(({ at, text }) => (
        <g key={text}>
          {chart.horizontal ? (
            <text x={at} y={area.y + area.height + 18} textAnchor="middle">
              {text}
            </text>
          ) : (
            <>
              <line x1={area.x} x2={area.x + area.width} y1={at} y2={at} stroke="#e4e2dd" />
              <text x={area.x - 6} y={at + 5} textAnchor="end">
                {text}
              </text>
            </>
          )}
        </g>
      ))}
      <line {...along} stroke="#8d8980" />
      {labels.map(({ x, y, text, anchor }, n) => (
        <text key={n} x={x} y={y} textAnchor={anchor}>
          {visibleName(text)}
        </text>
      ))}
    </>
  );
}

function Pie({ chart, area, frame, points }: PlotProps) {
  const series = chart.series.findIndex(({ kind }) => kind === "pie");
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const radius = Math.max(1, Math.min(area.width, area.height) / 2 - 4);
  return slicesOf(chart.series[series]?.values ?? []).map(({ point, from, to }) => {
    const at = (turn: number) =>
      `${x + radius * Math.sin(turn * 2 * Math.PI)} ${y - radius * Math.cos(turn * 2 * Math.PI)}`;
    const d =
      to - from > 0.999
        ? `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`
        : `M${x} ${y}L${at(from)}A${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
    const changed = points?.has(`${series},${point}`) === true;
    return (
      <path
        key={point}
        d={d}
        fill={sliceColour(chart, point)}
        stroke={changed ? frame : "#fff"}
        strokeWidth={changed ? 3 : 1}
      />
    );
  });
}

const SLICES = ["4472c4", "ed7d31", "a5a5a5", "ffc000", "5b9bd5", "70ad47", "264478", "9e480e"];
const sliceColour = (chart: DeckChart, point: number): string =>
  `#${point === 0 ? (chart.series[0]?.colour ?? SLICES[0]) : SLICES[point % SLICES.length]}`;

const MAX_NAMED = 6;

function Legend({
  chart,
  pie,
  y,
  width,
}: {
  readonly chart: DeckChart;
  readonly pie: boolean;
  readonly y: number;
  readonly width: number;
}) {
  const entries = pie
    ? chart.categories.map((name, point) => ({ name, colour: sliceColour(chart, point) }))
    : chart.series.map(({ name, colour }) => ({ name, colour: `#${colour}` }));
  const shown = entries.slice(0, MAX_NAMED);
  const step = (width - 150) / Math.max(1, shown.length);
  const fits = Math.max(3, Math.floor((step - 22) / 7.5));
  return (
    <>
      {shown.map(({ name, colour }, n) => (
        <g key={n} transform={`translate(${8 + n * step} ${y})`}>
          <rect y={-10} width={11} height={11} fill={colour} />
          <text x={16}>{cut(visibleName(name), fits)}</text>
        </g>
      ))}
      <text x={width - 6} y={y} textAnchor="end" fontStyle="italic">
        sketch of a chart{chart.cut ? ", cut" : ""}
      </text>
    </>
  );
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
