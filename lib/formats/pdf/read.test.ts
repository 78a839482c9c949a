/** What is read, held against poppler; and what is refused, by name. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";

import { DEFAULT_LIMITS, type Limits } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { pdfFormat } from "./index.ts";
import { bytesOf, page, poppler, popplerPages, read } from "./testing/documents.ts";

const why = poppler ? "" : " (not run: pdftotext is missing)";

/** Text and box (left, top, right, bottom) of every word, by `pdftotext -bbox`. */
function popplerWords(bytes: Uint8Array): { text: string; box: number[] }[] {
  const folder = mkdtempSync(path.join(tmpdir(), "pdf-"));
  try {
    const file = path.join(folder, "own.pdf");
    writeFileSync(file, bytes);
    const { stdout } = spawnSync("pdftotext", ["-bbox", file, "-"], { encoding: "utf8" });
    return [...stdout.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g)].map(
      ([, left, top, right, bottom, text]) => ({ text: text ?? "", box: [left, top, right, bottom].map(Number) }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("words", () => {
  it.skipIf(!poppler).each([0, 90, 180, 270])(
    `stand where poppler sees them, turned by %i degrees${why}`,
    async (rotate) => {
      const bytes = bytesOf({ pages: [{ lines: ["Revenue grew by 10 percent", "in all regions"], rotate }] });
      const [own] = (await read(bytes)).pages;
      const other = popplerWords(bytes);
      expect(own?.words.map(({ text }) => text).sort()).toEqual(other.map(({ text }) => text).sort());
      for (const { text, box } of own?.words ?? []) {
        const there = other.find((word) => word.text === text)?.box ?? [];
        const here = [box[0], box[1], box[0] + box[2], box[1] + box[3]];
        for (const [n, edge] of here.entries())
          expect(Math.abs(edge - (there[n] ?? NaN)), `${text} ${n}`).toBeLessThan(5);
      }
    },
  );

  it("records are one page each, text in reading order", async () => {
    const records = [...pdfFormat.records(await read({ pages: [page("# One", "two"), page("", "", "three")] }))];
    expect(records).toEqual([
      { locator: { kind: "page", page: 1 }, markdown: "\\# One two" },
      { locator: { kind: "page", page: 2 }, markdown: "three" },
    ]);
  });
});

describe("refused by name", () => {
  const refusal = async (bytes: Uint8Array, limits: Partial<Limits> = {}) => {
    const found = await pdfFormat.read(memorySource("x.pdf", bytes), { ...DEFAULT_LIMITS, ...limits });
    return found.ok ? null : found.error;
  };
  const whole = bytesOf({ pages: [page("one"), page("two")], style: { compress: true } });
  const raw = (...objects: string[]): Uint8Array =>
    Buffer.from(
      `%PDF-1.4\n${objects.map((text, n) => `${n + 1} 0 obj\n${text}\nendobj\n`).join("")}trailer\n<</Root 1 0 R>>\n`,
      "latin1",
    );
  const form = (content: string, resources: string) =>
    `<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources ${resources} /Length ${content.length}>>\nstream\n${content}\nendstream`;

  it("past each limit", async () => {
    expect(await refusal(whole, { maxBytes: 100 })).toMatchObject({ reason: "limit", limit: "maxBytes" });
    expect(await refusal(whole, { maxPages: 1 })).toMatchObject({ reason: "limit", limit: "maxPages" });
    expect(await refusal(whole, { maxInflatedBytes: 20 })).toMatchObject({
      reason: "limit",
      limit: "maxInflatedBytes",
    });
  });

  it("no PDF, a PDF without pages, a page tree that is its own kid", async () => {
    expect(await refusal(Buffer.from("hello"))).toMatchObject({ reason: "damaged" });
    expect(await refusal(raw("<</Type /Catalog /Pages 2 0 R>>", "<</Kids []>>"))).toMatchObject({ reason: "damaged" });
    expect(await refusal(raw("<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R]>>"))).toMatchObject({
      reason: "damaged",
    });
  });

  it("forms that draw one another without end", async () => {
    const layers = Array.from({ length: 12 }, (_, n) =>
      n === 11 ? form("0 0 1 1 re f", "<<>>") : form("/A Do ".repeat(10), `<</XObject <</A ${n + 5} 0 R>>>>`),
    );
    const bomb = raw(
      "<</Type /Catalog /Pages 2 0 R>>",
      "<</Type /Pages /Kids [3 0 R] /Count 1>>",
      "<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources <</XObject <</A 4 0 R>>>>>>",
      ...layers,
    );
    expect(await refusal(bomb)).toMatchObject({ reason: "limit", limit: "maxInflatedBytes" });
    const circle = raw(
      "<</Type /Catalog /Pages 2 0 R>>",
      "<</Type /Pages /Kids [3 0 R] /Count 1>>",
      "<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources <</XObject <</A 4 0 R>>>>>>",
      form("/A Do", "<</XObject <</A 4 0 R>>>>"),
    );
    expect(await refusal(circle)).toMatchObject({ reason: "limit", limit: "maxXmlDepth" });
  });

  it("nesting without end", async () => {
    const deep = raw("<</Type /Catalog /Pages 2 0 R>>", "[".repeat(100_000));
    expect((await refusal(deep))?.reason).toMatch(/limit|damaged/);
  });

  it("every cut of a file gives a document or a reason", async () => {
    for (let length = 0; length < whole.length; length += 37) {
      const error = await refusal(whole.subarray(0, length));
      if (error !== null) expect(error.detail).not.toBe("");
    }
  });
});

describe("real files", () => {
  const root = process.env["STAGED_CORPUS"] ?? "";
  const skip = root === "";
  const note = skip ? " (not run: STAGED_CORPUS is not set)" : "";
  const files = skip
    ? []
    : readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".pdf"))
        .sort();

  it.skipIf(skip || !poppler)(
    `a spread of them has the words that poppler reads${note}`,
    { timeout: 120_000 },
    async () => {
      let [held, words, missing] = [0, 0, 0];
      for (const name of files.filter((_, n) => n % 6 === 0)) {
        const bytes = readFileSync(path.join(root, name));
        const found = await pdfFormat.read(memorySource(name, bytes), DEFAULT_LIMITS);
        if (!found.ok) continue;
        const own = found.value.pages.flatMap((one) => one.words.map(({ text }) => text)).join("");
        try {
          for (const word of popplerPages(bytes).join(" ").split(" ")) {
            if (!/^[a-z]{4,}$/i.test(word)) continue;
            words++;
            if (!own.includes(word)) missing++;
          }
          held++;
        } catch {
          // Poppler complains about the file: it is no witness then.
        }
      }
      expect(held).toBeGreaterThan(10);
      expect(missing / Math.max(1, words)).toBeLessThan(0.05);
    },
  );

  it.skipIf(skip)(`files that open with a password only are refused as encrypted${note}`, async () => {
    const name = files.find((file) => file.includes("libreoffice-writer-password"));
    expect(name).toBeDefined();
    const bytes = readFileSync(path.join(root, name ?? ""));
    expect(await refusalOf(bytes)).toMatchObject({ reason: "encrypted" });
  });

  async function refusalOf(bytes: Uint8Array) {
    const found = await pdfFormat.read(memorySource("x.pdf", bytes), DEFAULT_LIMITS);
    return found.ok ? null : found.error;
  }
});
