/**
 * The base table with edits of one or two versions of it, written in the base's own dialect. Records that nothing
 * touches are copied as they stand; a field that is taken keeps its look, otherwise it is quoted as is usual here.
 *
 * What is written is read again before it is given out: where it would not read as the rows that were put together, the
 * error says why.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { ENDINGS, NONE, type EndingKind } from "../text/document.ts";
import { canHold, encode, type Encoding } from "../text/encoding.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Edit, Property } from "./changes.ts";
import type { Comparison, Style } from "./comparison.ts";
import { parseCsv, rowEnd, rowFields, rowText, rowValues, type CsvDocument } from "./document.ts";
import { placed, type PlacedItem } from "./placing.ts";
import { RowComposer, type BranchRow } from "./compose-row.ts";

interface Branch {
  readonly doc: CsvDocument;
  readonly comparison: Comparison;
  readonly edits: readonly Edit[];
}

export function assemble(base: CsvDocument, branches: readonly Branch[]): Result<Uint8Array, string> {
  const style = resultStyle(base, branches);
  if (style === null) return err("two versions of the dialect");
  const columns = placed(
    base.maxWidth,
    branches.map((branch) => placesOf(branch, "column")),
  );
  const rows = placed(
    base.rowCount,
    branches.map((branch) => placesOf(branch, "row")),
  );
  const composer = new RowComposer(base, branches, columns, style);
  const writer = new Writer(base, branches, style, composer);
  for (const item of rows) {
    const problem = writer.row(item);
    if (problem !== null) return err(problem);
  }
  return writer.finish(finalNewline(base, branches), encodingOf(base, branches));
}

const takes = ({ edits }: Branch, property: Property): boolean =>
  edits.some((edit) => edit.type === "property" && edit.property === property);

function resultStyle(base: CsvDocument, branches: readonly Branch[]): Style | null {
  const [first] = branches;
  if (!first) return null;
  const own = first.comparison.style.before;
  const from = (property: Property) =>
    branches.find((branch) => takes(branch, property))?.comparison.style.after ?? null;
  // A base that says nothing about its delimiter takes on that of a version that does.
  const delimiters = new Set(branches.filter(({ doc }) => doc.delimiterKnown).map(({ doc }) => doc.delimiter));
  if (!base.delimiterKnown && delimiters.size > 1) return null;
  const unsaid = base.delimiterKnown ? own.delimiter : ([...delimiters][0] ?? own.delimiter);
  return {
    delimiter: from("delimiter")?.delimiter ?? unsaid,
    quoting: (from("quoting") ?? own).quoting,
    ending: (from("lineEnding") ?? own).ending,
  };
}

function placesOf({ comparison, edits }: Branch, axis: "row" | "column") {
  const gone = new Set<number>();
  const items: { readonly at: number; readonly anchor: number; readonly base: number | null }[] = [];
  const { anchors } = comparison[axis === "row" ? "rows" : "columns"];
  const put = (at: number, base: number | null) => items.push({ at, anchor: anchors[at] ?? -1, base });
  for (const edit of edits) {
    if (edit.type === `${axis}-removed`) gone.add("row" in edit ? edit.row : "column" in edit ? edit.column : -1);
    else if (edit.type === "row-added" && axis === "row") put(edit.afterRow, null);
    else if (edit.type === "column-added" && axis === "column") put(edit.afterColumn, null);
    else if (edit.type === "row-moved" && axis === "row") put(edit.afterRow, edit.row);
    else if (edit.type === "column-moved" && axis === "column") put(edit.afterColumn, edit.column);
  }
  return { gone, items };
}

function finalNewline(base: CsvDocument, branches: readonly Branch[]): boolean {
  const chosen = branches.find((branch) => takes(branch, "finalNewline"))?.doc.finalNewline;
  return chosen ?? base.finalNewline ?? branches.find(({ doc }) => doc.finalNewline !== null)?.doc.finalNewline ?? true;
}

/** An ASCII base takes on the encoding of a version that needs more. */
function encodingOf(base: CsvDocument, branches: readonly Branch[]): Encoding {
  const chosen = branches.find((branch) => takes(branch, "encoding"));
  if (chosen) return chosen.doc.encoding;
  const eightBit = base.encoding === "utf-8" || base.encoding === "latin-1";
  const other = branches.find(({ doc }) => !doc.ascii && (doc.encoding === "utf-8" || doc.encoding === "latin-1"));
  return base.ascii && eightBit && other ? other.doc.encoding : base.encoding;
}

class Writer {
  readonly #base: CsvDocument;
  readonly #branches: readonly Branch[];
  readonly #style: Style;
  readonly #composer: RowComposer;
  readonly #parts: string[] = [];
  readonly #starts: number[] = [];
  /** Rows that were put together: what they must read as. */
  readonly #expected = new Map<number, readonly string[]>();
  readonly #sameStyle: boolean;
  #length = 0;
  #lastEnding = 0;

  constructor(base: CsvDocument, branches: readonly Branch[], style: Style, composer: RowComposer) {
    this.#base = base;
    this.#branches = branches;
    this.#style = style;
    this.#composer = composer;
    const own = branches[0]?.comparison.style.before;
    this.#sameStyle = own?.delimiter === style.delimiter && own.quoting === style.quoting;
  }

  /** Why the row cannot be written, or null. */
  row({ base, branch, at }: PlacedItem): string | null {
    const touched = base === null || !this.#sameStyle || this.#composer.touches(base);
    let text: string;
    if (base !== null && !touched) text = rowText(this.#base, base);
    else {
      const made =
        base === null ? this.#composer.added({ branch, row: at } satisfies BranchRow) : this.#composer.kept(base);
      if (typeof made === "string") return made;
      text = made.map(({ raw }) => raw).join(this.#style.delimiter);
      this.#expected.set(
        this.#starts.length,
        made.map(({ value }) => value),
      );
    }
    const ending = ENDINGS[this.#ending(base, branch, at)] || ENDINGS[this.#style.ending];
    this.#starts.push(this.#length);
    this.#parts.push(text, ending);
    this.#length += text.length + ending.length;
    this.#lastEnding = ending.length;
    return null;
  }

  /** Where the record's ending is not the usual one of its version, it keeps it. */
  #ending(base: number | null, branch: number, at: number): EndingKind {
    const own = this.#branches[branch];
    const unusual = (doc: CsvDocument, row: number, usual: EndingKind) =>
      doc.endings[row] === usual ? NONE : (doc.endings[row] as EndingKind);
    if (base === null) return own ? unusual(own.doc, at, own.comparison.style.after.ending) : NONE;
    const look = this.#composer.lookOf(base)?.ending;
    return look ? look.after : unusual(this.#base, base, this.#branches[0]?.comparison.style.before.ending ?? NONE);
  }

  finish(finalNewline: boolean, encoding: Encoding): Result<Uint8Array, string> {
    const whole = this.#parts.join("");
    const content = finalNewline ? whole : whole.slice(0, whole.length - this.#lastEnding);
    const utf8 = Buffer.from(content, "utf8");
    if (!canHold(encoding, utf8)) return err(`text that ${encoding} cannot hold`);
    const bytes = encode(utf8, encoding);
    const read = parseCsv(this.#base.name, sha256(""), bytes, { ...DEFAULT_LIMITS, maxCells: Infinity });
    if (!read.ok) return err(`the result would not read: ${read.error.detail}`);
    const problem = this.#misread(read.value, content);
    return problem === null ? ok(bytes) : err(problem);
  }

  #misread(doc: CsvDocument, content: string): string | null {
    if (doc.content !== content) return "the result would read in another encoding";
    if (doc.rowCount !== this.#starts.length || this.#starts.some((start, row) => doc.starts[row] !== start))
      return "records would run together: a lone quote, two line endings or an empty last record";
    if (doc.delimiterKnown && doc.delimiter !== this.#style.delimiter)
      return "the result would read with another delimiter";
    for (const [row, values] of this.#expected) {
      const read = doc.delimiterKnown ? rowValues(doc, row) : rowFields(doc, row).map(({ value }) => value);
      if (read.length !== values.length || values.some((value, at) => value !== read[at]))
        return `row ${row + 1} would not read as what was chosen`;
      if (rowEnd(doc, row) < (doc.starts[row] ?? 0)) return `row ${row + 1} has no text`;
    }
    return null;
  }
}
