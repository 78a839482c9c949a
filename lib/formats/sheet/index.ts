/**
 * Spreadsheets that are read and not written (.xls, .xlsb, .ods): compared cell by cell by the code that compares .xlsx,
 * taken as a whole or not at all.
 */
import type { Diff } from "../../core/change/change.ts";
import { err, ok } from "../../shared/result.ts";
import { checkChoice } from "../choice.ts";
import { DEFAULT_LIMITS, defaultWork, type Format, type Work } from "../format.ts";
import { followChange } from "../xlsx/follow.ts";
import { changesOverlap } from "../xlsx/overlaps.ts";
import { workbookRecords } from "../xlsx/records.ts";
import { isCompoundFile } from "./compound-file.ts";
import { diffSheets } from "./diff.ts";
import { readSheetDocument, type SheetDocument } from "./read.ts";

export const sheetFormat: Format<SheetDocument> = {
  id: "sheet",
  version: 2,

  /** By what the container begins with; an old binary file and a zip with other content say it by their name alone. */
  sniff(head, name) {
    if (isCompoundFile(head)) return /\.(xls|xlt|xlsb|ods)$/i.test(name);
    const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
    if (text.startsWith("PK\u0003\u0004"))
      return (
        text.slice(30).startsWith("mimetypeapplication/vnd.oasis.opendocument.spreadsheet") ||
        /xl\/(_rels\/)?workbook\.bin/.test(text) ||
        (/\.(xlsb|ods|ots)$/i.test(name) && !/xl\/(_rels\/)?workbook\.xml/.test(text))
      );
    return head[0] === 0x09 && [0, 2, 4, 8].includes(head[1] ?? 1) && /\.(xls|xlt|xlw)$/i.test(name);
  },

  read: readSheetDocument,

  diff: (before: SheetDocument, after: SheetDocument, budget: Work): Diff => diffSheets(before, after, budget),

  async apply(before, after, chosen) {
    const from = await readSheetDocument(before, DEFAULT_LIMITS);
    if (!from.ok) return err({ reason: "unreadable", side: "before", error: from.error });
    const to = await readSheetDocument(after, DEFAULT_LIMITS);
    if (!to.ok) return err({ reason: "unreadable", side: "after", error: to.error });
    const { changes } = diffSheets(from.value, to.value, defaultWork());
    const checked = checkChoice(changes, chosen);
    if (!checked.ok) return checked;
    const taken = changes.some(({ id, facet }) => facet !== "recalculated" && checked.value.has(id)) ? after : before;
    return ok(await taken.read(0, taken.size));
  },

  follow: followChange,
  overlaps: changesOverlap,
  /** Nothing is ever written into such a file: two sides that both changed it are one conflict. */
  merge: () => Promise.resolve(null),
  records: ({ book }) => workbookRecords(book),
};
