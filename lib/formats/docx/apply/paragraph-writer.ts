/**
 * Writes the chosen changes of one paragraph: ranges of words, properties, its section, ends of comments' ranges. Only
 * the runs (links, tracked changes) that a changed word stands in are written anew, cut at the words; what stands
 * beside them keeps its text.
 */
import type { XmlElement } from "../../ooxml/xml-tree.ts";
import type { Hunk } from "../../text/line-diff.ts";
import type { Paragraph } from "../blocks.ts";
import { tokenRange } from "../diff/hunks.ts";
import { isWord, wordAttribute, wordChild } from "../names.ts";
import type { Token } from "../tokens.ts";
import type { Carrier } from "./carrier.ts";

export interface ParagraphPlan {
  readonly part: string;
  readonly before: Paragraph;
  readonly after: Paragraph;
  /** The part of `after` in its package. */
  readonly from: string;
  readonly hunks: Hunk[];
  properties: boolean;
  /** The section properties that it gets; `undefined` keeps its own. */
  section: XmlElement | null | undefined;
  /** Elements put in front of a token. */
  readonly marks: { readonly at: number; readonly behind: boolean; readonly xml: string }[];
  /** Elements put in front of a token of after, among the words that a change brings. */
  readonly carried: { readonly hunk: Hunk; readonly token: number; readonly xml: string }[];
}

export function writeParagraph(plan: ParagraphPlan, carrier: Carrier): void {
  const { element } = plan.before;
  const edits = carrier.edits(plan.part);
  const properties = writeProperties(plan, carrier);
  const closed = element.openEnd === element.end;
  const regions = regionsOf(plan).map((region) => ({ region, text: writeRegion(plan, region, carrier) }));
  if (closed) {
    const tag = edits.source.slice(element.start, element.end).replace(/\s*\/>$/, ">");
    const inside = (properties ?? "") + regions.map(({ text }) => text()).join("");
    edits.add(element.start, element.end, `${tag}${inside}</${element.qname}>`);
    return;
  }
  const own = wordChild(element, "pPr");
  if (properties !== null && own === undefined) edits.insert(element.openEnd, properties);
  else if (properties !== null && own !== undefined) edits.add(own.start, own.end, properties);
  for (const { region, text } of regions) edits.add(region.start, region.end, text);
}

/** The new `pPr`, or `null` where it stays. Its last children are the mark, the section and the tracked change (17.3.1.26). */
function writeProperties(plan: ParagraphPlan, carrier: Carrier): string | null {
  const { before, after, properties, section, part, from } = plan;
  if (!properties && section === undefined) return null;
  const source = carrier.edits(part).source;
  const own = wordChild(before.element, "pPr");
  const other = wordChild(after.element, "pPr");
  const w = wordPrefix(before.element);
  const children = (element: XmlElement | undefined) =>
    (element?.children ?? []).filter((child): child is XmlElement => typeof child !== "string");
  const text = properties
    ? (child: XmlElement) => carrier.write(child, from, part)
    : (child: XmlElement) => source.slice(child.start, child.end);
  const all = children(properties ? other : own).filter((child) => !isWord(child, "sectPr"));
  const tail = all.filter((child) => isWord(child, "pPrChange"));
  const kept = own === undefined ? undefined : wordChild(own, "sectPr");
  const sectionText =
    section === undefined
      ? kept === undefined
        ? ""
        : source.slice(kept.start, kept.end)
      : section === null
        ? ""
        : carrier.write(section, from, part);
  const inside =
    all
      .filter((child) => !tail.includes(child))
      .map(text)
      .join("") +
    sectionText +
    tail.map(text).join("");
  return inside === "" ? "" : `<${w}pPr>${inside}</${w}pPr>`;
}

const wordPrefix = ({ qname }: XmlElement): string => qname.slice(0, qname.indexOf(":") + 1);

/** Tokens `from..to)` of before are written anew as `pieces`; in the part's text they stand from `start` to `end`. */
interface Region {
  from: number;
  to: number;
  start: number;
  end: number;
}

interface Cut {
  readonly from: number;
  readonly to: number;
  /** What comes in front of `from`: tokens of after, and marks. */
  readonly put: readonly (Token | string)[];
  /** Among what comes to one place. */
  readonly order: number;
}

function cutsOf({ before, after, hunks, marks, carried }: ParagraphPlan): Cut[] {
  const cuts: Cut[] = marks.map(({ at, behind, xml }) => ({ from: at, to: at, put: [xml], order: behind ? 2 : 0 }));
  for (const hunk of hunks) {
    const own = tokenRange(before, hunk.beforeFrom, hunk.beforeTo);
    const other = tokenRange(after, hunk.afterFrom, hunk.afterTo);
    const put: (Token | string)[] = [];
    const waiting = carried.filter((mark) => mark.hunk === hunk).sort((a, b) => a.token - b.token);
    after.tokens.slice(other.from, other.to).forEach((token, n) => {
      while (waiting[0] !== undefined && waiting[0].token <= other.from + n) put.push(waiting.shift()?.xml ?? "");
      put.push(token);
    });
    cuts.push({ ...own, put: [...put, ...waiting.map(({ xml }) => xml)], order: 1 });
  }
  return cuts.sort((a, b) => a.from - b.from || a.order - b.order || a.to - b.to);
}

/** The child of the paragraph that a token stands in. */
const topOf = ({ wraps, run, holder }: Token): XmlElement => wraps[0] ?? run ?? holder;
/** A field joined from several pieces ends elsewhere than it begins. */
const lastTop = (token: Token): XmlElement => topOf(token.parts?.at(-1) ?? token);

function regionsOf(plan: ParagraphPlan): Region[] {
  const { tokens } = plan.before;
  const regions: Region[] = [];
  for (const cut of cutsOf(plan)) {
    let { from, to } = cut;
    const joins = (at: number) => {
      const [left, right] = [tokens[at - 1], tokens[at]];
      return left !== undefined && right !== undefined && lastTop(left) === topOf(right);
    };
    while (joins(from)) {
      from--;
      to = Math.max(to, from + 1);
    }
    while (to > from && joins(to)) to++;
    const last = regions.at(-1);
    if (
      last !== undefined &&
      (from < last.to || (from === last.to && from === to) || (from === last.from && last.from === last.to))
    ) {
      last.to = Math.max(last.to, to);
    } else regions.push({ from, to, start: 0, end: 0 });
  }
  for (const region of regions) place(plan.before, region);
  return regions;
}

function place({ tokens, element }: Paragraph, region: Region): void {
  const first = tokens[region.from];
  const last = tokens[region.to - 1];
  const begin = wordChild(element, "pPr")?.end ?? element.openEnd;
  const previous = tokens[region.from - 1];
  if (region.from === region.to || first === undefined || last === undefined) {
    region.start = previous === undefined ? begin : lastTop(previous).end;
    region.end = region.start;
  } else {
    region.start = topOf(first).start;
    region.end = lastTop(last).end;
  }
}

type Piece =
  { readonly side: "before" | "after"; readonly token: Token } | { readonly side: "mark"; readonly xml: string };

function writeRegion(plan: ParagraphPlan, region: Region, carrier: Carrier): () => string {
  const { tokens } = plan.before;
  const pieces: Piece[] = [];
  const add = (side: "before" | "after", token: Token) => {
    for (const part of token.parts ?? [token]) pieces.push({ side, token: part });
  };
  let at = region.from;
  for (const cut of cutsOf(plan)) {
    if (cut.from < region.from || cut.to > region.to) continue;
    while (at < cut.from) {
      const token = tokens[at++];
      if (token !== undefined) add("before", token);
    }
    for (const token of cut.put)
      if (typeof token === "string") pieces.push({ side: "mark", xml: token });
      else if (token.kind !== "mark" || !/^comment/.test(token.holder.name)) add("after", token);
    // Marks in what goes stay where they are.
    for (const token of tokens.slice(Math.max(at, cut.from), cut.to))
      for (const part of token.parts ?? [token]) if (part.kind === "mark") pieces.push({ side: "before", token: part });
    at = Math.max(at, cut.to);
  }
  for (const token of tokens.slice(at, region.to)) add("before", token);
  return new PieceWriter(plan, carrier).write(pieces);
}

interface Open {
  readonly element: XmlElement;
  readonly kind: "wrap" | "run" | "text";
  readonly tag: string;
  readonly close: string;
}

/** Opens and closes links, tracked changes, runs and texts around pieces, so that neighbours share them. */
class PieceWriter {
  readonly #plan: ParagraphPlan;
  readonly #carrier: Carrier;
  readonly #tags = new Map<XmlElement, Open>();

  constructor(plan: ParagraphPlan, carrier: Carrier) {
    this.#plan = plan;
    this.#carrier = carrier;
  }

  /** What is taken from after is made at once; what stays, when the part is written, with the edits inside of it. */
  write(pieces: readonly Piece[]): () => string {
    const out: (string | (() => string))[] = [];
    const open: Open[] = [];
    const closeTo = (depth: number) => {
      while (open.length > depth) out.push(open.pop()?.close ?? "");
    };
    for (const piece of pieces) {
      if (piece.side === "mark") {
        closeTo(
          open.findIndex(({ kind }) => kind !== "wrap") === -1
            ? open.length
            : open.findIndex(({ kind }) => kind !== "wrap"),
        );
        out.push(piece.xml);
        continue;
      }
      const chain = this.#chain(piece);
      let shared = 0;
      while (shared < chain.length && open[shared]?.element === chain[shared]?.element) shared++;
      closeTo(shared);
      for (const next of chain.slice(shared)) {
        out.push(next.tag);
        open.push(next);
      }
      out.push(this.#content(piece));
    }
    closeTo(0);
    return () => out.map((text) => (typeof text === "string" ? text : text())).join("");
  }

  #chain({ side, token }: Exclude<Piece, { side: "mark" }>): Open[] {
    const { wraps, run, holder, kind } = token;
    const chain = wraps.map((wrap) => this.#open(wrap, "wrap", side));
    if (run !== null) chain.push(this.#open(run, "run", side));
    if (kind === "text") chain.push(this.#open(holder, "text", side));
    return chain;
  }

  #open(element: XmlElement, kind: Open["kind"], side: "before" | "after"): Open {
    const known = this.#tags.get(element);
    if (known !== undefined) return known;
    const made = side === "before" ? this.#own(element, kind) : this.#taken(element, kind);
    this.#tags.set(element, made);
    return made;
  }

  #own(element: XmlElement, kind: Open["kind"]): Open {
    const { source } = this.#carrier.edits(this.#plan.part);
    const close = `</${element.qname}>`;
    if (kind === "text") return { element, kind, tag: spaced(element.qname), close };
    const properties = headOf(element);
    const tag =
      source.slice(element.start, element.openEnd) +
      (properties === undefined ? "" : source.slice(properties.start, properties.end));
    return { element, kind, tag, close };
  }

  #taken(element: XmlElement, kind: Open["kind"]): Open {
    const { part, from } = this.#plan;
    const { tag, name } = this.#carrier.startTag(element, from, part);
    const close = `</${name}>`;
    if (kind === "text") return { element, kind, tag: spaced(name), close };
    const properties = headOf(element);
    const head = properties === undefined ? "" : this.#carrier.write(properties, from, part);
    return { element, kind, tag: tag + head, close };
  }

  #content({ side, token }: Exclude<Piece, { side: "mark" }>): string | (() => string) {
    const { part, from } = this.#plan;
    if (side === "before") {
      const edits = this.#carrier.edits(part);
      return () => edits.render(token.start, token.end);
    }
    if (token.kind !== "text") return this.#carrier.write(token.holder, from, part);
    const source = this.#carrier.after.package.text(from) ?? "";
    return source.slice(token.start, token.end);
  }
}

const spaced = (name: string): string => `<${name} xml:space="preserve">`;

const headOf = (element: XmlElement): XmlElement | undefined =>
  wordChild(element, "rPr") ?? wordChild(element, "smartTagPr");

/** The mark of a comment or bookmark, as it is put into a paragraph. */
export function markXml(element: XmlElement, id: string, prefix: string): string {
  const name = wordAttribute(element, "name");
  const named =
    name === undefined
      ? ""
      : ` ${prefix}name="${name.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}"`;
  const tag = `<${prefix}${element.name} ${prefix}id="${id}"${named}/>`;
  return element.name === "commentReference" ? `<${prefix}r>${tag}</${prefix}r>` : tag;
}
