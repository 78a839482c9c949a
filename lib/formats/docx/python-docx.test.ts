/** Documents saved again, and edited, by python-docx, which many agents use; and read by it, as a judge of results. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { paragraphsOf } from "./blocks.ts";
import { buildDocument, p, r, styled, table } from "./testing/build.ts";
import { applied, changesOf, lines, opened } from "./testing/documents.ts";

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import docx"]).status === 0);
const folder = mkdtempSync(path.join(tmpdir(), "python-docx-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const root = process.env["STAGED_CORPUS"] ?? "";

function run(...code: string[]): string {
  return execFileSync(
    python ?? "python3",
    ["-c", ["import docx, json, warnings", "warnings.simplefilter('ignore')", ...code].join("\n")],
    {
      encoding: "utf8",
      stdio: "pipe",
    },
  );
}

/** `bytes` opened as `d`, changed by the lines, saved. */
function saved(bytes: Uint8Array, ...code: string[]): Uint8Array {
  const [from, to] = [path.join(folder, "in.docx"), path.join(folder, "out.docx")];
  writeFileSync(from, bytes);
  run(`d = docx.Document(${JSON.stringify(from)})`, ...code, `d.save(${JSON.stringify(to)})`);
  return readFileSync(to);
}

/** Paragraphs with their style and bold words, then the tables' cells. */
function judged(bytes: Uint8Array): unknown {
  const file = path.join(folder, "read.docx");
  writeFileSync(file, bytes);
  return JSON.parse(
    run(
      `d = docx.Document(${JSON.stringify(file)})`,
      "print(json.dumps([[[q.style.name, q.text, [x.text for x in q.runs if x.bold]] for q in d.paragraphs], [[[c.text for c in w.cells] for w in t.rows] for t in d.tables]]))",
    ),
  );
}

const before = buildDocument(
  [
    styled("Heading1", "Lease"),
    p(r("The ") + r("tenant", "<w:b/>") + r(" pays the rent on the first day of each month.")),
    p("Notice is three months."),
    table(["Item", "Price"], ["Rent", "100"], ["Heating", "20"]),
    p("Signed by both."),
  ].join(""),
);

describe.skipIf(python === undefined)(
  `documents from python-docx${python === undefined ? " (not run: no Python with python-docx)" : ""}`,
  () => {
    it("saved again is no change", () => {
      expect(lines(changesOf(before, saved(before)))).toEqual([]);
    });

    const after = () =>
      saved(
        before,
        "d.paragraphs[1].runs[2].text = d.paragraphs[1].runs[2].text.replace('first', 'fifth')",
        "d.paragraphs[2].style = d.styles['heading 1'] if 'heading 1' in [s.name for s in d.styles] else d.styles['Heading 1']",
        "d.paragraphs[2].insert_paragraph_before('Rent may rise with inflation.')",
        "d.tables[0].rows[1].cells[1].text = '110'",
        "row = d.tables[0].add_row()",
        "row.cells[0].text = 'Water'",
        "d.paragraphs[4].add_run(' In Berlin.').bold = True",
      );

    it("edits are found one by one", () => {
      expect(lines(changesOf(before, after()))).toEqual([
        "modified content para=2: rst → fth",
        "added content para=3: Rent may rise with inflation.",
        "modified format para=4: style=heading 1",
        "modified content para=8: 0 → 1",
        "added structure table=1&row=4: A=Water B=",
        "modified content para=13:  →  In Berlin.",
      ]);
    });

    it("each edit taken alone is what python-docx then reads, and nothing else", () => {
      const now = after();
      const read = (bytes: Uint8Array) => judged(bytes) as [[string, string, string[]][], string[][][]];
      const [paragraphs, tables] = read(before);
      const taken = (at: number) => read(applied(before, now, [changesOf(before, now)[at]?.id ?? ("" as never)]));
      const [, second] = paragraphs;
      expect(second?.[1]).toBe("The tenant pays the rent on the first day of each month.");
      expect(taken(0)).toEqual([
        paragraphs.map((own, n) =>
          n === 1 ? [own[0], "The tenant pays the rent on the fifth day of each month.", ["tenant"]] : own,
        ),
        tables,
      ]);
      expect(taken(1)).toEqual([
        [...paragraphs.slice(0, 2), ["Normal", "Rent may rise with inflation.", []], ...paragraphs.slice(2)],
        tables,
      ]);
      expect(taken(2)[0][2]?.slice(1)).toEqual(["Notice is three months.", []]);
      expect(taken(2)[0][2]?.[0]?.toLowerCase()).toBe("heading 1");
      expect(taken(3)).toEqual([
        paragraphs,
        [
          [
            ["Item", "Price"],
            ["Rent", "110"],
            ["Heating", "20"],
          ],
        ],
      ]);
      expect(taken(4)).toEqual([
        paragraphs,
        [
          [
            ["Item", "Price"],
            ["Rent", "100"],
            ["Heating", "20"],
            ["Water", ""],
          ],
        ],
      ]);
      expect(taken(5)).toEqual([
        paragraphs.map((own, n) => (n === 3 ? [own[0], "Signed by both. In Berlin.", [" In Berlin."]] : own)),
        tables,
      ]);
    });

    it.skipIf(root === "")(
      `real documents saved again hold no change that a person would see${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`,
      { timeout: 300_000 },
      () => {
        const files = readdirSync(root, { recursive: true, encoding: "utf8" })
          .filter((file) => /\.doc[xm]$/i.test(file))
          .sort()
          .filter((_file, n) => n % 2 === 0);
        const list = path.join(folder, "files.json");
        writeFileSync(list, JSON.stringify(files.map((file) => path.join(root, file))));
        // What python-docx itself cannot open is left out.
        run(
          "import os",
          `for n, f in enumerate(json.load(open(${JSON.stringify(list)}))):`,
          "    try:",
          `        docx.Document(f).save(os.path.join(${JSON.stringify(folder)}, f"again-{n}.docx"))`,
          "    except Exception: pass",
        );
        let [held, all] = [0, 0];
        files.forEach((file, n) => {
          const again = path.join(folder, `again-${n}.docx`);
          if (!existsSync(again)) return;
          all++;
          const found = lines(changesOf(readFileSync(path.join(root, file)), readFileSync(again)));
          if (found.length === 0) held++;
          else process.stdout.write(`${file}: ${found.join("; ").slice(0, 200)}\n`);
        });
        process.stdout.write(
          `saved again by python-docx (every second document) without a visible change: ${held} of ${all}\n`,
        );
        expect(held).toBeGreaterThanOrEqual(all * 0.98);
      },
    );
  },
);

/** Which documents of the sample LibreOffice saves again. */
const EVERY = 8;
const office = existsSync("/usr/bin/soffice") ? "/usr/bin/soffice" : null;

describe.skipIf(office === null)(`results in LibreOffice${office === null ? " (not run: no LibreOffice)" : ""}`, () => {
  it("open and show the taken changes", { timeout: 120_000 }, () => {
    const after = buildDocument(
      [
        styled("Heading1", "Lease"),
        p(r("The ") + r("tenant", "<w:b/>") + r(" pays the rent on the fifth day of each month.")),
        table(["Item", "Price"], ["Heating", "20"], ["Water", "5"]),
        p("Signed by both in Berlin."),
      ].join(""),
    );
    const changes = changesOf(before, after).filter(({ facet }) => facet !== "metadata");
    const chosen = changes
      .filter(({ kind, address }) => kind === "removed" || address.kind === "tableRow")
      .map(({ id }) => id);
    const file = path.join(folder, "result.docx");
    writeFileSync(file, applied(before, after, chosen));
    const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
    execFileSync(
      office ?? "",
      [profile, "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", folder, file],
      { stdio: "pipe" },
    );
    const text = readFileSync(path.join(folder, "result.txt"), "utf8").replace(/^\ufeff/, "");
    expect(text.split(/\s*\n/).filter((line) => line !== "")).toEqual([
      "Lease",
      "The tenant pays the rent on the first day of each month.",
      "Item",
      "Price",
      "Heating",
      "20",
      "Water",
      "5",
      "Signed by both.",
    ]);
  });

  it.skipIf(root === "")(
    `real documents saved again${root === "" ? " (not run: STAGED_CORPUS is not set)" : ""}`,
    { timeout: 300_000 },
    () => {
      const files = readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".docx"))
        .sort()
        .filter((_file, n) => n % EVERY === 0);
      const [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
      mkdirSync(from);
      files.forEach((file, n) => copyFileSync(path.join(root, file), path.join(from, `${n}.docx`)));
      const inputs = files.map((_file, n) => path.join(from, `${n}.docx`));
      const profile = `-env:UserInstallation=file://${path.join(folder, "profile")}`;
      execFileSync(
        office ?? "",
        [profile, "--headless", "--convert-to", "docx:MS Word 2007 XML", "--outdir", to, ...inputs],
        { stdio: "pipe" },
      );
      const counted = { all: 0, none: 0, onlyFormat: 0, paragraphs: 0, alike: 0 };
      files.forEach((file, n) => {
        const again = path.join(to, `${n}.docx`);
        if (!existsSync(again)) return;
        const [old, now] = [readFileSync(path.join(root, file)), readFileSync(again)];
        const changes = changesOf(old, now).filter(({ facet }) => facet !== "metadata");
        const touched = new Set(
          changes.flatMap(({ address, beforeAddress }) =>
            address.kind === "paragraph" ? [JSON.stringify(beforeAddress ?? address)] : [],
          ),
        );
        const { length } = [...paragraphsOf(opened(old).body.container)];
        counted.all++;
        counted.paragraphs += length;
        counted.alike += Math.max(0, length - touched.size);
        if (changes.length === 0) counted.none++;
        if (changes.every(({ facet }) => facet === "format")) counted.onlyFormat++;
      });
      const { all, none, onlyFormat, paragraphs, alike } = counted;
      process.stdout.write(
        `saved again by LibreOffice (every ${EVERY}th document): without a visible change ${none} of ${all}, in format alone ${onlyFormat} of ${all}; paragraphs without a change ${alike} of ${paragraphs}\n`,
      );
      // It writes hyphenation, widths of cells and the distance of headers anew in every document: those are changes.
      expect(onlyFormat).toBeGreaterThanOrEqual(all * 0.4);
    },
  );
});
