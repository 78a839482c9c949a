/**
 * Carries cell styles from one workbook into another one's style table. A style that is there already (by what it
 * means) is used; else a new one is appended with its font, fill and border. Nothing that is there changes its index.
 */
import { attribute, childElement, childElements, type XmlAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import { encodeXml } from "../../ooxml/xml-text.ts";
import { plainFormatCode } from "../format-code.ts";
import { BUILTIN_FORMATS } from "../number-formats.ts";
import { ownNames } from "../styles.ts";
import type { Workbook } from "../workbook.ts";
import { withPlainColors } from "./plain-colors.ts";
import { mainPrefix, serialise } from "./serialise.ts";

const LISTS = ["numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "dxfs"] as const;
type ListName = (typeof LISTS)[number];
/** Lists that are written anew as a whole: nothing counts in them by index. */
type ReplacedName = "cellStyles" | "tableStyles";
/** Schema order of the children of `styleSheet`. */
const ORDER = [
  "numFmts",
  "fonts",
  "fills",
  "borders",
  "cellStyleXfs",
  "cellXfs",
  "cellStyles",
  "dxfs",
  "tableStyles",
  "colors",
  "extLst",
];

export class StyleCarrier {
  readonly #before: Workbook;
  readonly #after: Workbook;
  readonly #appended = new Map<ListName, string[]>(LISTS.map((name) => [name, []]));
  readonly #replaced = new Map<ReplacedName, readonly string[]>();
  readonly #carried = new Map<number, number>();
  readonly #dxfs = new Map<number, number>();
  readonly #pieces = new Map<string, number>();
  readonly #formats = new Map<string, number>();
  #defaultLook = false;
  /** Some style was asked for: a workbook without a style table then takes the whole table of after, indexes and all. */
  needed = false;

  constructor(before: Workbook, after: Workbook) {
    this.#before = before;
    this.#after = after;
  }

  /** The default look becomes the one of after. */
  takeDefaultLook(): void {
    this.#defaultLook = true;
    this.needed = true;
  }

  /** Named styles of the person's own become those of after; the looks that they had stay in the table. */
  takeNamed(): void {
    this.needed = true;
    const kept = this.#items(this.#before, "cellStyles");
    const own = new Set(ownNames(kept));
    const main = this.#prefix;
    const written = kept.filter((style) => !own.has(style)).map((style) => serialise(style, main));
    const count = this.#items(this.#before, "cellStyleXfs").length;
    for (const style of ownNames(this.#items(this.#after, "cellStyles"))) {
      const xf = this.#item(this.#after, "cellStyleXfs", Number(attribute(style, "xfId") ?? 0));
      if (xf === undefined) continue;
      const id = this.#push("cellStyleXfs", this.#carriedXf(xf), count);
      const attributeOf = (_style: XmlElement, { name, value }: XmlAttribute) => (name === "xfId" ? String(id) : value);
      written.push(serialise(style, main, { attribute: attributeOf }));
    }
    this.#replaced.set("cellStyles", written);
  }

  #carriedXf(xf: XmlElement): string {
    const code = this.#after.styles.formatOf(Number(attribute(xf, "numFmtId") ?? 0));
    const format = this.#formatId(code === "General" ? undefined : code);
    const carried: Readonly<Record<string, ListName>> = { fontId: "fonts", fillId: "fills", borderId: "borders" };
    return serialise(xf, this.#prefix, {
      attribute: (_element, { name, value }) => {
        if (name === "numFmtId") return String(format);
        const list = carried[name];
        return list === undefined ? value : String(this.#piece(list, Number(value)));
      },
    });
  }

  /** Looks for tables become those of after. */
  takeForTables(): void {
    this.needed = true;
    const written = this.#items(this.#after, "tableStyles").map((style) =>
      serialise(style, this.#prefix, {
        attribute: (_element, { name, value }) => (name === "dxfId" ? String(this.differential(Number(value))) : value),
      }),
    );
    this.#replaced.set("tableStyles", written);
  }

  /** The index in before's table that means what `index` means in after's. */
  style(index: number): number {
    this.needed = true;
    if (this.#before.styles.count === 0) return index;
    const known = this.#carried.get(index);
    if (known !== undefined) return known;
    const found = this.#existing(index) ?? this.#append(index);
    this.#carried.set(index, found);
    return found;
  }

  #existing(index: number): number | null {
    const wanted = this.#after.styles.of(index);
    const { styles } = this.#before;
    if (wanted.style !== undefined && wanted.style === styles.normal) return null;
    for (let at = 0; at < Math.max(1, styles.count); at++) {
      const here = styles.of(at);
      if (here.style === wanted.style && here.numberFormat === wanted.numberFormat) return at;
    }
    return null;
  }

  #append(index: number): number {
    const wanted = this.#after.styles.of(index);
    const own = wanted.style === undefined && !this.#defaultLook;
    const xf = this.#item(own ? this.#before : this.#after, "cellXfs", own ? 0 : index);
    const format = this.#formatId(wanted.numberFormat);
    const id = (list: ListName, name: string) =>
      own
        ? Number(xf === undefined ? 0 : (attribute(xf, name) ?? 0))
        : this.#piece(list, xf === undefined ? 0 : Number(attribute(xf, name) ?? 0));
    const main = this.#prefix;
    const details =
      xf === undefined
        ? ""
        : [...childElements(xf)]
            .filter(({ name }) => name === "alignment" || name === "protection")
            .map((child) => serialise(child, main))
            .join("");
    const quoted = xf === undefined ? undefined : attribute(xf, "quotePrefix");
    const ids = `numFmtId="${format}" fontId="${id("fonts", "fontId")}" fillId="${id("fills", "fillId")}" borderId="${id("borders", "borderId")}" xfId="0"`;
    const applies =
      'applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyProtection="1"';
    const text = `<${main}xf ${ids} ${applies}${quoted === undefined ? "" : ` quotePrefix="${encodeXml(quoted)}"`}>${details}</${main}xf>`;
    return this.#push("cellXfs", text, Math.max(0, this.#before.styles.count));
  }

  /** The index in before of a differential format of after. */
  differential(index: number): number {
    this.needed = true;
    if (this.#before.styles.count === 0) return index;
    const known = this.#dxfs.get(index);
    if (known !== undefined) return known;
    const wanted = this.#after.styles.differential(index);
    const count = this.#items(this.#before, "dxfs").length;
    let found = -1;
    for (let at = 0; at < count && found < 0; at++) if (this.#before.styles.differential(at) === wanted) found = at;
    const item = this.#item(this.#after, "dxfs", index);
    if (found < 0) found = item === undefined ? 0 : this.#push("dxfs", this.#written(item), count);
    this.#dxfs.set(index, found);
    return found;
  }

  #piece(list: ListName, index: number): number {
    const key = `${list} ${index}`;
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const item = this.#item(this.#after, list, index);
    const made = item === undefined ? 0 : this.#push(list, this.#written(item), this.#items(this.#before, list).length);
    this.#pieces.set(key, made);
    return made;
  }

  #formatId(code: string | undefined): number {
    if (code === undefined) return 0;
    const known = this.#formats.get(code);
    if (known !== undefined) return known;
    const own = this.#items(this.#before, "numFmts");
    const existing = own.find((format) => plainFormatCode(attribute(format, "formatCode") ?? "") === code);
    let id =
      existing === undefined
        ? Number(
            Object.keys(BUILTIN_FORMATS).find((key) => plainFormatCode(BUILTIN_FORMATS[Number(key)] ?? "") === code) ??
              -1,
          )
        : Number(attribute(existing, "numFmtId"));
    const overridden = existing === undefined && own.some((format) => Number(attribute(format, "numFmtId")) === id);
    if (id < 0 || overridden) {
      id = Math.max(163, ...own.map((format) => Number(attribute(format, "numFmtId"))), ...this.#formats.values()) + 1;
      this.#push("numFmts", `<${this.#prefix}numFmt numFmtId="${id}" formatCode="${encodeXml(code)}"/>`, 0);
    }
    this.#formats.set(code, id);
    return id;
  }

  readonly #written = (element: XmlElement): string =>
    serialise(withPlainColors(element, this.#after, this.#before), this.#prefix);

  #push(list: ListName, text: string, offset: number): number {
    const added = this.#appended.get(list) ?? [];
    added.push(text);
    this.#appended.set(list, added);
    return offset + added.length - 1;
  }

  #items(book: Workbook, list: ListName | ReplacedName): XmlElement[] {
    const parent = book.styles.root === null ? undefined : childElement(book.styles.root, list);
    return parent === undefined ? [] : [...childElements(parent)];
  }

  readonly #item = (book: Workbook, list: ListName, index: number) => this.#items(book, list)[index];

  get #prefix(): string {
    return this.#before.styles.root === null ? "" : mainPrefix(this.#before.styles.root);
  }

  /** The styles part with what was appended; `null` where nothing was. */
  write(text: string): string | null {
    const { root } = this.#before.styles;
    const edits: { at: number; to: number; text: string }[] = [];
    if (root === null || this.#before.styles.count === 0) return null;
    if (this.#defaultLook) edits.push(...this.#defaultLookEdits(root));
    for (const [list, items] of this.#replaced) {
      const old = childElement(root, list);
      const place = old === undefined ? placeFor(root, list) : { at: old.start, to: old.end };
      const name = `${this.#prefix}${list}`;
      const kept = (old?.attributes ?? []).filter(
        (found) => found.name !== "count" && !found.qname.startsWith("xmlns"),
      );
      const tag = [
        name,
        `count="${items.length}"`,
        ...kept.map(({ qname, value }) => `${qname}="${encodeXml(value)}"`),
      ];
      const empty = items.length === 0 && kept.length === 0;
      edits.push({ ...place, text: empty ? "" : `<${tag.join(" ")}>${items.join("")}</${name}>` });
    }
    for (const list of LISTS) {
      const added = this.#appended.get(list) ?? [];
      if (added.length === 0) continue;
      const parent = childElement(root, list);
      if (parent !== undefined) edits.push(...appendTo(parent, text, added));
      else
        edits.push({
          ...placeFor(root, list),
          text: `<${this.#prefix}${list} count="${added.length}">${added.join("")}</${this.#prefix}${list}>`,
        });
    }
    if (edits.length === 0) return null;
    let out = text;
    for (const edit of edits.sort((a, b) => b.at - a.at || b.to - a.to))
      out = out.slice(0, edit.at) + edit.text + out.slice(edit.to);
    return out;
  }

  /** Style 0, and every other one that looks like it, takes font, fill, border and details of after's style 0. */
  #defaultLookEdits(root: XmlElement): { at: number; to: number; text: string }[] {
    const parent = childElement(root, "cellXfs");
    const source = this.#item(this.#after, "cellXfs", 0);
    if (parent === undefined || source === undefined) return [];
    const ids = {
      fontId: this.#piece("fonts", Number(attribute(source, "fontId") ?? 0)),
      fillId: this.#piece("fills", Number(attribute(source, "fillId") ?? 0)),
      borderId: this.#piece("borders", Number(attribute(source, "borderId") ?? 0)),
    };
    const details = [...childElements(source)]
      .filter(({ name }) => name === "alignment" || name === "protection")
      .map((child) => serialise(child, this.#prefix))
      .join("");
    return [...childElements(parent)].flatMap((xf, index) => {
      if (this.#before.styles.of(index).style !== undefined) return [];
      const kept = xf.attributes.filter(
        ({ name, ns }) => ns === "" && !(name in ids) && name !== "quotePrefix" && !name.startsWith("xmlns"),
      );
      const attributes = [
        ...kept.map(({ qname, value }) => `${qname}="${encodeXml(value)}"`),
        ...Object.entries(ids).map(([name, id]) => `${name}="${id}"`),
      ];
      return [
        { at: xf.start, to: xf.end, text: `<${this.#prefix}xf ${attributes.join(" ")}>${details}</${this.#prefix}xf>` },
      ];
    });
  }
}

function appendTo(
  parent: XmlElement,
  text: string,
  added: readonly string[],
): { at: number; to: number; text: string }[] {
  const open = text.slice(parent.start, parent.openEnd);
  const count = [...childElements(parent)].length + added.length;
  const counted = open.replace(/\scount\s*=\s*["']\d*["']/, ` count="${count}"`);
  if (open.endsWith("/>"))
    return [{ at: parent.start, to: parent.end, text: `${counted.slice(0, -2)}>${added.join("")}</${parent.qname}>` }];
  return [
    { at: parent.closeStart, to: parent.closeStart, text: added.join("") },
    { at: parent.start, to: parent.openEnd, text: counted },
  ];
}

function placeFor(root: XmlElement, list: string): { at: number; to: number } {
  const rank = ORDER.indexOf(list);
  for (const child of childElements(root))
    if (ORDER.indexOf(child.name) > rank) return { at: child.start, to: child.start };
  return { at: root.closeStart, to: root.closeStart };
}
