import { describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { textFormat } from "./index.ts";

type Bytes = string | Uint8Array;
const source = (bytes: Bytes) =>
  memorySource("notes.txt", typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes);
const latin1 = (text: string) => Buffer.from(text, "latin1");

async function changesOf(before: Bytes, after: Bytes): Promise<readonly Change[]> {
  const [left, right] = [
    await textFormat.read(source(before), DEFAULT_LIMITS),
    await textFormat.read(source(after), DEFAULT_LIMITS),
  ];
  if (!left.ok || !right.ok) throw new Error("not text");
  return textFormat.diff(left.value, right.value, defaultWork()).changes;
}

/** The result of applying the changes that `pick` picks, as Latin-1 so that bytes show. */
async function applied(before: Bytes, after: Bytes, pick: (change: Change) => boolean): Promise<string> {
  const ids = (await changesOf(before, after)).filter(pick).map(({ id }) => id);
  const result = await textFormat.apply(source(before), source(after), ids);
  return result.ok ? Buffer.from(result.value).toString("latin1") : JSON.stringify(result.error);
}

const shape = ({ kind, facet, address, beforeAddress, before, after }: Change) => ({
  kind,
  facet,
  address,
  beforeAddress,
  before,
  after,
});
const lines = (from: number, to: number) => ({ kind: "lines", from, to });
const text = (own: string) => ({ type: "text", text: own });
const properties = (own: Record<string, unknown>) => ({ type: "properties", properties: own });

describe("runs of lines", () => {
  it("[R1] are addressed in the after version, and in the before version where they are gone", async () => {
    const changes = await changesOf("a\nb\nc\nd\ne\n", "new\na\nB\nc\ne\n");
    expect(changes.map(shape)).toEqual([
      {
        kind: "added",
        facet: "content",
        address: lines(1, 1),
        beforeAddress: lines(1, 0),
        before: undefined,
        after: text("new"),
      },
      {
        kind: "modified",
        facet: "content",
        address: lines(3, 3),
        beforeAddress: lines(2, 2),
        before: text("b"),
        after: text("B"),
      },
      {
        kind: "removed",
        facet: "content",
        address: lines(4, 4),
        beforeAddress: undefined,
        before: text("d"),
        after: undefined,
      },
    ]);
  });

  it("one inserted line in a long file is one change", async () => {
    const many = Array.from({ length: 5000 }, (_, n) => `row ${n % 7}`);
    const changes = await changesOf(many.join("\n"), [...many.slice(0, 2000), "here", ...many.slice(2000)].join("\n"));
    expect(changes.map(({ kind, address }) => ({ kind, address }))).toEqual([
      { kind: "added", address: lines(2001, 2001) },
    ]);
  });

  it("an inserted block is drawn where a person would draw it", async () => {
    const first = "def one():\n    return 1\n\n";
    const second = "def two():\n    return 2\n\n";
    const third = "def new():\n    return 1\n\n";
    const [change] = await changesOf(first + second, first + third + second);
    expect(change?.after).toEqual(text("def new():\n    return 1\n"));
  });

  it("[R1] ids are the same in every run, and do not depend on changes elsewhere", async () => {
    const [alone] = await changesOf("a\nb\nc\nd\n", "a\nb\nc\nD\n");
    const both = await changesOf("a\nb\nc\nd\n", "a\nx\ny\nb\nc\nD\n");
    expect(both.map(({ id }) => id)).toContain(alone?.id);
  });

  it("one very long line is one unit", async () => {
    const long = "x".repeat(2_000_000);
    const changes = await changesOf(`a\n${long}\n`, `a\n${long}y\n`);
    expect(changes.map(({ address }) => address)).toEqual([lines(2, 2)]);
  });
});

describe("what belongs to the file as a whole is decided on its own", () => {
  it("line endings", async () => {
    const changes = await changesOf("a\nb\nc\n", "a\r\nB\r\nc\r\n");
    expect(changes.map(shape)).toMatchObject([
      {
        facet: "format",
        address: { kind: "file" },
        before: properties({ lineEnding: "LF" }),
        after: properties({ lineEnding: "CRLF" }),
      },
      { facet: "content", address: lines(2, 2), before: text("b"), after: text("B") },
    ]);
    expect(await applied("a\nb\nc\n", "a\r\nB\r\nc\r\n", ({ facet }) => facet === "content")).toBe("a\nB\nc\n");
    expect(await applied("a\nb\nc\n", "a\r\nB\r\nc\r\n", ({ facet }) => facet === "format")).toBe("a\r\nb\r\nc\r\n");
  });

  it("a file of mixed endings keeps each; one converted line is a change of that line", async () => {
    const before = "a\r\nb\nc\r\nd\n";
    expect(await applied(before, "a\r\nb\nC\r\nd\nE\n", ({ kind }) => kind === "added")).toBe("a\r\nb\nc\r\nd\nE\n");
    const changes = await changesOf(before, "a\r\nb\r\nc\r\nd\n");
    expect(changes.map(shape)).toMatchObject([
      {
        facet: "format",
        address: lines(2, 2),
        before: properties({ lineEnding: "LF" }),
        after: properties({ lineEnding: "CRLF" }),
      },
    ]);
  });

  it("the final newline", async () => {
    const changes = await changesOf("a\nb", "a\nb\nc\n");
    expect(changes.map(shape)).toMatchObject([
      { facet: "format", before: properties({ finalNewline: false }), after: properties({ finalNewline: true }) },
      { facet: "content", kind: "added", after: text("c") },
    ]);
    expect(await applied("a\nb", "a\nb\nc\n", ({ facet }) => facet === "content")).toBe("a\nb\nc");
    expect(await applied("a\nb", "a\nb\nc\n", ({ facet }) => facet === "format")).toBe("a\nb\n");
  });

  it("a byte order mark", async () => {
    const changes = await changesOf("a\n", "\ufeffa\n");
    expect(changes.map(shape)).toMatchObject([
      {
        facet: "metadata",
        before: properties({ encoding: "utf-8", byteOrderMark: false }),
        after: properties({ encoding: "utf-8", byteOrderMark: true }),
      },
    ]);
    expect(await applied("a\nb\n", "\ufeffa\nB\n", ({ facet }) => facet === "content")).toBe("a\nB\n");
  });

  it("UTF-16 to UTF-8: text is compared, not bytes", async () => {
    const wide = Buffer.from("\ufeffé\nb\n", "utf16le");
    const changes = await changesOf(wide, "é\nB\n");
    expect(changes.map(({ facet }) => facet)).toEqual(["metadata", "content"]);
    expect(await applied(wide, "é\nB\n", ({ facet }) => facet === "content")).toBe(
      Buffer.from("\ufeffé\nB\n", "utf16le").toString("latin1"),
    );
  });
});

describe("encodings", () => {
  it("bytes that are not UTF-8 stay what they are in untouched lines", async () => {
    expect(await applied(latin1("caf\xe9\nb\nc\n"), latin1("caf\xe9\nB\nC\nc\n"), () => true)).toBe(
      "caf\xe9\nB\nC\nc\n",
    );
    expect(
      await applied(latin1("caf\xe9\nb\n\x80\n"), latin1("caf\xe9\nB\n\x80\nd\n"), ({ kind }) => kind === "added"),
    ).toBe("caf\xe9\nb\n\x80\nd\n");
  });

  it("[R3] text that the old encoding cannot hold requires the change of encoding", async () => {
    const changes = await changesOf(latin1("caf\xe9\nb\n"), "café\n€\n");
    const [encoding, line] = changes;
    expect(encoding?.facet).toBe("metadata");
    expect(line?.requires).toEqual([encoding?.id]);
  });

  it("ASCII takes on the encoding of what is inserted", async () => {
    expect((await changesOf("a\n", latin1("a\n\xe9\n"))).map(({ facet }) => facet)).toEqual(["content"]);
    expect(await applied("a\nb\n", latin1("a\n\xe9\nB\n"), () => true)).toBe("a\n\xe9\nB\n");
  });

  it.each([
    ["a NUL byte", Buffer.from("a\0b")],
    ["UTF-16 of odd length", Buffer.from([0xff, 0xfe, 0x41])],
    ["UTF-16 with a lone surrogate", Buffer.from([0xff, 0xfe, 0x00, 0xd8])],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
  ])("%s is not text", async (_name, bytes) => {
    const read = await textFormat.read(source(bytes), DEFAULT_LIMITS);
    expect(read.ok ? null : read.error.reason).toBe("not-this-format");
  });

  it("a result that would read as something else is refused, with the set that can be done", async () => {
    const before = Buffer.from("\u00c3\u00a9\nx\n", "utf8");
    const after = latin1("\xc3\xa9\ny\n\xff\n");
    const changes = await changesOf(before, after);
    const result = await textFormat.apply(
      source(before),
      source(after),
      changes.filter(({ facet }) => facet === "metadata").map(({ id }) => id),
    );
    expect(result.ok).toBe(false);
  });
});

describe("[R3] requirements at the end of the file", () => {
  it("an empty last line needs the final newline, and the other way round", async () => {
    const [newline, line] = await changesOf("a", "a\n\n");
    expect(line?.requires).toEqual([newline?.id]);
    const back = await changesOf("a\n\n", "a\nb");
    expect(back[0]?.requires).toEqual([back[1]?.id]);
  });
});

describe("records", () => {
  it("cover every line once, in pages", async () => {
    const whole = Array.from({ length: 450 }, (_, n) => `line ${n}\n`).join("");
    const read = await textFormat.read(source(whole), DEFAULT_LIMITS);
    if (!read.ok) throw new Error("not text");
    const pages = [...textFormat.records(read.value)];
    expect(pages.map(({ markdown }) => markdown).join("")).toBe(whole);
    expect(pages.map(({ locator }) => locator)).toEqual([lines(1, 200), lines(201, 400), lines(401, 450)]);
  });
});
