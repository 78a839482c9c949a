/** Elements of a part of after, written for a part of before: relationships are made anew there, shape ids are mapped. */
import { NS, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { PackageEditor } from "./package-editor.ts";
import { serialise } from "./serialise.ts";

export class Links {
  readonly #editor: PackageEditor;
  readonly #from: string;
  readonly #to: string;
  readonly #shapeId: (id: string) => string;
  readonly #ids = new Map<string, string>();

  /** @param from the owner in after @param to the owner in the result */
  constructor(editor: PackageEditor, from: string, to: string, shapeId: (id: string) => string = (id) => id) {
    this.#editor = editor;
    this.#from = from;
    this.#to = to;
    this.#shapeId = shapeId;
  }

  /** @param root the root of the part that the element is in */
  take(element: XmlElement, root: XmlElement, replace?: ReadonlyMap<XmlElement, string>): string {
    return serialise(element, root, {
      ...(replace === undefined ? {} : { replace }),
      attribute: (holder, { ns, name, value }) => {
        if (ns === NS.rel) return value === "" ? value : this.relationship(value);
        if (name === "id" && holder.name === "cNvPr") return this.#shapeId(value);
        if (name === "spid" || (name === "id" && (holder.name === "stCxn" || holder.name === "endCxn")))
          return this.#shapeId(value);
        return value;
      },
    });
  }

  /** The id in the result of a relationship of after. */
  relationship(id: string): string {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const source = this.#editor.other.relationships(this.#from).find((found) => found.id === id);
    if (source === undefined) return id;
    const there = source.external || !this.#editor.other.has(source.target);
    const target = there ? source.target : this.#editor.bring(source.target);
    if (target === null) return id;
    const made = this.#editor.relate(this.#to, {
      type: source.type,
      kind: source.kind,
      target,
      external: source.external,
    });
    this.#ids.set(id, made);
    return made;
  }
}

/** An element of before as it is, so that it can stand within an element of after. */
export const keep = (element: XmlElement, root: XmlElement, replace?: ReadonlyMap<XmlElement, string>): string =>
  serialise(element, root, {
    attribute: (_holder, { value }) => value,
    ...(replace === undefined ? {} : { replace }),
  });
