/** What the values of changes are called on the screen. For reading only: nothing here is parsed back. */
import type { ChangeBody, FacetName } from "../../lib/contracts/changes.ts";
import { formatBytes, plural } from "../ui/format.ts";

type Value = NonNullable<ChangeBody["after"]>;
type Scalar = Extract<Value, { type: "cell" }>["value"];

function scalarText(value: Scalar): string {
  if (value === null) return "empty";
  if (typeof value === "object") return value.error;
  if (typeof value === "number") return String(value).replace("-", "−");
  return typeof value === "boolean" ? String(value).toUpperCase() : value;
}

/** One side of a change in a line; absent is "nothing". Formulas are shown where they are what changed. */
export function valueText(value: Value | undefined, facet: FacetName): string {
  if (value === undefined) return "nothing";
  switch (value.type) {
    case "text":
      return value.text;
    case "rich":
      return facet === "format" ? formatText(value) : value.text;
    case "page":
      return value.marks.length === 0 ? value.text : value.marks.map(({ text }) => text).join(" ");
    case "cell":
      if (value.formula !== undefined && facet === "formula") return `=${value.formula}`;
      if (facet === "format")
        return value.numberFormat ?? (value.style === undefined ? "General" : `style ${value.style.slice(0, 8)}`);
      return value.notCalculated === true ? "not calculated" : (value.text ?? scalarText(value.value));
    case "cells":
      return cellsText(value.cells, facet);
    case "file":
      return `${formatBytes(value.size)}, ${value.contentHash.slice(0, 8)}`;
    case "name":
      return value.name;
    case "properties":
      return propertiesText(value.properties);
  }
}

/**
 * What is to be shown of a place's versions: where a formula gave way to a constant, or came in its place, the results
 * may be alike, and the formula is what changed.
 */
export function shownFacet(facet: FacetName, values: readonly (Value | null | undefined)[]): FacetName {
  if (facet !== "content") return facet;
  const formulas = values.flatMap((value) => (value?.type === "cell" ? [value.formula !== undefined] : []));
  return new Set(formulas).size > 1 ? "formula" : facet;
}

const SHOWN_CELLS = 24;

/** The contents of a row or column, in its order; blank cells left out. */
function cellsText(cells: Extract<Value, { type: "cells" }>["cells"], facet: FacetName): string {
  const texts = Object.values(cells)
    .map((cell) => valueText({ type: "cell", ...cell }, facet))
    .filter((text) => text !== "");
  if (texts.length === 0) return "blank";
  const more = texts.length > SHOWN_CELLS ? ` · and ${plural(texts.length - SHOWN_CELLS, "more cell")}` : "";
  return `${texts.slice(0, SHOWN_CELLS).join(" · ")}${more}`;
}

/** What tells a reformatted paragraph apart: its style, and each run with a format of its own. */
function formatText({ text, style, runs }: Extract<Value, { type: "rich" }>): string {
  const formatted = runs.filter(({ format }) => format !== undefined);
  const parts = [
    ...(style === undefined ? [] : [style]),
    ...formatted.map(({ text: run, format }) => `“${run}” ${format ?? ""}`),
  ];
  return parts.length === 0 ? text : parts.join("; ");
}

/** Both sides of a change as far as they differ; `null`: nothing is there. `note` says what no side can show. */
export interface SideTexts {
  readonly before: string | null;
  readonly after: string | null;
  readonly note: string | null;
}

export function sideTexts({ before, after, facet }: Pick<ChangeBody, "before" | "after" | "facet">): SideTexts {
  if (before?.type === "page" && after?.type === "page" && before.marks.length + after.marks.length === 0)
    return { before: null, after: null, note: "The same words, drawn differently." };
  if (before?.type === "page" && after?.type === "page")
    return { before: marked(before), after: marked(after), note: null };
  const pixels = after?.type === "properties" ? after.properties["different pixels"] : undefined;
  if (after?.type === "properties" && typeof pixels === "number")
    return { before: null, after: null, note: pixelWords(pixels, after.properties["different share"]) };
  if (before?.type === "properties" && after?.type === "properties")
    return propertySides(before.properties, after.properties);
  const shown = shownFacet(facet, [before, after]);
  const text = (value: Value | undefined) => (value === undefined ? null : valueText(value, shown));
  return { before: text(before), after: text(after), note: null };
}

/** In one line, for lists. */
export function changeLine(change: Pick<ChangeBody, "before" | "after" | "facet">): string {
  const { before, after, note } = sideTexts(change);
  return note ?? `${before ?? "nothing"} → ${after ?? "nothing"}`;
}

const marked = ({ marks }: Extract<Value, { type: "page" }>): string | null =>
  marks.length === 0 ? null : marks.map(({ text }) => text).join(" ");

/** @param share of all pixels of the picture, from 0 to 1 */
const pixelWords = (pixels: number, share: unknown): string =>
  `${plural(pixels, "pixel differs", "pixels differ")}${typeof share === "number" ? `, ${(share * 100).toFixed(1)} % of all` : ""}.`;

type Properties = Extract<Value, { type: "properties" }>["properties"];

function propertySides(before: Properties, after: Properties): SideTexts {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name] && ![before[name], after[name]].some(isDigest),
  );
  if (names.length === 0) {
    const kind = after["kind"] ?? after["element"];
    return {
      before: null,
      after: null,
      // After a colon: a kind may be one or many ("comments").
      note: `${typeof kind === "string" ? `${capital(kind.replaceAll("-", " "))}: looks` : "Looks"} different, or holds something else.`,
    };
  }
  const only = (side: Properties) =>
    names.flatMap((name) => (name in side ? [`${name}: ${propertyText(name, side[name] ?? null)}`] : [])).join(", ");
  return { before: only(before), after: only(after), note: null };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const isDigest = (value: Properties[string] | undefined): boolean =>
  typeof value === "string" && /^[0-9a-f]{12,64}$/u.test(value);

const LENGTHS: ReadonlySet<string> = new Set(["x", "y", "width", "height"]);
/** Office measures drawings in English metric units: 360,000 to the centimetre (ECMA-376 part 1, 20.1.2.1). */
const UNITS_PER_CENTIMETRE = 360_000;

function propertyText(name: string, value: Properties[string]): string {
  if (value === null) return "none";
  if (typeof value !== "number") return String(value);
  if (name === "size") return formatBytes(value);
  return LENGTHS.has(name) && Math.abs(value) >= 10_000
    ? `${(value / UNITS_PER_CENTIMETRE).toFixed(2)} cm`
    : String(value);
}

/** Digests and counts tell versions apart and nothing to a person: what is left of a part is its kind and size. */
function propertiesText(properties: Properties): string {
  const { digest, kind, element, size, ...others } = properties;
  const named = typeof kind === "string" ? kind : typeof element === "string" ? element : null;
  const parts = [
    ...(named === null ? [] : [named.replaceAll("-", " ")]),
    ...(typeof size === "number" ? [formatBytes(size)] : []),
    ...Object.entries(others)
      .filter(([key, entry]) => key !== "elements" && !isDigest(entry))
      .map(([key, entry]) => `${key}: ${propertyText(key, entry)}`),
    ...(typeof digest === "string" ? [`content ${digest.slice(0, 8)}`] : []),
  ];
  return parts.join(", ");
}
