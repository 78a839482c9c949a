/** The workbook part in the result: the list of sheets, names, chosen elements, and the order to recalculate on load. */
import { encodeXml } from "../../ooxml/xml-text.ts";
import { attribute, childElement, childElements, NS, textOf, type XmlElement } from "../../ooxml/xml-tree.ts";
import { shiftFormula } from "../formula-shift.ts";
import type { Sheet } from "../sheet.ts";
import { dropLinks, takeElement } from "./linked-elements.ts";
import type { PackageEditor } from "./package-editor.ts";
import type { Plan } from "./plan.ts";
import { mainPrefix } from "./serialise.ts";
import type { StyleCarrier } from "./style-carrier.ts";
import { editText, type TextEdit } from "./text-edits.ts";

/** Schema order of the children of `workbook` (ECMA-376 part 1, 18.2.27). */
const ORDER = [
  "fileVersion",
  "fileSharing",
  "workbookPr",
  "workbookProtection",
  "bookViews",
  "sheets",
  "functionGroups",
  "externalReferences",
  "definedNames",
  "calcPr",
  "oleSize",
  "customWorkbookViews",
  "pivotCaches",
  "smartTagPr",
  "smartTagTypes",
  "webPublishing",
  "fileRecoveryPr",
  "webPublishObjects",
  "extLst",
];

/** Chosen as elements of the workbook, and written to the part of its styles. */
const OF_STYLES = new Set(["defaultLook", "namedStyles", "tableStyles"]);

interface ResultSheet {
  readonly name: string;
  readonly before: Sheet | null;
  readonly after: Sheet | null;
}

/** @param addedParts the part of each added sheet in the result */
export function writeWorkbookPart(
  plan: Plan,
  editor: PackageEditor,
  styles: StyleCarrier,
  addedParts: ReadonlyMap<Sheet, string>,
  recalculates: boolean,
): void {
  const { before, after } = plan;
  const text = editor.text(before.part);
  if (text === undefined) return;
  const prefix = mainPrefix(before.root);
  const edits: TextEdit[] = [];
  const sheets = resultSheets(plan);
  const elements = plan.chosen.flatMap(({ action }) => (action.type === "workbook-element" ? [action.element] : []));
  if (sheetsChange(plan)) edits.push(...sheetEdits(plan, editor, text, sheets, addedParts, prefix));
  const names = nameEdits(plan, text, sheets, prefix);
  if (names !== null) edits.push(names);
  for (const name of elements) {
    if (OF_STYLES.has(name) || name === "contentType") continue;
    const old = childrenNamed(before.root, name);
    for (const element of old) edits.push({ from: element.start, to: element.end, text: "" });
    dropLinks(old, before.part, editor);
    const taking = { plan, editor, styles, fromOwner: after.part, toOwner: before.part, sheet: "" };
    const at = placeOf(before.root, name);
    edits.push({
      from: at,
      to: at,
      text: childrenNamed(after.root, name)
        .map((element) => takeElement(element, after.root, prefix, taking))
        .join(""),
    });
  }
  if (elements.includes("contentType")) editor.setType(before.part, after.package.contentType(after.part) ?? "");
  if (recalculates && !elements.includes("calcPr")) edits.push(recalculation(before.root, text, prefix));
  if (edits.length > 0) editor.write(before.part, editText(text, edits));
}

const childrenNamed = (root: XmlElement, name: string): XmlElement[] =>
  root.children.filter((child) => typeof child !== "string").filter((child) => child.name === name);

function placeOf(root: XmlElement, name: string): number {
  const rank = ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length;
  for (const child of root.children)
    if (typeof child !== "string" && ORDER.indexOf(child.name) > rank) return child.start;
  return root.closeStart;
}

const sheetsChange = (plan: Plan) =>
  plan.chosen.some(({ action }) =>
    ["sheet-added", "sheet-removed", "sheet-renamed", "sheet-order", "sheet-state"].includes(action.type),
  );

/** In the order of before, or of after where that was chosen; an added sheet follows its neighbour in after. */
export function resultSheets(plan: Plan): ResultSheet[] {
  const twins = new Map([...plan.sheets.values()].map((sheet) => [sheet.pair.before, sheet]));
  let list: ResultSheet[] = plan.before.sheets
    .filter((sheet) => !plan.removed.has(sheet))
    .map((sheet) => ({
      name: twins.get(sheet)?.name ?? sheet.name,
      before: sheet,
      after: twins.get(sheet)?.pair.after ?? null,
    }));
  if (plan.chosen.some(({ action }) => action.type === "sheet-order")) {
    const rank = new Map(plan.after.sheets.map((sheet, at) => [sheet, at]));
    const paired = list
      .filter((sheet) => sheet.after !== null)
      .sort((a, b) => (rank.get(a.after as Sheet) ?? 0) - (rank.get(b.after as Sheet) ?? 0));
    list = list.map((sheet) => (sheet.after === null ? sheet : (paired.shift() ?? sheet)));
  }
  for (const sheet of plan.after.sheets) {
    if (!plan.added.includes(sheet)) continue;
    const previous = plan.after.sheets[plan.after.sheets.indexOf(sheet) - 1];
    const at = previous === undefined ? -1 : list.findIndex((other) => other.after === previous);
    const fallback = plan.after.sheets
      .slice(0, plan.after.sheets.indexOf(sheet))
      .findLast((other) => list.some((known) => known.after === other));
    const place = at >= 0 ? at : list.findIndex((other) => fallback !== undefined && other.after === fallback);
    list.splice(place + 1, 0, { name: sheet.name, before: null, after: sheet });
  }
  return list;
}

function sheetEdits(
  plan: Plan,
  editor: PackageEditor,
  text: string,
  sheets: readonly ResultSheet[],
  addedParts: ReadonlyMap<Sheet, string>,
  prefix: string,
): TextEdit[] {
  const { before, after } = plan;
  const list = childElement(before.root, "sheets");
  if (list === undefined) return [];
  const elements = new Map([...childElements(list)].map((element) => [attribute(element, "name") ?? "", element]));
  let nextId = Math.max(0, ...before.sheets.map((sheet) => Number(sheet.entry.sheetId) || 0));
  const states = new Set(
    plan.chosen.flatMap(({ action }) => (action.type === "sheet-state" ? [action.pair.before] : [])),
  );
  const lines = sheets.map((sheet) => {
    if (sheet.before !== null) {
      const element = elements.get(sheet.before.name);
      if (element === undefined) return "";
      let line = text.slice(element.start, element.end);
      const set = (name: string, value: string) => {
        line = line
          .replace(new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*')`), "")
          .replace(/\s*\/?>/, (end) => ` ${name}="${encodeXml(value)}"${end.trim()}`);
      };
      if (sheet.name !== sheet.before.name) set("name", sheet.name);
      if (states.has(sheet.before) && sheet.after !== null) set("state", sheet.after.entry.state);
      return line;
    }
    const source =
      sheet.after === null
        ? undefined
        : after.package
            .relationships(after.part)
            .find((found) => after.package.resolve(found.target) === sheet.after?.entry.part);
    const target = sheet.after === null ? undefined : addedParts.get(sheet.after);
    if (source === undefined || target === undefined || sheet.after === null) return "";
    const id = editor.relate(before.part, { type: source.type, kind: source.kind, target, external: false });
    const state = sheet.after.entry.state === "visible" ? "" : ` state="${sheet.after.entry.state}"`;
    return `<${prefix}sheet xmlns:r="${relNamespace(before.root)}" name="${encodeXml(sheet.name)}" sheetId="${++nextId}"${state} r:id="${id}"/>`;
  });
  return [
    { from: list.openEnd, to: list.closeStart, text: lines.join("") },
    ...viewEdits(before.root, text, before.sheets, sheets),
  ];
}

const relNamespace = (root: XmlElement) =>
  root.attributes.find((found) => found.qname.startsWith("xmlns:") && /\/relationships$/.test(found.value))?.value ??
  NS.rel;

/** The active tab stays the sheet that it was, or becomes the first one. */
function viewEdits(root: XmlElement, text: string, old: readonly Sheet[], now: readonly ResultSheet[]): TextEdit[] {
  const views = childElement(root, "bookViews");
  return views === undefined
    ? []
    : [...childElements(views)].flatMap((view) => {
        const tag = text.slice(view.start, view.openEnd);
        const place = (name: string) =>
          Math.max(
            0,
            now.findIndex((sheet) => sheet.before !== null && sheet.before === old[Number(attribute(view, name) ?? 0)]),
          );
        const moved = tag.replace(
          /\s(activeTab|firstSheet)\s*=\s*("[^"]*"|'[^']*')/g,
          (_all, name: string) => ` ${name}="${place(name)}"`,
        );
        return moved === tag ? [] : [{ from: view.start, to: view.openEnd, text: moved }];
      });
}

/** The whole list of names anew, where any of them changes; `null` where none does. */
function nameEdits(plan: Plan, text: string, sheets: readonly ResultSheet[], prefix: string): TextEdit | null {
  const { before, after } = plan;
  const list = childElement(before.root, "definedNames");
  const index = (sheet: Sheet | undefined, side: "before" | "after") =>
    sheets.findIndex((found) => found[side] !== null && found[side] === sheet);
  const dropped = new Set<string>();
  const taken: string[] = [];
  const key = (name: string, sheet: string | undefined) => `${name.toLowerCase()}\0${sheet ?? ""}`;
  const takenElement = (name: string, sheet: string | undefined) => {
    const element = nameElements(after.root).find(
      (found) =>
        attribute(found, "name") === name &&
        after.sheets[Number(attribute(found, "localSheetId") ?? -1)]?.name === sheet,
    );
    if (element === undefined) return;
    const local =
      sheet === undefined
        ? -1
        : index(
            after.sheets.find((found) => found.name === sheet),
            "after",
          );
    const formula = shiftFormula(textOf(element).trim(), sheet ?? "", plan.fromAfter).text;
    taken.push(nameLine(element, local, formula, prefix));
  };
  for (const { action } of plan.chosen)
    if (action.type === "name") {
      if (action.before !== null) dropped.add(key(action.before.name, action.before.sheet));
      if (action.after !== null) takenElement(action.after.name, action.after.sheet);
    }
  for (const name of after.names)
    if (plan.added.some((sheet) => sheet.name === name.sheet)) takenElement(name.name, name.sheet);
  if (list === undefined) {
    if (taken.length === 0) return null;
    const at = placeOf(before.root, "definedNames");
    return { from: at, to: at, text: `<${prefix}definedNames>${taken.join("")}</${prefix}definedNames>` };
  }
  const kept = nameElements(before.root).flatMap((element) => {
    const written = attribute(element, "localSheetId");
    const sheet = written === undefined ? undefined : before.sheets[Number(written)];
    if (dropped.has(key(attribute(element, "name") ?? "", sheet?.name))) return [];
    const local = sheet === undefined ? -1 : index(sheet, "before");
    if (sheet !== undefined && local < 0) return [];
    const formula = textOf(element).trim();
    const moved = shiftFormula(formula, sheet?.name ?? "", plan.fromBefore).text;
    const same = moved === formula && (written === undefined || Number(written) === local);
    return [same ? text.slice(element.start, element.end) : nameLine(element, local, moved, prefix)];
  });
  const lines = [...kept, ...taken].join("");
  if (lines === text.slice(list.openEnd, list.closeStart)) return null;
  const empty = lines === "";
  return empty
    ? { from: list.start, to: list.end, text: "" }
    : { from: list.start, to: list.end, text: `<${prefix}definedNames>${lines}</${prefix}definedNames>` };
}

const nameElements = (root: XmlElement): XmlElement[] => {
  const list = childElement(root, "definedNames");
  return list === undefined ? [] : [...childElements(list)];
};

function nameLine(element: XmlElement, local: number, formula: string, prefix: string): string {
  const kept = element.attributes.filter(
    ({ name, ns }) => ns === "" && name !== "localSheetId" && !name.startsWith("xmlns"),
  );
  const attributes = kept.map(({ name, value }) => ` ${name}="${encodeXml(value)}"`).join("");
  return `<${prefix}definedName${attributes}${local < 0 ? "" : ` localSheetId="${local}"`}>${encodeXml(formula)}</${prefix}definedName>`;
}

function recalculation(root: XmlElement, text: string, prefix: string): TextEdit {
  const old = childElement(root, "calcPr");
  const at = placeOf(root, "calcPr");
  if (old === undefined) return { from: at, to: at, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` };
  const tag = text.slice(old.start, old.openEnd).replace(/\sfullCalcOnLoad\s*=\s*("[^"]*"|'[^']*')/, "");
  return {
    from: old.start,
    to: old.openEnd,
    text: tag.replace(/\s*\/?>$/, (end) => ` fullCalcOnLoad="1"${end.trim()}`),
  };
}
