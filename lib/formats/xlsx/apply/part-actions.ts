/** Chosen changes of whole parts, and the parts that move along with rows and columns. */
import { shiftPartText } from "../part-shift.ts";
import { childParts } from "../part-meaning.ts";
import { ORPHAN } from "../diff/compare-parts.ts";
import type { PartPlace } from "../diff/entry.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { Plan } from "./plan.ts";

/** Tables, comments, drawings, charts, pivot sources that name cells which are elsewhere now. */
export function moveParts(plan: Plan, editor: PackageEditor): void {
  if (plan.fromBefore.isSame) return;
  const seen = new Set<string>();
  const visit = (owner: string, sheet: string, depth: number) => {
    for (const child of childParts(editor.pack, owner)) {
      const part = editor.pack.resolve(child.target) ?? child.target;
      if (seen.has(part) || depth > 8) continue;
      seen.add(part);
      const text = isMoved(child.kind) && editor.pack.tree(part).ok ? editor.text(part) : undefined;
      if (text !== undefined) {
        const moved = shiftPartText(child.kind, text, sheet, plan.fromBefore);
        if (moved !== text) editor.write(part, moved);
      }
      visit(part, sheet, depth + 1);
    }
  };
  for (const sheet of plan.before.sheets) if (!plan.removed.has(sheet)) visit(sheet.entry.part, sheet.name, 0);
  visit(plan.before.part, "", 0);
}

const MOVED = [
  "table",
  "comments",
  "threadedComment",
  "pivotTable",
  "drawing",
  "vmlDrawing",
  "chart",
  "chartEx",
  "chartUserShapes",
  "pivotCacheDefinition",
  "ctrlProp",
];
const isMoved = (kind: string) => MOVED.includes(kind);

export function applyPart(plan: Plan, editor: PackageEditor, before: PartPlace | null, after: PartPlace | null): void {
  const from = plan.after.package;
  if (before !== null && after !== null) {
    const children = editor.relationships(before.part).filter((child) => !child.external);
    editor.copy(from, after.part, before.part);
    for (const child of children) editor.removeIfUnused(child.target);
    return;
  }
  if (after !== null) {
    const owner = ownerInBefore(plan, after.owner);
    const source = from.relationships(after.owner).find((found) => from.resolve(found.target) === after.part);
    const target = editor.copy(from, after.part);
    if (owner !== null && source !== undefined)
      editor.relate(owner, { type: source.type, kind: source.kind, target, external: false });
    return;
  }
  if (before === null) return;
  if (before.owner === ORPHAN) {
    editor.remove(before.part);
    return;
  }
  const relation = editor
    .relationships(before.owner)
    .find((found) => !found.external && editor.pack.resolve(found.target) === before.part);
  if (relation !== undefined) editor.unrelate(before.owner, relation.id);
  editor.removeIfUnused(before.part);
}

/** `null` for parts that hang on nothing. */
function ownerInBefore(plan: Plan, owner: string): string | null {
  if (owner === ORPHAN) return null;
  if (owner === "") return "";
  if (owner === plan.after.part) return plan.before.part;
  for (const { pair } of plan.sheets.values()) if (pair.after.entry.part === owner) return pair.before.entry.part;
  return null;
}
