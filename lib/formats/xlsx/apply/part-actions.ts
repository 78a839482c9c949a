/** Chosen changes of whole parts, and the parts that move along with rows and columns. */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftPartText } from "../part-shift.ts";
import { childParts } from "../part-meaning.ts";
import { ORPHAN } from "../diff/compare-parts.ts";
import type { PartPlace } from "../diff/entry.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { Plan } from "./plan.ts";
import type { StyleCarrier } from "./style-carrier.ts";
import { editText, type TextEdit } from "./text-edits.ts";

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

export function applyPart(
  plan: Plan,
  editor: PackageEditor,
  styles: StyleCarrier,
  before: PartPlace | null,
  after: PartPlace | null,
): void {
  const from = plan.after.package;
  if (before !== null && after !== null) {
    const children = editor.relationships(before.part).filter((child) => !child.external);
    carryLooks(editor, styles, after.kind, editor.copy(from, after.part, before.part));
    for (const child of children) editor.removeIfUnused(child.target);
    return;
  }
  if (after !== null) {
    const owner = after.owner === ORPHAN ? null : after.twin;
    const source = from.relationships(after.owner).find((found) => from.resolve(found.target) === after.part);
    const target = editor.copy(from, after.part);
    carryLooks(editor, styles, after.kind, target);
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

/** Tables and pivot tables name looks by their place in the style table, which is another one here. */
function carryLooks(editor: PackageEditor, styles: StyleCarrier, kind: string, part: string): void {
  const text = kind === "table" || kind === "pivotTable" ? editor.text(part) : undefined;
  if (text === undefined) return;
  const carried = text.replace(
    /(\s(?:dxfId|\w+DxfId)\s*=\s*)(["'])(\d{1,9})\2/g,
    (_all, start: string, quote: string, id: string) => start + quote + String(styles.differential(Number(id))) + quote,
  );
  if (carried !== text) editor.write(part, carried);
}

/**
 * The part's own text taken from after, with before's parts hanging on it as they are: what the text refers to, the
 * n-th part of a kind, is the n-th of that kind in before.
 */
export function applyPartOwn(plan: Plan, editor: PackageEditor, before: PartPlace, after: PartPlace): void {
  const from = plan.after.package;
  const tree = from.tree(after.part);
  if (!tree.ok) return;
  const text = from.text(after.part);
  if (text === undefined) return;
  const twins = twinIds(plan, editor, before.part, after.part);
  const links = new Map(from.relationships(after.part).map((found) => [found.id, found]));
  const idHere = (id: string): string => {
    const link = links.get(id);
    if (link === undefined) return id;
    const known = twins.get(id);
    if (known !== undefined) return known;
    const target = link.external ? link.target : editor.copy(from, link.target);
    return editor.relate(before.part, { type: link.type, kind: link.kind, target, external: link.external });
  };
  const edits: TextEdit[] = [];
  const visit = (element: XmlElement) => {
    const tag = text.slice(element.start, element.openEnd);
    let written = tag;
    for (const { ns, qname, value } of element.attributes)
      if (ns === NS.rel)
        written = written.replace(
          new RegExp(`(\\s${qname}\\s*=\\s*)("[^"]*"|'[^']*')`),
          (_all, start: string) => `${start}"${encodeXml(idHere(value))}"`,
        );
    if (written !== tag) edits.push({ from: element.start, to: element.openEnd, text: written });
    for (const child of element.children) if (typeof child !== "string") visit(child);
  };
  visit(tree.value);
  editor.write(before.part, editText(text, edits));
}

/** Ids of relationships of a part of after, and those of their twins in before. */
function twinIds(plan: Plan, editor: PackageEditor, before: string, after: string): Map<string, string> {
  const twins = new Map<string, string>();
  const left = childParts(editor.pack, before);
  const counts = new Map<string, number>();
  for (const child of childParts(plan.after.package, after)) {
    const at = counts.get(child.kind) ?? 0;
    counts.set(child.kind, at + 1);
    const twin = left.filter(({ kind }) => kind === child.kind)[at];
    if (twin !== undefined) twins.set(child.id, twin.id);
  }
  const own = editor.pack.relationships(before).filter((found) => found.external);
  for (const link of plan.after.package.relationships(after)) {
    const twin = link.external
      ? own.find(({ kind, target }) => kind === link.kind && target === link.target)
      : undefined;
    if (twin !== undefined) twins.set(link.id, twin.id);
  }
  return twins;
}
