/** Writes the result's pages and parts into an update of the base. Throws `Refusal` where that is not possible. */
import type { Edit } from "../diff/entry.ts";
import type { PagePairs } from "../diff/units.ts";
import type { PdfFile } from "../file/file.ts";
import { dict, isDict, isList, isRef, list, name, type PdfValue, type Ref } from "../file/objects.ts";
import type { PageObject } from "../file/pages.ts";
import { Copier } from "./copier.ts";
import type { ResultPage } from "./plan.ts";
import { Refusal } from "./refusal.ts";
import { sameLayers } from "./layers.ts";
import { writeParts } from "./parts.ts";
import { pruneTags } from "./tags.ts";
import { Update } from "./update.ts";

export interface Side {
  readonly file: PdfFile;
  readonly pages: readonly PageObject[];
}

export interface Job {
  readonly before: Side;
  readonly after: Side;
  readonly pairs: PagePairs;
  readonly result: readonly ResultPage[];
  readonly edits: readonly Edit[];
}

type Annotation = Extract<Edit, { kind: "annotation" }>;

export function buildUpdate(job: Job): Update {
  const { before, after, result, edits } = job;
  const update = new Update(before.file);
  const refs = result.map(({ object }) => (object === null ? update.reserve() : pageRef(before, object)));
  const copier = new Copier(
    after.file,
    update,
    new Map([...sameLayers(before.file, after.file), ...standIns(job, refs)]),
  );
  const root = rootOf(before);
  const inPlace = result.length === before.pages.length && result.every(({ object }, n) => object === n);
  const annotations = new Map<number, Annotation[]>();
  for (const edit of edits)
    if (edit.kind === "annotation") annotations.set(edit.page[0], [...(annotations.get(edit.page[0]) ?? []), edit]);
  for (const [n, page] of result.entries()) {
    const own = page.object === null ? [] : (annotations.get(page.object) ?? []);
    const untouched = page.content.side === "before" && own.length === 0;
    if (untouched && inPlace) continue;
    const target = refs[n];
    if (target === undefined) continue;
    const entries = pageEntries(job, page, copier, own);
    const parent =
      page.object === null || !inPlace ? root : (before.pages[page.object]?.own.entries.get("Parent") ?? root);
    entries.set("Parent", parent);
    update.set(target, { kind: "dict", entries });
  }
  if (!inPlace) writeTree(before, update, root, refs);
  writeParts(job, update, copier);
  pruneTags(before.file, update, orphaned(before, result));
  return update;
}

function pageRef(side: Side, page: number): Ref {
  const found = side.pages[page]?.ref ?? null;
  if (found === null) throw new Refusal("a page is written inside of the page tree");
  return found;
}

function rootOf({ file }: Side): Ref {
  const root = file.catalog.entries.get("Pages");
  if (!isRef(root)) throw new Refusal("the page tree is written inside of the catalog");
  return root;
}

/** For every page of the other version, the page of the result that stands for it. */
function standIns({ after, pairs, result }: Job, refs: readonly Ref[]): Map<number, Ref | null> {
  const [byObject, byContent] = [new Map<number, Ref>(), new Map<number, Ref>()];
  for (const [n, { object, content }] of result.entries()) {
    const own = refs[n];
    if (own === undefined) continue;
    if (object !== null) byObject.set(object, own);
    if (content.side === "after") byContent.set(content.page, own);
  }
  const found = new Map<number, Ref | null>();
  for (const [n, page] of after.pages.entries()) {
    if (page.ref === null) continue;
    const partner = pairs.beforeOf(n);
    found.set(page.ref.num, byContent.get(n) ?? (partner === null ? null : (byObject.get(partner) ?? null)));
  }
  return found;
}

/** Belong to the place of a page in its document, not to what it shows. */
const NOT_COPIED: ReadonlySet<string> = new Set(["Parent", "Annots", "B", "StructParents", "Thumb", "Metadata"]);

function pageEntries(
  { before, after }: Job,
  { object, content }: ResultPage,
  copier: Copier,
  edits: readonly Annotation[],
): Map<string, PdfValue> {
  const base = object === null ? null : before.pages[object];
  if (content.side === "before") {
    const entries = new Map(before.pages[content.page]?.entries);
    if (edits.length > 0) setAnnotations(entries, keptAnnotations(before, base, edits), edits, after, copier);
    return entries;
  }
  const page = after.pages[content.page];
  const entries = new Map<string, PdfValue>([["Type", name("Page")]]);
  for (const [key, value] of page?.entries ?? []) if (!NOT_COPIED.has(key)) entries.set(key, copier.copy(value));
  // What the page of the other version does not say must not be inherited here.
  entries.set("Rotate", entries.get("Rotate") ?? 0);
  entries.set("CropBox", entries.get("CropBox") ?? entries.get("MediaBox") ?? null);
  entries.set("Resources", entries.get("Resources") ?? dict([]));
  if (base) setAnnotations(entries, keptAnnotations(before, base, edits), edits, after, copier);
  else setAnnotations(entries, [], allAnnotations(after, content.page), after, copier);
  for (const key of ["Annots", "CropBox"]) if (entries.get(key) === null) entries.delete(key);
  return entries;
}

/** The base's own list without what is removed or replaced, and without the windows of those notes. */
function keptAnnotations(before: Side, base: PageObject | null | undefined, edits: readonly Annotation[]): PdfValue[] {
  const found = before.file.resolve(base?.entries.get("Annots"));
  if (!isList(found)) return [];
  const gone = new Set(edits.flatMap(({ before: at }) => (at === null ? [] : [at])));
  const windows = new Set(
    [...gone].flatMap((at) => {
      const own = before.file.resolve(found.items[at]);
      const popup = isDict(own) ? own.entries.get("Popup") : null;
      return isRef(popup) ? [popup.num] : [];
    }),
  );
  return found.items.filter((item, at) => !gone.has(at) && !(isRef(item) && windows.has(item.num)));
}

function setAnnotations(
  entries: Map<string, PdfValue>,
  kept: readonly PdfValue[],
  edits: readonly Pick<Annotation, "page" | "after">[],
  after: Side,
  copier: Copier,
): void {
  const added = edits.flatMap(({ page, after: at }): PdfValue[] => {
    const found = after.file.resolve(after.pages[page[1]]?.entries.get("Annots"));
    const item = at === null || !isList(found) ? undefined : found.items[at];
    if (item === undefined) return [];
    const own = after.file.resolve(item);
    const popup = isDict(own) ? own.entries.get("Popup") : undefined;
    return [copier.copy(item), ...(isRef(popup) ? [copier.copy(popup)] : [])];
  });
  const all = [...kept, ...added];
  if (all.length > 0) entries.set("Annots", list(all));
  else entries.delete("Annots");
}

function allAnnotations(after: Side, page: number): Pick<Annotation, "page" | "after">[] {
  const found = after.file.resolve(after.pages[page]?.entries.get("Annots"));
  if (!isList(found)) return [];
  return found.items.flatMap((item, at) => {
    const own = after.file.resolve(item);
    const subtype = isDict(own) ? after.file.resolve(own.entries.get("Subtype")) : null;
    const kind = typeof subtype === "object" && subtype?.kind === "name" ? subtype.name : "";
    if (kind === "Widget") throw new Refusal("a new page has form fields");
    return kind === "Popup" ? [] : [{ page: [-1, page] as const, after: at }];
  });
}

/** One flat list of pages; what pages inherited is written on them. */
function writeTree(before: Side, update: Update, root: Ref, refs: readonly Ref[]): void {
  if (new Set(refs.map(({ num }) => num)).size !== refs.length)
    throw new Refusal("one page object stands for two pages");
  const own = before.file.resolve(root);
  const entries = new Map(isDict(own) ? own.entries : []);
  for (const key of ["Resources", "MediaBox", "CropBox", "Rotate"]) entries.delete(key);
  entries.set("Kids", list(refs));
  entries.set("Count", refs.length);
  update.set(root, { kind: "dict", entries });
}

/** Object numbers of the base's pages whose tagged content is no longer there. */
function orphaned({ pages }: Side, result: readonly ResultPage[]): Set<number> {
  const kept = new Set(result.flatMap(({ object, content }) => (content.side === "before" ? [object] : [])));
  return new Set(pages.flatMap(({ ref: own }, n) => (own === null || kept.has(n) ? [] : [own.num])));
}
