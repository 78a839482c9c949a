/**
 * How a value is written. A file has a usual style (quotes where they are needed, around all, or around what is no
 * number); a field that is written otherwise has a *look* of its own. Values compare without their looks, so that
 * quoting is a change of its own and never one of content.
 */
import { rowFields, looksNumeric, type CsvDocument } from "./document.ts";
import type { Delimiter } from "./dialect.ts";
import type { Field } from "./scan.ts";

const QUOTINGS = ["as needed", "all", "texts"] as const;
export type Quoting = (typeof QUOTINGS)[number];

export interface Spelling {
  readonly delimiter: Delimiter;
  readonly quoting: Quoting;
}

/** "" as usual; "plain" or "quoted" against the usual; else `=` and the field as it stands. */
export type Look = string;

export function lookOf({ value, raw }: Field, spelling: Spelling): Look {
  if (raw === spelled(value, spelling)) return "";
  if (raw === value && !needsQuotes(value, spelling.delimiter)) return "plain";
  return raw === quoted(value) ? "quoted" : `=${raw}`;
}

/** The field of a file with spelling `from`, as it is written in one with spelling `to`. */
export function respelled(field: Field, from: Spelling, to: Spelling): string {
  if (from.delimiter === to.delimiter && from.quoting === to.quoting) return field.raw;
  const look = lookOf(field, from);
  if (look === "") return spelled(field.value, to);
  const safe = !needsQuotes(field.value, to.delimiter);
  if (look === "plain") return safe ? field.value : quoted(field.value);
  if (look === "quoted" || field.raw.includes(to.delimiter)) return quoted(field.value);
  return field.raw;
}

export function spelled(value: string, { delimiter, quoting }: Spelling): string {
  const around = quoting === "all" || (quoting === "texts" && value !== "" && !looksNumeric(value));
  return around || needsQuotes(value, delimiter) ? quoted(value) : value;
}

const SAMPLE_ROWS = 500;

/** The style that explains most fields of the first rows, and the share that it explains. */
export function usualQuoting(doc: CsvDocument): { readonly quoting: Quoting; readonly share: number } {
  if (!doc.content.includes('"')) return { quoting: "as needed", share: 1 };
  const hits = QUOTINGS.map(() => 0);
  let fields = 0;
  for (let row = 0; row < Math.min(doc.rowCount, SAMPLE_ROWS); row++)
    for (const field of rowFields(doc, row)) {
      fields++;
      QUOTINGS.forEach((quoting, n) => {
        if (field.raw === spelled(field.value, { delimiter: doc.delimiter, quoting })) hits[n] = (hits[n] ?? 0) + 1;
      });
    }
  const best = hits.indexOf(Math.max(...hits));
  return { quoting: QUOTINGS[best] ?? "as needed", share: fields === 0 ? 1 : (hits[best] ?? 0) / fields };
}

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

function needsQuotes(value: string, delimiter: string): boolean {
  return value.includes(delimiter) || value.includes('"') || value.includes("\n") || value.includes("\r");
}
