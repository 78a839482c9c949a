/** Decks saved again by other programs, and results read by other programs. */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

import type { Change } from "../../core/change/change.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { sha256 } from "../../shared/sha256.ts";
import { parseDeck } from "./deck.ts";
import { buildDeck, type SlideSpec } from "./testing/deck-builder.ts";
import { applied, box, changesOf, deck, lines, slide } from "./testing/decks.ts";

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import lxml"]).status === 0);
const office = spawnSync("soffice", ["--version"]).status === 0 && spawnSync("pdftotext", ["-v"]).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "decks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const script = (name: string) => path.join(import.meta.dirname, "testing", name);

function saved(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The texts of the slides, read by a program that knows nothing of this one. */
function readSlides(files: readonly string[]): unknown[] {
  const out = execFileSync(python ?? "python3", [script("read_slides.py"), ...files], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(out) as unknown[];
}

/** Every deck of the corpus and its other saving. */
function corpusDecks(): string[] {
  const root = process.env["STAGED_CORPUS"] ?? "";
  if (root === "") return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(pptx|potx|ppsx|pptm)$/i.test(file))
    .map((file) => path.join(root, file));
}

const convert = (file: string, to: string, out: string) =>
  execFileSync(
    "soffice",
    [
      `-env:UserInstallation=${pathToFileURL(path.join(folder, "profile")).href}`,
      "--headless",
      "--convert-to",
      to,
      "--outdir",
      out,
      file,
    ],
    { stdio: "pipe" },
  );

describe.skipIf(python === undefined)(
  `decks and scripts${python === undefined ? " (not run: no Python with lxml)" : ""}`,
  () => {
    const base: SlideSpec[] = ["amber", "birch", "cedar", "dogwood", "elder"].map((word, at) => ({
      id: 256 + at,
      boxes: [
        { kind: "title", id: 2, name: "Title 1", text: [`All about ${word}`] },
        box(3, `${word} grows ${at + 3} metres a year & more`),
        {
          kind: "table",
          id: 4,
          name: "Table",
          rows: [
            [word, `${at}`],
            [`${word} leaf`, "green"],
          ],
        },
      ],
      notes: `speak of ${word}`,
    }));
    const fresh = (at: number): SlideSpec => ({
      id: 400 + at,
      boxes: [box(2, `Wholly new page ${at * 7} on weather`, { name: `Fresh ${at}` })],
    });
    type Edit = { readonly line: string; readonly change: (slides: Map<number, SlideSpec[]>) => void };
    const edit = (at: number, line: string, change: (own: SlideSpec) => SlideSpec[]): Edit => ({
      line,
      change: (slides) =>
        slides.set(
          at,
          (slides.get(at) ?? []).flatMap((own) => (own.id === 256 + at ? change(own) : [own])),
        ),
    });
    const text = (id: number, said: string) => (own: SlideSpec) => [
      { ...own, boxes: own.boxes.map((entry) => (entry.id === id ? { ...entry, text: [said] } : entry)) },
    ];
    const edits: Edit[] = [
      edit(0, "content {slide:1,shape:2}", text(3, "amber does not grow")),
      edit(1, "content {slide:2,shape:1}", text(2, "All about birches")),
      edit(1, "content {notes:2}", (own) => [{ ...own, notes: "say nothing" }]),
      edit(2, "removed {slide:3}", () => []),
      { line: "added {slide:2}", change: (slides) => slides.set(0, [...(slides.get(0) ?? []), fresh(1)]) },
      edit(4, "cell A2", (own) => [
        {
          ...own,
          boxes: own.boxes.map((entry) =>
            entry.id === 4
              ? {
                  ...entry,
                  rows: [
                    ["elder", "4"],
                    ["elder bark", "green"],
                  ],
                }
              : entry,
          ),
        },
      ]),
      edit(4, "cell B1", (own) => [
        {
          ...own,
          boxes: own.boxes.map((entry) =>
            entry.id === 4
              ? {
                  ...entry,
                  rows: [
                    ["elder", "44"],
                    [entry.rows?.[1]?.[0] ?? "", "green"],
                  ],
                }
              : entry,
          ),
        },
      ]),
      { line: "added {slide:6}", change: (slides) => slides.set(4, [...(slides.get(4) ?? []), fresh(2)]) },
    ];
    const made = (chosen: readonly Edit[]): Uint8Array => {
      const slides = new Map(base.map((own, at) => [at, [own]]));
      for (const { change } of chosen) change(slides);
      return buildDeck({ slides: [...slides.values()].flat() });
    };
    /** Which change an edit is, by what it says. */
    const changeOf = (changes: readonly Change[], { line }: Edit): Change | undefined =>
      changes.find((change) => {
        const at = change.beforeAddress ?? change.address;
        if (line.startsWith("cell")) return at.kind === "slide" && at.cell === line.slice(5);
        const found =
          at.kind === "notes"
            ? `{notes:${at.slide}}`
            : at.kind === "slide"
              ? `{slide:${at.slide}${at.shape === undefined ? "" : `,shape:${at.shape}`}}`
              : "";
        return line.endsWith(found) && (line.startsWith(change.kind) || line.startsWith(change.facet));
      });

    it("any subset gives what the edits alone would have given, as another reader sees it", { timeout: 60_000 }, () => {
      const [before, after] = [made([]), made(edits)];
      const changes = changesOf(before, after);
      expect(changes).toHaveLength(edits.length);
      const files: string[] = [];
      for (let seed = 1; seed <= 40; seed++) {
        const chosen = edits.filter((_edit, at) => ((seed * 2654435761) >>> (at + 7)) % 2 === 1);
        const ids = chosen.map((wanted) => changeOf(changes, wanted)?.id);
        expect(ids).not.toContain(undefined);
        const result = applied(
          before,
          after,
          ids.flatMap((id) => id ?? []),
        );
        files.push(saved(`result${seed}.pptx`, result), saved(`wanted${seed}.pptx`, made(chosen)));
      }
      const seen = readSlides(files);
      for (let at = 0; at < seen.length; at += 2) expect(seen[at], files[at]).toEqual(seen[at + 1]);
    });

    it("a deck that a script saved again has no change", () => {
      const own = path.join(folder, "own");
      execFileSync("mkdir", ["-p", own]);
      writeFileSync(path.join(own, "deck.pptx"), made(edits));
      execFileSync(python ?? "python3", [script("resave.py"), own], { stdio: "pipe" });
      const again = readFileSync(path.join(own, "deck.resaved"));
      expect(changesOf(made(edits), again)).toEqual([]);
      expect(lines(changesOf(made([]), again))).toEqual(lines(changesOf(made([]), made(edits))));
    });

    const files = corpusDecks();
    it.skipIf(files.length === 0)(
      `real decks that a script saved again have no change${files.length === 0 ? " (not run: STAGED_CORPUS is not set)" : ""}`,
      { timeout: 120_000 },
      () => {
        const own = path.join(folder, "corpus");
        execFileSync("mkdir", ["-p", own]);
        files.forEach((file, at) => copyFileSync(file, path.join(own, `${at}.pptx`)));
        execFileSync(python ?? "python3", [script("resave.py"), own], { stdio: "pipe" });
        const left: string[] = [];
        let compared = 0;
        files.forEach((file, at) => {
          const again = path.join(own, `${at}.resaved`);
          const before = readFileSync(file);
          if (!existsSync(again) || !parseDeck(before, sha256(before), DEFAULT_LIMITS).ok) return;
          compared++;
          const changes = changesOf(before, readFileSync(again));
          if (changes.length > 0) left.push(`${path.basename(file)}: ${lines(changes).join(", ")}`);
        });
        process.stdout.write(
          `saved again by a script: ${compared - left.length} of ${compared} decks without a change\n`,
        );
        expect(left.length, left.join("\n")).toBeLessThanOrEqual(compared * 0.02);
      },
    );
  },
);

describe.skipIf(!office)(`decks and LibreOffice${office ? "" : " (not run: no soffice, or no pdftotext)"}`, () => {
  const plain = [
    slide(256, "Opening words"),
    slide(257, "Costs by region", { notes: "spoken" }),
    slide(258, "Next quarter"),
  ];

  it("a deck that LibreOffice saved again keeps its slides, texts and notes", { timeout: 120_000 }, () => {
    const before = deck(plain);
    convert(saved("resaved.pptx", before), "pptx", path.join(folder, "office"));
    const changes = changesOf(before, readFileSync(path.join(folder, "office", "resaved.pptx")));
    const visible = changes.filter(({ facet }) => facet === "content" || facet === "structure");
    expect(lines(visible)).toEqual([]);
  });

  it("results open, with as many pages as slides and the words that were chosen", { timeout: 120_000 }, () => {
    const page = (id: number, title: string, text: string, more: Partial<SlideSpec> = {}): SlideSpec => ({
      id,
      boxes: [
        { kind: "title", id: 2, name: "Title 1", text: [title] },
        box(3, text, { at: [914400, 3000000, 6000000, 914400] }),
      ],
      ...more,
    });
    const costs = page(257, "Costs by region", "North spends less than South");
    const before = deck([
      page(256, "Opening words", "Good morning everybody"),
      costs,
      page(258, "Next quarter", "Three projects end"),
    ]);
    const after = deck(
      [
        page(300, "Brand new start", "Nothing old here", { layout: 2 }),
        page(256, "Opening words", "Good morning everybody"),
        page(257, "Costs by region", "Replaced altogether"),
      ],
      { layouts: ["Title and Content", "Blank", "Quote"] },
    );
    const changes = changesOf(before, after);
    const closed = (wanted: (change: Change) => boolean) => {
      const ids = new Set(changes.filter(wanted).map(({ id }) => id));
      for (const change of [...changes, ...changes])
        if (ids.has(change.id)) change.requires?.forEach((id) => ids.add(id));
      return [...ids];
    };
    const cases = [
      { name: "all", ids: closed(() => true), pages: 3, words: ["Nothing old here", "Replaced altogether"] },
      {
        name: "added",
        ids: closed(({ kind, facet }) => kind === "added" && facet === "structure"),
        pages: 4,
        words: ["Nothing old here", "Three projects end"],
      },
      {
        name: "removed",
        ids: closed(({ kind, facet }) => kind === "removed" && facet === "structure"),
        pages: 2,
        words: ["Good morning everybody"],
      },
      {
        name: "edited",
        ids: closed(({ facet }) => facet === "content"),
        pages: 3,
        words: ["Replaced altogether", "Three projects end"],
      },
    ];
    for (const { name, ids, pages, words } of cases) {
      convert(saved(`open-${name}.pptx`, applied(before, after, ids)), "pdf", folder);
      const text = execFileSync("pdftotext", [path.join(folder, `open-${name}.pdf`), "-"], {
        encoding: "utf8",
      });
      expect(text.split("\f").length - 1, name).toBe(pages);
      for (const word of words) expect(text, name).toContain(word);
    }
  });
});
