/** The keyword search looks into its index, however many pages of other workspaces there are. */
import { expect, test } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { createTestDatabase } from "./testing/database.ts";
import { searchPages } from "./records.ts";

const { database } = await createTestDatabase();
const PAGES = 20_000;

test("one rare word among many pages is found by the index, and only in the contents that are asked for", async () => {
  await database.$executeRaw`
    INSERT INTO parsed_record (content_hash, parser, format, state, page_count)
    SELECT 'content-' || n, 'text1.1', 'text', 'current', 1 FROM generate_series(1, ${PAGES}::int) AS n`;
  await database.$executeRaw`
    INSERT INTO parsed_page (content_hash, parser, position, locator, markdown, words)
    SELECT 'content-' || n, 'text1.1', 0, 'L1', '',
           array_to_tsvector(ARRAY['common', 'word' || (n % 5000), 'number' || n])
    FROM generate_series(1, ${PAGES}::int) AS n`;
  await database.$executeRaw`ANALYZE parsed_page`;
  const plan = await database.$queryRaw<{ "QUERY PLAN": string }[]>`
    EXPLAIN SELECT content_hash FROM parsed_page
    WHERE words @@ ${"('word77')"}::tsquery AND content_hash = ANY(${["content-77", "content-5077"]}::text[])`;
  const steps = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(steps).toMatch(/parsed_page_words_idx|parsed_page_pkey/);
  expect(steps).not.toContain("Seq Scan");
  const hashes = ["content-77", "content-5077", "content-78", sha256("other")] as never[];
  const question = { query: "('word77')", hashes, parsers: ["text1.1"], limit: 10 };
  const found = await searchPages(database, question);
  expect(found.map(({ contentHash }) => contentHash)).toEqual(["content-5077", "content-77"]);
  expect(await searchPages(database, { ...question, parsers: ["text0.1"] })).toEqual([]);
});
