/** What slides, shapes and their changes are called. Names and texts are the file's: data, for reading only. */
import type { ReviewedChange } from "../../lib/contracts/changes.ts";
import type { DeckShape, DeckSlide } from "../../lib/contracts/deck-view.ts";
import { visibleName } from "../files/visible-name.ts";
import { changeLine } from "../review/value-words.ts";
import { FACET_WORDS } from "../review/words.ts";
import { shortNumber } from "./chart-scale.ts";
import { placeBefore, placeOf, type SlidePair } from "./slide-pairs.ts";
import { wordRanges, type TextRange } from "./word-ranges.ts";

export const slideWords = ({ before, after }: Pick<SlidePair, "before" | "after">): string =>
  after === null ? `slide ${before ?? 0} of before` : `slide ${after}`;

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  title: "Title",
  ctrTitle: "Title",
  subTitle: "Subtitle",
  body: "Body",
  obj: "Content",
  pic: "Picture",
  ftr: "Footer",
  sldNum: "Slide number",
  dt: "Date",
  chart: "Chart",
  tbl: "Table",
};

export function shapeWords(shape: DeckShape): string {
  const role = PLACEHOLDERS[shape.placeholder ?? ""];
  const name = visibleName(shape.name).slice(0, 60);
  return role ?? (name === "" ? KINDS[shape.kind] : name);
}

const KINDS: Readonly<Record<DeckShape["kind"], string>> = {
  text: "Text",
  picture: "Picture",
  table: "Table",
  chart: "Chart",
  line: "Line",
  group: "Group",
  other: "Object",
};

/** "Title, shape 2", "Table 4, shape 5, cell B2", "Speaker notes", "Slide". */
export function changeSubject(change: ReviewedChange, before: DeckSlide | null, after: DeckSlide | null): string {
  const place = placeOf(change);
  if (place === null) return "File";
  if (place.notes) return "Speaker notes";
  if (place.shape === null) return "Slide";
  const shape = shapeAt(place.side === "before" ? before : after, place.shape);
  const named = shape === undefined ? `Shape ${place.shape}` : `${shapeWords(shape)}, shape ${place.shape}`;
  return place.cell === null ? named : `${named}, cell ${place.cell}`;
}

const shapeAt = (slide: DeckSlide | null, number: number | null | undefined): DeckShape | undefined =>
  slide?.shapes.find((shape) => shape.number === number);

/** In one line: only what differs. */
export function changeDetail(change: ReviewedChange, before: DeckSlide | null, after: DeckSlide | null): string {
  const place = placeOf(change);
  if (place?.shape === null && !place.notes && change.kind !== "modified") return slideDetail(change);
  if (change.kind === "modified" && change.before?.type === "rich" && change.after?.type === "rich") {
    if (change.facet === "content") return wordsDetail(change.before.text, change.after.text);
  }
  const chart = change.kind === "modified" ? chartDetail(change, before, after) : null;
  if (chart !== null) return chart;
  if (change.kind === "added" || change.kind === "removed") return wholeDetail(change);
  return change.facet === "content" ? changeLine(change) : `${FACET_WORDS[change.facet]}: ${changeLine(change)}`;
}

const quoted = (text: string): string => `“${text.replaceAll(/\s+/gu, " ").trim()}”`;

function slideDetail(change: ReviewedChange): string {
  const value = change.kind === "removed" ? change.before : (change.after ?? change.before);
  const title = value?.type === "properties" ? value.properties["title"] : undefined;
  const named = typeof title === "string" && title !== "" ? ` ${quoted(title)}` : "";
  if (change.kind === "added") return `new slide${named}`;
  if (change.kind === "removed") return `removed${named}`;
  const from = placeBefore(change)?.slide;
  return `moved${from === undefined ? "" : ` from place ${from}`} to place ${placeOf(change)?.slide ?? "?"}`;
}

function wholeDetail({ kind, before, after }: ReviewedChange): string {
  const value = kind === "added" ? after : before;
  const text =
    value?.type === "properties" ? value.properties["text"] : value?.type === "rich" ? value.text : undefined;
  const said = typeof text === "string" && text.trim() !== "" ? ` ${quoted(text)}` : "";
  return `${kind === "added" ? "new" : "removed"}${said}`;
}

function wordsDetail(before: string, after: string): string {
  const ranges = wordRanges(before, after);
  if (ranges.before.length + ranges.after.length === 0)
    return `${before === "" ? "empty" : quoted(before)} → ${after === "" ? "empty" : quoted(after)}`;
  const only = (text: string, own: readonly TextRange[]) => {
    const pieces = own.map(([from, to]) => withoutStops(text.slice(from, to))).filter((piece) => piece !== "");
    return pieces.length === 0 ? "nothing" : quoted(pieces.join(" … "));
  };
  return `${only(before, ranges.before)} → ${only(after, ranges.after)}`;
}

/** Marks between words tell nothing where the words are shown; alone they do. */
const withoutStops = (text: string): string => text.trim().replace(/^[,;:.]\s+/u, "");

const NAMED_POINTS = 3;

/** "2 points: Q3 10.1 → 11.8, Q4 11.2 → 12.6"; null where it is no chart, or its values are the same. */
function chartDetail(change: ReviewedChange, before: DeckSlide | null, after: DeckSlide | null): string | null {
  const old = shapeAt(before, placeBefore(change)?.shape)?.chart;
  const now = shapeAt(after, placeOf(change)?.shape)?.chart;
  if (old === undefined || now === undefined) return null;
  const differing = now.series.flatMap(({ name, values }, series) =>
    values.flatMap((value, point) => {
      const was = old.series[series]?.values[point] ?? null;
      const label = [
        now.series.length > 1 ? visibleName(name) : "",
        visibleName(now.categories[point] ?? `${point + 1}`),
      ];
      return was === value ? [] : [`${label.filter(Boolean).join(" ")} ${numberWords(was)} → ${numberWords(value)}`];
    }),
  );
  if (differing.length === 0) return null;
  const more = differing.length > NAMED_POINTS ? ` and ${differing.length - NAMED_POINTS} more` : "";
  return `${differing.length} ${differing.length === 1 ? "point" : "points"}: ${differing.slice(0, NAMED_POINTS).join(", ")}${more}`;
}

const numberWords = (value: number | null): string => (value === null ? "nothing" : shortNumber(value));
