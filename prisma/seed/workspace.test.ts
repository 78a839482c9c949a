import { readFileSync, statSync } from "node:fs";
import * as XLSX from "@e965/xlsx";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readTree } from "./replay.ts";
import { loadReview, workspaceFolder } from "./session.ts";
import { recompute } from "./testing/recompute.ts";

const accepted = readTree(workspaceFolder);
const review = loadReview();
const open = (path: string) => XLSX.read(accepted.get(path)!, { cellFormula: true, cellNF: true });
const model = open("model/Q3-model.xlsx");
const value = (sheet: string, ref: string) => (model.Sheets[sheet]![ref] as XLSX.CellObject).v as number;

describe("the accepted tree", () => {
  test("is small: 26 files, under 1 MB", () => {
    expect([...accepted.keys()].sort()).toEqual([
      "README.md",
      "archive/Q2-model.xlsx",
      "archive/ledger-2026-q2.csv",
      "archive/q2-board-notes.md",
      "archive/scratch.txt",
      "audit/half-year-review-letter.pdf",
      "audit/ledger-extract-q3.pdf",
      "brand/logo.png",
      "charts/draw.py",
      "charts/revenue-by-line.png",
      "charts/survey-scores.png",
      "deck/q3-board.pptx",
      "memo/cfo-memo.docx",
      "memo/minutes-2026-07-16.docx",
      "model/Q3-model.xlsx",
      "model/fx-rates.csv",
      "model/headcount-2026-q3.csv",
      "model/ledger-2026-q3.csv",
      "notes/agenda.md",
      "notes/board-notes.md",
      "notes/kpi-definitions.md",
      "notes/open-questions.txt",
      "survey/analysis.ipynb",
      "survey/column-guide.md",
      "survey/pricing.xlsx",
      "survey/workforce-survey.xlsx",
    ]);
    const sizes = [...accepted.keys()].map((path) => statSync(new URL(path, workspaceFolder)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });

  test.each([
    ["model/Q3-model.xlsx", 180],
    ["archive/Q2-model.xlsx", 16],
    ["survey/pricing.xlsx", 10],
  ])("every cached value of %s is what its formula gives", (path, atLeast) => {
    const { checked, wrong } = recompute(open(path));
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(atLeast);
  });

  test("so is every one of Tomas's file", () => {
    const bytes = readFileSync(new URL(review.files["survey/pricing.xlsx"]!, review.folder));
    expect(recompute(XLSX.read(bytes, { cellFormula: true })).wrong).toEqual([]);
  });

  test("has something to lose: comment, validations, conditional format, names, sparklines, merged title", () => {
    const parts = unzipSync(accepted.get("model/Q3-model.xlsx")!);
    const part = (name: string) => Buffer.from(parts[name]!).toString("utf8");
    expect(part("xl/comments1.xml")).toContain('ref="D7"');
    const revenue = part("xl/worksheets/sheet1.xml");
    for (const found of [
      "<dataValidation ",
      "<conditionalFormatting ",
      "x14:sparkline>",
      '<mergeCell ref="A1:I1"/>',
      "<cols>",
    ]) {
      expect(revenue).toContain(found);
    }
    expect(part("xl/workbook.xml")).toContain('<definedName name="Scenario_factor">Assumptions!$B$34</definedName>');
    expect(parts["xl/calcChain.xml"]).toBeDefined();
  });
});

describe("the numbers agree with one another", () => {
  const quarters = ["B", "C", "D", "E"];
  const near = (found: number, wanted: number) => expect(found).toBeCloseTo(wanted, 9);

  test("revenue adds up by line and by region", () => {
    for (const q of quarters) {
      const lines = [4, 5, 6, 7].map((row) => value("Revenue", `${q}${row}`));
      near(
        lines.reduce((sum, line) => sum + line, 0),
        value("Revenue", `${q}8`),
      );
      const regions = [12, 13, 14, 15, 16, 17].map((row) => value("Revenue", `${q}${row}`));
      near(
        regions.reduce((sum, region) => sum + region, 0),
        value("Revenue", `${q}8`),
      );
    }
  });

  test("EBITDA is revenue less every cost, and cash moves by free cash flow", () => {
    for (const q of quarters) {
      const costs = [4, 5, 6, 7, 12, 13, 14, 15, 16, 17, 18, 19].map((row) => value("Opex", `${q}${row}`));
      near(value("Opex", `${q}21`), value("Revenue", `${q}8`) - costs.reduce((sum, cost) => sum + cost, 0));
    }
    const free = quarters.map((q) => value("Cash flow", `${q}11`)).reduce((sum, flow) => sum + flow, 0);
    near(value("Cash flow", "E13"), value("Assumptions", "B32") + free);
    const receivables = value("Cash flow", "F6");
    near(receivables, value("Assumptions", "B30") - value("Cash flow", "E16"));
  });

  test("the board notes quote the model", () => {
    const notes = Buffer.from(accepted.get("notes/board-notes.md")!).toString("utf8");
    const quoted = [
      `USD ${value("Revenue", "D8").toFixed(1)} m, ${(value("Revenue", "D9") * 100).toFixed(1)} % above Q2`,
      `at ${(value("Revenue", "H8") * 100).toFixed(1)} %, to ${value("Revenue", "F8").toFixed(1)} m`,
      `EBITDA was USD ${value("Opex", "D21").toFixed(1)} m, a margin of ${(value("Opex", "D22") * 100).toFixed(1)} %`,
      `closed with ${value("Revenue", "D25")} accounts`,
      `Closing cash was USD ${value("Cash flow", "D13").toFixed(1)} m. Days sales outstanding stood at ${value("Assumptions", "D15")}`,
    ];
    for (const phrase of quoted) expect(notes).toContain(phrase);
  });

  test("the ledger's lines add up to what the agent loads", () => {
    const totals = new Map<string, number>();
    for (const row of Buffer.from(accepted.get("model/ledger-2026-q3.csv")!)
      .toString("utf8")
      .trim()
      .split("\n")
      .slice(1)) {
      const [date, line, amount] = [row.split(",")[0]!, row.split(",")[2]!, Number(row.split(",").at(-1))];
      if (date >= "2026-07-01") totals.set(line, (totals.get(line) ?? 0) + amount);
    }
    const millions = Object.fromEntries([...totals].map(([line, total]) => [line, Math.round(total / 100_000) / 10]));
    expect(millions).toEqual({
      Subscriptions: 46.1,
      Services: 9.6,
      Marketplace: 1.1,
      Hardware: 2.8,
      "Marketing programmes": 4.2,
      "Travel and events": 1,
      "Offices and facilities": 1.7,
      "Professional fees": 1.5,
    });
  });
});
