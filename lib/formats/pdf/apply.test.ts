/** A part of the changes gives exactly that part: by poppler's eyes, and with the base's bytes in front. */
import { PDFDocument } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";

import { applied, bytesOf, linesOf, page, poppler, popplerPages, read, sourceOf } from "./testing/documents.ts";
import { serialise } from "./apply/serialise.ts";
import { Lexer } from "./file/lexer.ts";
import { pdfFormat } from "./index.ts";
import type { DocumentSpec } from "./testing/write.ts";

const why = poppler ? "" : " (not run: pdftotext is missing)";

const BASE: DocumentSpec = {
  pages: [
    { lines: ["alpha one", "alpha two"], notes: ["check"], links: [2] },
    { lines: ["beta one", "beta two"], fields: [["Name", "Ada"]] },
    { lines: ["gamma one", "gamma two"] },
  ],
  info: { Title: "Report" },
  outline: [["End", 2]],
  attachments: { "a.csv": "1" },
};
const AFTER: DocumentSpec = {
  pages: [
    { lines: ["new page"] },
    { lines: ["alpha one", "alpha 2"], notes: ["check", "really?"], links: [3] },
    { lines: ["beta one", "beta two"], fields: [["Name", "Grace"]], boxes: [[50, 50, 20, 20]] },
    { lines: ["gamma one", "gamma two"] },
    { lines: ["an appendix"] },
  ],
  info: { Title: "Plan" },
  outline: [
    ["Start", 0],
    ["End", 3],
  ],
  attachments: { "a.csv": "2", "b.csv": "3" },
  style: { compress: true, first: 30 },
};

const ALPHA = "alpha one alpha two";
const REST = ["beta one beta two", "gamma one gamma two"];

describe.each([
  ["written plainly", (spec: DocumentSpec) => Promise.resolve(bytesOf(spec))],
  ["with object streams", async (spec: DocumentSpec) => resaved(bytesOf(spec), true)],
])("%s", (_, made) => {
  it.skipIf(!poppler).each<[RegExp, string[]]>([
    [/^added structure page=1$/, ["new page", ALPHA, ...REST]],
    [/^added structure page=5$/, [ALPHA, ...REST, "an appendix"]],
    [/^modified content page=2$/, ["alpha one alpha 2", ...REST]],
    [/^modified format page=3$/, [ALPHA, ...REST]],
    [/^added content page=2$/, [ALPHA, ...REST]],
    [/^modified content name=Name$/, [ALPHA, ...REST]],
    [/outline/, ["new page", ALPHA, ...REST]],
    [/attachment\/a.csv/, [ALPHA, ...REST]],
    [/attachment\/b.csv/, [ALPHA, ...REST]],
    [/info/, [ALPHA, ...REST]],
  ])(`%s alone${why}`, async (line, pages) => {
    const [before, after] = [await made(BASE), await made(AFTER)];
    const result = await applied(before, after, line);
    if (!(result instanceof Uint8Array)) throw new Error(JSON.stringify(result));
    expect(Buffer.compare(result.subarray(0, before.length), before)).toBe(0);
    const shown = popplerPages(result).map((text) => text.replace(/ ?(Ada|Grace) ?/, " ").trim());
    expect(shown.map((text) => text.replaceAll(/\s+/g, " "))).toEqual(pages);
    const made2 = await linesOf(before, result);
    // A bookmark brings the new page that it leads to.
    expect(made2).toHaveLength(line.source.includes("outline") ? 2 : 1);
    expect(made2.at(-1)?.replace(/page=\d/, "")).toMatch(new RegExp(line.source.replace(/page=\d\$/, "")));
  });

  it.skipIf(!poppler)(`several together${why}`, async () => {
    const [before, after] = [await made(BASE), await made(AFTER)];
    const result = await applied(before, after, /^added structure/, /^modified content/, /info/);
    if (!(result instanceof Uint8Array)) throw new Error(JSON.stringify(result));
    expect(popplerPages(result).map((text) => text.replace(/ ?Grace ?/, " ").trim())).toEqual([
      "new page",
      "alpha one alpha 2",
      ...REST,
      "an appendix",
    ]);
    expect((await PDFDocument.load(result, { updateMetadata: false })).getTitle()).toBe("Plan");
    expect((await PDFDocument.load(result)).getForm().getTextField("Name").getText()).toBe("Grace");
  });
});

async function resaved(bytes: Uint8Array, useObjectStreams: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.save({ useObjectStreams, updateFieldAppearances: false, addDefaultPage: false });
}

describe("saved again by another program", () => {
  it.each([true, false])("no change (object streams: %s), and a part can be taken onto it", async (streams) => {
    const again = await resaved(bytesOf(BASE), streams);
    expect(await linesOf(BASE, again)).toEqual([]);
    const result = await applied(again, AFTER, /^modified content page=2$/);
    expect(result).toBeInstanceOf(Uint8Array);
    if (result instanceof Uint8Array) expect(await linesOf(again, result)).toEqual(["modified content page=1"]);
  });
});

describe("pages", () => {
  const three: DocumentSpec = { pages: [page("one 1"), page("two 2"), page("three 3")] };

  it.skipIf(!poppler)(`taken away and moved${why}`, async () => {
    const gone = { pages: three.pages.slice(1) };
    const [removed] = [await applied(three, { pages: [...gone.pages, page("four 4")] }, /removed/)];
    expect(removed instanceof Uint8Array && popplerPages(removed)).toEqual(["two 2", "three 3"]);
    const moved = { pages: [...gone.pages, ...three.pages.slice(0, 1), page("four 4")] };
    const result = await applied(three, moved, /moved/);
    expect(result instanceof Uint8Array && popplerPages(result)).toEqual(["two 2", "three 3", "one 1"]);
  });

  it.skipIf(!poppler)(`that text flows through are taken together${why}`, async () => {
    const lines = Array.from({ length: 90 }, (_, n) => `sentence ${n} of the text`);
    const flowed = (own: readonly string[]): DocumentSpec => ({
      pages: [0, 1, 2, 3].map((n) => ({ lines: own.slice(n * 30, n * 30 + 30) })).filter((one) => one.lines.length > 0),
    });
    const longer = [...lines.slice(0, 3), "something new is said", ...lines.slice(3)];
    const after: DocumentSpec = { ...flowed(longer), info: { Title: "T" } };
    const result = await applied(flowed(lines), after, /modified content page=1/);
    if (!(result instanceof Uint8Array)) throw new Error(JSON.stringify(result));
    expect(popplerPages(result)).toEqual(popplerPages(after));
    expect((await read(result)).info).toEqual({});
  });

  it("an added page brings its own turn and size, not those of the tree it comes into", async () => {
    const after: DocumentSpec = { pages: [...three.pages, { lines: ["four 4"], rotate: 90 }], info: { Title: "x" } };
    const result = await applied(three, after, /added/);
    expect(result instanceof Uint8Array && (await read(result)).pages.at(-1)?.size).toEqual([792, 612]);
  });
});

describe("refused, with the whole as what can be done", () => {
  const refusal = async (before: DocumentSpec | Uint8Array, after: DocumentSpec, line: RegExp) => {
    const result = await applied(before, after, line);
    return result instanceof Uint8Array || result.reason !== "refused" ? null : result;
  };

  it("a part onto a signed base", async () => {
    const before: DocumentSpec = { ...BASE, signed: true };
    const found = await refusal(before, { ...before, info: { Title: "x" }, labels: "A" }, /info/);
    expect(found?.detail).toContain("signed");
    expect(found?.larger).toHaveLength(2);
  });

  it("a part onto a base whose cross-references are broken", async () => {
    const broken = Buffer.from(
      Buffer.from(bytesOf(BASE))
        .toString("latin1")
        .replace(/startxref\n\d+/, "startxref\n9"),
      "latin1",
    );
    const found = await refusal(broken, { ...BASE, info: { Title: "x" }, labels: "A" }, /info/);
    expect(found?.detail).toContain("damaged");
  });

  it("a form field that comes, and every page gone", async () => {
    const found = await refusal(
      BASE,
      {
        ...BASE,
        pages: [...BASE.pages.slice(0, 2), { ...page("gamma one", "gamma two"), fields: [["Age", "3"]] }],
        labels: "x",
      },
      /name=Age/,
    );
    expect(found?.detail).toContain("fields");
    const empty = await refusal({ pages: [page("one two")] }, { pages: [page("three four")] }, /removed/);
    expect(empty?.detail).toContain("no page");
  });

  it("all of it is the other version, byte for byte", async () => {
    const result = await applied(BASE, AFTER, /./);
    expect(result instanceof Uint8Array && Buffer.compare(result, bytesOf(AFTER))).toBe(0);
    expect((await pdfFormat.apply(sourceOf(BASE), sourceOf(AFTER), [])).ok).toBe(true);
  });
});

it("numbers are written without exponents and read back as they were", () => {
  for (const value of [0, -1.5, 1e-9, 1.234e-12, 123456789.125, 1e21, -3e-7]) {
    const text = Buffer.from(serialise(value)).toString();
    expect(text).not.toContain("e");
    expect(new Lexer(Buffer.from(`${text} `)).next()).toBe(value);
  }
});
