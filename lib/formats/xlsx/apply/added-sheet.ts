/** A sheet of after as a new part of before: every cell written anew, surroundings and parts taken along. */
import { columnLetters } from "../reference.ts";
import { rowTag } from "../row-look.ts";
import type { Sheet } from "../sheet.ts";
import { childParts } from "../part-meaning.ts";
import { writeCell } from "./cell-writer.ts";
import { writtenFormula } from "./formula-writer.ts";
import { takeElement } from "./linked-elements.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { Plan } from "./plan.ts";
import type { StyleCarrier } from "./style-carrier.ts";

/** The name of the new part. */
export function addSheet(plan: Plan, sheet: Sheet, editor: PackageEditor, styles: StyleCarrier): string {
  const from = plan.after.package;
  const part = editor.freshName(sheet.entry.part === "" ? "xl/worksheets/sheet1.xml" : sheet.entry.part);
  editor.write(part, "");
  const type = from.contentType(sheet.entry.part);
  editor.setType(part, type ?? "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml");
  const taking = { plan, editor, styles, fromOwner: sheet.entry.part, toOwner: part, sheet: sheet.name };
  const frame = sheet.frame.children
    .map((child) => {
      if (typeof child === "string") return "";
      if (child.name === "sheetData") return "<sheetData/>";
      return takeElement(child, sheet.frame, "", taking);
    })
    .join("");
  const named = new Set(editor.relationships(part).map((found) => found.target));
  for (const child of childParts(from, sheet.entry.part)) {
    const target = editor.copy(from, child.target);
    if (!named.has(target)) editor.relate(part, { type: child.type, kind: child.kind, target, external: false });
  }
  const root = sheet.frame.name;
  const rows = root === "worksheet" ? writeRows(plan, sheet, styles) : "";
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${root} xmlns="${sheet.frame.ns}">${frame.replace("<sheetData/>", () => `<sheetData>${rows}</sheetData>`)}</${root}>`;
  editor.write(part, xml);
  return part;
}

function writeRows(plan: Plan, sheet: Sheet, styles: StyleCarrier): string {
  const lines: string[] = [];
  for (let index = 0; index < sheet.rows.count; index++) {
    const row = sheet.rows.numbers[index] ?? 0;
    const cells = sheet.cells(index).map((cell) => {
      const formula = writtenFormula(sheet, row, cell, plan.fromAfter);
      return writeCell(
        columnLetters(cell.column) + String(row),
        styles.style(cell.style),
        plan.after,
        cell,
        formula,
        plan.all,
        false,
      );
    });
    const looks =
      rowTag(sheet, index).match(
        /\s(ht|customHeight|hidden|outlineLevel|collapsed|s|customFormat)\s*=\s*("[^"]*"|'[^']*')/g,
      ) ?? [];
    const attributes = looks
      .map((look) =>
        look.replace(/^\ss\s*=\s*["'](\d+)["']$/, (_all, style: string) => ` s="${styles.style(Number(style))}"`),
      )
      .join("");
    lines.push(`<row r="${row}"${attributes}>${cells.join("")}</row>`);
  }
  return lines.join("");
}
