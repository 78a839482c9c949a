/** One company, one set of numbers: deck, memo, notes, chart and tables say what the model gives, before and after. */
import * as XLSX from "@e965/xlsx";
import { describe, expect, test } from "vitest";

import { documentView } from "../../lib/formats/docx/document-view.ts";
import type { DocumentBlock } from "../../lib/formats/docx/document-view/structure.ts";
import { DEFAULT_LIMITS } from "../../lib/formats/format.ts";
import { formatOf } from "../../lib/formats/compare.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { deckView } from "../../lib/formats/pptx/deck-view.ts";
import { must } from "./must.ts";
import { readTree, replaySession, type Files } from "./replay.ts";
import { loadCorrection, loadSession, workspaceFolder } from "./session.ts";
import { calculated } from "./testing/recompute.ts";

const accepted = readTree(workspaceFolder);
const final = replaySession(loadSession(), accepted).at(-1)!.after;
const source = (files: Files, path: string) => memorySource(path, files.get(path)!);
const text = (files: Files, path: string) => Buffer.from(files.get(path)!).toString("utf8");
const QUARTERS = ["B", "C", "D", "E"];

/** The sheet Revenue has one row more below Services once the marketplace has its own line. */
const sides = [
  { name: "accepted", files: accepted, inserted: 0 },
  { name: "after the session", files: final, inserted: 1 },
] as const;

describe.each(sides)("$name", ({ files, inserted }) => {
  const book = XLSX.read(files.get("model/Q3-model.xlsx")!, { cellFormula: true, sheetStubs: true });
  const value = (sheet: string, column: string, row: number) =>
    calculated(book, sheet, `${column}${sheet === "Revenue" && row >= 6 ? row + inserted : row}`);
  const money = (sheet: string, row: number, columns = QUARTERS) =>
    columns.map((column) =>
      value(sheet, column, row)
        .toFixed(1)
        .replace(/^-0\.0$/u, "0.0"),
    );
  const percent = (number: number, digits = 1) => `${(number * 100).toFixed(digits)} %`;

  test("every file is read by its own format", async () => {
    const formats = new Map<string, string>();
    for (const path of files.keys()) {
      const format = await formatOf(source(files, path));
      formats.set(path, format.id);
      must(await format.read(source(files, path), DEFAULT_LIMITS), path);
    }
    expect([...new Set(formats.values())].sort()).toEqual([
      "csv",
      "docx",
      "image",
      "ipynb",
      "pdf",
      "pptx",
      "text",
      "xlsx",
    ]);
    expect(formats.get("charts/draw.py")).toBe("text");
  });

  test("the deck's tables are the model's", async () => {
    const tables = await deckTables(files);
    const margin = QUARTERS.map((column) => percent(value("Opex", column, 22)));
    const quarter = (sheet: string, row: number) => money(sheet, row, ["C", "D"]);
    expect(rows(tables, "The quarter at a glance")).toMatchObject({
      Revenue: quarter("Revenue", 8),
      Subscriptions: quarter("Revenue", 4),
      "Gross profit": quarter("Opex", 9),
      EBITDA: quarter("Opex", 21),
      "Closing cash": quarter("Cash flow", 13),
      Accounts: ["C", "D"].map((column) => String(value("Revenue", column, 25))),
      "People, full-time equivalents": ["C", "D"].map((column) => String(value("Headcount", column, 8))),
    });
    const regions = rows(tables, "Revenue by region");
    expect(regions["All regions"]?.slice(1)).toEqual(money("Revenue", 18, [...QUARTERS, "F"]));
    expect(regions["Nordics"]?.slice(1)).toEqual(money("Revenue", 12, [...QUARTERS, "F"]));
    expect(regions["Asia Pacific"]?.slice(1)).toEqual(money("Revenue", 17, [...QUARTERS, "F"]));
    expect(rows(tables, "Costs and EBITDA")).toMatchObject({
      Revenue: money("Revenue", 8),
      "Cost of revenue": money("Opex", 8),
      "Marketing programmes": money("Opex", 15),
      "Professional fees": money("Opex", 18),
      "Operating expenses, all": money("Opex", 20),
      EBITDA: money("Opex", 21),
      "EBITDA margin": margin,
    });
    expect(rows(tables, "Cash and receivables")).toMatchObject({
      "Tax paid": money("Cash flow", 5),
      "Change in receivables": money("Cash flow", 6),
      "Operating cash flow": money("Cash flow", 8),
      "Free cash flow": money("Cash flow", 11),
      "Closing cash": money("Cash flow", 13),
    });
    expect(rows(tables, "Customers")["Subscription per account, USD k"]).toEqual(money("Revenue", 26));
  });

  test("the deck's chart and the chart file's script are the model's lines", async () => {
    const deck = must(await deckView(source(files, "deck/q3-board.pptx"), DEFAULT_LIMITS), "the deck");
    const chart = deck.slides.flatMap(({ shapes }) => shapes.flatMap((shape) => shape.chart ?? []))[0]!;
    expect(chart.series).toHaveLength(3 + inserted);
    for (const { name, values } of chart.series) {
      const row = lineOf(book, name);
      const model = QUARTERS.map((column) => calculated(book, "Revenue", `${column}${row}`).toFixed(1));
      expect(
        values.map((one) => one?.toFixed(1)),
        name,
      ).toEqual(model);
      expect(text(files, "charts/draw.py")).toContain(`"${name}": [${model.join(", ")}]`);
    }
  });

  test("the memo quotes the model", async () => {
    const { paragraphs, tables } = await memo(files);
    const said = paragraphs.join("\n");
    for (const phrase of [
      `was USD ${money("Revenue", 8)[2]} m, ${percent(value("Revenue", "D", 9))} above the second`,
      `EBITDA was USD ${money("Opex", 21)[2]} m, a margin of ${percent(value("Opex", "D", 22))}`,
      `Closing cash was USD ${money("Cash flow", 13)[2]} m`,
      `Free cash flow was USD ${money("Cash flow", 11)[2]} m`,
      `Days sales outstanding stood at ${value("Assumptions", "D", 15)}`,
      `with ${value("Headcount", "D", 8)} full-time equivalents, ${value("Headcount", "D", 8) - value("Headcount", "C", 8)} more`,
      `Revenue per head was USD ${money("Headcount", 9)[2]} k`,
      `closed with ${value("Revenue", "D", 25)} accounts`,
      `USD ${money("Revenue", 8)[3]} m in the fourth quarter and ${value("Revenue", "F", 8).toFixed(1)} m in the year`,
    ])
      expect(said).toContain(phrase);
    const lines = new Map(tables[1]!.slice(1).map(([label, ...cells]) => [label!, cells.slice(0, 2)] as const));
    expect(lines.size).toBe(5 + inserted);
    for (const [label, cells] of lines) {
      const row = lineOf(book, label === "Revenue" ? "Total" : label);
      expect(cells, label).toEqual(
        ["C", "D"].map((column) => calculated(book, "Revenue", `${column}${row}`).toFixed(1)),
      );
    }
  });

  test("the notebook and its slide count the answers of the survey", async () => {
    const survey = XLSX.read(files.get("survey/workforce-survey.xlsx")!).Sheets["Responses"]!;
    const count = XLSX.utils.decode_range(survey["!ref"]!).e.r;
    const deck = must(await deckView(source(files, "deck/q3-board.pptx"), DEFAULT_LIMITS), "the deck");
    const slide = JSON.stringify(deck.slides.find(({ title }) => title === "What users say"));
    expect(text(files, "survey/analysis.ipynb")).toContain(`"${count} rows`);
    expect(slide).toContain(`${count.toLocaleString("en-US")} answers`);
  });
});

test("payroll, contract and last quarter's ledger agree with the model that they lead to", () => {
  const model = XLSX.read(final.get("model/Q3-model.xlsx")!, { cellFormula: true, sheetStubs: true });
  const people = new Map<string, number>();
  for (const row of csv(final, "model/headcount-2026-q3.csv"))
    if (row["month"] === "2026-09")
      people.set(row["function"]!, (people.get(row["function"]!) ?? 0) + Number(row["full_time_equivalents"]));
  for (const row of [4, 5, 6, 7])
    expect(people.get((model.Sheets["Headcount"]![`A${row}`] as XLSX.CellObject).v as string)).toBe(
      calculated(model, "Headcount", `D${row}`),
    );
  for (const [quarter, column] of [
    ["2026-Q2", "C"],
    ["2026-Q3", "D"],
  ] as const) {
    const row = csv(final, "model/contract-4471.csv").find((found) => found["quarter"] === quarter)!;
    expect(Number(row["marketplace_usd"])).toBe(
      Number(row["moved_to_marketplace_usd"]) + Number(row["booked_as_marketplace_usd"]),
    );
    expect((Number(row["marketplace_usd"]) / 1e6).toFixed(1)).toBe(
      calculated(model, "Revenue", `${column}6`).toFixed(1),
    );
    expect((Number(row["services_after_usd"]) / 1e6).toFixed(1)).toBe(
      calculated(model, "Revenue", `${column}5`).toFixed(1),
    );
  }
  for (const row of csv(accepted, "archive/ledger-2026-q2.csv"))
    expect(["april_usd", "may_usd", "june_usd"].reduce((sum, month) => sum + Number(row[month]), 0)).toBe(
      Number(row["quarter_usd"]),
    );
});

test("the corrected minutes say what the archived model says; the draft does not", async () => {
  const { folder, files, changes } = loadCorrection();
  const archived = XLSX.read(accepted.get("archive/Q2-model.xlsx")!, { cellFormula: true, sheetStubs: true });
  const ebitda = `EBITDA of USD ${calculated(archived, "Result", "C7").toFixed(1)} m`;
  const minutes = "memo/minutes-2026-07-16.docx";
  const corrected: Files = new Map([[minutes, readTree(folder).get(files[minutes]!)!]]);
  const [was, is] = [(await read(accepted, minutes)).paragraphs, (await read(corrected, minutes)).paragraphs];
  expect(is.join("\n")).toContain(ebitda);
  expect(was.join("\n")).not.toContain(ebitda);
  expect(was.join("\n")).toContain(`revenue of USD ${calculated(archived, "Revenue", "C8").toFixed(1)} m`);
  for (const { before, after } of changes) {
    expect(was.join("\n")).toContain(before);
    expect(is.join("\n")).toContain(after);
  }
});

type Tables = ReadonlyMap<string, readonly (readonly string[])[]>;

async function deckTables(files: Files): Promise<Tables> {
  const deck = must(await deckView(source(files, "deck/q3-board.pptx"), DEFAULT_LIMITS), "the deck");
  return new Map(
    deck.slides.flatMap(({ title, shapes }) =>
      shapes.flatMap(({ table }) =>
        table
          ? [
              [
                title.replace(": flash estimate", ""),
                table.rows.map(({ cells }) =>
                  cells.map((cell) => cell.text.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join("")),
                ),
              ] as const,
            ]
          : [],
      ),
    ),
  );
}

/** Cells by label; of the table at a glance without its last column, which is a change. */
function rows(tables: Tables, title: string): Record<string, readonly string[]> {
  const table = tables.get(title)!;
  const last = table[0]!.at(-1) === "Change" ? -1 : undefined;
  return Object.fromEntries(table.slice(1).map(([label, ...cells]) => [label!, cells.slice(0, last)]));
}

const memo = (files: Files) => read(files, "memo/cfo-memo.docx");

async function read(files: Files, path: string) {
  const view = must(await documentView(source(files, path), DEFAULT_LIMITS), path);
  const paragraphs = view.body.blocks.flatMap((block) => (block.kind === "paragraph" ? [textOf(block)] : []));
  const tables = view.body.blocks.flatMap((block) =>
    block.kind === "table"
      ? [block.rows.map(({ cells }) => cells.map(({ blocks }) => blocks.map(textOf).join("\n")))]
      : [],
  );
  return { paragraphs, tables };
}

function textOf(block: DocumentBlock): string {
  return block.kind === "paragraph" ? block.runs.map((run) => run.text).join("") : "";
}

function lineOf(book: XLSX.WorkBook, label: string): number {
  const found = [4, 5, 6, 7, 8, 9].find((row) => (book.Sheets["Revenue"]![`A${row}`] as XLSX.CellObject).v === label);
  if (found === undefined) throw new Error(`The model has no line ${label}`);
  return found;
}

function csv(files: Files, path: string): Record<string, string>[] {
  const [head, ...lines] = text(files, path).trim().split("\n");
  const names = head!.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at]!, cell])));
}
