/** The real programs, where they are installed; stand-ins for what real ones do too seldom (hang, eat memory). */
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { zipSync, strToU8 } from "fflate";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";

import type { Hash } from "../shared/brand.ts";
import { runBounded } from "./bounded.ts";
import { openRenderer } from "./open-renderer.ts";
import { sizesIn } from "./pdf-pages.ts";
import type { Renderer } from "./renderer.ts";

const folder = await mkdtemp(path.join(tmpdir(), "staged-rendering-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const renderer = openRenderer({ folder });
const found = await renderer.available();
/** Without the programs there is nothing to hold: the test that they are missed says so aloud. */
const installed = describe.skipIf(found.kind === "missing");

const HASH = "ab".repeat(32) as Hash;
const never = new AbortController().signal;
// eslint-disable-next-line @typescript-eslint/require-await -- bytes that come at once
async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
function documentOf(paragraphs: readonly string[]): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:br w:type="page"/><w:t>${text}</w:t></w:r></w:p>`).join("");
  return zipSync({
    "[Content_Types].xml": strToU8(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    "_rels/.rels": strToU8(
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    "word/document.xml": strToU8(`<?xml version="1.0"?><w:document ${NAMESPACE}><w:body>${body}</w:body></w:document>`),
  });
}

function render(own: Renderer, bytes: Uint8Array, extension: string, signal: AbortSignal = never) {
  const progress: [number, number][] = [];
  const done = own.render({
    contentHash: HASH,
    extension,
    bytes: once(bytes),
    signal,
    onProgress: (pages, total) => Promise.resolve(void progress.push([pages, total])),
  });
  return { done, progress };
}

async function bytesOf(own: Renderer, what: Parameters<Renderer["open"]>[1]): Promise<Buffer> {
  const opened = await own.open(HASH, what);
  if (opened === null) throw new Error("It is not there");
  return Buffer.from(await new Response(opened.stream()).arrayBuffer());
}

installed("LibreOffice and poppler", () => {
  it("an office file becomes a PDF and pictures of its pages, with progress, and can be removed", async () => {
    const { done, progress } = render(renderer, documentOf(["one", "two", "three"]), ".docx");
    expect(await done).toEqual({ ok: true, value: { pages: 4 } });
    expect(progress).toEqual([
      [0, 4],
      [4, 4],
    ]);
    expect((await renderer.pages(HASH))?.map(({ width }) => Math.round(width))).toHaveLength(4);
    expect((await bytesOf(renderer, { kind: "pdf" })).toString("latin1", 0, 5)).toBe("%PDF-");
    const large = await sharp(await bytesOf(renderer, { kind: "page", page: 4, size: "large" })).metadata();
    const small = await sharp(await bytesOf(renderer, { kind: "page", page: 4, size: "small" })).metadata();
    expect([large.format, large.height, small.height]).toEqual(["jpeg", 1600, 240]);
    expect(await renderer.open(HASH, { kind: "page", page: 5, size: "large" })).toBeNull();
    await renderer.remove(HASH);
    expect(await renderer.pages(HASH)).toBeNull();
  }, 60_000);

  it.each([
    ["text under the name of a document", Buffer.from("not an office file"), ".docx", /does not hold what its name/],
    ["garbage behind a signature", Buffer.from("PK\x03\x04 and nothing that a zip has", "latin1"), ".xlsx", /damaged/],
    ["a zip that is no deck", zipSync({ "a.txt": strToU8("a") }), ".pptx", /damaged|password/],
    ["a PDF without pages", Buffer.from("%PDF-1.7\nnothing"), ".pdf", /damaged/],
  ])(
    "%s fails with a reason",
    async (_, bytes, extension, reason) => {
      const outcome = await render(renderer, bytes, extension).done;
      expect(outcome).toMatchObject({ ok: false, error: { reason: expect.stringMatching(reason) as string } });
      expect(await renderer.pages(HASH)).toBeNull();
    },
    60_000,
  );

  it("cancelled: stops, and says so", async () => {
    const stop = new AbortController();
    stop.abort();
    const outcome = await render(renderer, documentOf(["one"]), ".docx", stop.signal).done;
    expect(outcome).toEqual({ ok: false, error: { reason: "LibreOffice was cancelled." } });
  });

  it("a stuck LibreOffice is stopped with all that it started", async () => {
    const own = path.join(folder, "stuck");
    const programs = await standIns(`sleep 300 & echo $! > "$HOME/../../child"; sleep 300`);
    const stuck = openRenderer({ folder: own, programFolders: [programs], ceilings: { seconds: 1 } });
    const outcome = await render(stuck, documentOf(["one"]), ".docx").done;
    expect(outcome).toEqual({ ok: false, error: { reason: "LibreOffice took longer than 1 s." } });
    const child = Number(await readFile(path.join(own, "child"), "utf8"));
    await expect.poll(() => isRunning(child)).toBe(false);
  }, 30_000);
});

it("without the programs it says what to install", async () => {
  const none = openRenderer({ folder, programFolders: [path.join(folder, "nowhere")] });
  const available = await none.available();
  // A Mac's own place for applications is always looked at.
  if (process.platform !== "darwin")
    expect(available).toMatchObject({ kind: "missing", hint: expect.stringContaining("LibreOffice") as string });
  expect(await none.pages(HASH)).toBeNull();
});

it.runIf(process.platform === "linux")(
  "memory of the whole group has a ceiling",
  async () => {
    if (process.platform !== "linux") {
      expect(process.platform).not.toBe("linux");
      return;
    }
    const eat = `const held = []; setInterval(() => held.push(Buffer.alloc(20_000_000, 1)), 20);`;
    const ended = await runBounded({
      command: ["/bin/sh", "-c", `${process.execPath} -e '${eat}' & wait`],
      folder,
      ceilings: { seconds: 60, megabytes: 200 },
      signal: never,
    });
    expect(ended).toEqual({ kind: "stopped", why: "needed more than 200 MB of memory" });
  },
  60_000,
);

it("nothing of the server's environment reaches a program", async () => {
  const ended = await runBounded({
    command: ["/usr/bin/env"],
    folder,
    ceilings: { seconds: 10, megabytes: 200 },
    signal: never,
  });
  const names = ended.kind === "ended" ? ended.output.split("\n").map((line) => line.split("=")[0]) : [];
  expect(names).toContain("http_proxy");
  expect(names.filter((name) => /DATABASE|SECRET|STAGED/u.test(name ?? ""))).toEqual([]);
});

it("a page's size is as it is shown: a quarter turn swaps the sides", () => {
  const output =
    "Page    1 size:  612 x 792 pts (letter)\nPage    1 rot:   0\nPage 2 size: 612 x 792 pts\nPage 2 rot: 90\n";
  expect(sizesIn(output)).toEqual([
    { width: 612, height: 792 },
    { width: 792, height: 612 },
  ]);
});

/** A folder with the real poppler and a LibreOffice that does this. */
async function standIns(script: string): Promise<string> {
  const programs = await mkdtemp(path.join(folder, "programs-"));
  const write = async (name: string, body: string) => {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${body}\n`);
    await chmod(path.join(programs, name), 0o755);
  };
  await write("soffice", `if [ "$1" = --version ]; then echo "LibreOffice 1.2.3"; exit; fi\n${script}`);
  for (const name of ["pdftoppm", "pdfinfo"]) await write(name, `exec ${name} "$@"`);
  return programs;
}

/** A process that ended and that nobody asked for yet (state Z) runs no more. */
async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat !== "" && !/\) Z /u.test(stat);
}
