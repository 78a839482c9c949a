/** The styles of a document (ECMA-376 part 1, 17.7) by id and by name. Ids differ between programs, names do not. */
import type { XmlElement } from "../ooxml/xml-tree.ts";
import type { StyleType } from "./meaning.ts";
import { isWord, wordAttribute, wordChild } from "./names.ts";

export interface Style {
  readonly id: string;
  readonly type: StyleType;
  readonly name: string;
  readonly isDefault: boolean;
  readonly element: XmlElement;
}

export interface StyleTable {
  readonly styles: readonly Style[];
  readonly byId: ReadonlyMap<string, Style>;
  /** By `styleKey`. */
  readonly byKey: ReadonlyMap<string, Style>;
}

export const styleKey = (type: StyleType, name: string): string => `${type} ${name.toLowerCase()}`;

export function readStyles(root: XmlElement | undefined): StyleTable {
  const styles: Style[] = [];
  for (const element of root?.children ?? []) {
    if (typeof element === "string" || !isWord(element, "style")) continue;
    const id = wordAttribute(element, "styleId") ?? "";
    const type = (wordAttribute(element, "type") ?? "paragraph") as StyleType;
    const name = wordAttribute(wordChild(element, "name"), "val") ?? id;
    const isDefault = ["1", "true", "on"].includes(wordAttribute(element, "default") ?? "");
    styles.push({ id, type, name, isDefault, element });
  }
  const byId = new Map<string, Style>();
  const byKey = new Map<string, Style>();
  for (const style of styles) {
    if (!byId.has(style.id)) byId.set(style.id, style);
    const key = styleKey(style.type, style.name);
    if (!byKey.has(key)) byKey.set(key, style);
  }
  return { styles, byId, byKey };
}

/** The name that people know a style by; a style that is not defined by its id in brackets. */
export const styleName = (table: StyleTable, id: string): string => table.byId.get(id)?.name ?? `‹${id}›`;

export const defaultStyle = (table: StyleTable, type: StyleType): Style | undefined =>
  table.styles.find((style) => style.isDefault && style.type === type);
