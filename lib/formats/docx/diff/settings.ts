/** Styles, document settings and defaults: compared by what they mean, never by id. */
import type { Facet } from "../../../core/change/change.ts";
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { WordDocument } from "../document.ts";
import { digest, meaningOf, propertiesOf, type MeaningContext } from "../meaning.ts";
import { isWord, W, wordAttribute, wordChild } from "../names.ts";
import { runWords } from "../run-words.ts";
import { styleKey, type Style } from "../styles.ts";
import type { Draft } from "./entry.ts";
import { changedProperties, type Pairing } from "./pairing.ts";

/** Which styles a style picker offers, and how. */
const PICKER = new Set([
  "name",
  "aliases",
  "uiPriority",
  "semiHidden",
  "unhideWhenUsed",
  "qFormat",
  "locked",
  "personal",
  "autoRedefine",
  "hidden",
]);

export function compareStyles(before: WordDocument, after: WordDocument, { drafts }: Pairing): void {
  const part = before.related.get("styles") ?? after.related.get("styles") ?? "word/styles.xml";
  const address = { kind: "part", part } as const;
  const [usedBefore, usedAfter] = [usedStyles(before), usedStyles(after)];
  const context = (document: WordDocument) => document.parts.context(document.related.get("styles") ?? "");
  const seen = new Set<string>();
  for (const style of before.styles.styles) {
    const key = styleKey(style.type, style.name);
    if (seen.has(key)) continue;
    seen.add(key);
    const twin = after.styles.byKey.get(key);
    if (twin !== undefined) {
      const changed = changedProperties(styleWords(style, context(before)), styleWords(twin, context(after)), {
        named: style.name,
      });
      const picker = changedProperties(pickerWords(style, context(before)), pickerWords(twin, context(after)), {
        named: style.name,
      });
      const used = usedBefore.has(key) || usedAfter.has(key);
      const facet: Facet = changed !== null && used ? "format" : "metadata";
      const values = changed ?? picker;
      if (values !== null)
        drafts.add({ kind: "modified", facet, address, ...values }, { type: "style", before: style, after: twin });
    } else if (!usedBefore.has(key)) drafts.add(gone(style), { type: "style", before: style, after: null });
  }
  const added = new Map<string, Draft>();
  for (const [key, style] of after.styles.byKey)
    if (!before.styles.byKey.has(key) && !usedAfter.has(key))
      added.set(style.id, drafts.add(come(style), { type: "style", before: null, after: style }));
  // A style brings those along that it names.
  for (const [id, draft] of added)
    for (const name of ["basedOn", "link", "next"]) {
      const named = added.get(wordAttribute(wordChild(after.styles.byId.get(id)?.element, name), "val") ?? "");
      if (named !== undefined && named !== draft) draft.needs.push(named);
    }

  function gone(style: Style) {
    return { kind: "removed", facet: "metadata", address, before: unused(style) } as const;
  }
  function come(style: Style) {
    return { kind: "added", facet: "metadata", address, after: unused(style) } as const;
  }
}

/** A style that the text does not use: nobody sees it but in the style picker. A used one goes with its use. */
const unused = ({ name, type }: Style) => ({ type: "properties", properties: { style: name, for: type } }) as const;

function styleWords({ element, type, isDefault }: Style, context: MeaningContext): Record<string, string> {
  const found: Record<string, string> = {};
  const words = runWords(wordChild(element, "rPr"), context).join(", ");
  if (words !== "") found["text"] = words;
  for (const [name, value] of Object.entries(propertiesOf(wordChild(element, "pPr"), context))) found[name] = value;
  if (isDefault) found["default"] = type;
  for (const child of element.children) {
    if (typeof child === "string" || ["pPr", "rPr"].includes(child.name) || PICKER.has(child.name)) continue;
    const meaning = meaningOf(child, context);
    if (meaning === "") continue;
    const name =
      wordAttribute(child, "type") === undefined ? child.name : `${child.name} ${wordAttribute(child, "type") ?? ""}`;
    const reference = wordAttribute(child, "val");
    found[name] = ["basedOn", "next", "link"].includes(child.name)
      ? context.style(type, reference ?? "")
      : digest(meaning);
  }
  return found;
}

const pickerWords = ({ element }: Style, context: MeaningContext): Record<string, string> =>
  propertiesOf(
    { ...element, children: element.children.filter((child) => typeof child !== "string" && PICKER.has(child.name)) },
    context,
    new Set(["name"]),
  );

/** By `styleKey`: what the texts name, with all that those styles build on. */
function usedStyles(document: WordDocument): ReadonlySet<string> {
  const used = new Set<string>();
  const { byId, styles } = document.styles;
  const open: string[] = styles.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const roots: XmlElement[] = [document.root];
  for (const { part } of document.stories) {
    const tree = document.package.tree(part);
    if (tree.ok) roots.push(tree.value);
  }
  const numbering = document.package.tree(document.related.get("numbering") ?? "");
  if (numbering.ok) roots.push(numbering.value);
  for (const root of new Set(roots)) collectStyles(root, open);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const style = byId.get(id);
    if (style === undefined || used.has(styleKey(style.type, style.name))) continue;
    used.add(styleKey(style.type, style.name));
    for (const name of ["basedOn", "link", "next"]) {
      const next = wordAttribute(wordChild(style.element, name), "val");
      if (next !== undefined) open.push(next);
    }
  }
  return used;
}

const REFERENCES = new Set(["pStyle", "rStyle", "tblStyle"]);

function collectStyles(element: XmlElement, found: string[]): void {
  if (element.ns === W && REFERENCES.has(element.name)) found.push(wordAttribute(element, "val") ?? "");
  for (const child of element.children) if (typeof child !== "string") collectStyles(child, found);
}

/** Written at every save, or known to the program alone. */
const SAVED = new Set([
  "rsids",
  "proofState",
  "zoom",
  "docId",
  "chartTrackingRefBased",
  "hdrShapeDefaults",
  "shapeDefaults",
  "footnotePr",
  "endnotePr",
  "activeWritingStyle",
  "attachedSchema",
  "view",
  "savePreviewPicture",
  "doNotIncludeSubdocsInStats",
  "persistentDocumentId",
]);
/** What a reader of the document sees or is held to. */
const VISIBLE = new Set([
  "trackRevisions",
  "documentProtection",
  "writeProtection",
  "evenAndOddHeaders",
  "autoHyphenation",
  "defaultTabStop",
  "mirrorMargins",
  "gutterAtTop",
  "bordersDoNotSurroundHeader",
  "updateFields",
  "docVars",
  "displayBackgroundShape",
  "removePersonalInformation",
  "docDefaults",
]);

/** Children of the settings, and of the styles part beside the styles themselves. */
export function compareSettings(before: WordDocument, after: WordDocument, { drafts }: Pairing): void {
  for (const kind of ["settings", "styles"]) {
    const [part, other] = [before.related.get(kind), after.related.get(kind)];
    if (part === undefined || other === undefined) continue;
    const [old, now] = [before.package.tree(part), after.package.tree(other)];
    if (!old.ok || !now.ok) continue;
    const children = (root: XmlElement) =>
      new Map(
        root.children.flatMap((child) =>
          typeof child === "string" || isWord(child, "style") || SAVED.has(child.name) ? [] : [[child.name, child]],
        ),
      );
    const [left, right] = [children(old.value), children(now.value)];
    for (const name of new Set([...left.keys(), ...right.keys()])) {
      const says = (document: WordDocument, from: string, child: XmlElement | undefined): Record<string, string> => {
        if (child === undefined) return {};
        const context = document.parts.context(from);
        const meaning = meaningOf(child, context);
        if (name === "compat" || name === "rsids") return { [name]: digest(meaning) };
        const own = propertiesOf({ ...child, name: "x", children: [child] }, context);
        return meaning === "" ? {} : Object.values(own).length > 0 ? { [name]: Object.values(own)[0] ?? "" } : {};
      };
      const changed = changedProperties(says(before, part, left.get(name)), says(after, other, right.get(name)));
      if (changed === null) continue;
      const facet: Facet = VISIBLE.has(name) ? "format" : "metadata";
      drafts.add(
        { kind: "modified", facet, address: { kind: "part", part }, ...changed },
        { type: "child", part, before: left.get(name) ?? null, after: right.get(name) ?? null },
      );
    }
  }
}
