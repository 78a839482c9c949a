/** Takes lists of after into before: paired ones by their own id, others with their definition under fresh ids. */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { ListPairs } from "../diff/lists.ts";
import { isWord, wordChild } from "../names.ts";
import type { Frame } from "./frame.ts";

export class ListCarrier {
  readonly #frame: Frame;
  readonly #pairs: ListPairs;
  readonly #lists = new Map<string, string>();

  constructor(frame: Frame, pairs: ListPairs) {
    this.#frame = frame;
    this.#pairs = pairs;
  }

  /** The id in before of a list of after: the one that it is paired with, or a copy. */
  list(id: string): string {
    const paired = this.#pairs.toBefore.get(id) ?? this.#lists.get(id);
    if (paired !== undefined) return paired;
    const list = this.#pairs.after.lists.get(id);
    if (list === undefined) return id;
    return this.#copyList(id);
  }

  #copyList(id: string): string {
    const { after, before } = this.#pairs;
    const list = after.lists.get(id);
    const part = this.#frame.partFor("numbering");
    const taken = [...before.lists.keys(), ...this.#lists.values()].map(Number);
    const fresh = String(Math.max(0, ...taken.filter(Number.isFinite)) + 1);
    this.#lists.set(id, fresh);
    if (list === undefined) return fresh;
    const from = this.#frame.after.related.get("numbering") ?? "";
    const definition = this.copyDefinition(list.definition);
    const link = wordChild(list.element, "abstractNumId");
    const overrides = new Map<XmlElement, Readonly<Record<string, string>>>([[list.element, { numId: fresh }]]);
    if (link !== undefined) overrides.set(link, { val: definition });
    this.#frame.append(part, this.#frame.write(list.element, from, part, overrides));
    return fresh;
  }

  readonly #definitions = new Map<XmlElement, string>();

  /** Takes an abstract definition along; its new id. */
  copyDefinition(definition: XmlElement | undefined): string {
    const known = definition === undefined ? undefined : this.#definitions.get(definition);
    if (definition === undefined || known !== undefined) return known ?? "0";
    const part = this.#frame.partFor("numbering");
    const ids = [...this.#pairs.before.definitions.keys(), ...this.#definitions.values()].map(Number);
    const fresh = String(Math.max(-1, ...ids.filter(Number.isFinite)) + 1);
    this.#definitions.set(definition, fresh);
    const from = this.#frame.after.related.get("numbering") ?? "";
    const nsid = new Set(
      definition.children.filter((child): child is XmlElement => typeof child !== "string" && child.name === "nsid"),
    );
    const text = this.#frame.write(definition, from, part, new Map([[definition, { abstractNumId: fresh }]]), nsid);
    // Definitions come in front of the lists (17.9.15).
    const root = this.#frame.root(part);
    const first = root?.children.find(
      (child): child is XmlElement => typeof child !== "string" && isWord(child, "num"),
    );
    if (this.#frame.isMade(part) || first === undefined) this.#frame.append(part, text);
    else this.#frame.edits(part).insert(first.start, text);
    return fresh;
  }
}
