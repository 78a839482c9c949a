/**
 * Lists (ECMA-376 part 1, 17.9). Paragraphs name a `w:num`, which names an abstract definition and may override levels
 * of it. Ids mean nothing beyond their file. Two `w:num` of one definition count on together unless one overrides it.
 */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import { digest, meaningOf, type MeaningContext } from "./meaning.ts";
import { isWord, wordAttribute, wordChild } from "./names.ts";

export interface Numbering {
  readonly root: XmlElement | undefined;
  /** By `w:numId`. */
  readonly lists: ReadonlyMap<string, List>;
  readonly definitions: ReadonlyMap<string, XmlElement>;
}

export interface List {
  readonly id: string;
  readonly element: XmlElement;
  readonly definition: XmlElement | undefined;
  /** Lists with equal keys count on together. */
  readonly key: string;
}

export function readNumbering(root: XmlElement | undefined): Numbering {
  const definitions = new Map<string, XmlElement>();
  const lists = new Map<string, List>();
  const children = (root?.children ?? []).filter((child): child is XmlElement => typeof child !== "string");
  for (const element of children)
    if (isWord(element, "abstractNum")) definitions.set(wordAttribute(element, "abstractNumId") ?? "", element);
  for (const element of children) {
    if (!isWord(element, "num")) continue;
    const id = wordAttribute(element, "numId") ?? "";
    const abstract = wordAttribute(wordChild(element, "abstractNumId"), "val") ?? "";
    const key = wordChild(element, "lvlOverride") === undefined ? `definition ${abstract}` : `list ${id}`;
    lists.set(id, { id, element, definition: definitions.get(abstract), key });
  }
  return { root, lists, definitions };
}

/** An abstract definition with the lists that count by it, or one that no list names. */
export interface Definition {
  readonly key: string;
  readonly element: XmlElement | undefined;
  readonly lists: readonly List[];
}

/** Lists by what they count by, and definitions without a list. */
export function definitionsOf({ lists, definitions }: Numbering): Definition[] {
  const found = new Map<string, { key: string; element: XmlElement | undefined; lists: List[] }>();
  const named = new Set<XmlElement | undefined>();
  for (const list of lists.values()) {
    const known = found.get(list.key) ?? { key: list.key, element: list.definition, lists: [] };
    known.lists.push(list);
    found.set(list.key, known);
    named.add(list.definition);
  }
  for (const [id, element] of definitions)
    if (!named.has(element)) found.set(`alone ${id}`, { key: `alone ${id}`, element, lists: [] });
  return [...found.values()];
}

/** What a definition looks like, with all that its levels say. */
export function definitionProperties(definition: Definition, context: MeaningContext): Record<string, string> {
  const [list] = definition.lists;
  const kind = wordAttribute(wordChild(definition.element, "multiLevelType"), "val");
  return {
    ...(kind === undefined ? {} : { kind }),
    ...listProperties(list ?? { definition: definition.element }, context),
  };
}

/** What a list looks like, level by level, as far as levels say something. */
export function listProperties(
  list: { readonly definition: XmlElement | undefined; readonly element?: XmlElement },
  context: MeaningContext,
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const level of levelsOf(list.definition))
    found[`level ${wordAttribute(level, "ilvl") ?? "0"}`] = levelWords(level, context);
  for (const level of levelsOf(list.element, "lvlOverride")) {
    const inner = wordChild(level, "lvl");
    const name = `level ${wordAttribute(level, "ilvl") ?? "0"}`;
    if (inner !== undefined) found[name] = levelWords(inner, context);
    const start = wordAttribute(wordChild(level, "startOverride"), "val");
    if (start !== undefined) found[name] = `${found[name] ?? ""}, starts again at ${start}`;
  }
  return found;
}

const levelsOf = (element: XmlElement | undefined, name = "lvl"): XmlElement[] =>
  (element?.children ?? []).filter((child): child is XmlElement => typeof child !== "string" && isWord(child, name));

const levelWords = (level: XmlElement, context: MeaningContext): string => {
  const value = (name: string) => wordAttribute(wordChild(level, name), "val") ?? "";
  const all = { ...level, attributes: level.attributes.filter(({ name }) => name === "ilvl") };
  return `${value("numFmt")} ${value("lvlText")} from ${value("start")} (${digest(meaningOf(all, context))})`;
};
