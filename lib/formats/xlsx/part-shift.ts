/**
 * Parts that hang on a sheet and name its cells, carried along when rows or columns move: tables, comments, drawing
 * anchors, charts, pivot sources, form controls. Works on the part's text, so that all other characters stay.
 */
import { decodeEntities, encodeXml } from "../ooxml/xml-text.ts";
import { shiftFormula, type WorkbookMove } from "./formula-shift.ts";

/** @param sheet the sheet that the part hangs on, as named before; "" where it hangs on the workbook */
export function shiftPartText(kind: string, text: string, sheet: string, move: WorkbookMove): string {
  if (move.isSame) return text;
  switch (kind) {
    case "table":
      return elements(
        attributes(text, ["ref"], sheet, move),
        ["calculatedColumnFormula", "totalsRowFormula"],
        sheet,
        move,
      );
    case "comments":
    case "threadedComment":
    case "pivotTable":
      return attributes(text, ["ref"], sheet, move);
    case "drawing":
      return anchors(text, sheet, move);
    case "vmlDrawing":
      return noteAnchors(text, sheet, move);
    case "chart":
    case "chartEx":
    case "chartUserShapes":
      return elements(text, ["c:f", "cx:f", "f"], sheet, move);
    case "pivotCacheDefinition":
      return pivotSource(text, move);
    case "ctrlProp":
      return attributes(text, ["fmlaLink", "fmlaRange", "fmlaMacro"], sheet, move);
    default:
      return text;
  }
}

function attributes(text: string, names: readonly string[], sheet: string, move: WorkbookMove): string {
  return text.replace(new RegExp(`(\\s(?:${names.join("|")})=)"([^"]*)"`, "g"), (all, start: string, value: string) => {
    const decoded = decodeEntities(value);
    if (decoded === null) return all;
    const moved = shiftFormula(decoded, sheet, move);
    return moved.lost || moved.text === decoded ? all : `${start}"${encodeXml(moved.text)}"`;
  });
}

function elements(text: string, names: readonly string[], sheet: string, move: WorkbookMove): string {
  return text.replace(
    new RegExp(`(<(${names.join("|")})(?:\\s[^<>]*)?>)([^<]*)(?=</\\2>)`, "g"),
    (all, open: string, _name, inside: string) => {
      const decoded = decodeEntities(inside);
      if (decoded === null) return all;
      const moved = shiftFormula(decoded, sheet, move).text;
      return moved === decoded ? all : open + encodeXml(moved);
    },
  );
}

/** `xdr:from` and `xdr:to` count from 0. */
function anchors(text: string, sheet: string, move: WorkbookMove): string {
  const place = move.sheet(sheet);
  if (place === undefined) return text;
  return text.replace(/<(\w+:)?(from|to)>[^]*?<\/\1?\2>/g, (anchor) =>
    anchor
      .replace(
        /(<(?:\w+:)?row>)(\d+)/,
        (_all, open: string, row: string) => open + String(nearest(place.rows, Number(row) + 1) - 1),
      )
      .replace(
        /(<(?:\w+:)?col>)(\d+)/,
        (_all, open: string, column: string) => open + String(nearest(place.columns, Number(column) + 1) - 1),
      ),
  );
}

/** What hung on a row that is gone hangs on the next one. */
const nearest = (
  map: { range(first: number, last: number): readonly [number, number] | null },
  number: number,
): number => map.range(number, Infinity)?.[0] ?? number;

function noteAnchors(text: string, sheet: string, move: WorkbookMove): string {
  const place = move.sheet(sheet);
  if (place === undefined) return text;
  return text
    .replace(
      /(<x:Row>)\s*(\d+)/g,
      (_all, open: string, row: string) => open + String(nearest(place.rows, Number(row) + 1) - 1),
    )
    .replace(
      /(<x:Column>)\s*(\d+)/g,
      (_all, open: string, column: string) => open + String(nearest(place.columns, Number(column) + 1) - 1),
    );
}

function pivotSource(text: string, move: WorkbookMove): string {
  return text.replace(/<(?:\w+:)?worksheetSource\s[^<>]*>/, (tag) => {
    const sheet = decodeEntities(/\ssheet="([^"]*)"/.exec(tag)?.[1] ?? "") ?? "";
    const target = move.sheet(sheet);
    if (target?.name === undefined || target.name === null) return tag;
    return attributes(tag, ["ref"], sheet, move).replace(/(\ssheet=)"[^"]*"/, `$1"${encodeXml(target.name)}"`);
  });
}
