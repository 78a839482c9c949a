/** What a result must be, told from the two versions and the choice; held against the result as it is read again. */
import type { Meaning } from "../content/meaning.ts";
import type { Annotation, PdfDocument } from "../document.ts";
import type { Edit } from "../diff/entry.ts";
import type { PagePairs } from "../diff/units.ts";
import type { ResultPage } from "./plan.ts";

interface Expectation {
  readonly before: PdfDocument;
  readonly after: PdfDocument;
  readonly pairs: PagePairs;
  readonly result: readonly ResultPage[];
  readonly edits: readonly Edit[];
}

/** What is not as it should be; null where all is. */
export function mismatch(expected: Expectation, made: PdfDocument): string | null {
  const { before, after, result, edits } = expected;
  if (made.pages.length !== result.length) return "the pages cannot be put together";
  const source = (side: "before" | "after") => (side === "before" ? before : after);
  const wrong = result.findIndex(
    ({ content }, n) => made.pages[n]?.exact !== source(content.side).pages[content.page]?.exact,
  );
  if (wrong >= 0) return `page ${wrong + 1} would be drawn otherwise`;
  const places = new Places(expected);
  const annotated = result.findIndex(
    (page, n) => !sameNotes(annotationsOf(expected, page, places), made.pages[n]?.annotations ?? []),
  );
  if (annotated >= 0) return `the annotations of page ${annotated + 1} would be others`;
  const has = (kind: Edit["kind"]) => edits.some((edit) => edit.kind === kind);
  const side = (taken: boolean) => (taken ? after : before);
  if (!sameText(side(has("info")).info, made.info)) return "the document information would be another";
  const outline = side(has("outline")).outline;
  const titles = (items: PdfDocument["outline"]) =>
    items.map(({ level, title, meaning }) => [level, title, meaning.digest]);
  if (!sameText(titles(outline), titles(made.outline))) return "the outline would be another";
  const [fields, files, parts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const edit of edits)
    if (edit.kind === "field") fields.add(edit.name);
    else if (edit.kind === "attachment") files.add(edit.name);
    else if (edit.kind === "part") parts.add(edit.key);
  const bare = ({ type, value, shown, structure }: { type: string; value: string; shown: string; structure: string }) =>
    [type, value, shown, structure].join(" ");
  return (
    differing("field", before.fields, after.fields, made.fields, fields, bare) ??
    differing(
      "attachment",
      before.attachments,
      after.attachments,
      made.attachments,
      files,
      (own) => own.meaning + own.contentHash,
    ) ??
    differing("part", before.parts, after.parts, made.parts, parts, (own) => own.digest)
  );
}

function differing<T>(
  what: string,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  made: ReadonlyMap<string, T>,
  taken: ReadonlySet<string>,
  text: (own: T) => string,
): string | null {
  for (const key of new Set([...before.keys(), ...after.keys(), ...made.keys()])) {
    const wanted = (taken.has(key) ? after : before).get(key);
    const found = made.get(key);
    if ((wanted === undefined ? null : text(wanted)) !== (found === undefined ? null : text(found)))
      return `the ${what} ${JSON.stringify(key)} would be another`;
  }
  return null;
}

const sameText = (left: unknown, right: unknown): boolean => textOf(left) === textOf(right);
const textOf = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value) : JSON.stringify(Object.entries(value as object).sort());

/** Where pages of either version are in the result; −1 where they are not. */
class Places {
  readonly #objects = new Map<number, number>();
  readonly #contents = new Map<number, number>();
  readonly #pairs: PagePairs;

  constructor({ result, pairs }: Expectation) {
    this.#pairs = pairs;
    for (const [n, { object, content }] of result.entries()) {
      if (object !== null) this.#objects.set(object, n);
      if (content.side === "after") this.#contents.set(content.page, n);
    }
  }

  before = (page: number): number => this.#objects.get(page) ?? -1;

  after = (page: number): number => {
    const own = this.#contents.get(page);
    if (own !== undefined) return own;
    const partner = this.#pairs.beforeOf(page);
    return partner === null ? -1 : this.before(partner);
  };
}

function annotationsOf({ before, after, edits }: Expectation, page: ResultPage, places: Places): string[] {
  const text = (own: Annotation, place: (page: number) => number) =>
    noteText(own.meaning, own.meaning.pages.map(place));
  if (page.object === null)
    return (after.pages[page.content.page]?.annotations ?? []).map((own) => text(own, places.after));
  const own = edits.filter((edit) => edit.kind === "annotation" && edit.page[0] === page.object);
  const gone = new Set(
    own.flatMap((edit) => (edit.kind === "annotation" && edit.before !== null ? [edit.before] : [])),
  );
  const came = own.flatMap((edit) => {
    const note =
      edit.kind === "annotation"
        ? after.pages[edit.page[1]]?.annotations.find(({ at }) => at === edit.after)
        : undefined;
    return note === undefined ? [] : [text(note, places.after)];
  });
  const kept = (before.pages[page.object]?.annotations ?? []).filter(({ at }) => !gone.has(at));
  return [...kept.map((note) => text(note, places.before)), ...came];
}

const noteText = ({ digest }: Meaning, pages: readonly number[]): string => `${digest} ${pages.join(" ")}`;

function sameNotes(wanted: readonly string[], made: readonly Annotation[]): boolean {
  const found = made.map(({ meaning }) => noteText(meaning, meaning.pages));
  return sameText([...wanted].sort(), found.sort());
}
