/** Which rules a part's XML is read by, told from its root element: part names and content types may be wrong. */
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { Styles } from "../styles.ts";
import { CHART_RULES } from "./chart-rules.ts";
import { DRAWING_RULES } from "./drawing-rules.ts";
import { pivotRules, PROPERTY_RULES, THEME_RULES } from "./other-rules.ts";
import type { PartRules } from "./rules.ts";
import { commentRules } from "./comment-rules.ts";
import { tableRules } from "./table-rules.ts";
import { VML_RULES } from "./vml-rules.ts";

const ANY: PartRules = {};

export function rulesOf(root: XmlElement, styles: Styles): PartRules {
  switch (root.ns === NS.main ? root.name : `${root.ns.slice(root.ns.lastIndexOf("/") + 1)} ${root.name}`) {
    case "spreadsheetDrawing wsDr":
    case "chartDrawing userShapes":
      return DRAWING_RULES;
    case "chart chartSpace":
      return CHART_RULES;
    case "table":
      return tableRules(styles);
    case "comments":
      return commentRules(root);
    case "pivotTableDefinition":
    case "pivotCacheDefinition":
    case "pivotCacheRecords":
      return pivotRules(styles);
    case "main theme":
      return THEME_RULES;
    case "extended-properties Properties":
    case "core-properties coreProperties":
      return PROPERTY_RULES;
    default:
      return root.name === "xml" ? VML_RULES : ANY;
  }
}
