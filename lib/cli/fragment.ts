/** The text form of an address (R7), as `--json` shows it. */
import type { Address } from "../core/address/address.ts";

export function formatAddress(address: Address): string {
  switch (address.kind) {
    case "file":
      return "";
    case "lines":
      return address.from === address.to ? `L${address.from}` : `L${address.from}-L${address.to}`;
    case "sheet":
      return `sheet=${encodeURIComponent(address.sheet)}`;
    case "cells":
      return `sheet=${encodeURIComponent(address.sheet)}&cell=${address.range}`;
    case "row":
      return `${inSheet(address.sheet)}row=${address.row}`;
    case "column":
      return `${inSheet(address.sheet)}column=${address.column}`;
    case "name":
      return `${inSheet(address.sheet)}name=${encodeURIComponent(address.name)}`;
    case "page":
      return `page=${address.page}`;
    case "slide":
      return address.shape === undefined ? `slide=${address.slide}` : `slide=${address.slide}&shape=${address.shape}`;
    case "paragraph":
      return `para=${address.paragraph}`;
    case "notebookCell":
      return `cell=${address.cell}`;
    case "part":
      return `part=${encodeURIComponent(address.part).replaceAll("%2F", "/")}`;
  }
}

function inSheet(sheet: string | undefined): string {
  return sheet === undefined ? "" : `sheet=${encodeURIComponent(sheet)}&`;
}
