/** Where the bars, lines and labels of a chart's sketch lie. Pure: numbers in, numbers out. */
import type { DeckChart } from "../../lib/contracts/deck-view.ts";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: "middle" | "end";
}

export interface ChartScale {
  /** Where the value 0 lies, along the axis of values. */
  readonly zero: number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly labels: readonly Label[];
  readonly bars: readonly (Area & { readonly series: number; readonly point: number })[];
  readonly lines: readonly {
    readonly series: number;
    readonly d: string;
    readonly fill: boolean;
    readonly dots: readonly { readonly point: number; readonly x: number; readonly y: number }[];
  }[];
}

export function scaleOf(chart: DeckChart, area: Area): ChartScale {
  const count = Math.max(1, chart.categories.length, ...chart.series.map(({ values }) => values.length));
  const [low, high] = rangeOf(chart, count);
  const span = chart.horizontal ? area.width : area.height;
  const reach = (value: number) => ((value - low) / (high - low)) * span;
  const at = (value: number) => (chart.horizontal ? area.x + reach(value) : area.y + area.height - reach(value));
  const slot = (chart.horizontal ? area.height : area.width) / count;
  return {
    zero: at(Math.max(low, Math.min(0, high))),
    ticks: ticksOf(low, high).map((value) => ({ at: at(value), text: shortNumber(value) })),
    labels: labelsOf(chart, area, slot),
    bars: barsOf(chart, area, slot, at),
    lines: linesOf(chart, area, slot, at),
  };
}

/** Always with zero in it, and never empty. */
function rangeOf(chart: DeckChart, count: number): [number, number] {
  let [low, high] = [0, 0];
  for (const { values } of chart.series)
    for (const value of values) [low, high] = [Math.min(low, value ?? 0), Math.max(high, value ?? 0)];
  if (chart.stacked)
    for (let point = 0; point < count; point += 1) {
      const own = chart.series.map(({ values }) => values[point] ?? 0);
      const sum = (sign: number) => own.filter((value) => value * sign > 0).reduce((total, value) => total + value, 0);
      [low, high] = [Math.min(low, sum(-1)), Math.max(high, sum(1))];
    }
  const room = (high - low) * 0.05;
  return low === high ? [0, 1] : [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
}

function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high && ticks.length < 12; value += step)
    ticks.push(Math.abs(value) < step / 1000 ? 0 : value);
  return ticks;
}

export function shortNumber(value: number): string {
  const [size, unit] = [
    [1e9, "bn"],
    [1e6, "m"],
    [1e4, "k"],
  ].find(([limit]) => Math.abs(value) >= (limit as number)) ?? [1, ""];
  const divisor = unit === "k" ? 1e3 : (size as number);
  return `${String(Number((value / divisor).toPrecision(4))).replace("-", "−")}${unit as string}`;
}

const MAX_LABELS = 14;

function labelsOf(chart: DeckChart, area: Area, slot: number): ChartScale["labels"] {
  const every = Math.max(1, Math.ceil(chart.categories.length / MAX_LABELS));
  const fits = Math.max(3, Math.floor(chart.horizontal ? 6 : (slot * every) / 7.5));
  return chart.categories.flatMap((name, point): Label[] => {
    if (point % every !== 0) return [];
    const text = name.length > fits ? `${name.slice(0, fits - 1)}…` : name;
    return chart.horizontal
      ? [{ x: area.x - 4, y: area.y + area.height - (point + 0.5) * slot + 5, text, anchor: "end" }]
      : [{ x: area.x + (point + 0.5) * slot, y: area.y + area.height + 18, text, anchor: "middle" }];
  });
}

function barsOf(chart: DeckChart, area: Area, slot: number, at: (value: number) => number): ChartScale["bars"] {
  const shown = chart.series.flatMap(({ kind }, series) => (kind === "bar" || kind === "other" ? [series] : []));
  const thick = (slot * 0.7) / (chart.stacked ? 1 : Math.max(1, shown.length));
  const tops = new Map<string, number>();
  return shown.flatMap((series, order) =>
    (chart.series[series]?.values ?? []).flatMap((value, point) => {
      if (value === null) return [];
      const key = `${point} ${value < 0 ? "-" : "+"}`;
      const from = chart.stacked ? (tops.get(key) ?? 0) : 0;
      tops.set(key, from + value);
      const [one, other] = [at(from), at(from + value)];
      const across = slot * 0.15 + (chart.stacked ? 0 : order * thick);
      const [start, length] = [Math.min(one, other), Math.abs(other - one)];
      return chart.horizontal
        ? [
            {
              series,
              point,
              x: start,
              y: area.y + area.height - (point + 1) * slot + across,
              width: length,
              height: thick,
            },
          ]
        : [{ series, point, x: area.x + point * slot + across, y: start, width: thick, height: length }];
    }),
  );
}

function linesOf(chart: DeckChart, area: Area, slot: number, at: (value: number) => number): ChartScale["lines"] {
  const xs = chart.series.flatMap(({ x }) => x ?? []).filter((value) => value !== null);
  const [least, most] = [Math.min(...xs), Math.max(...xs)];
  return chart.series.flatMap(({ kind, values, x }, series) => {
    if (kind === "bar" || kind === "other" || kind === "pie") return [];
    const dots = values.flatMap((value, point) => {
      if (value === null) return [];
      const own = x?.[point];
      const across =
        own === undefined || own === null || most === least
          ? area.x + (point + 0.5) * slot
          : area.x + ((own - least) / (most - least)) * area.width;
      return [{ point, x: across, y: at(value) }];
    });
    const path = dots.map((dot, n) => `${n === 0 ? "M" : "L"}${dot.x} ${dot.y}`).join("");
    const [first, last] = [dots[0], dots.at(-1)];
    const fill = kind === "area" && first !== undefined && last !== undefined;
    const d = kind === "scatter" ? "" : fill ? `${path}L${last.x} ${at(0)}L${first.x} ${at(0)}Z` : path;
    return [{ series, d, fill, dots: kind === "area" ? [] : dots }];
  });
}

/** Shares of a whole turn; what is not above zero has none. */
export function slicesOf(values: readonly (number | null)[]) {
  const total = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  let at = 0;
  return values.flatMap((value, point) => {
    if (value === null || value <= 0 || total === 0) return [];
    const from = at;
    at += value / total;
    return [{ point, from, to: at }];
  });
}
