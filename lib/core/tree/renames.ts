/**
 * Names for what comes from outside and does not fit the rule (V4). Only proposes: an import lists the renames and
 * does them when they are confirmed. Deterministic, and stable under the order in which the names come.
 */
import {
  comparePaths,
  foldCase,
  MAX_PATH_BYTES,
  MAX_SEGMENT_BYTES,
  parsePath,
  segmentFault,
  UNPAIRED_SURROGATES,
  utf8Length,
  type PathFault,
} from "./path.ts";

export interface Rename {
  readonly from: string;
  readonly to: string;
  /** `collides`: it meets another name, or differs from it only in case, or a file is in the way of a folder. */
  readonly reason: PathFault | "backslash" | "collides";
}

/**
 * `names`: relative paths of files and empty folders, as found; each at most once. Names that fit keep their place; the
 * others are mended segment by segment and numbered (`report (2).txt`) until they are free.
 */
export function proposeRenames(names: readonly string[]): Rename[] {
  const taken = new Taken();
  const renames: Rename[] = [];
  const sorted = [...names].sort(comparePaths);
  const mended = sorted.filter((name) => faultOf(name) !== null);
  const fitting = sorted.filter((name) => faultOf(name) === null);
  for (const name of [...fitting, ...mended]) {
    const to = taken.place(mend(name));
    if (to !== name) renames.push({ from: name, to, reason: faultOf(name) ?? "collides" });
  }
  return renames.sort((a, b) => comparePaths(a.from, b.from));
}

function faultOf(name: string): Rename["reason"] | null {
  if (name.includes("\\")) return "backslash";
  const parsed = parsePath(name);
  return parsed.ok ? null : parsed.error.reason;
}

/** A legal path that is as near as can be; not yet free of collisions. */
function mend(name: string): string {
  const segments = name
    .split(/[\\/]/)
    .map(mendSegment)
    .filter((segment) => segment !== "");
  let path = segments.length === 0 ? "unnamed" : segments.join("/");
  for (let keep = segments.length - 1; utf8Length(path) > MAX_PATH_BYTES - 8 && keep >= 0; keep -= 1) {
    segments[keep] = shorten(segments[keep] ?? "", 24);
    path = segments.join("/");
  }
  return utf8Length(path) > MAX_PATH_BYTES - 8 ? segments.slice(-20).join("/") : path;
}

function mendSegment(segment: string): string {
  if (segment === "" || segment === ".") return "";
  if (segment === "..") return "_";
  const clean = segment
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, "_")
    .replace(UNPAIRED_SURROGATES, "\ufffd")
    .normalize("NFC");
  return segmentFault(clean) === null ? clean : shorten(clean, MAX_SEGMENT_BYTES - 8);
}

/** Keeps the ending, and whole characters. */
function shorten(segment: string, bytes: number): string {
  if (utf8Length(segment) <= bytes) return segment;
  const dot = segment.lastIndexOf(".");
  const ending = dot > 0 && utf8Length(segment.slice(dot)) <= 16 ? segment.slice(dot) : "";
  let stem = "";
  for (const character of ending === "" ? segment : segment.slice(0, dot)) {
    if (utf8Length(stem + character + ending) > bytes) break;
    stem += character;
  }
  return (stem + ending).normalize("NFC");
}

/** What is taken: files by folded path, folders by folded path with their spelling. */
class Taken {
  readonly #files = new Set<string>();
  readonly #folders = new Map<string, string>();

  /** A free path near the wanted one; folders are spelled as they were first. */
  place(wanted: string): string {
    const names = wanted.split("/");
    const last = names.pop() as string;
    let folder = "";
    for (const name of names) folder = this.#folder(folder === "" ? name : `${folder}/${name}`);
    const prefix = folder === "" ? "" : `${folder}/`;
    for (let n = 1; ; n += 1) {
      const candidate = prefix + numbered(last, n);
      const key = foldCase(candidate);
      if (this.#files.has(key) || this.#folders.has(key)) continue;
      this.#files.add(key);
      return candidate;
    }
  }

  #folder(wanted: string): string {
    for (let n = 1; ; n += 1) {
      const candidate = numbered(wanted, n);
      const key = foldCase(candidate);
      const spelled = this.#folders.get(key);
      if (spelled !== undefined) return spelled;
      if (this.#files.has(key)) continue;
      this.#folders.set(key, candidate);
      return candidate;
    }
  }
}

function numbered(name: string, n: number): string {
  if (n === 1) return name;
  const dot = name.lastIndexOf(".");
  const stemEnds = dot > name.lastIndexOf("/") + 1 ? dot : name.length;
  return `${name.slice(0, stemEnds)} (${n})${name.slice(stemEnds)}`;
}
