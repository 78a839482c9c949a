/** Tables: the grid with its cells as they are drawn, with the look that a table style gives them (ECMA-376 part 1, 21.1.3). */
import { attribute, childElement, childElements, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import { cellsOf, tableOf, textBodyOf } from "../shape-parts.ts";
import { elementsOf } from "../shape.ts";
import { spend } from "./budget.ts";
import { colourIn, type Colour } from "./colours.ts";
import { fillIn, lineFrom, themeFill, type Paint } from "./fills.ts";
import { textBody, type TextContext } from "./text.ts";
import type { Fill, Line, TableCell, TableView, TextBody } from "./types.ts";

export type TableText = Pick<TextContext, "scene" | "budget" | "slide">;

export function tableView(frame: XmlElement, paint: Paint, text: TableText): TableView {
  const table = tableOf(frame);
  const grid = childElement(table, "tblGrid");
  const columns = (grid === undefined ? [] : elementsOf(grid)).slice(0, 1_000).map((column) => length(column, "w"));
  const style = new TableStyle(childElement(table, "tblPr"), paint);
  const rows = [...(table === undefined ? [] : childElements(table))].filter(({ name }) => name === "tr");
  const cells = cellsOf(frame);
  const view: { height: number; cells: TableCell[] }[] = [];
  for (const [r, row] of rows.entries()) {
    if (!spend(text.budget, "cells", Math.max(1, cells[r]?.length ?? 0))) break;
    const place = (c: number) => ({ row: r, column: c, rows: rows.length, columns: columns.length });
    view.push({
      height: length(row, "h"),
      cells: (cells[r] ?? []).map((cell, c) => cellView(cell, style.at(place(c)), paint, text)),
    });
  }
  return { columns, rows: view };
}

const length = (element: XmlElement, name: string): number => {
  const value = Number(attribute(element, name) ?? 0);
  return Number.isFinite(value) ? Math.max(0, Math.min(1e9, value)) : 0;
};

const EMPTY: TextBody = { anchor: "top", inset: [91_440, 45_720, 91_440, 45_720], wrap: true, paragraphs: [] };
const ANCHORS: Readonly<Record<string, TextBody["anchor"]>> = { ctr: "middle", b: "bottom" };

function cellView(cell: XmlElement, look: CellLook, paint: Paint, text: TableText): TableCell {
  const properties = childElement(cell, "tcPr");
  const body = textBodyOf(cell);
  const own = body && childElement(body, "lstStyle");
  const context = { ...text, near: [own], bodies: [body && childElement(body, "bodyPr")], style: "otherStyle" };
  const drawn = textBody(body, { ...context, colour: look.colour, bold: look.bold });
  const margin = (name: string, usual: number) => Number((properties && attribute(properties, name)) ?? usual) || 0;
  const frame = {
    anchor: ANCHORS[(properties && attribute(properties, "anchor")) ?? ""] ?? "top",
    inset: [margin("marL", 91_440), margin("marT", 45_720), margin("marR", 91_440), margin("marB", 45_720)],
  } as const;
  const filled = fillIn(properties, paint);
  const fill = filled === undefined ? look.fill : filled;
  const borders = ["lnB", "lnR", "lnT", "lnL"].map((name) => childElement(properties, name));
  const line = lineFrom(borders, paint, null) ?? look.line;
  const [columns, rows] = [Number(attribute(cell, "gridSpan") ?? 1), Number(attribute(cell, "rowSpan") ?? 1)];
  const covered = ["hMerge", "vMerge"].some((name) => ["1", "true"].includes(attribute(cell, name) ?? ""));
  return {
    text: { ...(drawn ?? EMPTY), ...frame },
    ...(fill ? { fill } : {}),
    ...(line === undefined ? {} : { line }),
    ...(columns > 1 && columns <= 1_000 ? { columns } : {}),
    ...(rows > 1 && rows <= 10_000 ? { rows } : {}),
    ...(covered ? { covered } : {}),
  };
}

interface CellLook {
  readonly fill: Fill | null | undefined;
  readonly line: Line | undefined;
  readonly colour: Colour | null;
  readonly bold: boolean;
}

interface CellPlace {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
}

/** "Medium Style 2 – Accent 1", which programs use without writing it down. */
const USUAL = "{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}";

class TableStyle {
  readonly #properties: XmlElement | undefined;
  readonly #paint: Paint;
  readonly #style: XmlElement | undefined;
  readonly #usual: boolean;
  readonly #looks = new Map<string, CellLook>();

  constructor(properties: XmlElement | undefined, paint: Paint) {
    this.#properties = properties;
    this.#paint = paint;
    const idElement = childElement(properties, "tableStyleId");
    const id = idElement === undefined ? "" : textOf(idElement).trim();
    this.#style = id === "" ? undefined : styleById(paint, id);
    this.#usual = this.#style === undefined && id === USUAL;
  }

  at(place: CellPlace): CellLook {
    const parts = this.#partsAt(place);
    const key = parts.join();
    const kept = this.#looks.get(key);
    if (kept !== undefined) return kept;
    const made = this.#usual ? this.#usualLook(parts[0] ?? "wholeTbl") : this.#look(parts);
    this.#looks.set(key, made);
    return made;
  }

  /** The parts of a style that hold for a cell, the strongest first. */
  #partsAt({ row, column, rows, columns }: CellPlace): string[] {
    const on = (name: string) => ["1", "true"].includes((this.#properties && attribute(this.#properties, name)) ?? "");
    const parts: string[] = [];
    if (on("firstRow") && row === 0) parts.push("firstRow");
    if (on("lastRow") && row === rows - 1) parts.push("lastRow");
    if (on("firstCol") && column === 0) parts.push("firstCol");
    if (on("lastCol") && column === columns - 1) parts.push("lastCol");
    if (on("bandRow") && parts[0] !== "firstRow")
      parts.push((row - (on("firstRow") ? 1 : 0)) % 2 === 0 ? "band1H" : "band2H");
    return [...parts, "wholeTbl"];
  }

  #look(parts: readonly string[]): CellLook {
    const { palette } = this.#paint.scene;
    let [fill, line, colour, bold]: [CellLook["fill"], Line | undefined, Colour | null, boolean | null] = [
      undefined,
      undefined,
      null,
      null,
    ];
    for (const name of parts) {
      const part = childElement(this.#style, name);
      if (part === undefined) continue;
      const [cell, text] = [childElement(part, "tcStyle"), childElement(part, "tcTxStyle")];
      fill ??= fillIn(childElement(cell, "fill"), this.#paint) ?? themeFill(childElement(cell, "fillRef"), this.#paint);
      line ??= this.#border(childElement(cell, "tcBdr"));
      colour ??= colourIn(text, palette);
      const said = text === undefined ? undefined : attribute(text, "b");
      if (said !== undefined) bold ??= said === "on";
    }
    return { fill, line, colour, bold: bold ?? false };
  }

  #border(borders: XmlElement | undefined): Line | undefined {
    for (const name of ["insideH", "bottom", "insideV", "top"]) {
      const found = lineFrom([childElement(childElement(borders, name), "ln")], this.#paint, null);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #usualLook(part: string): CellLook {
    const { theme, map } = this.#paint.scene.palette;
    const colour = (name: string, usual: string) => theme.get(map.get(name) ?? name) ?? usual;
    const [accent, light] = [colour("accent1", "4F81BD"), colour("lt1", "FFFFFF")];
    const line: Line = { colour: light, width: 12_700 };
    if (part === "firstRow" || part === "lastRow" || part === "firstCol" || part === "lastCol")
      return { fill: { kind: "solid", colour: accent }, line, colour: { colour: light }, bold: true };
    const opacity = part === "band1H" ? 0.4 : 0.2;
    return {
      fill: { kind: "solid", colour: accent, opacity },
      line,
      colour: { colour: colour("dk1", "000000") },
      bold: false,
    };
  }
}

function styleById({ scene: { pack } }: Paint, id: string): XmlElement | undefined {
  const main = pack.related("", "officeDocument")?.target;
  const part = main === undefined ? undefined : pack.related(main, "tableStyles")?.target;
  const tree = part === undefined ? undefined : pack.tree(part);
  if (tree?.ok !== true) return undefined;
  return elementsOf(tree.value).find((style) => attribute(style, "styleId") === id);
}
