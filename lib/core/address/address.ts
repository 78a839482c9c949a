import { err, ok, type Result } from "../../shared/result.ts";
import { UNPAIRED_SURROGATES } from "../tree/path.ts";

/**
 * Where in a file something is (R7). One type, one parser, one formatter for comments, citations, search hits,
 * changes and links. The text form is the fragment of a `staged:` address:
 *
 *   `page=2` · `sheet=Revenue&cell=B12:D14` · `sheet=Revenue&row=7` · `sheet=Revenue&column=C` · `sheet=Revenue`
 *   `slide=3&shape=7` · `slide=3&shape=7&para=2` · `slide=3&shape=7&cell=B2` · `notes=3&para=1` · `para=14`
 *   `story=footnote-2&para=1` · `table=2&row=3` · `cell=7` · `cell=7&of=outputs` · `cell=B12` · `L10-L20` · `row=7` · `column=C`
 *   `name=TaxRate` · `part=xl/theme/theme1.xml`
 *
 * All numbers count from 1. A fragment never says which version its numbers count in: the change or the
 * `staged:` address around it does. The whole file is the empty fragment.
 */
export type Address =
  | { readonly kind: "file" }
  /** `to` = `from` − 1 is the empty place in front of line `from`, where something is inserted: `L5-L4`. */
  | { readonly kind: "lines"; readonly from: number; readonly to: number }
  | { readonly kind: "sheet"; readonly sheet: string }
  /** Without a sheet: of a file that is one table (CSV). */
  | { readonly kind: "cells"; readonly sheet?: string; readonly range: string }
  | { readonly kind: "row"; readonly sheet?: string; readonly row: number }
  | { readonly kind: "column"; readonly sheet?: string; readonly column: string }
  | { readonly kind: "name"; readonly name: string; readonly sheet?: string }
  | { readonly kind: "page"; readonly page: number }
  /**
   * `shape` counts the slide's shapes in drawing order, those in groups included (a group comes before its members);
   * `paragraph` counts within the shape; `cell` is a cell of the shape's table in A1 notation.
   */
  | {
      readonly kind: "slide";
      readonly slide: number;
      readonly shape?: number;
      readonly paragraph?: number;
      readonly cell?: string;
    }
  /** The speaker's notes of a slide. */
  | { readonly kind: "notes"; readonly slide: number; readonly paragraph?: number }
  /**
   * Paragraphs count in document order, those in table cells and text boxes included. `story` is the text that they
   * belong to where it is not the body: `header-1`, `footer-2`, `footnote-3`, `endnote-1`, `comment-4`.
   */
  | { readonly kind: "paragraph"; readonly paragraph: number; readonly story?: string }
  /** A row of the document's n-th table in document order, nested tables included. */
  | { readonly kind: "tableRow"; readonly table: number; readonly row: number; readonly story?: string }
  /** `of`: what beside the source is meant. */
  | { readonly kind: "notebookCell"; readonly cell: number; readonly of?: "outputs" | "metadata" }
  | { readonly kind: "part"; readonly part: string };

export const WHOLE_FILE: Address = { kind: "file" };

export interface FragmentError {
  readonly reason: "not-an-address";
  readonly detail: string;
}

/** The canonical text; `parseAddress(formatAddress(a))` is `a`. */
export function formatAddress(address: Address): string {
  switch (address.kind) {
    case "file":
      return "";
    case "lines":
      return address.from === address.to ? `L${address.from}` : `L${address.from}-L${address.to}`;
    case "sheet":
      return text({ sheet: address.sheet });
    case "cells":
      return `${address.sheet === undefined ? "" : `${text({ sheet: address.sheet })}&`}cell=${address.range}`;
    case "row":
      return text({ sheet: address.sheet, row: address.row });
    case "column":
      return text({ sheet: address.sheet, column: address.column });
    case "name":
      return text({ sheet: address.sheet, name: address.name });
    case "page":
      return text({ page: address.page });
    case "slide":
      return text({ slide: address.slide, shape: address.shape, cell: address.cell, para: address.paragraph });
    case "notes":
      return text({ notes: address.slide, para: address.paragraph });
    case "paragraph":
      return text({ story: address.story, para: address.paragraph });
    case "tableRow":
      return text({ story: address.story, table: address.table, row: address.row });
    case "notebookCell":
      return text({ cell: address.cell, of: address.of });
    case "part":
      return `part=${encode(address.part).replaceAll("%2F", "/")}`;
  }
}

/** A fragment without its `#`. */
export function parseAddress(fragment: string): Result<Address, FragmentError> {
  if (fragment === "") return ok({ kind: "file" });
  const lines = /^L([1-9]\d{0,8})(?:-L([1-9]\d{0,8}))?$/.exec(fragment);
  if (lines !== null) {
    const [from, to] = [Number(lines[1]), Number(lines[2] ?? lines[1])];
    return from <= to + 1 ? ok({ kind: "lines", from, to }) : wrong("lines count upwards");
  }
  const fields = fieldsOf(fragment);
  if (fields === null) return wrong("not of the form name=value&name=value");
  const address = addressOf(fields);
  return address === null ? wrong("no such kind of place") : ok(address);
}

type Fields = ReadonlyMap<string, string>;

function fieldsOf(fragment: string): Fields | null {
  const fields = new Map<string, string>();
  for (const field of fragment.split("&")) {
    const equals = field.indexOf("=");
    const name = field.slice(0, equals);
    if (equals < 1 || fields.has(name)) return null;
    try {
      fields.set(name, decodeURIComponent(field.slice(equals + 1)));
    } catch {
      return null;
    }
  }
  return fields;
}

const RANGE = /^\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Z]{1,3}\$?[1-9]\d{0,6})?$/;
const COLUMN = /^[A-Z]{1,3}$/;

const STORY = /^[a-z]+-[1-9]\d{0,8}$/;

function addressOf(fields: Fields): Address | null {
  const number = (name: string): number | undefined => {
    const written = fields.get(name);
    return written !== undefined && /^[1-9]\d{0,8}$/.test(written) ? Number(written) : undefined;
  };
  const [sheet, cell, row, column, name] = ["sheet", "cell", "row", "column", "name"].map((field) => fields.get(field));
  const onSheet = sheet === undefined ? {} : { sheet };
  switch ([...fields.keys()].sort().join(" ")) {
    case "sheet":
      return sheet === undefined || sheet === "" ? null : { kind: "sheet", sheet };
    case "cell sheet":
      return cell === undefined || !RANGE.test(cell) ? null : { kind: "cells", ...onSheet, range: cell };
    case "row":
    case "row sheet":
      return counted(row, (found) => ({ kind: "row", ...onSheet, row: found }));
    case "column":
    case "column sheet":
      return column === undefined || !COLUMN.test(column) ? null : { kind: "column", ...onSheet, column };
    case "name":
    case "name sheet":
      return name === undefined || name === "" ? null : { kind: "name", name, ...onSheet };
    case "page":
      return counted(fields.get("page"), (page) => ({ kind: "page", page }));
    case "slide":
    case "shape slide":
    case "para shape slide":
    case "cell shape slide":
    case "cell para shape slide":
      return slideAddress(fields, number);
    case "notes":
    case "notes para": {
      const [slide, paragraph] = [number("notes"), number("para")];
      if (slide === undefined || (fields.has("para") && paragraph === undefined)) return null;
      return { kind: "notes", slide, ...(paragraph === undefined ? {} : { paragraph }) };
    }
    case "para":
    case "para story":
      return inStory(fields, (story) =>
        counted(fields.get("para"), (paragraph) => ({ kind: "paragraph", paragraph, ...story })),
      );
    case "row table":
    case "row story table":
      return inStory(fields, (story) =>
        counted(fields.get("table"), (table) =>
          counted(row, (found) => ({ kind: "tableRow", table, row: found, ...story })),
        ),
      );
    case "cell":
      return cell !== undefined && RANGE.test(cell)
        ? { kind: "cells", range: cell }
        : counted(cell, (found) => ({ kind: "notebookCell", cell: found }));
    case "cell of": {
      const of = fields.get("of");
      return of === "outputs" || of === "metadata"
        ? counted(cell, (found) => ({ kind: "notebookCell", cell: found, of }))
        : null;
    }
    case "part": {
      const part = fields.get("part");
      return part === undefined || part === "" ? null : { kind: "part", part };
    }
    default:
      return null;
  }
}

function slideAddress(fields: Fields, number: (name: string) => number | undefined): Address | null {
  const [slide, shape, paragraph, cell] = [number("slide"), number("shape"), number("para"), fields.get("cell")];
  if (slide === undefined) return null;
  if (fields.has("shape") && shape === undefined) return null;
  if (fields.has("para") && paragraph === undefined) return null;
  if (cell !== undefined && !RANGE.test(cell)) return null;
  return {
    kind: "slide",
    slide,
    ...(shape === undefined ? {} : { shape }),
    ...(paragraph === undefined ? {} : { paragraph }),
    ...(cell === undefined ? {} : { cell }),
  };
}

function inStory(fields: Fields, make: (story: { readonly story?: string }) => Address | null): Address | null {
  const story = fields.get("story");
  if (story === undefined) return make({});
  return STORY.test(story) ? make({ story }) : null;
}

function counted(text: string | undefined, make: (number: number) => Address | null): Address | null {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? make(Number(text)) : null;
}

function text(fields: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encode(String(value))}`)
    .join("&");
}

/** Percent-encodes what `encodeURIComponent` leaves and a link in running text would lose. Lone surrogates become U+FFFD. */
const encode = (value: string): string =>
  encodeURIComponent(value.replace(UNPAIRED_SURROGATES, "\ufffd")).replace(
    /[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const wrong = (detail: string): Result<never, FragmentError> => err({ reason: "not-an-address", detail });
