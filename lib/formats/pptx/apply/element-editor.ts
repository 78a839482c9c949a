/**
 * Edits of one part's text by elements of its tree: children replaced, put in where the schema wants them, or taken out.
 * All that is not edited stays as it was written.
 */
import { encodeXml } from "../../ooxml/xml-text.ts";
import type { XmlAttribute, XmlElement } from "../../ooxml/xml-tree.ts";
import { editText, type TextEdit } from "../../xlsx/apply/text-edits.ts";
import { slotOf } from "../frame.ts";
import { elementsOf } from "../shape.ts";

export class ElementEditor {
  readonly text: string;
  #edits: TextEdit[] = [];
  /** What goes into elements that were written without an end tag, by rank. */
  #filled = new Map<XmlElement, { rank: number; text: string }[]>();

  constructor(text: string) {
    this.text = text;
  }

  get touched(): boolean {
    return this.#edits.length > 0 || this.#filled.size > 0;
  }

  replace(element: XmlElement, text: string): void {
    this.#edits.push({ from: element.start, to: element.end, text });
  }

  insertAt(place: number, text: string): void {
    this.#edits.push({ from: place, to: place, text });
  }

  /** Puts `text` in place of neighbours, or at the end of `holder` where there are none. */
  replaceRange(elements: readonly XmlElement[], holder: XmlElement, text: string): void {
    const [first, last] = [elements[0], elements.at(-1)];
    if (first === undefined || last === undefined) this.#insert(holder, Infinity, text, holder.closeStart);
    else this.#edits.push({ from: first.start, to: last.end, text });
  }

  /** Sets the children of one slot. `order` lists the slots as the schema wants them; `null` takes them out. */
  setSlot(holder: XmlElement, slot: string, order: readonly string[], text: string | null): void {
    const children = elementsOf(holder);
    const [first, ...others] = children.filter((child) => slotOf(child) === slot);
    for (const child of others) this.replace(child, "");
    if (first !== undefined) {
      this.replace(first, text ?? "");
      return;
    }
    if (text === null || text === "") return;
    const rank = order.indexOf(slot);
    const next = rank === -1 ? undefined : children.find((child) => order.indexOf(slotOf(child)) > rank);
    this.#insert(holder, rank === -1 ? Infinity : rank, text, next?.start ?? holder.closeStart);
  }

  #insert(holder: XmlElement, rank: number, text: string, place: number): void {
    if (holder.end !== holder.openEnd) {
      this.insertAt(place, text);
      return;
    }
    const list = this.#filled.get(holder) ?? [];
    list.push({ rank, text });
    this.#filled.set(holder, list);
  }

  /** Writes a start tag anew with these attributes beside its namespaces. */
  setAttributes(element: XmlElement, attributes: readonly XmlAttribute[]): void {
    const declared = element.attributes.filter(({ qname }) => qname === "xmlns" || qname.startsWith("xmlns:"));
    const parts = [...declared, ...attributes].map(({ qname, value }) => ` ${qname}="${encodeXml(value)}"`);
    const closed = element.end === element.openEnd;
    this.#edits.push({
      from: element.start,
      to: closed ? element.openEnd - 2 : element.openEnd - 1,
      text: `<${element.qname}${parts.join("")}`,
    });
  }

  /** The text of one element with what `change` does to it; the part itself is left alone. */
  extract(element: XmlElement, change: () => void): string {
    const [edits, filled] = [this.#edits, this.#filled];
    this.#edits = [];
    this.#filled = new Map();
    change();
    const inner = this.#all().map((edit) => ({
      ...edit,
      from: edit.from - element.start,
      to: edit.to - element.start,
    }));
    [this.#edits, this.#filled] = [edits, filled];
    return editText(this.text.slice(element.start, element.end), inner);
  }

  result(): string {
    return editText(this.text, this.#all());
  }

  #all(): TextEdit[] {
    const filled = [...this.#filled].map(([holder, list]) => ({
      from: holder.openEnd - 2,
      to: holder.openEnd,
      text: `>${[...list]
        .sort((a, b) => a.rank - b.rank)
        .map(({ text }) => text)
        .join("")}</${holder.qname}>`,
    }));
    return [...this.#edits, ...filled];
  }
}
