/** Workbooks saved again, and edited, by openpyxl: the agent's usual tool. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { buildWorkbook } from "./testing/build.ts";
import { applied, changesOf, lines } from "./testing/workbooks.ts";

const python = ["/usr/bin/python3", "python3"].find((name) => spawnSync(name, ["-c", "import openpyxl"]).status === 0);
const folder = mkdtempSync(path.join(tmpdir(), "openpyxl-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `bytes` loaded as `wb`, changed by the lines, saved. */
function saved(bytes: Uint8Array, ...code: string[]): Uint8Array {
  const [from, to] = [path.join(folder, "in.xlsx"), path.join(folder, "out.xlsx")];
  writeFileSync(from, bytes);
  const script = [
    "import openpyxl, warnings",
    "warnings.simplefilter('ignore')",
    `wb = openpyxl.load_workbook(${JSON.stringify(from)})`,
    "ws = wb.worksheets[0]",
    ...code,
    `wb.save(${JSON.stringify(to)})`,
  ];
  execFileSync(python ?? "python3", ["-c", script.join("\n")], { stdio: "pipe" });
  return readFileSync(to);
}

/** The sum of a written range, read by openpyxl. */
function values(bytes: Uint8Array): unknown {
  const file = path.join(folder, "read.xlsx");
  writeFileSync(file, bytes);
  const script = `import openpyxl, json\nwb = openpyxl.load_workbook(${JSON.stringify(file)})\nprint(json.dumps([[c.value for c in r] for r in wb.worksheets[0].iter_rows()]))`;
  return JSON.parse(execFileSync(python ?? "python3", ["-c", script], { encoding: "utf8" }));
}

const rows = [
  ["Item", "Amount", "Share"],
  ["Rent", 10, { formula: "B2/B$5", value: 0.1 }],
  ["Food", { value: 20, format: "#,##0.00", bold: true }, { formula: "B3/B$5", value: 0.2 }],
  ["Fun", 70, { formula: "B4/B$5", value: 0.7 }],
  ["Total", { formula: "SUM(B2:B4)", value: 100 }, ""],
];
const before = buildWorkbook(
  [
    {
      name: "Model",
      rows,
      head: '<cols><col min="1" max="2" width="18.5" customWidth="1"/></cols>',
      tail: '<mergeCells count="1"><mergeCell ref="E1:F2"/></mergeCells><conditionalFormatting sqref="B2:B4"><cfRule type="cellIs" priority="1" operator="lessThan"><formula>0</formula></cfRule></conditionalFormatting>',
    },
    { name: "Notes", rows: [["keep"]], state: "hidden" },
  ],
  { names: '<definedName name="Total">Model!$B$5</definedName>', shiftStyles: 2 },
);
const seen = (after: Uint8Array) =>
  changesOf(before, after).filter(({ facet }) => facet !== "recalculated" && facet !== "metadata");

describe.skipIf(python === undefined)(
  `workbooks from openpyxl${python === undefined ? " (not run: no Python with openpyxl)" : ""}`,
  () => {
    it("saved again is no change, and lost results are not calculated", () => {
      const after = saved(before);
      expect(seen(after)).toEqual([]);
      const follows = changesOf(before, after).filter(({ facet }) => facet === "recalculated");
      expect(follows).toHaveLength(4);
      for (const change of follows) expect(change.flags).toEqual(["not-calculated"]);
    });

    it("a retyped cell is that cell alone, and is taken without the rest of what openpyxl rewrote", () => {
      const after = saved(before, "ws['B2'] = 12");
      expect(lines(seen(after))).toEqual(["modified content Model!B2"]);
      const result = applied(before, after, [seen(after)[0]!.id]);
      expect(values(result)).toEqual([
        ["Item", "Amount", "Share", null, null, null],
        ["Rent", 12, "=B2/B$5", null, null, null],
        ["Food", 20, "=B3/B$5", null, null, null],
        ["Fun", 70, "=B4/B$5", null, null, null],
        ["Total", "=SUM(B2:B4)", "", null, null, null],
      ]);
    });

    it("a constant over a formula, a text that is a number, a new error are flagged", () => {
      const after = saved(before, "ws['C2'] = 0.5", "ws['B4'] = '70'", "ws['C4'] = '#N/A'");
      expect(seen(after).map(({ address, flags }) => [address.kind === "cells" ? address.range : "", flags])).toEqual([
        ["C2", ["formula-overwritten"]],
        ["B4", ["number-stored-as-text"]],
        ["C4", ["formula-overwritten", "new-error-value"]],
      ]);
    });

    it("a row inserted by openpyxl, which moves no references, is one row and honest formula changes", () => {
      const after = saved(before, "ws.insert_rows(3)", "ws['A3'] = 'Books'", "ws['B3'] = 5");
      const changes = seen(after);
      expect(changes.filter(({ kind }) => kind === "added").map(({ address }) => address)).toEqual([
        { kind: "row", sheet: "Model", row: 3 },
      ]);
      expect(changes.every(({ facet }) => facet === "structure" || facet === "formula" || facet === "format")).toBe(
        true,
      );
      expect(
        changesOf(
          applied(
            before,
            after,
            changesOf(before, after).map(({ id }) => id),
          ),
          after,
        ),
      ).toEqual([]);
    });

    it("a style, a width, a lost conditional format and a shown sheet are found apart", () => {
      const after = saved(
        before,
        "from openpyxl.styles import Font",
        "ws['A1'].font = Font(bold=True, color='FFFF0000')",
        "ws.column_dimensions['A'].width = 30",
        "ws.conditional_formatting = type(ws.conditional_formatting)()",
        "wb.worksheets[1].sheet_state = 'visible'",
      );
      expect(lines(seen(after)).sort()).toEqual([
        "modified format Model",
        "modified format Model!A1",
        "modified structure Notes",
        "removed format Model!B2:B4",
      ]);
      expect(seen(after).find(({ kind }) => kind === "removed")?.flags).toEqual(["lost-part"]);
    });
  },
);
