/**
 * Takes elements of after into parts of before, with all that they refer to: styles by name, lists, notes, pictures and
 * other parts, links. Ids that must be unique are counted on from those of before. What is needed twice is taken once.
 */
import { PackageEditor } from "../../xlsx/apply/package-editor.ts";
import { NS, type XmlAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { DocumentDiff } from "../diff/diff.ts";
import type { Story, WordDocument } from "../document.ts";
import { STYLE_REFERENCES } from "../meaning.ts";
import { isWord, W, wordAttribute } from "../names.ts";
import { defaultStyle, styleKey } from "../styles.ts";
import { PartEdits } from "./edits.ts";
import type { Frame } from "./frame.ts";
import { ListCarrier } from "./list-carrier.ts";
import { RelationCarrier } from "./relation-carrier.ts";
import { declaredBy, isStrict, serialise, startTag, type Rewriting, type Target } from "./serialise.ts";
import { dropUnused, storyRoots, walk } from "./unused.ts";

const COMMENT_MARKS = new Set(["commentRangeStart", "commentRangeEnd", "commentReference"]);
const DROPPED = new Set(["proofErr", "lastRenderedPageBreak"]);
/** Elements whose `w:id` counts over the whole document. */
const ANNOTATIONS =
  /^(ins|del|moveFrom|moveTo|\w+Change|cellIns|cellDel|cellMerge|permStart|permEnd|(moveFrom|moveTo)Range(Start|End)|customXml\w+Range(Start|End))$/;

export class Carrier implements Frame {
  readonly before: WordDocument;
  readonly after: WordDocument;
  readonly editor: PackageEditor;
  readonly #diff: DocumentDiff;
  readonly #edits = new Map<string, PartEdits>();
  /** Written behind all else at a part's end. */
  readonly #appended = new Map<string, string[]>();
  readonly #styles = new Map<string, string>();
  readonly lists: ListCarrier;
  readonly #notes = new Map<string, string>();
  readonly #comments = new Map<string, string>();
  readonly #relations: RelationCarrier;
  readonly #annotations = new Map<string, string>();
  readonly #bookmarks: Set<string>;
  readonly #made = new Map<string, XmlElement>();
  #nextId: number;
  #nextDrawing: number;
  /** Why it cannot be done. */
  fault: string | null = null;

  constructor(before: WordDocument, after: WordDocument, diff: DocumentDiff) {
    this.before = before;
    this.after = after;
    this.#diff = diff;
    this.editor = new PackageEditor(before.package);
    this.lists = new ListCarrier(this, diff.lists);
    this.#relations = new RelationCarrier(this, diff.pairing.stories);
    this.#bookmarks = new Set();
    let [highest, drawing] = [0, 0];
    for (const root of storyRoots(before))
      walk(root, (element) => {
        if (isWord(element, "bookmarkStart")) this.#bookmarks.add(wordAttribute(element, "name") ?? "");
        const number = Number(wordAttribute(element, "id") ?? 0);
        if (element.ns === W && Number.isSafeInteger(number)) highest = Math.max(highest, number);
        if (element.name === "docPr" && Number.isSafeInteger(number)) drawing = Math.max(drawing, number);
      });
    this.#nextId = highest + 1;
    this.#nextDrawing = drawing + 1;
  }

  edits(part: string): PartEdits {
    let found = this.#edits.get(part);
    if (found === undefined) this.#edits.set(part, (found = new PartEdits(this.before.package.text(part) ?? "")));
    return found;
  }

  /** An id that no annotation of before has. */
  freshId(): string {
    return String(this.#nextId++);
  }

  /** A bookmark of before that is going away: its name is free. */
  freeBookmark(name: string): void {
    this.#bookmarks.delete(name);
  }

  /** Chosen comments: their marks are written, with the new id; marks of all others are left out. */
  takeComment(story: Story): string {
    const known = this.#comments.get(story.id);
    if (known !== undefined) return known;
    const part = this.partFor("comments");
    const id = String(this.#freshIn(part, "comment"));
    this.#comments.set(story.id, id);
    const element = story.container.element;
    this.append(part, this.write(element, story.part, part, new Map([[element, { id }]])));
    return id;
  }

  commentId(afterId: string): string | undefined {
    return this.#comments.get(afterId);
  }

  /** A note of after in before: the one that it is paired with, or a copy. */
  note(kind: "footnote" | "endnote", afterId: string): string {
    const key = `${kind} ${afterId}`;
    const known = this.#notes.get(key);
    if (known !== undefined) return known;
    for (const [own, other] of this.#diff.pairing.notes) if (other === key) return own.split(" ")[1] ?? "";
    const story = this.after.stories.find((found) => found.kind === kind && found.id === afterId);
    if (story === undefined) return afterId;
    const part = this.partFor(`${kind}s`);
    const id = String(this.#freshIn(part, kind));
    this.#notes.set(key, id);
    const element = story.container.element;
    this.append(part, this.write(element, story.part, part, new Map([[element, { id }]])));
    return id;
  }

  /** @param overrides attributes by local name of single elements */
  write(
    element: XmlElement,
    from: string,
    to: string,
    overrides: ReadonlyMap<XmlElement, Readonly<Record<string, string>>> = new Map(),
    leaveOut: ReadonlySet<XmlElement> = new Set(),
  ): string {
    return serialise(element, this.#target(from, to), this.#rewriting(from, to, overrides, leaveOut));
  }

  startTag(element: XmlElement, from: string, to: string, id?: string): { tag: string; name: string } {
    const overrides = id === undefined ? new Map() : new Map([[element, { id }]]);
    return startTag(element, this.#target(from, to), this.#rewriting(from, to, overrides, new Set()));
  }

  #target(from: string, to: string): Target {
    const root = this.root(to);
    const source = this.after.package.tree(from);
    return {
      scope: root === undefined ? new Map() : declaredBy(root),
      strict: root !== undefined && isStrict(root),
      sourceScope: source.ok ? declaredBy(source.value) : new Map(),
    };
  }

  /** Whether the part was made here, because before has none of its kind. */
  isMade(part: string): boolean {
    return this.#made.has(part);
  }

  root(part: string): XmlElement | undefined {
    const made = this.#made.get(part);
    if (made !== undefined) return made;
    const tree = this.before.package.tree(part);
    return tree.ok ? tree.value : undefined;
  }

  #rewriting(
    from: string,
    to: string,
    overrides: ReadonlyMap<XmlElement, Readonly<Record<string, string>>>,
    leaveOut: ReadonlySet<XmlElement>,
  ): Rewriting {
    return {
      keeps: (element) => !leaveOut.has(element) && this.#keeps(element, from),
      attribute: (element, attribute) =>
        overrides.get(element)?.[attribute.name] ?? this.#attribute(element, attribute, from, to),
    };
  }

  #keeps(element: XmlElement, from: string): boolean {
    if (element.ns !== W) return true;
    if (DROPPED.has(element.name)) return false;
    const id = wordAttribute(element, "id") ?? "";
    if (COMMENT_MARKS.has(element.name)) return this.#comments.has(id);
    if (element.name === "bookmarkStart") {
      const name = wordAttribute(element, "name") ?? "";
      if (this.#bookmarks.has(name)) return false;
      this.#bookmarks.add(name);
      this.#annotations.set(`${from} bookmark ${id}`, String(this.#nextId++));
    }
    if (element.name === "bookmarkEnd") return this.#annotations.has(`${from} bookmark ${id}`);
    // The id of a content control must be its own: programs give it a new one.
    return !(element.name === "id" && element.attributes.length === 1);
  }

  #attribute(element: XmlElement, { ns, name, value }: XmlAttribute, from: string, to: string): string | null {
    if (ns === NS.rel) return this.#relations.relation(value, from, to);
    if (ns !== "" && ns !== W && (name === "paraId" || name === "textId")) return null;
    if (element.name === "docPr" && name === "id") return String(this.#nextDrawing++);
    if (element.ns !== W) return value;
    if (name.startsWith("rsid")) return null;
    if (name === "id") return this.#id(element, value, from);
    if (name === "val" && STYLE_REFERENCES[element.name] !== undefined) return this.style(value);
    if (name === "val" && element.name === "numId") return value === "0" ? value : this.lists.list(value);
    return value;
  }

  #id(element: XmlElement, value: string, from: string): string {
    if (element.name === "footnoteReference") return this.note("footnote", value);
    if (element.name === "endnoteReference") return this.note("endnote", value);
    if (COMMENT_MARKS.has(element.name)) return this.#comments.get(value) ?? value;
    if (element.name === "bookmarkStart" || element.name === "bookmarkEnd")
      return this.#annotations.get(`${from} bookmark ${value}`) ?? value;
    if (!ANNOTATIONS.test(element.name)) return value;
    // Both ends of a range have one id.
    if (!/(Start|End)$/.test(element.name)) return String(this.#nextId++);
    const key = `${from} ${element.name.replace(/(Start|End)$/, "")} ${value}`;
    const known = this.#annotations.get(key) ?? String(this.#nextId++);
    this.#annotations.set(key, known);
    return known;
  }

  /** The id in before of a style of after; one that before does not have is taken along with what it builds on. */
  style(id: string): string {
    const known = this.#styles.get(id);
    if (known !== undefined) return known;
    const style = this.after.styles.byId.get(id);
    if (style === undefined) return id;
    const twin = this.before.styles.byKey.get(styleKey(style.type, style.name));
    if (twin !== undefined) {
      this.#styles.set(id, twin.id);
      return twin.id;
    }
    const taken = new Set([...this.before.styles.byId.keys(), ...this.#styles.values()]);
    let fresh = id;
    for (let n = 1; taken.has(fresh); n++) fresh = `${id}${n}`;
    this.#styles.set(id, fresh);
    const from = this.after.related.get("styles") ?? "";
    const to = this.partFor("styles");
    const overrides: Record<string, string> = { styleId: fresh };
    if (style.isDefault && defaultStyle(this.before.styles, style.type) !== undefined) overrides["default"] = "0";
    this.append(to, this.write(style.element, from, to, new Map([[style.element, overrides]])));
    return fresh;
  }

  /** A part of before, made like that of after where before has none: its frame, without what only after refers to. */
  partFor(kind: string): string {
    const own = this.before.related.get(kind) ?? this.#madeParts.get(kind);
    if (own !== undefined) return own;
    const from = this.after.related.get(kind) ?? "";
    const tree = this.after.package.tree(from);
    const relation = this.after.package.relationships(this.after.part).find((found) => found.kind === kind);
    if (!tree.ok || relation === undefined) {
      this.fault = `the part for ${kind} is missing`;
      return from;
    }
    const name = this.editor.freshName(from);
    this.#madeParts.set(kind, name);
    this.editor.write(name, "");
    this.editor.setType(name, this.after.package.contentType(from) ?? "application/xml");
    this.editor.relate(this.before.part, { type: relation.type, kind, external: false, target: name });
    this.#made.set(name, tree.value);
    const separators = tree.value.children.filter(
      (child): child is XmlElement =>
        typeof child !== "string" &&
        (isWord(child, "docDefaults") || (wordAttribute(child, "type") ?? "normal") !== "normal") &&
        !isWord(child, "style"),
    );
    for (const separator of separators) this.append(name, this.write(separator, from, name));
    return name;
  }

  readonly #madeParts = new Map<string, string>();

  append(part: string, text: string): void {
    const known = this.#appended.get(part);
    if (known === undefined) this.#appended.set(part, [text]);
    else known.push(text);
  }

  #freshIn(part: string, name: string): number {
    let highest = 0;
    for (const child of this.root(part)?.children ?? [])
      if (typeof child !== "string" && isWord(child, name))
        highest = Math.max(highest, Number(wordAttribute(child, "id") ?? 0) || 0);
    const own = name === "comment" ? this.#comments : this.#notes;
    for (const id of own.values()) highest = Math.max(highest, Number(id) || 0);
    return highest + 1;
  }

  /** Writes all edits into the package; what makes it impossible, or `null`. */
  finish(): string | null {
    for (const [part, texts] of this.#appended) {
      const made = this.#made.get(part);
      if (made !== undefined) {
        const declared = made.attributes.map(
          ({ qname, value }) => ` ${qname}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`,
        );
        const text = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${made.qname}${declared.join("")}>${texts.join("")}</${made.qname}>`;
        this.editor.write(part, text);
        continue;
      }
      const root = this.root(part);
      if (root === undefined) return `the part ${part} cannot be read`;
      const edits = this.edits(part);
      if (root.openEnd === root.end) {
        const tag = edits.source.slice(root.start, root.end - 2);
        edits.add(root.start, root.end, `${tag}>${texts.join("")}</${root.qname}>`);
      } else {
        const behind = root.children.findLast(
          (child) => typeof child !== "string" && isWord(child, "numIdMacAtCleanup"),
        );
        edits.insert(typeof behind === "object" ? behind.start : root.closeStart, texts.join(""));
      }
    }
    for (const [part, edits] of this.#edits) {
      if (edits.isEmpty) continue;
      const text = edits.text();
      if (edits.crossed) return "two of the changes rewrite the same place";
      if (text === edits.source) continue;
      this.editor.write(part, text);
      dropUnused(this.before.package, this.editor, part, text);
    }
    return this.fault;
  }
}
