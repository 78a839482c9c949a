/** Colours that an element names by number, written out where the other file's list has other colours by these numbers. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import { withoutNumbers } from "../palette.ts";
import type { Workbook } from "../workbook.ts";

export const withPlainColors = (element: XmlElement, from: Workbook, to: Workbook): XmlElement =>
  from.styles.palette.own === to.styles.palette.own ? element : withoutNumbers(element, from.styles.palette);
