/**
 * Which record each file of a version is read from (P1, P2): its own, or while that is waited for, the one of the newest
 * earlier version of the same path, as stale. Costs one query for the contents that this process has not met with a
 * record yet, and, where some wait, one look at how their paths came to be what they are.
 */
import { labelOf, type FreshnessLabel, type ParsedFact } from "../core/freshness/freshness.ts";
import type { Instant } from "../core/journal/entry.ts";
import type { Path } from "../core/tree/path.ts";
import { files, type Tree } from "../core/tree/tree.ts";
import { currentParsers } from "../parsing/records.ts";
import type { Hash } from "../shared/brand.ts";
import { findRecords, type RecordRow } from "../store/records.ts";
import type { Services } from "./context.ts";
import { versionTrails, type Place, type TrailStep } from "./versionTrails.ts";

/** A file as it stands in a tree. */
export interface FileAt {
  readonly path: Path;
  readonly hash: Hash;
}

export interface Binding {
  readonly label: FreshnessLabel;
  /** What the text is read from; null: there is no text. */
  readonly shown: RecordRow | null;
  /** The record of the bytes themselves, at the parser of now; null: it is waited for. */
  readonly own: RecordRow | null;
}

type Needs = Pick<Services, "caches" | "db">;

const CURRENT: ReadonlySet<string> = new Set(currentParsers());

/** Formats that are told from other text by the name alone: the same bytes under two names may have two records. */
const BY_NAME: readonly (readonly [format: string, name: RegExp])[] = [
  ["csv", /\.(csv|tsv|tab)$/i],
  ["ipynb", /\.ipynb$/i],
];

function fits({ format }: RecordRow, path: string): boolean {
  const named = BY_NAME.find(([, name]) => name.test(path))?.[0] ?? "text";
  return format === named || (format !== "text" && !BY_NAME.some(([other]) => other === format));
}

/** The record of the bytes at the parser of now, for each file that has one. By content hash and kind of name. */
async function ownRecords(services: Needs, wanted: Iterable<FileAt>): Promise<(file: FileAt) => RecordRow[]> {
  const known = services.caches.records;
  const missing = new Set<Hash>();
  const rows = new Map<Hash, RecordRow[]>();
  for (const file of wanted) {
    const row = known.get(cacheKey(file));
    if (row === undefined) missing.add(file.hash);
    else rows.set(file.hash, [...(rows.get(file.hash) ?? []), row]);
  }
  for (const hash of missing) rows.set(hash, []);
  for (const row of await findRecords(services.db, [...missing])) rows.get(row.contentHash)?.push(row);
  return (file) => {
    const own = (rows.get(file.hash) ?? []).filter((row) => fits(row, file.path));
    const current = own.find(({ parser }) => CURRENT.has(parser));
    if (current !== undefined) known.set(cacheKey(file), current);
    return own;
  };
}

const cacheKey = ({ hash, path }: FileAt): string => `${hash}${BY_NAME.find(([, name]) => name.test(path))?.[0] ?? ""}`;

/** The files among these whose bytes have no record at the parser of now, each content once. */
export async function withoutRecord(services: Needs, wanted: readonly FileAt[]): Promise<FileAt[]> {
  const rowsOf = await ownRecords(services, wanted);
  const missing = new Map<string, FileAt>();
  for (const file of wanted)
    if (!rowsOf(file).some(({ parser }) => CURRENT.has(parser))) missing.set(cacheKey(file), file);
  return [...missing.values()];
}

export interface BindOptions {
  /** With the time at which each path became what it is: one more query. */
  readonly times?: boolean;
}

export async function bind(
  services: Needs,
  place: Place,
  wanted: readonly FileAt[],
  { times = false }: BindOptions = {},
): Promise<Binding[]> {
  const rowsOf = await ownRecords(services, wanted);
  const known = wanted.map((file) => ({ file, rows: rowsOf(file) }));
  const waiting = known.filter(({ rows }) => !rows.some(({ parser }) => CURRENT.has(parser)));
  const traced = times ? wanted : waiting.map(({ file }) => file);
  const trails = await versionTrails(
    services,
    place,
    traced.map(({ path }) => path),
  );
  const earlier = await earlierRecords(
    services,
    trails,
    waiting.map(({ file }) => file),
  );
  return known.map(({ file, rows }) => bindingOf(file, rows, trails.get(file.path) ?? [], earlier(file)));
}

/** Of a whole tree. */
export const bindTree = (services: Needs, place: Place, tree: Tree, options?: BindOptions): Promise<Binding[]> =>
  bind(
    services,
    place,
    [...files(tree)].map(({ path, entry }) => ({ path, hash: entry.hash })),
    options,
  );

/** The newest record of text that the path had before it became what it is. */
async function earlierRecords(
  services: Needs,
  trails: ReadonlyMap<string, readonly TrailStep[]>,
  waiting: readonly FileAt[],
): Promise<(file: FileAt) => RecordRow | null> {
  const before = new Map<string, readonly FileAt[]>();
  for (const { path, hash } of waiting) {
    const trail = trails.get(path) ?? [];
    const now = trail.findIndex((step) => step.hash === hash);
    const past = trail.slice(now + 1).filter((step) => step.hash !== hash);
    if (past.length > 0)
      before.set(
        path,
        past.map((step) => ({ path: step.path, hash: step.hash })),
      );
  }
  const rowsOf = await ownRecords(services, [...before.values()].flat());
  return ({ path }) => {
    for (const file of before.get(path) ?? []) {
      const row = rowsOf(file).find(({ state }) => state === "current");
      if (row !== undefined) return row;
    }
    return null;
  };
}

function bindingOf(
  { path, hash }: FileAt,
  rows: readonly RecordRow[],
  trail: readonly TrailStep[],
  earlier: RecordRow | null,
): Binding {
  const own = rows.find(({ parser }) => CURRENT.has(parser)) ?? null;
  const label = labelOf({
    path,
    current: hash,
    sourceUpdatedAt: trail.find((step) => step.hash === hash)?.at ?? null,
    parserVersion: own?.parser ?? "",
    ofCurrent: rows.map(factOf),
    lastOfPath: earlier === null ? null : factOf(earlier),
  });
  const all = [...(own === null ? [] : [own]), ...rows, ...(earlier === null ? [] : [earlier])];
  const shown =
    label.parsedFrom === null
      ? null
      : (all.find((row) => row.contentHash === label.parsedFrom && row.state === "current") ?? null);
  return { label, shown, own };
}

const factOf = ({ contentHash, parser, parsedAt, state }: RecordRow): ParsedFact => ({
  sourceHash: contentHash,
  parserVersion: parser,
  parsedAt: parsedAt.toISOString() as Instant,
  outcome: state === "current" ? "parsed" : state,
});
