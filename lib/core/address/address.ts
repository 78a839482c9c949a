import { err, ok, type Result } from "../../shared/result.ts";
import { UNPAIRED_SURROGATES } from "../tree/path.ts";

/**
 * Where in a file something is (R7). One type, one parser, one formatter for comments, citations, search hits,
 * changes and links. The text form is the fragment of a `staged:` address:
 *
 *   `page=2` · `sheet=Revenue&cell=B12:D14` · `sheet=Revenue&row=7` · `sheet=Revenue&column=C` · `sheet=Revenue`
 *   `slide=3&shape=7` · `para=14` · `cell=7` · `L10-L20` · `row=7` · `column=C` · `name=TaxRate` · `part=xl/theme/theme1.xml`
 *
 * All numbers count from 1. A fragment never says which version its numbers count in: the change or the
 * `staged:` address around it does. The whole file is the empty fragment.
 */
export type Address =
  | { readonly kind: "file" }
  /** `to` = `from` − 1 is the empty place in front of line `from`, where something is inserted: `L5-L4`. */
  | { readonly kind: "lines"; readonly from: number; readonly to: number }
  | { readonly kind: "sheet"; readonly sheet: string }
  | { readonly kind: "cells"; readonly sheet: string; readonly range: string }
  | { readonly kind: "row"; readonly sheet?: string; readonly row: number }
  | { readonly kind: "column"; readonly sheet?: string; readonly column: string }
  | { readonly kind: "name"; readonly name: string; readonly sheet?: string }
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "slide"; readonly slide: number; readonly shape?: number }
  | { readonly kind: "paragraph"; readonly paragraph: number }
  | { readonly kind: "notebookCell"; readonly cell: number }
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
      return `${text({ sheet: address.sheet })}&cell=${address.range}`;
    case "row":
      return text({ sheet: address.sheet, row: address.row });
    case "column":
      return text({ sheet: address.sheet, column: address.column });
    case "name":
      return text({ sheet: address.sheet, name: address.name });
    case "page":
      return text({ page: address.page });
    case "slide":
      return text({ slide: address.slide, shape: address.shape });
    case "paragraph":
      return text({ para: address.paragraph });
    case "notebookCell":
      return text({ cell: address.cell });
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

function addressOf(fields: Fields): Address | null {
  const [sheet, cell, row, column, name] = ["sheet", "cell", "row", "column", "name"].map((field) => fields.get(field));
  const onSheet = sheet === undefined ? {} : { sheet };
  switch ([...fields.keys()].sort().join(" ")) {
    case "sheet":
      return sheet === undefined || sheet === "" ? null : { kind: "sheet", sheet };
    case "cell sheet":
      return sheet === undefined || cell === undefined || !RANGE.test(cell)
        ? null
        : { kind: "cells", sheet, range: cell };
    case "row":
    case "row sheet":
      return counted(row, (number) => ({ kind: "row", ...onSheet, row: number }));
    case "column":
    case "column sheet":
      return column === undefined || !COLUMN.test(column) ? null : { kind: "column", ...onSheet, column };
    case "name":
    case "name sheet":
      return name === undefined || name === "" ? null : { kind: "name", name, ...onSheet };
    case "page":
      return counted(fields.get("page"), (page) => ({ kind: "page", page }));
    case "slide":
      return counted(fields.get("slide"), (slide) => ({ kind: "slide", slide }));
    case "shape slide":
      return counted(fields.get("slide"), (slide) =>
        counted(fields.get("shape"), (shape) => ({ kind: "slide", slide, shape })),
      );
    case "para":
      return counted(fields.get("para"), (paragraph) => ({ kind: "paragraph", paragraph }));
    case "cell":
      return counted(cell, (number) => ({ kind: "notebookCell", cell: number }));
    case "part": {
      const part = fields.get("part");
      return part === undefined || part === "" ? null : { kind: "part", part };
    }
    default:
      return null;
  }
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
