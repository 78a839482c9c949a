/** [R7] A place follows what moves: every format that has places. Each case compares two real files of its format. */
import { describe, expect, test } from "vitest";

import { formatAddress, parseAddress } from "../core/address/address.ts";
import { compareFiles } from "../formats/compare.ts";
import { buildDocument, p, table } from "../formats/docx/testing/build.ts";
import { memorySource } from "../formats/memory-source.ts";
import { box, deck, slide } from "../formats/pptx/testing/decks.ts";
import { buildWorkbook, type BuildValue } from "../formats/xlsx/testing/build.ts";
import { followPlace } from "./followPlace.ts";

type Bytes = string | Uint8Array;

const source = (name: string, bytes: Bytes) =>
  memorySource(name, typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);

/** Where the fragment is afterwards; null: gone. */
async function follow(name: string, before: Bytes, after: Bytes, fragment: string): Promise<string | null> {
  const compared = await compareFiles(source(name, before), source(name, after));
  expect(compared.unreadable).toBeUndefined();
  const address = parseAddress(fragment);
  if (!address.ok) throw new Error(fragment);
  const place = followPlace(compared.format, compared, address.value);
  return place === null ? null : formatAddress(place);
}

const book = (rows: readonly (readonly BuildValue[])[], name = "Revenue") => buildWorkbook([{ name, rows }]);
const ROWS: readonly (readonly BuildValue[])[] = [
  ["Line", "Q1", "Q2"],
  ["Subscriptions", 41.2, 43.8],
  ["Services", 9.7, 9.9],
  ["Hardware", 3.3, 3.1],
  ["Total", { formula: "SUM(B2:B4)", value: 54.2 }, { formula: "SUM(C2:C4)", value: 56.8 }],
];
const NEW_ROW: readonly BuildValue[] = ["Marketplace", 0.4, 0.5];

describe("[R7] cells and rows of a workbook", () => {
  const inserted = book([...ROWS.slice(0, 2), NEW_ROW, ...ROWS.slice(2)]);
  test.each([
    ["sheet=Revenue&cell=B3", "sheet=Revenue&cell=B4"],
    ["sheet=Revenue&cell=B2", "sheet=Revenue&cell=B2"],
    ["sheet=Revenue&cell=B5", "sheet=Revenue&cell=B6"],
    ["sheet=Revenue&row=4", "sheet=Revenue&row=5"],
    ["sheet=Revenue&cell=B2:C3", "sheet=Revenue&cell=B2:C4"],
    ["sheet=Revenue", "sheet=Revenue"],
    ["", ""],
  ])("%s is %s once a row came in front of row 3", async (was, is) => {
    expect(await follow("a.xlsx", book(ROWS), inserted, was)).toBe(is);
  });

  test("a removed row takes its places along, an emptied or changed cell does not", async () => {
    const removed = book(ROWS.filter(([name]) => name !== "Services"));
    expect(await follow("a.xlsx", book(ROWS), removed, "sheet=Revenue&cell=B3")).toBeNull();
    expect(await follow("a.xlsx", book(ROWS), removed, "sheet=Revenue&cell=B4")).toBe("sheet=Revenue&cell=B3");
    const edited = book(ROWS.map((row, at) => (at === 2 ? ["Services", null, 12] : row)));
    expect(await follow("a.xlsx", book(ROWS), edited, "sheet=Revenue&cell=B3")).toBe("sheet=Revenue&cell=B3");
    expect(await follow("a.xlsx", book(ROWS), edited, "sheet=Revenue&cell=C3")).toBe("sheet=Revenue&cell=C3");
  });

  test("another name of the sheet is followed", async () => {
    expect(await follow("a.xlsx", book(ROWS), book(ROWS, "Sales"), "sheet=Revenue&cell=B3")).toBe(
      "sheet=Sales&cell=B3",
    );
  });
});

describe("[R7] cells and rows of a table of values", () => {
  const csv = ["id,name,amount", "1,a,10", "2,b,20", "3,c,30", "4,d,40", ""].join("\n");
  test("a row that came, went, or whose cell changed", async () => {
    const came = csv.replace("2,b,20", "9,z,90\n2,b,20");
    expect(await follow("a.csv", csv, came, "cell=C4")).toBe("cell=C5");
    expect(await follow("a.csv", csv, csv.replace("2,b,20\n", ""), "cell=C3")).toBeNull();
    expect(await follow("a.csv", csv, csv.replace("2,b,20", "2,b,21"), "cell=C3")).toBe("cell=C3");
    expect(await follow("a.csv", csv, came, "row=4")).toBe("row=5");
  });
});

describe("[R7] paragraphs and table rows of a document", () => {
  const TEXTS = [
    "The board met in March.",
    "Revenue grew by nine percent over the year before.",
    "Costs were flat in all regions but one.",
    "Hiring stops until the next plan stands.",
    "The dividend stays as it is for this year.",
  ];
  const words = (texts: readonly string[]) => buildDocument(texts.map((text) => p(text)).join(""));
  const before = words(TEXTS);

  test("a paragraph that came in front, one that moved, one whose words changed", async () => {
    const came = words(["A new opening.", ...TEXTS]);
    expect(await follow("a.docx", before, came, "para=3")).toBe("para=4");
    const moved = words([TEXTS[0], TEXTS[2], TEXTS[3], TEXTS[4], TEXTS[1]].map((text) => text ?? ""));
    expect(await follow("a.docx", before, moved, "para=2")).toBe("para=5");
    expect(await follow("a.docx", before, moved, "para=4")).toBe("para=3");
    const edited = words(TEXTS.map((text) => text.replace("nine percent", "ten percent")));
    expect(await follow("a.docx", before, edited, "para=2")).toBe("para=2");
  });

  test("a removed paragraph is gone", async () => {
    const removed = words(TEXTS.filter((_, at) => at !== 1));
    expect(await follow("a.docx", before, removed, "para=2")).toBeNull();
    expect(await follow("a.docx", before, removed, "para=3")).toBe("para=2");
  });

  test("rows of a table", async () => {
    const rows = [
      ["Region", "Cost"],
      ["North", "10"],
      ["South", "20"],
      ["West", "30"],
    ];
    const grid = (of: readonly (readonly string[])[]) => buildDocument(p("Costs") + table(...of) + p("End"));
    const came = grid([...rows.slice(0, 2), ["East", "15"], ...rows.slice(2)]);
    expect(await follow("a.docx", grid(rows), came, "table=1&row=3")).toBe("table=1&row=4");
  });
});

describe("[R7] slides and shapes", () => {
  const slides = [1, 2, 3, 4].map((id) =>
    slide(id, `Slide about topic number ${id}`, { boxes: [box(10 + id, `Words of slide ${id}, on its topic`)] }),
  );
  test("a slide that came, one that moved, one that went", async () => {
    const came = deck([slides[0], slide(9, "An insertion between"), ...slides.slice(1)].flatMap((one) => one ?? []));
    expect(await follow("a.pptx", deck(slides), came, "slide=3")).toBe("slide=4");
    expect(await follow("a.pptx", deck(slides), came, "slide=3&shape=2")).toBe("slide=4&shape=2");
    const moved = deck([slides[3], slides[0], slides[1], slides[2]].flatMap((one) => one ?? []));
    expect(await follow("a.pptx", deck(slides), moved, "slide=4")).toBe("slide=1");
    const went = deck(slides.filter((_, at) => at !== 1));
    expect(await follow("a.pptx", deck(slides), went, "slide=2")).toBeNull();
    expect(await follow("a.pptx", deck(slides), went, "slide=2&shape=1")).toBeNull();
    expect(await follow("a.pptx", deck(slides), went, "slide=3")).toBe("slide=2");
  });
});

describe("[R7] lines", () => {
  const before = "one\ntwo\nthree\nfour\nfive\nsix\n";
  test.each([
    ["two", "zero\ntwo", "L4", "L5"],
    ["two", "zero\ntwo", "L1", "L1"],
    ["two\n", "", "L2", null],
    ["two\n", "", "L3-L4", "L2-L3"],
    ["three", "THREE", "L3", "L3"],
    ["three", "THREE", "L2-L4", "L2-L4"],
    ["three\nfour", "three and four", "L3", "L3"],
    ["six\n", "six\nseven\n", "L6", "L6"],
    ["one\ntwo\nthree\nfour\nfive\nsix\n", "other\n", "L5", null],
  ])("%j replaced by %j: %s is %s", async (old, next, was, is) => {
    expect(await follow("a.txt", before, before.replace(old, next), was)).toBe(is);
  });
});

describe("[R7] cells of a notebook", () => {
  const notebook = (sources: readonly string[]) =>
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: sources.map((text, at) => ({
        cell_type: "markdown",
        id: `c${text.length}-${at}`,
        metadata: {},
        source: [text],
      })),
    });
  test("a cell that came in front", async () => {
    const sources = ["# Load the table", "rows = filter(rows)", "The result is shown below."];
    const after = notebook(["An introduction to all of it.", ...sources]);
    expect(await follow("a.ipynb", notebook(sources), after, "cell=2")).toBe("cell=3");
  });
});
