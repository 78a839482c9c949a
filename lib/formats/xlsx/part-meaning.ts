/**
 * What a part means, for parts that no cell comparison explains: XML by what its kind of part says (see parts/),
 * everything else by its bytes. Relationship ids are replaced by what they lead to, and cells that a part names are
 * counted in the version to compare with. A view is made for one comparison and remembers every digest.
 */
import { sha256 } from "../../shared/sha256.ts";
import type { OoxmlPackage } from "../ooxml/package.ts";
import type { Relationship } from "../ooxml/relationships.ts";
import { canonical, canonicalPlaces, canonicalText, type Canonical } from "../ooxml/xml-canonical.ts";
import { NS, parseXml, type XmlElement } from "../ooxml/xml-tree.ts";
import type { WorkbookMove } from "./formula-shift.ts";
import { shiftPartText } from "./part-shift.ts";
import { rulesOf } from "./parts/part-rules.ts";
import { meaningBy, type Level } from "./parts/rules.ts";
import type { Styles } from "./styles.ts";
import type { Workbook } from "./workbook.ts";

export class PartView {
  readonly pack: OoxmlPackage;
  readonly #styles: Styles;
  readonly #move: WorkbookMove | null;
  readonly #sheets = new Map<string, { readonly kind: string; readonly sheet: string }>();
  readonly #kept = new Map<string, string>();

  /** @param move into the coordinates to compare in; `null` where the parts are in them already */
  constructor(book: Workbook, move: WorkbookMove | null) {
    this.pack = book.package;
    this.#styles = book.styles;
    this.#move = move === null || move.isSame ? null : move;
    if (this.#move === null) return;
    for (const sheet of book.sheets) this.#claim(sheet.entry.part, sheet.name, 0);
    this.#claim(book.part, "", 0);
  }

  #claim(owner: string, sheet: string, depth: number): void {
    for (const child of childParts(this.pack, owner)) {
      const part = this.pack.resolve(child.target) ?? child.target;
      if (this.#sheets.has(part) || depth > 8) continue;
      this.#sheets.set(part, { kind: child.kind, sheet });
      this.#claim(part, sheet, depth + 1);
    }
  }

  /** The part without what hangs on it: relationship ids by their kind or external target. */
  own(part: string, level: Level): string {
    return this.#remembered(`own ${level} ${part}`, () => this.#digest(part, level, null));
  }

  /** The part with all that hangs on it. */
  deep(part: string, level: Level): string {
    return this.#deep(part, level, new Set());
  }

  /** Where the part says something, whatever it is; `null` where it is no XML. */
  places(part: string, level: Level): readonly string[] | null {
    const found = this.#canonical(part, level, null);
    return found === null ? null : canonicalPlaces(found);
  }

  #deep(part: string, level: Level, path: ReadonlySet<string>): string {
    if (path.has(part) || path.size > 32) return "cycle";
    const inner = new Set([...path, part]);
    return this.#remembered(`deep ${level} ${part}`, () => {
      const children = childParts(this.pack, part)
        .filter((child) => level === "all" || !UNSEEN_KINDS.has(child.kind))
        .map((child) => `${child.kind} ${this.#deep(child.target, level, inner)}`);
      return this.#digest(part, level, (target) => this.#deep(target.target, level, inner)) + children.join();
    });
  }

  #remembered(key: string, make: () => string): string {
    const found = this.#kept.get(key);
    if (found !== undefined) return found;
    const made = sha256(make());
    this.#kept.set(key, made);
    return made;
  }

  #digest(part: string, level: Level, follow: ((target: Relationship) => string) | null): string {
    const found = this.#canonical(part, level, follow);
    return found === null ? sha256(this.pack.bytes(part) ?? new Uint8Array()) : canonicalText(found);
  }

  #canonical(part: string, level: Level, follow: ((target: Relationship) => string) | null): Canonical | string | null {
    const tree = this.#tree(part);
    if (tree === null) return null;
    const byId = new Map(this.pack.relationships(part).map((found) => [found.id, found]));
    const meaning = meaningBy(rulesOf(tree, this.#styles), level);
    return (
      canonical(tree, {
        ...meaning,
        attribute(element, found) {
          // Legacy drawings name relationships in the namespace of Office, with or without a prefix of their own.
          const target = found.ns === NS.rel || found.name === "relid" ? byId.get(found.value) : undefined;
          if (target === undefined) return found.ns === NS.rel ? "" : meaning.attribute(element, found);
          if (target.external) return `external ${target.target}`;
          return follow === null ? target.kind : `${target.kind} ${follow(target)}`;
        },
      }) ?? ""
    );
  }

  #tree(part: string): XmlElement | null {
    if (!isXmlPart(this.pack, part)) return null;
    const claim = this.#sheets.get(this.pack.resolve(part) ?? part);
    // Only what is well-formed is moved: patterns over anything else may take very long.
    const sound = this.pack.tree(part).ok;
    const text = this.#move === null || claim === undefined || !sound ? undefined : this.pack.text(part);
    if (this.#move !== null && claim !== undefined && text !== undefined) {
      const moved = shiftPartText(claim.kind, text, claim.sheet, this.#move);
      const parsed = moved === text ? this.pack.tree(part) : parseXml(moved, this.pack.limits);
      return parsed.ok ? parsed.value : null;
    }
    const parsed = this.pack.tree(part);
    return parsed.ok ? parsed.value : null;
  }
}

/** Parts that serve a later choice of the person, or printing, and show nothing. */
export const UNSEEN_KINDS: ReadonlySet<string> = new Set(["chartStyle", "chartColorStyle", "printerSettings"]);

export const isXmlPart = (pack: OoxmlPackage, part: string): boolean => {
  const type = pack.contentType(part) ?? "";
  return (
    /[+/]xml$/.test(type) || type.endsWith("vmlDrawing") || (/\.(xml|rels)$/i.test(part) && !type.startsWith("image/"))
  );
};

/** Internal targets in the order in which the part refers to them, then those that it does not name. */
export function childParts(pack: OoxmlPackage, part: string): readonly Relationship[] {
  const order = new Map<string, number>();
  const tree = part !== "" && isXmlPart(pack, part) ? pack.tree(part) : null;
  if (tree?.ok === true) collect(tree.value, order);
  const children = pack.relationships(part).filter((found) => !found.external && pack.has(found.target));
  const rank = (child: Relationship) => order.get(child.id) ?? Infinity;
  return [...children].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    if (a.kind !== b.kind) return a.kind < b.kind ? -1 : 1;
    return a.target < b.target ? -1 : Number(a.target > b.target);
  });
}

function collect(element: XmlElement, order: Map<string, number>): void {
  for (const { ns, value } of element.attributes) if (ns === NS.rel && !order.has(value)) order.set(value, order.size);
  for (const child of element.children) if (typeof child !== "string") collect(child, order);
}
