/**
 * Elements of after (a sheet's surroundings, the workbook part) taken into before, with the parts that they refer to.
 * References are counted in the result, style indexes are carried, relationships are made anew.
 */
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftFormula } from "../formula-shift.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { Plan } from "./plan.ts";
import { withPlainColors } from "./plain-colors.ts";
import { serialise } from "./serialise.ts";
import type { StyleCarrier } from "./style-carrier.ts";

export interface Taking {
  readonly plan: Plan;
  readonly editor: PackageEditor;
  readonly styles: StyleCarrier;
  /** The owner of the relationships in after and in the result. */
  readonly fromOwner: string;
  readonly toOwner: string;
  /** The sheet's name in after; "" for the workbook. */
  readonly sheet: string;
}

export function takeElement(element: XmlElement, root: XmlElement, prefix: string, taking: Taking): string {
  const { plan, styles, sheet } = taking;
  const moved = (text: string) => shiftFormula(text, sheet, plan.fromAfter).text;
  const ranges = (text: string) =>
    text
      .trim()
      .split(/\s+/)
      .map(moved)
      .filter((range) => !range.includes("#REF!"))
      .join(" ");
  return serialise(
    withPlainColors(element, plan.after, plan.before),
    prefix,
    {
      attribute(holder, { ns, name, value }) {
        if (ns === NS.rel) return takeRelationship(holder, value, taking);
        if (name === "dxfId") return String(styles.differential(Number(value)));
        if (name === "style" && holder.name === "col") return String(styles.style(Number(value)));
        if (name === "sqref" || (name === "ref" && /^\$?[A-Z]/i.test(value))) return ranges(value);
        if ((name === "min" || name === "max") && holder.name === "col")
          return movedColumn(name, Number(value), taking);
        return name === "location" && holder.name === "hyperlink" ? moved(value) : value;
      },
      text(holder, text) {
        if (["formula", "formula1", "formula2", "f"].includes(holder.name)) return moved(text);
        return holder.name === "sqref" ? ranges(text) : text;
      },
    },
    root,
  );
}

function movedColumn(end: "min" | "max", column: number, { plan, sheet }: Taking): string {
  const columns = plan.fromAfter.sheet(sheet)?.columns;
  const moved = end === "min" ? columns?.range(column, Infinity)?.[0] : columns?.range(1, column)?.[1];
  return String(Math.min(moved ?? column, 16_384));
}

function takeRelationship(holder: XmlElement, id: string, { plan, editor, fromOwner, toOwner }: Taking): string | null {
  const source = plan.after.package.relationships(fromOwner).find((found) => found.id === id);
  if (source === undefined) return null;
  if (holder.name === "pageSetup")
    return editor.relationships(toOwner).find((found) => found.kind === "printerSettings")?.id ?? null;
  const target = source.external ? source.target : editor.copy(plan.after.package, source.target);
  return editor.relate(toOwner, { type: source.type, kind: source.kind, target, external: source.external });
}

/** Takes the relationships of elements that go away, and the parts behind them. */
export function dropLinks(elements: readonly XmlElement[], owner: string, editor: PackageEditor): void {
  const ids = new Set<string>();
  const visit = (element: XmlElement) => {
    if (element.name === "pageSetup") return;
    for (const { ns, value } of element.attributes) if (ns === NS.rel) ids.add(value);
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  elements.forEach(visit);
  for (const id of ids) {
    const found = editor.relationships(owner).find((relationship) => relationship.id === id);
    if (found === undefined) continue;
    editor.unrelate(owner, id);
    if (!found.external) editor.removeIfUnused(found.target);
  }
}
