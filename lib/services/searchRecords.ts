/**
 * Keyword search over the records of one version: only contents of its tree are found, or, labelled as stale, what an
 * earlier version of a path said while the new one is not read yet. Files in the order of their best page; with the
 * first page of the answer, files whose path holds the words.
 */
import type { FoundFile, SearchHitView, SearchView } from "../contracts/search.ts";
import { getFile } from "../core/tree/tree.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { pagesAt, searchPages, type FoundContent } from "../store/records.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { countsOf, labelView } from "./freshnessViews.ts";
import { bind, bindTree, type Binding } from "./records.ts";
import { hitsOf } from "./searchHits.ts";
import { matchesOf, parseQuery, tsQueryOf, type Clause } from "./searchQuery.ts";
import { wordsOf } from "./searchWords.ts";
import { loadTree } from "./trees.ts";
import { versionedTree, type Which } from "./versions.ts";

export interface Search extends Which {
  readonly q: string;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

const HITS_A_FILE = 6;
const NAMES = 50;

export async function searchRecords(
  services: Services,
  principal: Principal,
  slug: string,
  search: Search,
): Outcome<SearchView> {
  const found = await versionedTree(services, principal, slug, search);
  if (!found.ok) return found;
  const { workspace, version, tree, state } = found.value;
  const after = search.cursor === undefined ? undefined : cursorOf(search.cursor);
  if (after === null) return fail("invalid-request", "The cursor is not one that this search gave out.", { version });
  const place = { workspaceId: workspace.id, state };
  const bindings = await bindTree(services, place, tree);
  const clauses = parseQuery(search.q);
  const base = { version, freshness: countsOf(bindings), namesTotal: 0, names: [], files: [], nextCursor: null };
  if (clauses === null) return ok({ ...base, words: [] });

  const byRecord = groupByRecord(bindings);
  const contents = await searchPages(services.db, {
    query: tsQueryOf(clauses),
    hashes: [...new Set(bindings.flatMap(({ shown }) => (shown === null ? [] : [shown.contentHash])))],
    parsers: [...new Set(bindings.flatMap(({ shown }) => (shown === null ? [] : [shown.parser])))],
    limit: search.limit + 1,
    after,
  });
  const page = contents.slice(0, search.limit);
  const accepted = await loadTree(services, workspace.acceptedTree);
  const hits = await hitsByRecord(services, page, clauses);
  const files = page.flatMap((content) =>
    (byRecord.get(keyOf(content)) ?? []).map((binding) => fileOf(binding, hits.get(keyOf(content)), accepted)),
  );
  const named = after === undefined ? namesWith(bindings, clauses) : [];
  const last = page.at(-1);
  return ok({
    ...base,
    words: clauses.map(({ words, not }) => `${not ? "-" : ""}${words.join(" ")}`),
    files: await withTimes(services, place, files),
    names: named.slice(0, NAMES),
    namesTotal: named.length,
    nextCursor: contents.length > page.length && last !== undefined ? `${last.rank} ${last.contentHash}` : null,
  });
}

function cursorOf(text: string): { readonly rank: number; readonly contentHash: string } | null {
  const [rank = "", contentHash = ""] = text.split(" ");
  return /^[0-9.e-]+$/.test(rank) && Number.isFinite(Number(rank)) && /^[0-9a-f]{64}$/.test(contentHash)
    ? { rank: Number(rank), contentHash }
    : null;
}

const keyOf = ({ contentHash, parser }: { readonly contentHash: string; readonly parser: string }) =>
  `${contentHash} ${parser}`;

function groupByRecord(bindings: readonly Binding[]): ReadonlyMap<string, readonly Binding[]> {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    if (binding.shown === null) continue;
    const group = groups.get(keyOf(binding.shown));
    if (group === undefined) groups.set(keyOf(binding.shown), [binding]);
    else group.push(binding);
  }
  return groups;
}

interface Hits {
  readonly hits: SearchHitView[];
  more: boolean;
}

async function hitsByRecord(services: Services, contents: readonly FoundContent[], clauses: readonly Clause[]) {
  const pages = await pagesAt(
    services.db,
    contents.map(({ contentHash, parser, best }) => ({ contentHash: contentHash, parser, positions: best })),
  );
  const byRecord = new Map<string, Hits>();
  for (const content of contents) {
    const own: Hits = { hits: [], more: content.pages > content.best.length };
    for (const page of pages.filter((candidate) => keyOf(candidate) === keyOf(content))) {
      const left = HITS_A_FILE - own.hits.length;
      const found = hitsOf(page, page.position, clauses, left);
      own.hits.push(...found.hits);
      own.more ||= found.more;
    }
    byRecord.set(keyOf(content), own);
  }
  return byRecord;
}

function fileOf(binding: Binding, found: Hits | undefined, accepted: Tree): FoundFile {
  const { path, current } = binding.label;
  return {
    path,
    label: labelView(binding),
    format: binding.shown?.format ?? "bytes",
    hits: found?.hits ?? [],
    more: found?.more ?? false,
    changed: getFile(accepted, path)?.hash !== current,
  };
}

function namesWith(bindings: readonly Binding[], clauses: readonly Clause[]): SearchView["names"] {
  return bindings.flatMap(({ label: { path, current } }) => {
    const matches = matchesOf(clauses, wordsOf(path));
    return matches === null || matches.length === 0
      ? []
      : [{ path, contentHash: current, marks: matches.map(({ start, end }) => ({ start, end })) }];
  });
}

/** When each of the files on this page became what it is (P2). */
async function withTimes(
  services: Services,
  place: Parameters<typeof bind>[1],
  files: readonly FoundFile[],
): Promise<FoundFile[]> {
  const wanted = files.map(({ path, label }) => ({
    path: path as Binding["label"]["path"],
    hash: label.current as Hash,
  }));
  const bound = await bind(services, place, wanted, { times: true });
  return files.map((file, at) => ({
    ...file,
    label: { ...file.label, sourceUpdatedAt: bound[at]?.label.sourceUpdatedAt ?? null },
  }));
}
