/** Generated PDFs: a few pages of few words, edited by page, line, box, note and property, stored in several ways. */
import fc from "fast-check";

import { writePdf, type DocumentSpec, type PageSpec } from "../../pdf/testing/write.ts";
import type { Arbitraries } from "./laws.ts";

const WORDS = ["revenue", "grew", "costs", "fell", "the", "a", "(net)", "2024", "Q3"];
const line = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const box = fc.tuple(fc.nat(400), fc.nat(400), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 90 }));
const page: fc.Arbitrary<PageSpec> = fc.record({
  lines: fc.array(line, { maxLength: 4 }),
  boxes: fc.array(box, { maxLength: 1 }),
  notes: fc.array(fc.constantFrom("check this", "why?"), { maxLength: 1 }),
});
const style = fc.record({
  compress: fc.boolean(),
  first: fc.constantFrom(1, 1, 40),
  font: fc.constantFrom("F1", "Helv"),
});
const document: fc.Arbitrary<DocumentSpec> = fc.record({
  pages: fc.array(page, { minLength: 1, maxLength: 4 }),
  info: fc.constantFrom({}, { Title: "Report" }, { Title: "Plan", Author: "A" }),
  outline: fc.constantFrom([], [["Start", 0]] as const),
  attachments: fc.constantFrom({}, { "data.csv": "1,2" }),
  style,
});

/** Pages kept, dropped, changed, inserted; the last one stays. */
function editedPages(pages: readonly PageSpec[]): fc.Arbitrary<PageSpec[]> {
  const edit = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("line" as const), text: line }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("insert" as const), own: page }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("box" as const), own: box }) },
    { weight: 1, arbitrary: fc.constant({ kind: "note" as const }) },
  );
  return fc.array(edit, { minLength: pages.length, maxLength: pages.length }).map((edits) =>
    pages.flatMap((own, n): PageSpec[] => {
      const change = edits[n] ?? { kind: "keep" as const };
      if (change.kind === "drop") return n === pages.length - 1 ? [own] : [];
      if (change.kind === "line") return [{ ...own, lines: [...own.lines.slice(1), change.text] }];
      if (change.kind === "insert") return [change.own, own];
      if (change.kind === "box") return [{ ...own, boxes: [change.own] }];
      return change.kind === "note" ? [{ ...own, notes: ["a new note"] }] : [own];
    }),
  );
}

const edited = (base: DocumentSpec): fc.Arbitrary<DocumentSpec> =>
  fc
    .tuple(editedPages(base.pages), document, fc.boolean())
    .map(([pages, other, rest]) => (rest ? { ...other, pages } : { ...base, pages, style: other.style ?? {} }));

/** No two pages share a word, and no page is without text. */
const distinct: fc.Arbitrary<DocumentSpec> = fc.integer({ min: 1, max: 5 }).map((count) => ({
  pages: Array.from({ length: count }, (_, n) => ({ lines: ownLines(`p${n}`), notes: n === 0 ? ["first"] : [] })),
}));
const ownLines = (name: string): string[] => [1, 2, 3].map((at) => `${name}a${at} ${name}b${at} ${name}c${at}`);

function distinctVersion(base: DocumentSpec): fc.Arbitrary<DocumentSpec> {
  const edit = fc.constantFrom("keep", "keep", "drop", "line", "insert", "box", "note");
  return fc
    .tuple(
      fc.array(edit, { minLength: base.pages.length, maxLength: base.pages.length }),
      fc.constantFrom({}, { info: { Title: "Other" } }, { attachments: { "a.txt": "hello" } }, { labels: "A-" }),
      style,
    )
    .map(([edits, rest, stored]) => ({
      ...rest,
      style: stored,
      pages: base.pages.flatMap((own, n): PageSpec[] => {
        if (edits[n] === "drop" && n > 0) return [];
        if (edits[n] === "line") return [{ ...own, lines: [...own.lines.slice(0, 2), `changed${n}`] }];
        if (edits[n] === "insert") return [{ lines: ownLines(`n${n}`) }, own];
        if (edits[n] === "box") return [{ ...own, boxes: [[100, 100, 50, 50]] }];
        return edits[n] === "note" ? [{ ...own, notes: [...(own.notes ?? []), `note ${n}`] }] : [own];
      }),
    }));
}

export const pdfArbitraries: Arbitraries = {
  name: "report.pdf",
  pair: document.chain((base) => edited(base).map((after) => [writePdf(base), writePdf(after)] as const)),
  triple: document.chain((base) =>
    fc
      .tuple(edited(base), edited(base))
      // Of two new sets of document information a merge keeps one without asking: only one side has a new one.
      .map(([one, two]) => [writePdf(base), writePdf(one), writePdf({ ...two, info: base.info ?? {} })] as const),
  ),
  unambiguous: distinct.chain((base) =>
    distinctVersion(base).map((after) => [writePdf(base), writePdf(after)] as const),
  ),
  extensions: ["pdf"],
  runs: 40,
};
