/**
 * What the XML of a kind of part means, as data: which attributes and elements say what their absence says, which are
 * ids that programs draw anew, which nobody sees on the sheet. Sources: the defaults of the schemas (ECMA-376 part 1,
 * 18 and 20 to 21), and what Excel shows where an element is absent.
 *
 * Two levels: `seen` is what a person sees or reads in the program; `all` is that and whatever else is kept (names of
 * shapes, alternative texts, extensions). What is neither, is written anew at every save.
 */
import type { Meaning } from "../../ooxml/xml-canonical.ts";
import type { XmlAttribute, XmlElement } from "../../ooxml/xml-tree.ts";

export type Level = "seen" | "all";

export interface PartRules {
  /** By element, `*` for every one: attributes that say by these values what their absence says. */
  readonly defaults?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Elements that say by this `val` what their absence says. */
  readonly values?: Readonly<Record<string, string>>;
  /** By element, `*` for every one: attributes that mean nothing. */
  readonly ids?: Readonly<Record<string, readonly string[]>>;
  /** Elements that mean nothing: caches, ids. */
  readonly silent?: ReadonlySet<string>;
  /** Elements that mean nothing where nothing is left in them. */
  readonly hollow?: ReadonlySet<string>;
  /** Elements whose children have no order. */
  readonly unordered?: ReadonlySet<string>;
  /** What the element says by what it does not have. */
  implied?(element: XmlElement): readonly string[];
  /** Not part of what is seen. */
  readonly unseen?: ReadonlySet<string>;
  readonly unseenAttributes?: Readonly<Record<string, readonly string[]>>;
  /** Goes first; `undefined` leaves it to the rest. */
  attribute?(element: XmlElement, attribute: XmlAttribute, level: Level): string | null | undefined;
  element?(element: XmlElement, level: Level): string | null | undefined;
}

export function meaningBy(rules: PartRules, level: Level): Required<Meaning> {
  return {
    attribute(element, found) {
      const special = rules.attribute?.(element, found, level);
      if (special !== undefined) return special;
      if (found.ns !== "") return found.value;
      if (listed(rules.ids, element.name, found.name)) return null;
      if (level === "seen" && listed(rules.unseenAttributes, element.name, found.name)) return null;
      const plain = plainValue(found.value);
      const byDefault = rules.defaults?.[element.name]?.[found.name] ?? rules.defaults?.["*"]?.[found.name];
      return byDefault !== undefined && sameValue(plain, byDefault) ? null : plain;
    },
    element(element) {
      if (rules.silent?.has(element.name) === true) return null;
      if (level === "seen" && rules.unseen?.has(element.name) === true) return null;
      const special = rules.element?.(element, level);
      if (special !== undefined) return special;
      const byDefault = rules.values?.[element.name];
      if (byDefault === undefined || element.children.some((child) => typeof child !== "string")) return undefined;
      const written = element.attributes.find(({ name, ns }) => name === "val" && ns === "")?.value;
      return written !== undefined && sameValue(plainValue(written), byDefault) ? null : undefined;
    },
    implied: (element) => rules.implied?.(element) ?? [],
    hollow: (element) => rules.hollow?.has(element.name) === true,
    unordered: (element) => rules.unordered?.has(element.name) === true,
  };
}

const listed = (lists: Readonly<Record<string, readonly string[]>> | undefined, element: string, name: string) =>
  lists?.[element]?.includes(name) === true || lists?.["*"]?.includes(name) === true;

/** Truth values in one spelling; numbers without the digits that a writer's conversion adds. */
export function plainValue(value: string): string {
  if (value === "true") return "1";
  if (value === "false") return "0";
  return /^-?\d+\.\d{6,}(e[-+]?\d+)?$/i.test(value) ? String(Number(Number(value).toPrecision(10))) : value;
}

const sameValue = (plain: string, byDefault: string): boolean =>
  plain === byDefault || (byDefault !== "" && plain !== "" && Number(plain) === Number(byDefault));
