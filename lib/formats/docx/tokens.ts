/**
 * A paragraph's content as a flat sequence: words, blanks and signs of text, and everything else in it (a tab, a
 * picture, a field, a content control) as one piece each. Runs, links and tracked insertions are not pieces but the
 * way to them, so that how text is split into runs does not matter and a word can be cut out of any of them.
 */
import { wordPattern } from "../../core/text/words.ts";
import { decodeEntities } from "../ooxml/xml-text.ts";
import { attribute, NS, relAttribute, type XmlElement } from "../ooxml/xml-tree.ts";
import { attributeValue, digest, meaningOf, plainText, type MeaningContext } from "./meaning.ts";
import { boxContents, isWord, MARKS, shownBranch, W, wordAttribute, wordChild } from "./names.ts";
import { runWords } from "./run-words.ts";

export interface Token {
  /** `mark`: an empty place that is not compared (a bookmark, an end of a comment's range). */
  readonly kind: "text" | "piece" | "mark";
  /** As shown; of what is no text, a word in brackets. */
  readonly text: string;
  /** All that it means beside `text`, as words for people. */
  readonly format: string;
  /** The part of `format` that is not the run's: links, tracked changes, what a piece is. */
  readonly beside: string;
  /** Elements that can be closed and opened again around it, from the outside in: links, tracked changes. */
  readonly wraps: readonly XmlElement[];
  readonly run: XmlElement | null;
  /** The `w:t` that holds a text; else the element that it is. */
  readonly holder: XmlElement;
  /** Offsets in the part's text: for a text within its holder. */
  readonly start: number;
  readonly end: number;
  /** The contents of text boxes in it. */
  readonly boxes: readonly XmlElement[];
  /** Of a field within one paragraph: what it consists of. */
  readonly parts?: readonly Token[];
}

const WRAPS: ReadonlySet<string> = new Set(["hyperlink", "ins", "del", "moveFrom", "moveTo", "smartTag"]);
const LEFT_OUT: ReadonlySet<string> = new Set(["pPr", "rPr", "smartTagPr"]);
const WORDS = wordPattern();
/** References are signs of their own, so that no word is cut inside of one. */
const WORDS_AND_REFERENCES = wordPattern("&[^;]*;|");

interface Walk {
  readonly source: string;
  readonly context: MeaningContext;
  readonly found: Token[];
}

/** @param source the text of the part that the paragraph was parsed from */
export function tokensOf(paragraph: XmlElement, source: string, context: MeaningContext): Token[] {
  const walk: Walk = { source, context, found: [] };
  walkChildren(walk, paragraph, []);
  return fieldsJoined(walk.found);
}

function walkChildren(walk: Walk, element: XmlElement, wraps: readonly XmlElement[]): void {
  for (const child of element.children) {
    if (typeof child === "string" || LEFT_OUT.has(child.name)) continue;
    if (isWord(child, "r")) walkRun(walk, child, wraps);
    else if (child.ns === W && WRAPS.has(child.name)) walkChildren(walk, child, [...wraps, child]);
    else if (child.ns === W && MARKS.has(child.name)) walk.found.push(mark(child, wraps, null));
    else walk.found.push(piece(walk, child, wraps, null, wrapWords(wraps, walk.context), []));
  }
}

function walkRun(walk: Walk, run: XmlElement, wraps: readonly XmlElement[]): void {
  const around = wrapWords(wraps, walk.context);
  const words = runWords(wordChild(run, "rPr"), walk.context);
  for (const child of run.children) {
    if (typeof child === "string" || isWord(child, "rPr")) continue;
    if (child.ns === W && MARKS.has(child.name)) walk.found.push(mark(child, wraps, run));
    else if (isWord(child, "t") || isWord(child, "delText"))
      walkText(walk, child, run, wraps, [...around, ...words].join(", "), around.join(", "));
    else walk.found.push(piece(walk, child, wraps, run, around, words));
  }
}

function walkText(
  walk: Walk,
  holder: XmlElement,
  run: XmlElement,
  wraps: readonly XmlElement[],
  format: string,
  beside: string,
): void {
  const shared = { kind: "text", format, beside, wraps, run, holder, boxes: [] } as const;
  const raw = walk.source.slice(holder.openEnd, holder.closeStart);
  if (raw.includes("<")) {
    const text = holder.children.filter((child) => typeof child === "string").join("");
    if (text !== "") walk.found.push({ ...shared, text, start: holder.openEnd, end: holder.closeStart });
    return;
  }
  if (raw.includes("&")) {
    for (const match of raw.matchAll(WORDS_AND_REFERENCES)) {
      const start = holder.openEnd + match.index;
      walk.found.push({ ...shared, text: decodeEntities(match[0]) ?? match[0], start, end: start + match[0].length });
    }
    return;
  }
  for (const match of raw.matchAll(WORDS)) {
    const start = holder.openEnd + match.index;
    walk.found.push({ ...shared, text: match[0], start, end: start + match[0].length });
  }
}

const mark = (holder: XmlElement, wraps: readonly XmlElement[], run: XmlElement | null): Token => ({
  kind: "mark",
  text: "",
  format: "",
  beside: "",
  wraps,
  run,
  holder,
  start: holder.start,
  end: holder.end,
  boxes: [],
});

function piece(
  { context }: Walk,
  holder: XmlElement,
  wraps: readonly XmlElement[],
  run: XmlElement | null,
  around: readonly string[],
  words: readonly string[],
): Token {
  const boxes = boxContents(holder);
  const { text, what } = shownAs(holder, context);
  const own = what === "" ? [] : [what];
  const format = [...around, ...words, ...own].join(", ");
  const beside = [...around, ...own].join(", ");
  return { kind: "piece", text, format, beside, wraps, run, holder, start: holder.start, end: holder.end, boxes };
}

const SIGNS: Readonly<Record<string, string>> = {
  tab: "\t",
  cr: "\n",
  noBreakHyphen: "\u2011",
  softHyphen: "\u00ad",
};

function shownAs(holder: XmlElement, context: MeaningContext): { text: string; what: string } {
  const meaning = () => digest(meaningOf(holder, context, { withoutBoxes: true }));
  if (holder.ns === W) {
    const sign = SIGNS[holder.name];
    if (sign !== undefined) return { text: sign, what: "" };
    switch (holder.name) {
      case "br": {
        const type = wordAttribute(holder, "type") ?? "textWrapping";
        if (type !== "textWrapping") return { text: `[${type} break]`, what: "" };
        const clear = wordAttribute(holder, "clear");
        return { text: "\n", what: clear === undefined || clear === "none" ? "" : `clears ${clear}` };
      }
      case "footnoteReference":
      case "endnoteReference":
        return { text: holder.name === "footnoteReference" ? "[footnote]" : "[endnote]", what: customMark(holder) };
      case "footnoteRef":
      case "endnoteRef":
        return { text: "[number]", what: "" };
      case "sym":
        return { text: symbol(holder), what: `symbol of ${wordAttribute(holder, "font") ?? ""}` };
      case "fldChar":
        return { text: "", what: `field ${wordAttribute(holder, "fldCharType") ?? ""}${formField(holder, context)}` };
      case "instrText":
      case "delInstrText":
        return { text: "", what: `field code ${JSON.stringify(plainCode(holder))}` };
      case "sdt":
        return { text: plainText(holder), what: `content control ${meaning()}` };
      case "fldSimple":
        return {
          text: plainText(holder),
          what: `field ${JSON.stringify(wordAttribute(holder, "instr")?.trim())} ${meaning()}`,
        };
    }
  }
  if (holder.ns.endsWith("/math")) return { text: plainText(holder) || "[formula]", what: `formula ${meaning()}` };
  const boxes = boxContents(holder);
  if (boxes.length > 0) return { text: "[text box]", what: `${paragraphCount(boxes)} paragraphs, frame ${meaning()}` };
  const kind = drawingKind(holder);
  const title = drawingTitle(holder);
  const text = kind === "text" ? plainText(holder) : `[${kind}${title === "" ? "" : `: ${title}`}]`;
  return { text, what: `${kind} ${meaning()}` };
}

const customMark = (holder: XmlElement): string =>
  ["1", "true", "on"].includes(wordAttribute(holder, "customMarkFollows") ?? "") ? "own mark" : "";

function symbol(holder: XmlElement): string {
  const code = Number.parseInt(wordAttribute(holder, "char") ?? "", 16);
  return code > 0 && code <= 0xffff ? String.fromCharCode(code) : "[symbol]";
}

const formField = (holder: XmlElement, context: MeaningContext): string =>
  holder.children.some((child) => typeof child !== "string") ? ` ${digest(meaningOf(holder, context))}` : "";

const plainCode = (holder: XmlElement): string =>
  holder.children
    .filter((child) => typeof child === "string")
    .join("")
    .replace(/\s+/g, " ");

const paragraphCount = (boxes: readonly XmlElement[]): number => boxes.reduce((sum, box) => sum + countIn(box), 0);

function countIn(element: XmlElement): number {
  const own = isWord(element, "p") ? 1 : 0;
  const branch = shownBranch(element);
  return [...(branch ?? element).children].reduce(
    (sum, child) => sum + (typeof child === "string" ? 0 : countIn(child)),
    own,
  );
}

/** Every element below, shown or not. */
function* elementsIn(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== "string") yield* elementsIn(child);
}

function drawingKind(holder: XmlElement): string {
  for (const { name, ns } of elementsIn(holder)) {
    if (name === "relIds" && ns.endsWith("/diagram")) return "diagram";
    if (name === "chart" && ns.endsWith("/chart")) return "chart";
    if (name === "blip" || name === "imagedata") return "picture";
    if (name === "OLEObject") return "embedded file";
    if (name === "control") return "control";
  }
  return ["drawing", "pict", "object", "AlternateContent"].includes(holder.name) ? "drawing" : holder.name;
}

function drawingTitle(holder: XmlElement): string {
  for (const found of elementsIn(holder))
    if (found.name === "docPr") return attribute(found, "descr") ?? attribute(found, "title") ?? "";
  return "";
}

/** Links and tracked changes around a token, as words. */
function wrapWords(wraps: readonly XmlElement[], context: MeaningContext): string[] {
  return wraps.flatMap((element) => {
    if (element.name === "hyperlink") return [linkWords(element, context)];
    if (element.name === "smartTag") return [];
    const by = `by ${wordAttribute(element, "author") ?? "unknown"}`;
    const on = wordAttribute(element, "date");
    return [`${TRACKED[element.name] ?? element.name} ${by}${on === undefined ? "" : ` on ${on}`} (tracked)`];
  });
}

const TRACKED: Readonly<Record<string, string>> = {
  ins: "inserted",
  del: "deleted",
  moveFrom: "moved away",
  moveTo: "moved here",
};

function linkWords(element: XmlElement, context: MeaningContext): string {
  const id = relAttribute(element, "id");
  const anchor = wordAttribute(element, "anchor");
  const rest = element.attributes
    .filter(({ ns, name }) => ns !== NS.rel && !["anchor", "history"].includes(name))
    .flatMap((found) => {
      const value = attributeValue(element, found, context);
      return value === null ? [] : [` ${found.name} ${value}`];
    });
  const target = id === undefined ? "" : context.relation(id).replace(/^external /, "");
  return `link to ${target}${anchor === undefined ? "" : `#${anchor}`}${rest.join("")}`;
}

/** A field that begins and ends among the tokens is one piece: its result with its code. */
function fieldsJoined(tokens: readonly Token[]): Token[] {
  const open: number[] = [];
  const out: Token[] = [];
  for (const token of tokens) {
    const type = isWord(token.holder, "fldChar") ? wordAttribute(token.holder, "fldCharType") : undefined;
    if (type === "begin") open.push(out.length);
    out.push(token);
    const from = type === "end" ? open.pop() : undefined;
    if (from === undefined || open.length > 0) continue;
    const parts = out.splice(from);
    out.push(fieldToken(parts, token));
  }
  return out;
}

function fieldToken(parts: readonly Token[], last: Token): Token {
  let shown = true;
  let nesting = 0;
  const text: string[] = [];
  const code: string[] = [];
  const formats: string[] = [];
  for (const { holder, text: own, format, kind } of parts) {
    const type = isWord(holder, "fldChar") ? wordAttribute(holder, "fldCharType") : undefined;
    if (type === "begin") nesting++;
    if (type === "begin") shown = false;
    if (type === "separate") shown = nesting === 1;
    if (type === "end") nesting--;
    if (type === "end") shown = true;
    if (shown && type === undefined) text.push(own);
    if (isWord(holder, "instrText")) code.push(plainCode(holder));
    if (kind !== "mark" && (formats.at(-1) ?? "") !== format) formats.push(format);
  }
  const first = parts[0] ?? last;
  const format = `field ${JSON.stringify(code.join("").trim())} ${digest(formats.join("\n"))}`;
  const boxes: XmlElement[] = [];
  return { ...first, kind: "piece", text: text.join(""), format, beside: format, boxes, end: last.end, parts };
}
