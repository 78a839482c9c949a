import path from "node:path";

import * as sheetjs from "@e965/xlsx";
import { afterAll, describe, expect, it } from "vitest";

import type { ChangeId } from "../core/change/change.ts";
import type { Source } from "../formats/format.ts";
import { memorySource } from "../formats/memory-source.ts";
import { inProcessParser, type Parser } from "./parser.ts";
import { openParserPool, type ParserPoolOptions } from "./parser-pool.ts";

const opened: Parser[] = [];
afterAll(() => Promise.all(opened.map((parser) => parser.close())));

function pool(limits: ParserPoolOptions["limits"] = {}): Parser {
  const program = path.join(import.meta.dirname, "main.ts");
  const parser = openParserPool({ program, nodeArguments: ["--import", "tsx"], processes: 2, limits });
  opened.push(parser);
  return parser;
}

const text = (content: string) => memorySource("notes.md", Buffer.from(content));
const workbook = (rows: number, last: number): Source => {
  const book = sheetjs.utils.book_new();
  const cells = Array.from({ length: rows }, (_, row) => [`row ${row}`, row, row === rows - 1 ? last : row * 2]);
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(cells), "Model");
  return memorySource(
    "model.xlsx",
    new Uint8Array(sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer),
  );
};
/** Reading it takes seconds: no ceiling of the tests below lets it through. */
const large = () => [workbook(60_000, 1), workbook(60_000, 2)] as const;

describe("a pool of parser processes", () => {
  it("answers as this process would", async () => {
    const parser = pool();
    const [base, one, two] = [text("a\nb\nc\n"), text("a\nB\nc\n"), text("a\nb\nC\n")];
    const compared = await parser.compare(base, one);
    expect(compared).toEqual(await inProcessParser.compare(base, one));
    const ids = compared.changes.map(({ id }) => id);
    expect(await parser.apply(base, one, ids)).toEqual(await inProcessParser.apply(base, one, ids));
    expect(await parser.apply(base, one, ["0".repeat(32) as ChangeId])).toMatchObject({ ok: false });
    const merged = await parser.merge(base, one, two);
    expect(Buffer.from(merged.merged ?? []).toString()).toBe(
      (await inProcessParser.merge(base, one, two)).merged?.toString(),
    );
    expect(await parser.inspect(workbook(3, 9))).toEqual({
      format: "xlsx",
      error: null,
      formulas: { all: 0, missing: 0 },
    });
    expect((await parser.compare(null, one)).changes).toEqual((await inProcessParser.compare(null, one)).changes);
  });

  it("takes more jobs than processes, and answers each of them", async () => {
    const parser = pool();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => parser.compare(text("a\n"), text(`a\n${n}\n`))),
    );
    expect(answers.map(({ changes }) => changes[0]?.after)).toEqual(
      Array.from({ length: 12 }, (_, n) => ({ type: "text", text: String(n) })),
    );
  });

  it("stops a job that takes too long: bytes, with the reason; apply is refused, a merge is one conflict", async () => {
    const parser = pool({ seconds: 0.02 });
    const [before, after] = large();
    const compared = await parser.compare(before, after);
    expect(compared).toMatchObject({ format: "bytes", unreadable: { error: { reason: "gave-up" } } });
    expect(compared.unreadable?.error.detail).toContain("longer than 0.02 s");
    const change = compared.changes.map(({ id }) => id);
    expect(change).toHaveLength(1);
    expect(await parser.apply(before, after, ["1".repeat(32) as ChangeId])).toMatchObject({
      ok: false,
      error: { reason: "refused" },
    });
    expect((await parser.merge(before, after, workbook(60_000, 3))).conflicts).toMatchObject([
      { address: { kind: "file" } },
    ]);
    // What was reviewed as bytes is applied as bytes, whatever the format would need for it.
    const whole = await inProcessParser.apply(before, after, change);
    expect(whole.ok && Buffer.compare(whole.value ?? Buffer.of(), await after.read(0, after.size))).toBe(0);
  });

  it("stops a job that needs too much memory, and goes on with the next one", async () => {
    const parser = pool({ megabytes: 40 });
    const [before, after] = large();
    const { unreadable } = await parser.compare(before, after);
    expect(unreadable?.error.reason).toBe("gave-up");
    const again = await pool().compare(text("a\n"), text("b\n"));
    expect(again.changes).toHaveLength(1);
  });

  it("says that a process ended by itself", async () => {
    const parser = openParserPool({ program: path.join(import.meta.dirname, "no-such-program.ts"), processes: 1 });
    opened.push(parser);
    const compared = await parser.compare(text("a\n"), text("b\n"));
    expect(compared).toMatchObject({ format: "bytes", unreadable: { error: { reason: "gave-up" } } });
    expect((await parser.inspect(text("a\n"))).error?.reason).toBe("gave-up");
  });

  it("fails where the store fails, and is ready for the next job", async () => {
    const parser = pool();
    const broken: Source = { ...text("a\n"), read: () => Promise.reject(new Error("the disk is gone")) };
    await expect(parser.compare(broken, text("b\n"))).rejects.toThrow("the disk is gone");
    expect((await parser.compare(text("a\n"), text("b\n"))).changes).toHaveLength(1);
  });
});
