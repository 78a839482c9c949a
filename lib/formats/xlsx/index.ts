/** Spreadsheets (.xlsx, .xlsm): read, compared cell by cell, patched part by part. */
import type { Change, Diff } from "../../core/change/change.ts";
import type { Format, Source, Work } from "../format.ts";
import { applyChanges } from "./apply/apply.ts";
import { diffWorkbooks } from "./diff/diff.ts";
import { followChange } from "./follow.ts";
import { changesOverlap } from "./overlaps.ts";
import { workbookRecords } from "./records.ts";
import { keysOfChange } from "./touches.ts";
import { readWorkbook, type Workbook } from "./workbook.ts";

const ZIP_HEADER = [0x50, 0x4b, 0x03, 0x04];
const OLE_HEADER = [0xd0, 0xcf, 0x11, 0xe0];
const starts = (head: Uint8Array, bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);

export const xlsxFormat: Format<Workbook> = {
  id: "xlsx",
  version: 3,

  /** A zip that names a workbook's parts early, or has the name; an encrypted file is claimed by its name to be refused by name. */
  sniff(head, name) {
    const named = /\.(xlsx|xlsm|xltx|xltm)$/i.test(name);
    if (starts(head, OLE_HEADER)) return named;
    if (!starts(head, ZIP_HEADER)) return false;
    const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString("latin1");
    return named || /xl\/(workbook|worksheets|styles|_rels)/.test(text);
  },

  read: readWorkbook,

  diff(before: Workbook, after: Workbook, budget: Work): Diff {
    const { complete, entries } = diffWorkbooks(before, after, budget);
    return { complete, changes: entries.map(({ change }): Change => change) };
  },

  apply: (before: Source, after: Source, chosen) => applyChanges(before, after, chosen),
  follow: followChange,
  overlaps: changesOverlap,
  keysOf: keysOfChange,
  records: workbookRecords,
};
