/** Text of a PDF of 200 pages, from disk, against pdftotext. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";

import { DEFAULT_LIMITS } from "../../lib/formats/format.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { pdfFormat } from "../../lib/formats/pdf/index.ts";
import { OURS } from "../machine.ts";
import { sequence, WORDS } from "../random.ts";
import { Missing, type Place, type Row } from "../row.ts";

const pagesOf = ({ quick }: Place) => (quick ? 3 : 200);
const fileOf = ({ folder }: Place) => path.join(folder, "report.pdf");
const LINES = 45;

export const pdfText: Row = {
  name: "pdf-text",
  title: "PDF text",
  rounds: 7,
  warmUps: 2,
  notes: () => [
    "Ours reads everything that is compared: words with their places (pdf.js), and a digest of what each page draws; it runs in a process that is already running. pdftotext starts anew each time, as it is used.",
  ],
  prepare: writeReport,
  sides: {
    ours: (place) => ({
      version: OURS,
      async run() {
        const found = await pdfFormat.read(memorySource("report.pdf", readFileSync(fileOf(place))), DEFAULT_LIMITS);
        if (!found.ok) throw new Error(found.error.detail);
        const records = [...pdfFormat.records(found.value)];
        if (records.length !== pagesOf(place)) throw new Error(`Only ${records.length} pages were read`);
        return {};
      },
    }),
    pdfjs: async (place) => {
      const { getDocument, VerbosityLevel, version } = await import("pdfjs-node/legacy/build/pdf.mjs");
      return {
        version: `pdf.js ${version}, getTextContent`,
        async run() {
          const data = Uint8Array.from(readFileSync(fileOf(place)));
          const options = { data, verbosity: VerbosityLevel.ERRORS, isEvalSupported: false };
          const task = getDocument(options);
          const document = await task.promise;
          for (let page = 1; page <= document.numPages; page++) await (await document.getPage(page)).getTextContent();
          await task.destroy();
          return {};
        },
      };
    },
    pdftotext: (place) => {
      const { status, stderr } = spawnSync("pdftotext", ["-v"], { encoding: "utf8" });
      if (status !== 0) throw new Missing("pdftotext is not installed");
      return {
        version: stderr.split("\n")[0] ?? "pdftotext",
        run() {
          const { status: ended } = spawnSync("pdftotext", [fileOf(place), "-"], { maxBuffer: 1 << 28 });
          if (ended !== 0) throw new Error(`pdftotext ended with ${String(ended)}`);
          return {};
        },
      };
    },
  },
  comparisons: (place) => [
    { work: `${pagesOf(place)} pages of ${LINES} lines`, ours: "ours", peer: "pdfjs", aim: null },
    {
      work: `${pagesOf(place)} pages of ${LINES} lines`,
      ours: "ours",
      peer: "pdftotext",
      aim: 1.5,
      missed:
        "the text comes from pdf.js, an interpreter of PDF in JavaScript, which alone takes most of the time; what else a comparison needs to know about a page is read besides.",
    },
  ],
};

async function writeReport(place: Place): Promise<void> {
  const next = sequence(777);
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (let page = 0; page < pagesOf(place); page++) {
    const own = document.addPage([612, 792]);
    for (let line = 0; line < LINES; line++) {
      const words = Array.from({ length: 8 + next(6) }, () => WORDS[next(WORDS.length)]).join(" ");
      own.drawText(words, { x: 60, y: 740 - line * 15, size: 11, font });
    }
  }
  writeFileSync(fileOf(place), await document.save());
}
