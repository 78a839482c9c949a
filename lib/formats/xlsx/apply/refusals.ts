/** What cannot be done faithfully, by name: refusal is allowed, silence is not. */
import { attribute, childElement, childElements } from "../../ooxml/xml-tree.ts";
import { parseArea, type Area } from "../reference.ts";
import type { Plan, SheetPlan } from "./plan.ts";

/** Why this set cannot be applied; `null` where it can. */
export function refusal(plan: Plan): string | null {
  if (plan.removed.size === plan.before.sheets.length && plan.added.length === 0)
    return "a workbook needs at least one sheet";
  const names = new Set<string>();
  for (const name of resultNames(plan)) {
    if (names.has(name.toLowerCase())) return `two sheets would be named ${JSON.stringify(name)}`;
    names.add(name.toLowerCase());
  }
  for (const sheet of plan.sheets.values()) {
    const found = sheet.moves ? (brokenArray(sheet) ?? brokenTable(plan, sheet)) : null;
    if (found !== null) return found;
  }
  return null;
}

function resultNames(plan: Plan): string[] {
  const kept = [...plan.sheets.values()].map((sheet) => sheet.name);
  const unpaired = plan.comparison.removed.filter((sheet) => !plan.removed.has(sheet)).map((sheet) => sheet.name);
  return [...kept, ...unpaired, ...plan.added.map((sheet) => sheet.name)];
}

function moved(area: Area, { rows, columns }: SheetPlan): Area | null {
  const r = rows.fromBefore.range(area.top, area.bottom);
  const c = columns.fromBefore.range(area.left, area.right);
  return r === null || c === null ? null : { top: r[0], bottom: r[1], left: c[0], right: c[1] };
}

function brokenArray(sheet: SheetPlan): string | null {
  for (const area of sheet.pair.before.arrayAreas) {
    const to = moved(area, sheet);
    if (to === null) continue;
    if (to.bottom - to.top !== area.bottom - area.top || to.right - to.left !== area.right - area.left)
      return `rows or columns would come or go inside of an array formula on ${JSON.stringify(sheet.pair.before.name)}`;
  }
  return null;
}

/** The columns of a table have names in the table's part, and its header row must stay. */
function brokenTable(plan: Plan, sheet: SheetPlan): string | null {
  const pack = plan.before.package;
  const replaced = new Set(
    plan.chosen.flatMap(({ action }) => (action.type === "part" && action.before !== null ? [action.before.part] : [])),
  );
  for (const relation of pack.relationships(sheet.pair.before.entry.part)) {
    if (relation.kind !== "table" || replaced.has(pack.resolve(relation.target) ?? "")) continue;
    const tree = pack.tree(relation.target);
    const area = tree.ok ? parseArea(attribute(tree.value, "ref") ?? "") : null;
    if (!tree.ok || area === null) continue;
    const to = moved(area, sheet);
    const columns = childElement(tree.value, "tableColumns");
    const count = columns === undefined ? 0 : [...childElements(columns)].length;
    const header = sheet.rows.fromBefore.to(area.top) !== null || attribute(tree.value, "headerRowCount") === "0";
    if (to === null || to.right - to.left + 1 !== count || !header || to.bottom - to.top < 1)
      return `the table ${JSON.stringify(attribute(tree.value, "displayName") ?? relation.target)} would lose a column, its header or all its rows, or gain a column`;
  }
  return null;
}
