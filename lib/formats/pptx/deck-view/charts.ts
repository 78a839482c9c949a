/** What a chart shows, from the values that its program cached (ECMA-376 part 1, 21.2): enough for a sketch of it. */
import { attribute, childElement, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import { elementsOf } from "../shape.ts";
import { spend, type Budget } from "./budget.ts";
import { colourIn, type Palette } from "./colours.ts";
import type { ChartSeries, ChartView } from "./types.ts";

const KINDS: Readonly<Record<string, ChartSeries["kind"]>> = {
  barChart: "bar",
  bar3DChart: "bar",
  lineChart: "line",
  line3DChart: "line",
  stockChart: "line",
  areaChart: "area",
  area3DChart: "area",
  pieChart: "pie",
  pie3DChart: "pie",
  doughnutChart: "pie",
  ofPieChart: "pie",
  scatterChart: "scatter",
  bubbleChart: "scatter",
};
const MAX_SERIES = 40;
const MAX_POINTS = 400;

export function chartView(root: XmlElement, palette: Palette, budget: Budget): ChartView {
  const chart = childElement(root, "chart");
  const area = childElement(chart, "plotArea");
  const plots = (area === undefined ? [] : elementsOf(area)).filter(({ name }) => name.endsWith("Chart"));
  const series: ChartSeries[] = [];
  let categories: readonly string[] = [];
  let cut = false;
  for (const plot of plots)
    for (const element of elementsOf(plot).filter(({ name }) => name === "ser")) {
      const [values, x] = [
        childElement(element, "val") ?? childElement(element, "yVal"),
        childElement(element, "xVal"),
      ];
      const points = pointsIn(values);
      cut ||= points.length > MAX_POINTS || series.length >= MAX_SERIES;
      if (series.length >= MAX_SERIES || !spend(budget, "points", points.length)) break;
      const named = pointsIn(childElement(element, "cat") ?? x);
      if (categories.length < named.length) categories = named.slice(0, MAX_POINTS).map((text) => text ?? "");
      const kind = KINDS[plot.name] ?? "other";
      series.push({
        name: pointsIn(childElement(element, "tx"))[0] ?? `Series ${series.length + 1}`,
        kind,
        colour: seriesColour(element, palette, series.length),
        values: numbersOf(points),
        ...(kind === "scatter" && x !== undefined ? { x: numbersOf(pointsIn(x)) } : {}),
      });
    }
  const titleElement = childElement(chart, "title");
  const said = (name: string) => plots.map((plot) => childElement(plot, name)).find((found) => found !== undefined);
  const [direction, grouping] = [said("barDir"), said("grouping")];
  return {
    title: titleElement === undefined ? "" : titleOf(titleElement),
    categories,
    series,
    ...(direction !== undefined && attribute(direction, "val") === "bar" ? { horizontal: true } : {}),
    ...(/stacked/i.test((grouping && attribute(grouping, "val")) ?? "") ? { stacked: true } : {}),
    ...(cut ? { cut } : {}),
  };
}

/** The texts of `a:t` or of the cached values, in one line. */
function titleOf(element: XmlElement): string {
  const texts: string[] = [];
  const visit = (inner: XmlElement) => {
    if (inner.name === "t" || inner.name === "v") texts.push(textOf(inner));
    else elementsOf(inner).forEach(visit);
  };
  visit(element);
  return texts.join("").trim().slice(0, 500);
}

/** The cached points in their order; a point that is missing is null. */
function pointsIn(holder: XmlElement | undefined): (string | null)[] {
  if (holder === undefined) return [];
  const cache = cacheIn(holder);
  if (cache === undefined) {
    const literal = childElement(holder, "v");
    return literal === undefined ? [] : [textOf(literal).slice(0, 500)];
  }
  const points: (string | null)[] = [];
  for (const point of elementsOf(cache).filter(({ name }) => name === "pt")) {
    const at = Number(attribute(point, "idx") ?? points.length);
    const value = childElement(point, "v");
    if (!Number.isInteger(at) || at < 0 || at > MAX_POINTS || value === undefined) continue;
    while (points.length < at) points.push(null);
    points[at] = textOf(value).slice(0, 500);
  }
  return points;
}

function cacheIn(element: XmlElement): XmlElement | undefined {
  for (const inner of elementsOf(element)) {
    if (inner.name === "lvl" || /^(num|str)(Cache|Lit)$/.test(inner.name)) return inner;
    const deeper = cacheIn(inner);
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

const numbersOf = (points: readonly (string | null)[]): (number | null)[] =>
  points.slice(0, MAX_POINTS).map((text) => {
    const value = text === null || text.trim() === "" ? Number.NaN : Number(text);
    return Number.isFinite(value) ? value : null;
  });

const ACCENTS = 6;
const USUAL = ["4472C4", "ED7D31", "A5A5A5", "FFC000", "5B9BD5", "70AD47"];

function seriesColour(series: XmlElement, palette: Palette, index: number): string {
  const properties = childElement(series, "spPr");
  const line = childElement(properties, "ln");
  const own =
    colourIn(childElement(properties, "solidFill"), palette) ?? colourIn(childElement(line, "solidFill"), palette);
  const accent = (index % ACCENTS) + 1;
  return own?.colour ?? palette.theme.get(`accent${accent}`) ?? USUAL[accent - 1] ?? "808080";
}
