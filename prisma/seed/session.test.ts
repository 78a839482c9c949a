import { existsSync, readFileSync } from "node:fs";
import * as XLSX from "@e965/xlsx";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { readTree, replaySession } from "./replay.ts";
import type { Files, Step } from "./replay.ts";
import { loadReview, loadSession, workspaceFolder } from "./session.ts";

const session = loadSession();
const review = loadReview();
const accepted = readTree(workspaceFolder);
const steps = replaySession(session, accepted);
const final = steps.at(-1)!.after;
const READS = new Set(["view", "grep", "workspace_diff", "workspace_file_diff"]);

const text = (files: Files, path: string) => Buffer.from(files.get(path)!).toString("utf8");
const book = (files: Files, path: string) => XLSX.read(files.get(path)!, { cellFormula: true, sheetStubs: true });
const cell = (workbook: XLSX.WorkBook, sheet: string, ref: string) =>
  workbook.Sheets[sheet]![ref] as XLSX.CellObject | undefined;
const at = (label: string): Step => steps.find((step) => `${step.turn}-${step.index}` === label)!;

describe("the session", () => {
  test("counts its turns from one and keeps every file under its own call", () => {
    expect(session.turns.map((turn) => turn.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const { turn, index, call } of steps) {
      for (const [path, file] of Object.entries(call.files)) expect(file).toBe(`${turn}-${index}/${path}`);
    }
  });

  test("names only files that exist, and reads only what is there", () => {
    for (const { call, before } of steps) {
      for (const file of Object.values(call.files)) expect(existsSync(new URL(file, session.folder)), file).toBe(true);
      if ("path" in call.input && call.tool !== "write_file") expect(before.has(call.input.path)).toBe(true);
    }
  });

  test("leaves a trace for every mutating call and none for a read", () => {
    for (const { call } of steps) {
      const traces = Object.keys(call.files).length + call.moves.length + call.deletes.length;
      expect(traces > 0, call.summary).toBe(!READS.has(call.tool));
    }
  });

  test("an edit's and a written file's input gives the bytes that are committed", () => {
    const edited = steps.filter(({ call }) => call.tool === "edit_file" || call.tool === "write_file");
    expect(edited).toHaveLength(9);
    for (const { call, before, after } of edited) {
      if (call.tool === "write_file") expect(text(after, call.input.path)).toBe(call.input.content);
      if (call.tool !== "edit_file") continue;
      const wanted = call.input.edits.reduce(
        (now, edit) => {
          expect(now.split(edit.old), edit.old).toHaveLength(2);
          return now.replace(edit.old, () => edit.new);
        },
        text(before, call.input.path),
      );
      expect(text(after, call.input.path)).toBe(wanted);
    }
  });

  test("a python call carries its committed script", () => {
    for (const { turn, index, call } of steps) {
      if (call.tool !== "python") continue;
      const names = [...readTree(new URL("scripts/", session.folder)).keys()];
      const script = names.find((name) => name.startsWith(`${turn}-${index}-`))!;
      expect(call.input.script).toBe(readFileSync(new URL(`scripts/${script}`, session.folder), "utf8"));
    }
  });

  test("moves one file, deletes one, creates two, edits thirteen", () => {
    const gone = [...accepted.keys()].filter((path) => !final.has(path));
    const come = [...final.keys()].filter((path) => !accepted.has(path));
    const changed = [...final.keys()].filter(
      (path) => accepted.has(path) && Buffer.compare(accepted.get(path)!, final.get(path)!) !== 0,
    );
    expect(gone.sort()).toEqual(["archive/Q2-model.xlsx", "archive/scratch.txt"]);
    expect(come.sort()).toEqual(["archive/2026/Q2-model.xlsx", "model/contract-4471.csv", "notes/change-log.md"]);
    expect(final.get("archive/2026/Q2-model.xlsx")).toEqual(accepted.get("archive/Q2-model.xlsx"));
    expect(changed.sort()).toEqual([
      "audit/ledger-extract-q3.pdf",
      "charts/draw.py",
      "charts/revenue-by-line.png",
      "charts/survey-scores.png",
      "deck/q3-board.pptx",
      "memo/cfo-memo.docx",
      "model/Q3-model.xlsx",
      "model/fx-rates.csv",
      "notes/board-notes.md",
      "survey/analysis.ipynb",
      "survey/column-guide.md",
      "survey/pricing.xlsx",
      "survey/workforce-survey.xlsx",
    ]);
  });
});

describe("the agent's model", () => {
  const before = book(accepted, "model/Q3-model.xlsx");
  const after = book(final, "model/Q3-model.xlsx");

  test("overwrites one formula by a constant, against the comment on that cell", () => {
    expect(cell(before, "Revenue", "D7")!.f).toBe("-SUM(D4:D6)*Assumptions!D8");
    expect(cell(after, "Revenue", "D8")).toMatchObject({ t: "n", v: -1.2 });
    expect(cell(after, "Revenue", "D8")!.f).toBeUndefined();
    expect(JSON.stringify(cell(after, "Revenue", "D8")!.c)).toContain("do not type over it");
  });

  test("inserts Marketplace and lets every other formula follow", () => {
    expect(["A5", "A6", "A7"].map((ref) => cell(after, "Revenue", ref)!.v)).toEqual([
      "Services",
      "Marketplace",
      "Hardware",
    ]);
    const moved = (formula: string, sheet: string) =>
      formula.replace(
        /('[^']+'!|\w+!)?(\$?[A-Z]\$?)(\d+)(:(\$?[A-Z]\$?)(\d+))?/g,
        (found, on: string | undefined, ...rest) => {
          if ((on ?? `${sheet}!`) !== "Revenue!") return found;
          const [column, row, range, toColumn, toRow] = rest as [string, string, string | undefined, string, string];
          const down = (line: string) => String(Number(line) + (Number(line) >= 6 ? 1 : 0));
          return `${on ?? ""}${column}${down(row)}${range ? `:${toColumn}${down(toRow)}` : ""}`;
        },
      );
    let compared = 0;
    for (const sheet of before.SheetNames) {
      for (const [ref, was] of Object.entries(before.Sheets[sheet]!) as [string, XLSX.CellObject][]) {
        if (ref.startsWith("!") || was.f === undefined || `${sheet}!${ref}` === "Revenue!D7") continue;
        const now = cell(after, sheet, sheet === "Revenue" ? moved(ref, sheet) : ref);
        expect(now?.f, `${sheet}!${ref}`).toBe(moved(was.f, sheet));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(180);
  });

  test("holds no calculated values: openpyxl drops them", () => {
    const formulas = after.SheetNames.flatMap((sheet) =>
      (Object.values(after.Sheets[sheet]!) as XLSX.CellObject[]).filter((found) => found.f !== undefined),
    );
    expect(formulas.length).toBeGreaterThan(180);
    expect(formulas.filter((found) => found.t !== "z")).toEqual([]);
  });

  test("is as openpyxl writes it: inline strings, sixteen digits, no sparklines, no calculation chain", () => {
    const parts = unzipSync(at("2-2").after.get("model/Q3-model.xlsx")!);
    const revenue = Buffer.from(parts["xl/worksheets/sheet1.xml"]!).toString("utf8");
    expect(revenue).toContain('<c r="A1" s="1" t="inlineStr">');
    expect(revenue).toContain('<c r="B5" s="5" t="n"><v>9.699999999999999</v></c>');
    expect(revenue).not.toContain("sparkline");
    expect(Object.keys(parts)).not.toContain("xl/calcChain.xml");
  });

  test("takes one mistake back to the accepted value", () => {
    const days = (files: Files) => cell(book(files, "model/Q3-model.xlsx"), "Assumptions", "D15")!.v;
    expect([days(accepted), days(at("2-3").after), days(at("8-4").before), days(final)]).toEqual([47, 41, 41, 47]);
  });
});

describe("survey and prices", () => {
  test("212 repeated rows are deleted, and nothing else", () => {
    const digits = (found: unknown) => (typeof found === "number" ? Number(found.toPrecision(15)) : found);
    const rows = (files: Files) => {
      const sheet = book(files, "survey/workforce-survey.xlsx").Sheets["Responses"]!;
      const found = XLSX.utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true });
      return found.map((row) => JSON.stringify(row.map(digits)));
    };
    const was = rows(accepted);
    expect(was).toHaveLength(3_001);
    expect(rows(final)).toEqual([...new Set(was)]);
    expect(rows(final)).toHaveLength(2_789);
  });

  test("the three sides of pricing.xlsx differ in one cell and miss each other in the rest", () => {
    const sides = [
      accepted,
      new Map([["survey/pricing.xlsx", readTree(review.folder).get("1/survey/pricing.xlsx")!]]),
      final,
    ];
    const read = (ref: string) => sides.map((side) => cell(book(side, "survey/pricing.xlsx"), "Tiers", ref)!.v);
    expect(read("B5")).toEqual([0.08, 0.1, 0.12]);
    expect(read("B4")).toEqual([120, 120, 124]);
    expect(read("C9")).toEqual([1_400, 1_450, 1_400]);
    expect(read("A12")).toEqual(["Total", "Total", "Partner"]);
  });

  test("Tomas's file holds exactly the typed changes", () => {
    const now = book(readTree(review.folder), review.files["survey/pricing.xlsx"]!);
    const was = book(accepted, "survey/pricing.xlsx");
    const typed = Object.keys(was.Sheets["Tiers"]!).filter((ref) => {
      const [a, b] = [cell(was, "Tiers", ref), cell(now, "Tiers", ref)];
      return !ref.startsWith("!") && a!.f === undefined && a!.v !== b?.v;
    });
    expect(typed.sort()).toEqual(review.changes.map((change) => change.cell).sort());
    for (const { sheet, cell: ref, before, after } of review.changes) {
      expect([cell(was, sheet, ref)!.v, cell(now, sheet, ref)!.v]).toEqual([before, after]);
    }
  });
});
