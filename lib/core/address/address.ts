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

export { formatAddress, parseAddress, type FragmentError } from "./fragment.ts";
