/** All rows, in the order of the results. */
import type { Row } from "../row.ts";
import { csvDiff } from "./csv-diff.ts";
import { fold } from "./fold.ts";
import { importing } from "./import.ts";
import { pdfText } from "./pdf-text.ts";
import { scan } from "./scan.ts";
import { textDiff } from "./text-diff.ts";
import { xlsxDiff } from "./xlsx-diff.ts";
import { xlsxPatch } from "./xlsx-patch.ts";
import { xlsxRead } from "./xlsx-read.ts";

export const ROWS: readonly Row[] = [scan, importing, fold, textDiff, xlsxRead, xlsxDiff, xlsxPatch, csvDiff, pdfText];
