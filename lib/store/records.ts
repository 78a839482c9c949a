/**
 * Parsed records (P1): what is known of the text of contents, by content hash and parser, and the search over its pages.
 * A cache: a row is never wrong, only absent. Knows nothing of paths, trees or who may read: callers name the contents.
 */
import type { Hash } from "../shared/brand.ts";
import { isUniqueViolation, type Database, type Queries } from "./database.ts";

export type RecordState = "current" | "failed" | "unsupported";

export interface RecordRow {
  readonly contentHash: Hash;
  readonly parser: string;
  readonly format: string;
  readonly state: RecordState;
  /** For people: why it failed, or what is left out; null: nothing to say. */
  readonly reason: string | null;
  readonly pageCount: number;
  readonly parsedAt: Date;
}

export interface StoredPage {
  readonly position: number;
  readonly locator: string;
  readonly markdown: string;
}

export interface NewPage extends StoredPage {
  /** The text of a `tsvector`. */
  readonly words: string;
}

const BATCH = 5_000;
const PAGE_BATCH = 100;

/** All records of these contents, of this and of older parsers. */
export async function findRecords(db: Queries, hashes: readonly Hash[]): Promise<RecordRow[]> {
  const rows: RecordRow[] = [];
  for (let start = 0; start < hashes.length; start += BATCH) {
    const found = await db.parsedRecord.findMany({
      where: { contentHash: { in: hashes.slice(start, start + BATCH) } },
    });
    rows.push(...(found as unknown as RecordRow[]));
  }
  return rows;
}

/** False: somebody else was first. Records of older parsers for the same content and format go with it. */
export async function saveRecord(
  db: Database,
  record: Omit<RecordRow, "pageCount">,
  pages: readonly NewPage[],
): Promise<boolean> {
  const { contentHash, parser, format } = record;
  try {
    await db.transaction(
      async (tx) => {
        await tx.parsedRecord.create({ data: { ...record, pageCount: pages.length } });
        for (let start = 0; start < pages.length; start += PAGE_BATCH)
          await insertPages(tx, record, pages.slice(start, start + PAGE_BATCH));
        await tx.parsedRecord.deleteMany({ where: { contentHash, format, parser: { not: parser } } });
      },
      { timeout: 300_000 },
    );
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function insertPages(
  tx: Queries,
  { contentHash, parser }: Pick<RecordRow, "contentHash" | "parser">,
  pages: readonly NewPage[],
): Promise<void> {
  const column = <T>(of: (page: NewPage) => T): T[] => pages.map(of);
  await tx.$executeRaw`
    INSERT INTO parsed_page (content_hash, parser, position, locator, markdown, words)
    SELECT ${contentHash}, ${parser}, position, locator, markdown, words::tsvector
    FROM unnest(
      ${column(({ position }) => position)}::int[], ${column(({ locator }) => locator)}::text[],
      ${column(({ markdown }) => markdown)}::text[], ${column(({ words }) => words)}::text[]
    ) AS page (position, locator, markdown, words)`;
}

/** Pages of one record in their order. */
export function readPages(
  db: Queries,
  { contentHash, parser }: Pick<RecordRow, "contentHash" | "parser">,
  from: number,
  count: number,
): Promise<StoredPage[]> {
  return db.parsedPage.findMany({
    where: { contentHash, parser, position: { gte: from, lt: from + count } },
    orderBy: { position: "asc" },
    select: { position: true, locator: true, markdown: true },
  });
}

export interface FoundContent {
  readonly contentHash: Hash;
  readonly parser: string;
  readonly rank: number;
  /** How many of its pages match, and the positions of the best ones. */
  readonly pages: number;
  readonly best: readonly number[];
}

export interface PageQuestion {
  /** The text of a `tsquery`. */
  readonly query: string;
  /** Only in these contents. */
  readonly hashes: readonly Hash[];
  readonly parsers: readonly string[];
  readonly limit: number;
  /** Past this one, in the order of the answer. */
  readonly after?: { readonly rank: number; readonly contentHash: string } | undefined;
}

const BEST_PAGES = 6;

/** Contents by the rank of their best page, then by hash. Costs one look into the index, and a rank for each page found. */
export async function searchPages(db: Queries, question: PageQuestion): Promise<FoundContent[]> {
  const { query, hashes, parsers, limit, after } = question;
  const rank = after?.rank ?? Number.MAX_VALUE;
  const hash = after?.contentHash ?? "";
  return db.$queryRaw<FoundContent[]>`
    WITH found AS MATERIALIZED (
      SELECT content_hash, parser, position, ts_rank(words, ${query}::tsquery, 1)::float8 AS rank
      FROM parsed_page
      WHERE words @@ ${query}::tsquery AND content_hash = ANY(${hashes}::text[]) AND parser = ANY(${parsers}::text[])
    )
    SELECT content_hash AS "contentHash", parser, max(rank) AS rank, count(*)::int AS pages,
           (array_agg(position ORDER BY rank DESC, position))[1:${BEST_PAGES}::int] AS best
    FROM found GROUP BY content_hash, parser
    HAVING max(rank) < ${rank} OR (max(rank) = ${rank} AND content_hash > ${hash})
    ORDER BY max(rank) DESC, content_hash LIMIT ${limit}`;
}

/** The pages of several records at the named positions. */
export async function pagesAt(
  db: Queries,
  wanted: readonly { readonly contentHash: Hash; readonly parser: string; readonly positions: readonly number[] }[],
): Promise<(StoredPage & { readonly contentHash: Hash; readonly parser: string })[]> {
  if (wanted.length === 0) return [];
  const rows = await db.parsedPage.findMany({
    where: {
      OR: wanted.map(({ contentHash, parser, positions }) => ({
        contentHash,
        parser,
        position: { in: [...positions] },
      })),
    },
    select: { contentHash: true, parser: true, position: true, locator: true, markdown: true },
    orderBy: [{ contentHash: "asc" }, { position: "asc" }],
  });
  return rows as unknown as (StoredPage & { readonly contentHash: Hash; readonly parser: string })[];
}
