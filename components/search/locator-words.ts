/** A place in a file (the fragment of its address) in the words that people use for it. */
import { parseAddress } from "../../lib/core/address/address.ts";

export function locatorWords(fragment: string): string {
  const parsed = parseAddress(fragment);
  if (!parsed.ok) return fragment;
  const address = parsed.value;
  switch (address.kind) {
    case "file":
      return "the file";
    case "lines":
      return address.from === address.to ? `line ${address.from}` : `lines ${address.from}–${address.to}`;
    case "sheet":
      return address.sheet;
    case "cells":
      return address.sheet === undefined ? address.range : `${address.sheet} ${address.range}`;
    case "row":
      return `${address.sheet === undefined ? "" : `${address.sheet} `}row ${address.row}`;
    case "column":
      return `${address.sheet === undefined ? "" : `${address.sheet} `}column ${address.column}`;
    case "name":
      return `name ${address.name}`;
    case "page":
      return `page ${address.page}`;
    case "slide":
      return `slide ${address.slide}`;
    case "notes":
      return `notes of slide ${address.slide}`;
    case "paragraph":
      return `${address.story === undefined ? "" : `${address.story.replace("-", " ")}, `}from paragraph ${address.paragraph}`;
    case "tableRow":
      return `table ${address.table}, row ${address.row}`;
    case "notebookCell":
      return `cell ${address.cell}`;
    case "part":
      return address.part;
  }
}
