/**
 * Which character separates the fields: the one that cuts the first records into the most even rows. A file without
 * any of them is a table of one column (prose in a `.csv` included): it says nothing about its delimiter.
 * Looks at the first 64 K characters and 100 records alone; the same bytes under the same name give the same answer.
 */
import { scanRecords } from "./scan.ts";

const DELIMITERS = ["\t", ",", ";", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];
export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  "\t": "tab",
  ",": "comma",
  ";": "semicolon",
  "|": "pipe",
};

interface Detected {
  readonly delimiter: Delimiter;
  /** False where no delimiter occurs: the file takes on whichever the other version has. */
  readonly known: boolean;
}

const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 100;

export function detectDelimiter(content: string, name: string): Detected {
  const tabbed = /\.(tsv|tab)$/i.test(name);
  const sample = content.slice(0, SAMPLE_CHARACTERS);
  const hint = /^sep=([,;|\t])\r?\n/.exec(sample)?.[1];
  const hinted = DELIMITERS.find((delimiter) => delimiter === hint);
  if (hinted !== undefined) return { delimiter: hinted, known: true };
  const scores = new Map(DELIMITERS.map((delimiter) => [delimiter, evenness(sample, delimiter)]));
  const score = (delimiter: Delimiter) => scores.get(delimiter) ?? 0;
  if (tabbed && score("\t") > 0) return { delimiter: "\t", known: true };
  let best: Delimiter | null = null;
  for (const delimiter of DELIMITERS) {
    if (score(delimiter) === 0) continue;
    if (best === null || score(delimiter) > score(best)) best = delimiter;
    else if (best === "," && delimiter === ";" && score(";") === score(",") && onlyDecimalCommas(sample)) best = ";";
  }
  return best === null ? { delimiter: tabbed ? "\t" : ",", known: false } : { delimiter: best, known: true };
}

/** 0 where the character separates nothing, 1 where every record has as many fields as the others. */
function evenness(sample: string, delimiter: Delimiter): number {
  if (!sample.includes(delimiter)) return 0;
  const records = scanRecords(firstRecords(sample, delimiter), delimiter, NO_LIMITS);
  if (typeof records === "string" || records.maxWidth < 2) return 0;
  const [width, count] = [...records.widths].reduce((most, next) =>
    next[1] > most[1] || (next[1] === most[1] && next[0] > most[0]) ? next : most,
  );
  const share = count / records.count;
  // Where most records have a single field, the character is rather a part of the text.
  return width >= 2 ? share : (1 - share) * 0.1;
}

const NO_LIMITS = { rows: Infinity, cells: Infinity, width: Infinity };

/** Cut behind the last whole record, where there is one. */
function firstRecords(sample: string, delimiter: Delimiter): string {
  const records = scanRecords(sample, delimiter, NO_LIMITS);
  if (typeof records === "string") return sample;
  const whole = sample.length < SAMPLE_CHARACTERS ? records.count : Math.max(1, records.count - 1);
  return sample.slice(0, records.starts[Math.min(whole, SAMPLE_RECORDS)]);
}

const onlyDecimalCommas = (sample: string): boolean => !/(^|[^0-9]),|,([^0-9]|$)/.test(sample);
