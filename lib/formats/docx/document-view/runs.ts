/** A paragraph's tokens as runs to draw; neighbours that look and mean the same are one. */
import { attribute, relAttribute, type XmlElement } from "../../ooxml/xml-tree.ts";
import type { OoxmlPackage } from "../../ooxml/package.ts";
import type { Relationship } from "../../ooxml/relationships.ts";
import type { DocumentLook, DocumentRun } from "./structure.ts";
import { isWord, wordAttribute, wordChild } from "../names.ts";
import type { Token } from "../tokens.ts";
import type { StyleLooks } from "./looks.ts";

export interface RunContext {
  readonly pack: OoxmlPackage;
  /** The part that the story is in. */
  readonly part: string;
  /** The story's own name: what a note's number in its text stands for. */
  readonly name: string;
  readonly looks: StyleLooks;
  /** Names of stories by `footnote 2`, `comment 0`: kind and id in the part. */
  readonly stories: ReadonlyMap<string, string>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Around = Pick<DocumentRun, "link" | "tracked">;

const MAX_LINK = 500;
const EMU = 9525;
const MAX_PIXELS = 4000;

/** One for a story: ranges of comments go on from paragraph to paragraph. */
export class RunReader {
  readonly #context: RunContext;
  readonly #open = new Set<string>();
  readonly #relations: ReadonlyMap<string, Relationship>;
  readonly #looks = new Map<XmlElement, DocumentLook>();
  #comments: readonly string[] = [];

  constructor(context: RunContext) {
    this.#context = context;
    this.#relations = new Map(context.pack.relationships(context.part).map((relation) => [relation.id, relation]));
  }

  runs(tokens: readonly Token[]): DocumentRun[] {
    const runs: Mutable<DocumentRun>[] = [];
    let lastKey = "";
    for (const token of tokens) {
      for (const part of token.parts ?? [token]) if (part.kind === "mark") this.#mark(part.holder, runs);
      if (token.kind === "mark" || (token.text === "" && token.boxes.length === 0)) continue;
      const { key, run } = this.#run(token);
      const last = runs.at(-1);
      if (last !== undefined && key === lastKey && last.commentMark === undefined) last.text += token.text;
      else runs.push(run);
      lastKey = (run.picture ?? run.note ?? run.break) === undefined ? key : "";
    }
    return runs;
  }

  #mark(element: XmlElement, runs: Mutable<DocumentRun>[]): void {
    if (!element.name.startsWith("comment")) return;
    const name = this.#context.stories.get(`comment ${wordAttribute(element, "id") ?? ""}`);
    if (name === undefined) return;
    if (isWord(element, "commentRangeStart")) this.#open.add(name);
    else if (isWord(element, "commentRangeEnd")) this.#open.delete(name);
    else runs.push({ text: "", commentMark: name });
    this.#comments = [...this.#open];
  }

  #run(token: Token): { readonly key: string; readonly run: Mutable<DocumentRun> } {
    const look = token.run === null ? {} : this.#look(token.run);
    const rest: Omit<DocumentRun, "text"> = {
      ...look,
      ...this.#around(token.wraps),
      ...(this.#comments.length === 0 ? {} : { comments: this.#comments }),
      ...(token.kind === "piece" ? this.#piece(token) : {}),
    };
    return { key: JSON.stringify(rest), run: { text: token.text, ...rest } };
  }

  #look(run: XmlElement): DocumentLook {
    const known = this.#looks.get(run);
    if (known !== undefined) return known;
    const made = this.#context.looks.run(wordChild(run, "rPr"));
    this.#looks.set(run, made);
    return made;
  }

  #around(wraps: readonly XmlElement[]): Around {
    const found: Mutable<Around> = {};
    for (const wrap of wraps) {
      const kind = TRACKED[wrap.name];
      if (wrap.name === "hyperlink") found.link = this.#link(wrap);
      else if (kind !== undefined) {
        const date = wordAttribute(wrap, "date");
        found.tracked = {
          kind,
          author: (wordAttribute(wrap, "author") ?? "unknown").slice(0, 200),
          ...(date === undefined ? {} : { date: date.slice(0, 40) }),
        };
      }
    }
    return found;
  }

  #link(element: XmlElement): string {
    const relation = this.#relations.get(relAttribute(element, "id") ?? "");
    const anchor = wordAttribute(element, "anchor");
    return `${relation?.target ?? ""}${anchor === undefined ? "" : `#${anchor}`}`.slice(0, MAX_LINK);
  }

  #piece({ holder, text }: Token): Omit<Partial<DocumentRun>, "text"> {
    if (isWord(holder, "footnoteReference") || isWord(holder, "endnoteReference")) {
      const kind = holder.name === "footnoteReference" ? "footnote" : "endnote";
      const note = this.#context.stories.get(`${kind} ${wordAttribute(holder, "id") ?? ""}`);
      return note === undefined ? {} : { note };
    }
    if (isWord(holder, "footnoteRef") || isWord(holder, "endnoteRef")) return { note: this.#context.name };
    if (text === "[page break]") return { break: "page" };
    if (text === "[column break]") return { break: "column" };
    const picture = text.startsWith("[picture") ? this.#picture(holder, text) : null;
    return picture === null ? {} : { picture };
  }

  #picture(holder: XmlElement, text: string): NonNullable<DocumentRun["picture"]> | null {
    const blip = find(holder, (element) => element.name === "blip" || element.name === "imagedata");
    const id = blip && (relAttribute(blip, "embed") ?? relAttribute(blip, "id"));
    const relation = this.#relations.get(id ?? "");
    if (relation === undefined || relation.external) return null;
    const part = this.#context.pack.resolve(relation.target);
    if (part === undefined) return null;
    const extent = find(holder, ({ name }) => name === "extent");
    const [width, height] = ["cx", "cy"].map((name) => pixels(extent && attribute(extent, name)));
    return {
      part,
      title: text.replace(/^\[picture:? ?/u, "").replace(/\]$/u, ""),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    };
  }
}

const TRACKED: Readonly<Record<string, "inserted" | "deleted">> = {
  ins: "inserted",
  moveTo: "inserted",
  del: "deleted",
  moveFrom: "deleted",
};

function pixels(emu: string | undefined): number | undefined {
  const size = Math.round(Number(emu ?? Number.NaN) / EMU);
  return size >= 1 ? Math.min(size, MAX_PIXELS) : undefined;
}

function find(element: XmlElement, wanted: (element: XmlElement) => boolean): XmlElement | undefined {
  const waiting: XmlElement[] = [element];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (wanted(at)) return at;
    for (const child of [...at.children].reverse()) if (typeof child !== "string") waiting.push(child);
  }
  return undefined;
}
