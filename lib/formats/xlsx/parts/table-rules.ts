/** Tables (ECMA-376 part 1, 18.5): name, range, columns, totals, filter, looks. Their ids are numbers within the file. */
import type { Styles } from "../styles.ts";
import type { PartRules } from "./rules.ts";

const DIFFERENTIAL = /(?:^d|D)xfId$/;

export const tableRules = (styles: Styles): PartRules => ({
  defaults: {
    table: {
      tableType: "worksheet",
      headerRowCount: "1",
      insertRow: "0",
      insertRowShift: "0",
      totalsRowCount: "0",
      published: "0",
      comment: "",
    },
    tableColumn: { totalsRowFunction: "none" },
    tableStyleInfo: { showFirstColumn: "0", showLastColumn: "0", showRowStripes: "0", showColumnStripes: "0" },
    calculatedColumnFormula: { array: "0" },
    totalsRowFormula: { array: "0" },
    filterColumn: { hiddenButton: "0", showButton: "1" },
    filters: { blank: "0", calendarType: "none" },
    customFilters: { and: "0" },
    top10: { top: "1", percent: "0" },
    sortState: { columnSort: "0", caseSensitive: "0", sortMethod: "none" },
    sortCondition: { descending: "0", sortBy: "value" },
  },
  ids: { table: ["id"], tableColumn: ["id", "uniqueName"], tableColumns: ["count"] },
  // Whether totals were ever shown tells what a button will do, and is not seen.
  unseenAttributes: {
    table: ["totalsRowShown", "connectionId", "headerRowCellStyle", "dataCellStyle", "totalsRowCellStyle", "comment"],
    tableColumn: ["queryTableFieldId", "headerRowCellStyle", "dataCellStyle", "totalsRowCellStyle"],
  },
  hollow: new Set(["extLst", "ext", "tableStyleInfo"]),
  attribute(_element, { name, ns, value }) {
    if (ns !== "" || !DIFFERENTIAL.test(name)) return undefined;
    const look = styles.differential(Number(value));
    return look === "" ? null : `look ${look}`;
  },
});
