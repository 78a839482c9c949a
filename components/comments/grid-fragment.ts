/** A selection of a grid as a place (R7), from how it is called there: "D3", "D3:E5", "row 4". Null: no single place. */
import { formatAddress, parseAddress } from "../../lib/core/address/address.ts";

/** `sheet` null: the file is one table. */
export function gridFragment(label: string, sheet: string | null): string | null {
  const row = /^row (\d+)$/u.exec(label)?.[1];
  const place = row === undefined ? { cell: label } : { row };
  const fields = { ...(sheet === null ? {} : { sheet }), ...place };
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const address = parseAddress(text.replaceAll("%3A", ":"));
  return address.ok && (address.value.kind === "cells" || address.value.kind === "row")
    ? formatAddress(address.value)
    : null;
}
