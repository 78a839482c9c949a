import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

import * as sheetjs from "@e965/xlsx";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import {
  applyAnswerSchema,
  diffAnswerSchema,
  mergeAnswerSchema,
  parseAnswerSchema,
  scanAnswerSchema,
} from "../contracts/cli.ts";
import { run } from "./main.ts";

let folder = "";
const at = (...parts: string[]) => path.join(folder, ...parts);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "staged cli "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  mkdirSync(path.dirname(at(name)), { recursive: true });
  writeFileSync(at(name), content);
  return at(name);
}

async function staged(...args: string[]) {
  let [out, error] = ["", ""];
  const code = await run(args, { out: (text) => void (out += text), error: (text) => void (error += text) });
  return { code, out, error, json: (): unknown => JSON.parse(out) };
}

const BASE = "one\ntwo\nthree\nfour\n";
const NEXT = "one\n2\nthree\nfour\nfive\n";

describe("staged diff", () => {
  it("exits 0 on the same, 1 on different, 2 on an error", async () => {
    const [before, after] = [file("a.txt", BASE), file("b.txt", NEXT)];
    expect((await staged("diff", before, before)).code).toBe(0);
    expect((await staged("diff", before, after)).code).toBe(1);
    const missing = await staged("diff", before, at("nothing.txt"));
    expect(missing.code).toBe(2);
    expect(missing.error).toBe(`staged: cannot read ${at("nothing.txt")} (no such file or folder)\n`);
    expect(missing.out).toBe("");
  });

  it("prints the JSON of interfaces.md", async () => {
    const answer = diffAnswerSchema.parse(
      (await staged("diff", file("a.txt", BASE), file("b.txt", NEXT), "--json")).json(),
    );
    expect(answer).toMatchObject({
      format: "text",
      complete: true,
      before: { path: at("a.txt") },
      after: { path: at("b.txt") },
      unrendered: [],
    });
    expect(answer.changes).toMatchObject([
      {
        kind: "modified",
        facet: "content",
        address: "L2",
        before: { type: "text", text: "two" },
        after: { type: "text", text: "2" },
      },
      { kind: "added", facet: "content", address: "L5", after: { type: "text", text: "five" } },
    ]);
  });

  it("--ignore leaves facets out, and with nothing left exits 0", async () => {
    const [before, after] = [file("a.txt", "a\nb\n"), file("b.txt", "a\r\nb\r\n")];
    expect((await staged("diff", before, after)).code).toBe(1);
    expect((await staged("diff", before, after, "--ignore", "format,metadata")).code).toBe(0);
    expect((await staged("diff", before, after, "--ignore", "colour")).error).toMatch(
      /^staged: unknown facet "colour" \(.*\)\n$/,
    );
  });

  it("compares folders as trees: changed, created, deleted, moved files and empty folders", async () => {
    file("x/sub/notes.md", BASE);
    file("x/old.bin", Buffer.from([0, 1, 2]));
    file("x/gone.txt", "bye\n");
    file("y/sub/notes.md", NEXT);
    file("y/new place.bin", Buffer.from([0, 1, 2]));
    file("y/come.txt", "hello\n");
    mkdirSync(at("y/empty"));
    const answer = diffAnswerSchema.parse((await staged("diff", at("x"), at("y"), "--json")).json());
    expect(answer.format).toBe("folder");
    expect(answer.changes.map(({ kind, facet, address }) => `${address} ${kind} ${facet}`)).toEqual([
      "come.txt added structure",
      "come.txt added content",
      "empty added structure",
      "gone.txt removed structure",
      "new place.bin moved structure",
      "sub/notes.md#L2 modified content",
      "sub/notes.md#L5 added content",
    ]);
    expect((await staged("diff", at("x"), at("x"))).code).toBe(0);
    expect((await staged("diff", at("x"), at("x/gone.txt"))).code).toBe(2);
  });

  it("other bytes are one change; /dev/null is no file", async () => {
    const [before, after] = [file("a.bin", Buffer.from([0, 1])), file("b.bin", Buffer.from([0, 2, 3]))];
    const answer = diffAnswerSchema.parse((await staged("diff", before, after, "--json")).json());
    expect(answer).toMatchObject({
      format: "bytes",
      changes: [{ kind: "modified", address: "", before: { type: "file", size: 2 }, after: { type: "file", size: 3 } }],
    });
    const created = diffAnswerSchema.parse((await staged("diff", "/dev/null", after, "--json")).json());
    expect(created.before.contentHash).toBeNull();
    expect(created.changes[0]).toMatchObject({ kind: "added", facet: "structure" });
  });

  it("text for people: of properties, those that differ; where only a digest does, that in words", async () => {
    const sheet = (author: string) => {
      const book = sheetjs.utils.book_new();
      book.Props = { Author: author };
      sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet([["a"]]), "S");
      return sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
    };
    const { out } = await staged("diff", file("a.xlsx", sheet("One")), file("b.xlsx", sheet("Two")));
    expect(out).toMatch(/^part=docProps\/core\.xml {2}modified metadata {2}[0-9a-f]{32}$/m);
    expect(out).toContain("  ~ ");
    expect(out).not.toMatch(/digest|meaning/);
  });

  it("text for people shows control and bidi characters as what they are", async () => {
    const { out } = await staged("diff", file("a.txt", "a\n"), file("b.txt", "\u001b[31mred \u202eevil\n"));
    expect(out).toContain("\\u001b[31mred \\u202eevil");
  });
});

describe("staged apply", () => {
  const ids = async (before: string, after: string) =>
    diffAnswerSchema.parse((await staged("diff", before, after, "--json")).json()).changes.map(({ id }) => id);

  it("[R2] writes BEFORE plus exactly the chosen changes", async () => {
    const [before, after, out] = [file("a.txt", BASE), file("b.txt", NEXT), at("out.txt")];
    const [first = "", second = ""] = await ids(before, after);
    const one = await staged("apply", before, after, "--accept", first, "-o", out, "--json");
    expect(applyAnswerSchema.parse(one.json()).applied).toEqual([first]);
    expect(readFileSync(out, "utf8")).toBe("one\n2\nthree\nfour\n");
    expect((await staged("apply", before, after, "--accept-file", file("ids", `${second}\n`), "-o", out)).code).toBe(0);
    expect(readFileSync(out, "utf8")).toBe("one\ntwo\nthree\nfour\nfive\n");
    expect((await staged("apply", before, after, "--all", "-o", out)).code).toBe(0);
    expect(readFileSync(out, "utf8")).toBe(NEXT);
  });

  it("refuses unknown and open sets by name, and writes nothing", async () => {
    const [before, after, out] = [file("a.txt", "a"), file("b.txt", "a\n\n"), at("out.txt")];
    const unknown = await staged("apply", before, after, "--accept", "f".repeat(32), "-o", out);
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.error).toContain("f".repeat(32));
    const [newline = "", line = ""] = await ids(before, after);
    const open = await staged("apply", before, after, "--accept", line, "-o", out);
    expect(open.code).toBe(2);
    expect(open.error).toContain(newline);
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "b.txt"]);
  });

  it("wants exactly one kind of choice, and an output", async () => {
    const [before, after] = [file("a.txt", BASE), file("b.txt", NEXT)];
    expect((await staged("apply", before, after, "--all")).error).toBe(
      "staged: wrong arguments (no output: give -o OUT)\n",
    );
    expect((await staged("apply", before, after, "-o", at("out"))).code).toBe(2);
    expect((await staged("apply", before, after, "--all", "--accept", "x", "-o", at("out"))).code).toBe(2);
  });

  it("keeps the old output where the new one cannot be written, and the mode where it can", async () => {
    const [before, after] = [file("a.txt", BASE), file("b.txt", NEXT)];
    const out = file("out.sh", "old");
    chmodSync(out, 0o755);
    expect((await staged("apply", before, after, "--all", "-o", at("no/such/folder"))).error).toBe(
      `staged: cannot write ${at("no/such/folder")} (no such file or folder)\n`,
    );
    expect((await staged("apply", before, after, "--all", "-o", out)).code).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o755);
  });
});

describe("staged merge", () => {
  it("exits 0 when clean and 1 with conflicts, where OUT holds the accepted side", async () => {
    const [base, accepted, other, clash, out] = [
      file("base", BASE),
      file("accepted", "ONE\ntwo\nthree\nfour\n"),
      file("staged", NEXT),
      file("clash", "Uno\ntwo\nthree\nfour\n"),
      at("out"),
    ];
    const clean = await staged("merge", base, accepted, other, "-o", out, "--json");
    expect(clean.code).toBe(0);
    expect(mergeAnswerSchema.parse(clean.json()).conflicts).toEqual([]);
    expect(readFileSync(out, "utf8")).toBe("ONE\n2\nthree\nfour\nfive\n");
    const conflict = await staged("merge", base, accepted, clash, "-o", out, "--json");
    expect(conflict.code).toBe(1);
    expect(mergeAnswerSchema.parse(conflict.json()).conflicts).toMatchObject([
      { address: "L1", base: { text: "one" }, accepted: { text: "ONE" }, staged: { text: "Uno" } },
    ]);
    expect(readFileSync(out, "utf8")).toBe("ONE\ntwo\nthree\nfour\n");
    expect((await staged("merge", base, accepted, clash, "-o", out)).out).toContain(
      "conflict at L1\n  = one\n  < ONE\n  > Uno\n",
    );
    expect((await staged("merge", base, accepted, other, "-o", out, "--strict")).code).toBe(1);
  });
});

describe("staged parse", () => {
  it("prints pages with their locators", async () => {
    const answer = parseAnswerSchema.parse((await staged("parse", file("a.md", BASE), "--json")).json());
    expect(answer).toMatchObject({ format: "text", pages: [{ locator: "L1-L4", markdown: BASE }] });
  });
});

describe("staged scan", () => {
  it("[V1] [S3] lists entries with a tree hash, and what it leaves out", async () => {
    file("d/a.txt", "a\n");
    file("d/sub/b.txt", "b\n");
    mkdirSync(at("d/empty"));
    symlinkSync("/etc/passwd", at("d/link"));
    file("d/.~lock.a.txt#", "x");
    const cache = at("cache.json");
    const first = await staged("scan", at("d"), "--json", "--cache", cache);
    const answer = scanAnswerSchema.parse(first.json());
    expect(answer.entries.map(({ path: own, kind }) => `${kind} ${own}`)).toEqual([
      "file a.txt",
      "folder empty",
      "file sub/b.txt",
    ]);
    expect(answer.refused).toEqual([{ path: "link", reason: "a symbolic link" }]);
    expect(first.error).toBe("staged: left out link (a symbolic link)\n");
    const again = scanAnswerSchema.parse((await staged("scan", at("d"), "--json", "--cache", cache)).json());
    expect(again).toEqual(answer);
    file("d/a.txt", "A\n");
    const changed = scanAnswerSchema.parse((await staged("scan", at("d"), "--json", "--cache", cache)).json());
    expect(changed.treeHash).not.toBe(answer.treeHash);
    expect(scanAnswerSchema.parse((await staged("scan", at("d"), "--json", "--no-cache")).json())).toEqual(changed);
  });

  it("a damaged cache costs time, never truth", async () => {
    file("d/a.txt", "a\n");
    const cache = file("cache.json", "{not json");
    expect((await staged("scan", at("d"), "--json", "--cache", cache)).code).toBe(0);
    expect((await staged("scan", at("d/a.txt"))).error).toBe(
      `staged: cannot scan ${at("d/a.txt")} (it is not a folder)\n`,
    );
  });
});

describe("errors", () => {
  it("are one line, with a stack only under --debug", async () => {
    const plain = await staged("diff", at("a"), at("b"));
    expect(plain.error.split("\n")).toHaveLength(2);
    const debug = await staged("diff", at("a"), at("b"), "--debug");
    expect(debug.error).toContain("at ");
    expect((await staged("dance")).error).toBe('staged: unknown command "dance" (staged --help lists them)\n');
    expect((await staged("diff", at("a"))).error).toBe("staged: wrong arguments (wanted BEFORE AFTER, got 1 of 2)\n");
    expect((await staged("diff", "--nope", at("a"), at("b"))).code).toBe(2);
    expect((await staged("diff", "a\nb\u001b[2J", at("b"))).error.split("\n")).toHaveLength(2);
  });

  it("help goes to standard output", async () => {
    expect(await staged("--help")).toMatchObject({ code: 0, error: "" });
    expect((await staged("diff", "--help")).out).toContain("staged diff BEFORE AFTER");
    expect(await staged()).toMatchObject({ code: 2, out: "" });
  });
});

describe("the bundle", () => {
  it("starts by itself, answers, and exits with the code", async () => {
    await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, "../../bin/build-cli.mjs")]);
    const program = path.join(import.meta.dirname, "../../bin/staged.mjs");
    const [before, after] = [file("a.txt", BASE), file("b.txt", NEXT)];
    const failed = promisify(execFile)(process.execPath, [program, "diff", before, after, "--json"]);
    const thrown: unknown = await failed.then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toMatchObject({ code: 1, stderr: "" });
    diffAnswerSchema.parse(JSON.parse((thrown as { stdout: string }).stdout));
  });
});

describe("files that cannot be read", () => {
  const OLE = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(1000),
    Buffer.from("EncryptedPackage", "utf16le"),
    Buffer.alloc(1000),
  ]);
  const workbook = () => sheetjs.write(bookOf([["a", 1]]), { type: "buffer", bookType: "xlsx" }) as Buffer;
  const bookOf = (rows: (string | number)[][]) => {
    const book = sheetjs.utils.book_new();
    sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows), "Model");
    return book;
  };

  it.each([
    ["encrypted", () => OLE, /^staged: cannot \S+ \S.* \(encrypted: .+\)\n$/],
    ["truncated", () => workbook().subarray(0, 700), /^staged: cannot \S+ \S.* \(damaged: .+\)\n$/],
    [
      "mislabelled",
      () => Buffer.from("just words\n"),
      /\(not-this-format: it is named \.xlsx, but its content is text\)\n$/,
    ],
  ] as const)("%s: the reason, exit 2, nothing written", async (_name, bytes, error) => {
    const [good, bad, other] = [file("good.xlsx", workbook()), file("bad.xlsx", bytes()), at("out.xlsx")];
    const next = file("next.xlsx", sheetjs.write(bookOf([["a", 2]]), { type: "buffer", bookType: "xlsx" }) as Buffer);
    for (const args of [
      ["diff", good, bad],
      ["diff", bad, good, "--json"],
      ["apply", good, bad, "--all", "-o", other],
      ["apply", bad, good, "--all", "-o", other, "--json"],
      ["merge", good, bad, next, "-o", other],
      ["merge", bad, good, next, "-o", other, "--json"],
      ["parse", bad],
    ]) {
      const answer = await staged(...args);
      expect({ args, ...answer, json: null }).toMatchObject({ code: 2, out: "" });
      expect(answer.error).toMatch(error);
    }
    expect(readdirSync(folder).sort()).toEqual(["bad.xlsx", "good.xlsx", "next.xlsx"]);
  });
});

describe("inputs and outputs that are no regular files", () => {
  it("a pipe or device as input is refused, not waited for", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const good = file("a.txt", "a\n");
    for (const args of [
      ["diff", at("pipe"), good],
      ["parse", at("pipe")],
      ["apply", good, "/dev/zero", "--all", "-o", at("out")],
    ])
      expect(await staged(...args)).toMatchObject({
        code: 2,
        out: "",
        error: expect.stringContaining("not a regular file") as string,
      });
  });

  it("a pipe, device or folder as output is refused; a link stays a link and its file is written", async () => {
    execFileSync("mkfifo", [at("pipe")]);
    const [before, after] = [file("a.txt", "a\n"), file("b.txt", "b\n")];
    file("folder/x", "");
    for (const target of [at("pipe"), at("folder"), "/dev/null"])
      expect(await staged("apply", before, after, "--all", "-o", target)).toMatchObject({ code: 2, out: "" });
    expect(statSync(at("pipe")).isFIFO()).toBe(true);
    symlinkSync(file("real.txt", "old\n"), at("link.txt"));
    expect((await staged("apply", before, after, "--all", "-o", at("link.txt"))).code).toBe(0);
    expect(lstatSync(at("link.txt")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("real.txt"), "utf8")).toBe("b\n");
  });

  it("what a folder comparison leaves out is named, and is not the same", async () => {
    file("x/a.txt", "a\n");
    file("y/a.txt", "a\n");
    symlinkSync("/etc/passwd", at("y/link"));
    const answer = await staged("diff", at("x"), at("y"), "--json");
    expect(answer).toMatchObject({ code: 1, error: "staged: left out link (a symbolic link)\n" });
    expect(diffAnswerSchema.parse(answer.json())).toMatchObject({ complete: false, changes: [] });
  });

  it("a file name cannot forge a line of its own", async () => {
    const { out } = await staged("diff", file("a.txt", "a\n"), file("b\n+++ fake.txt", "b\n"));
    expect(out.split("\n").filter((line) => line.startsWith("+++"))).toHaveLength(1);
  });
});

describe("choices that choose nothing", () => {
  it("no id at all, and a result that only follows, are refused", async () => {
    const book = (value: number) => {
      const made = sheetjs.utils.book_new();
      const sheet = sheetjs.utils.aoa_to_sheet([[value]]);
      sheet["B1"] = { t: "n", f: "A1*2", v: value * 2 };
      sheet["!ref"] = "A1:B1";
      sheetjs.utils.book_append_sheet(made, sheet, "S");
      return sheetjs.write(made, { type: "buffer", bookType: "xlsx" }) as Buffer;
    };
    const [before, after, out] = [file("a.xlsx", book(1)), file("b.xlsx", book(2)), at("out.xlsx")];
    const answer = diffAnswerSchema.parse((await staged("diff", before, after, "--json")).json());
    const follows = answer.changes.find(({ facet }) => facet === "recalculated");
    expect(follows).toBeDefined();
    const refused = await staged("apply", before, after, "--accept", follows?.id ?? "", "-o", out);
    expect(refused).toMatchObject({
      code: 2,
      out: "",
      error: expect.stringContaining("follows from other changes") as string,
    });
    expect((await staged("apply", before, after, "--accept", "", "-o", out)).code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it("a merge with a damaged side is refused also where the other two are equal", async () => {
    const made = sheetjs.utils.book_new();
    sheetjs.utils.book_append_sheet(made, sheetjs.utils.aoa_to_sheet([["a"]]), "S");
    const bytes = sheetjs.write(made, { type: "buffer", bookType: "xlsx" }) as Buffer;
    const [good, bad] = [file("good.xlsx", bytes), file("bad.xlsx", bytes.subarray(0, 900))];
    expect(await staged("merge", good, bad, good, "-o", at("out.xlsx"))).toMatchObject({ code: 2, out: "" });
    expect(existsSync(at("out.xlsx"))).toBe(false);
  });
});
