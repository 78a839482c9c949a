/**
 * How figures are written on every screen: one place, so that a size, a count or an age reads the same everywhere.
 * Screens shorten hashes, nothing else does (V1).
 */

const HASH_DIGITS = 8;

/** The first 8 of 64 digits. */
export const shortHash = (hash: string): string => hash.slice(0, HASH_DIGITS);

/** 1 change, 2 changes: for words whose plural is not just an s, give it. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${groupDigits(count)} ${count === 1 ? one : many}`;
}

const NUMBERS = new Intl.NumberFormat("en-US");

/** 1234567 → 1,234,567; a minus sign rather than a hyphen. */
export function groupDigits(value: number): string {
  return NUMBERS.format(value).replace("-", "−");
}

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** Decimal units, three digits at most: 999 B, 12.3 kB, 4 GB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, "")} ${UNITS[unit] ?? "B"}`;
}

const STEPS: readonly (readonly [limit: number, seconds: number, unit: string])[] = [
  [60, 1, "s"],
  [3600, 60, "min"],
  [86_400, 3600, "h"],
  [86_400 * 30, 86_400, "d"],
];

/**
 * How long before `now` (both in ms since 1970) an instant was: "just now", "12 s ago", "3 h ago", then the date.
 * An instant in the future is "just now": clocks differ.
 */
export function formatAge(at: number, now: number): string {
  const seconds = Math.floor((now - at) / 1000);
  if (seconds < 5) return "just now";
  for (const [limit, length, unit] of STEPS) {
    if (seconds < limit) return `${Math.floor(seconds / length)} ${unit} ago`;
  }
  return new Date(at).toISOString().slice(0, 10);
}

/** 850 ms, 1.8 s, 2 min 5 s. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1).replace(/\.0$/, "")} s`;
  const seconds = Math.round(ms / 1000);
  return seconds % 60 === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Two letters for an avatar: of the first and last word, or of the part before the @. */
export function initials(name: string): string {
  const words = (name.split("@")[0] ?? "").split(/[\s._-]+/u).filter((word) => word !== "");
  const first = Array.from(words[0] ?? "?");
  const last = words.length > 1 ? Array.from(words.at(-1) ?? "") : first.slice(1);
  return `${first[0] ?? "?"}${last[0] ?? ""}`.toUpperCase();
}

const TAGS: Readonly<Record<string, string>> = {
  xlsx: "XLS", xlsm: "XLS", xls: "XLS", ods: "ODS", csv: "CSV", tsv: "TSV",
  pptx: "PPT", ppt: "PPT", docx: "DOC", doc: "DOC", pdf: "PDF", ipynb: "NB",
  md: "MD", txt: "TXT", json: "JSN", yaml: "YML", yml: "YML", xml: "XML", html: "HTM",
  png: "IMG", jpg: "IMG", jpeg: "IMG", gif: "IMG", svg: "SVG", webp: "IMG", zip: "ZIP",
}; // prettier-ignore

/** At most three letters for a file's kind, by its name. */
export function fileTag(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  return TAGS[extension] ?? (extension === "" ? "BIN" : extension.slice(0, 3).toUpperCase());
}

/** `model/Q3-model.xlsx` → ["model", "Q3-model.xlsx"]; the folder of a file at the top is "". */
export function splitPath(path: string): readonly [folder: string, name: string] {
  const slash = path.lastIndexOf("/");
  return [path.slice(0, Math.max(slash, 0)), path.slice(slash + 1)];
}
