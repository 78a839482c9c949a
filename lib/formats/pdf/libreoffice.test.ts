/** Documents as an office program makes them: every export embeds other fonts, and text flows over pages. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { applied, changesOf, lineOf, popplerPages, read } from "./testing/documents.ts";

const office = spawnSync("soffice", ["--version"]).status === 0;
const why = office ? "" : " (not run: soffice is missing)";
const folder = mkdtempSync(path.join(tmpdir(), "pdf-office-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WORDS =
  "revenue costs margin region quarter forecast plan result growth market price volume risk debt cash".split(" ");
const sentence = (n: number) =>
  `Section ${n} says that ${Array.from({ length: 40 }, (_, k) => WORDS[(n * 7 + k * k + k) % WORDS.length]).join(" ")}.`;
const PARAGRAPHS = Array.from({ length: 60 }, (_, n) => sentence(n));
const NEW = "Zebras and quixotic foxes jump: an inserted paragraph with letters that no font subset had before.";

function html(paragraphs: readonly string[]): string {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join("\n");
  return `<html><head><style>p { font: 12pt "Liberation Serif"; margin-bottom: 8pt }</style></head><body>${body}</body></html>`;
}

/** All in one start of the program. */
function exported(versions: Readonly<Record<string, readonly string[]>>): Record<string, Uint8Array> {
  const names = Object.keys(versions);
  for (const [name, paragraphs] of Object.entries(versions))
    writeFileSync(path.join(folder, `${name}.html`), html(paragraphs));
  const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
  const files = names.map((name) => path.join(folder, `${name}.html`));
  const filter = "pdf:writer_web_pdf_Export";
  spawnSync("soffice", [profile, "--headless", "--convert-to", filter, "--outdir", folder, ...files], {
    timeout: 110_000,
  });
  // Without a password to open, with one to change.
  const locked = `${filter}:${JSON.stringify({
    RestrictPermissions: { type: "boolean", value: "true" },
    PermissionPassword: { type: "string", value: "owner" },
  })}`;
  const options = ["--headless", "--convert-to", locked, "--outdir", path.join(folder, "locked"), files[0] ?? ""];
  spawnSync("soffice", [profile, ...options], { timeout: 110_000 });
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, `${name}.pdf`))]));
}

describe.skipIf(!office)(`exported by LibreOffice${why}`, () => {
  const made = office
    ? exported({
        base: PARAGRAPHS,
        again: PARAGRAPHS,
        inserted: [...PARAGRAPHS.slice(0, 2), NEW, ...PARAGRAPHS.slice(2)],
        word: PARAGRAPHS.map((text, n) => (n === 1 ? text.replace("says", "tell") : text)),
      })
    : {};
  const of = (name: string): Uint8Array => made[name] ?? new Uint8Array();

  it("the same document exported twice differs in its metadata at most", async () => {
    expect((await read(of("base"))).pages.length).toBeGreaterThan(3);
    expect((await changesOf(of("base"), of("again"))).filter(({ facet }) => facet !== "metadata")).toEqual([]);
  });

  it("a paragraph more on the first page is one change of content, not one of every page", async () => {
    const changes = await changesOf(of("base"), of("inserted"));
    const content = changes.filter(({ facet }) => facet === "content");
    expect(content.map(lineOf)).toEqual(["modified content page=1"]);
    const marks = content[0]?.after?.type === "page" ? content[0].after.marks.map(({ text }) => text) : [];
    expect(marks.join(" ")).toBe(NEW);
    expect(content[0]?.before).toMatchObject({ marks: [] });
    expect(changes.length).toBeLessThanOrEqual(4);
  });

  it("the same document exported with a password to change it", async () => {
    const locked = readFileSync(path.join(folder, "locked", "base.pdf"));
    expect(locked.includes("/Encrypt")).toBe(true);
    const changes = await changesOf(of("base"), locked);
    expect(changes.filter(({ facet }) => facet !== "metadata")).toEqual([]);
    const [plain, own] = [await read(of("base")), await read(locked)];
    expect(own.info["Producer"]).toBe(plain.info["Producer"]);
    expect(own.info["Producer"]).toContain("LibreOffice");
  });

  it("a word of the same length changes one page, which can be taken alone", async () => {
    const changes = await changesOf(of("base"), of("word"));
    expect(changes.filter(({ facet }) => facet === "content").map(lineOf)).toEqual(["modified content page=1"]);
    const result = await applied(of("base"), of("word"), /content page=1/);
    if (!(result instanceof Uint8Array)) throw new Error(JSON.stringify(result));
    const [was, wanted, is] = [of("base"), of("word"), result].map(popplerPages);
    expect(is?.[0]).toBe(wanted?.[0]);
    expect(is?.slice(1)).toEqual(was?.slice(1));
  });
});
