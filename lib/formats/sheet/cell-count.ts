/**
 * How many cells a file will become, counted before it is opened by a reader that keeps every cell as an object. One
 * pass, no allocation that grows with what the file claims.
 */
import { attribute, childElements, type XmlElement } from "../ooxml/xml-tree.ts";

/** Cell records of BIFF with one cell each ([MS-XLS] 2.3; the low numbers are those of BIFF2). */
const BIFF_CELLS = new Set([
  0x0001, 0x0002, 0x0003, 0x0004, 0x0005, 0x0006, 0x0201, 0x0203, 0x0204, 0x0205, 0x0206, 0x027e, 0x00d6, 0x00fd,
  0x0406,
]);
const BIFF_MULTIPLE_RK = 0x00bd;
const BIFF_MULTIPLE_BLANK = 0x00be;
const BIFF_FILE_PASS = 0x002f;

interface BiffFacts {
  readonly cells: number;
  readonly encrypted: boolean;
}

/** Of the stream that holds the workbook ([MS-XLS] 2.1.4: records of a type, a length, and as many bytes). */
export function countBiffCells(stream: Uint8Array): BiffFacts {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  let cells = 0;
  let encrypted = false;
  for (let at = 0; at + 4 <= stream.length;) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (BIFF_CELLS.has(type)) cells++;
    else if (type === BIFF_MULTIPLE_RK) cells += Math.max(0, Math.floor((length - 6) / 6));
    else if (type === BIFF_MULTIPLE_BLANK) cells += Math.max(0, Math.floor((length - 6) / 2));
    else if (type === BIFF_FILE_PASS) encrypted = true;
    at += 4 + length;
  }
  return { cells, encrypted };
}

const BINARY_CELLS = 11;

/** Of a sheet's part in .xlsb ([MS-XLSB] 2.1.4: type and length in groups of seven bits). */
export function countBinaryCells(part: Uint8Array): number {
  let cells = 0;
  for (let at = 0; at < part.length;) {
    let type = part[at++] ?? 0;
    if (type >= 0x80) type = (type & 0x7f) | ((part[at++] ?? 0) << 7);
    let length = 0;
    for (let group = 0; group < 4; group++) {
      const byte = part[at++] ?? 0;
      length |= (byte & 0x7f) << (7 * group);
      if (byte < 0x80) break;
    }
    if (type >= 1 && type <= BINARY_CELLS) cells++;
    at += length;
  }
  return cells;
}

/** Of an OpenDocument table: repeated cells in repeated rows count as often as they are repeated (19.675, 19.679). */
export function countTableCells(root: XmlElement): number {
  let cells = 0;
  const visit = (element: XmlElement, rows: number): void => {
    for (const child of childElements(element)) {
      if (child.name === "table-row") visit(child, repeated(child, "number-rows-repeated"));
      else if (child.name === "table-cell" || child.name === "covered-table-cell") {
        const says =
          child.children.length > 0 || child.attributes.some(({ name }) => name === "value-type" || name === "formula");
        const columns = repeated(child, "number-columns-repeated");
        // An empty cell may fill the sheet; one with content may be repeated over blank rows.
        cells += says ? rows * columns : 0;
      } else visit(child, rows);
    }
  };
  visit(root, 1);
  return cells;
}

function repeated(element: XmlElement, name: string): number {
  const written = element.attributes.find((found) => found.name === name)?.value ?? attribute(element, name);
  const number = Number.parseInt(written ?? "1", 10);
  return Number.isFinite(number) && number > 0 ? number : 1;
}
