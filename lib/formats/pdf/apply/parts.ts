/** Carries out what does not belong to pages: information, outline, attachments, values of fields, other catalog entries. */
import type { Edit } from "../diff/entry.ts";
import { dict, isDict, isRef, list, type Dict, type PdfValue, type Ref } from "../file/objects.ts";
import type { PdfFile } from "../file/file.ts";
import { attachmentEntries } from "../parts/attachments.ts";
import { fieldObjects } from "../parts/form.ts";
import type { NameEntry } from "../parts/name-tree.ts";
import type { Copier } from "./copier.ts";
import { Refusal } from "./refusal.ts";
import type { Update } from "./update.ts";

interface Job {
  readonly before: { readonly file: PdfFile };
  readonly after: { readonly file: PdfFile };
  readonly edits: readonly Edit[];
}

export function writeParts({ before, after, edits }: Job, update: Update, copier: Copier): void {
  const root = before.file.trailer.entries.get("Root");
  if (!isRef(root)) throw new Refusal("the catalog is written inside of the trailer");
  const catalog = new Map(before.file.catalog.entries);
  const size = new Map(catalog);
  const other = after.file.catalog.entries;
  const take = (key: string): void => put(catalog, key, copier.copy(other.get(key) ?? null));
  const attachments = edits.filter((edit) => edit.kind === "attachment");
  if (attachments.length > 0)
    setName(before.file, catalog, "EmbeddedFiles", attachmentTree(before, after, attachments, copier));
  for (const edit of edits) {
    if (edit.kind === "info") {
      update.info = copier.copy(after.file.trailer.entries.get("Info") ?? null);
      if (update.info !== null && !isRef(update.info)) update.info = update.add(update.info);
      take("Metadata");
    } else if (edit.kind === "outline") take("Outlines");
    else if (edit.kind === "field") setField(before.file, after.file, edit, update, copier);
    else if (edit.kind === "tags") throw new Refusal("tags are taken with the whole file only");
    else if (edit.kind === "part") setPart(before.file, after.file, catalog, edit.key, copier, take);
  }
  const changed = [...new Set([...size.keys(), ...catalog.keys()])].some((key) => size.get(key) !== catalog.get(key));
  if (changed) update.set(root, { kind: "dict", entries: catalog });
}

function put(entries: Map<string, PdfValue>, key: string, value: PdfValue): void {
  if (value === null) entries.delete(key);
  else entries.set(key, value);
}

function setPart(
  before: PdfFile,
  after: PdfFile,
  catalog: Map<string, PdfValue>,
  key: string,
  copier: Copier,
  take: (key: string) => void,
): void {
  if (key === "OCProperties") throw new Refusal("layers are taken with the whole file only");
  if (key.startsWith("Names/")) {
    const names = after.resolve(after.catalog.entries.get("Names"));
    const own = key.slice("Names/".length);
    setName(before, catalog, own, isDict(names) ? copier.copy(names.entries.get(own) ?? null) : null);
    return;
  }
  if (key !== "AcroForm") {
    take(key);
    return;
  }
  const [was, is] = [before, after].map((file) => file.resolve(file.catalog.entries.get("AcroForm")));
  if (!isDict(was) || !isDict(is)) throw new Refusal("a form comes and goes with the whole file only");
  const copied = [...is.entries]
    .filter(([own]) => own !== "Fields")
    .map(([own, value]) => [own, copier.copy(value)] as const);
  const fields = was.entries.get("Fields");
  catalog.set("AcroForm", dict([...copied, ...(fields === undefined ? [] : [["Fields", fields] as const])]));
}

function setName(file: PdfFile, catalog: Map<string, PdfValue>, key: string, value: PdfValue): void {
  const names = file.resolve(catalog.get("Names"));
  const entries = new Map(isDict(names) ? names.entries : []);
  put(entries, key, value);
  put(catalog, "Names", entries.size === 0 ? null : { kind: "dict", entries });
}

/** One flat node, in the order of the keys' bytes. Null where nothing is attached any more. */
function attachmentTree(
  before: Job["before"],
  after: Job["after"],
  edits: readonly Extract<Edit, { kind: "attachment" }>[],
  copier: Copier,
): PdfValue {
  const taken = new Set(edits.map(({ name }) => name));
  const kept = attachmentEntries(before.file).filter(({ label }) => !taken.has(label));
  const came: NameEntry[] = attachmentEntries(after.file)
    .filter(({ label }) => taken.has(label))
    .map((entry) => ({ ...entry, value: copier.copy(entry.value) }));
  const all = [...kept, ...came].sort((a, b) => Buffer.compare(a.key.bytes, b.key.bytes));
  if (all.length === 0) return null;
  return dict([["Names", list(all.flatMap(({ key, value }) => [key, value]))]]);
}

/** The value, and what shows it, of a field that is the same on both sides otherwise. */
function setField(
  before: PdfFile,
  after: PdfFile,
  edit: Extract<Edit, { kind: "field" }>,
  update: Update,
  copier: Copier,
): void {
  const [was, is] = [before, after].map((file) => fieldObjects(file).find(({ name }) => name === edit.name));
  if (!edit.plain || was === undefined || is === undefined || was.widgets.length !== is.widgets.length)
    throw new Refusal("form fields come, go and change their kind with the whole file only");
  rewrite(
    update,
    was.num,
    was.own,
    new Map([
      ["V", copier.copy(is.value)],
      ["RV", copier.copy(is.own.entries.get("RV") ?? null)],
    ]),
  );
  for (const [n, widget] of was.widgets.entries()) {
    const other = is.widgets[n]?.own.entries;
    const shown = ["AS", "AP"].map((key) => [key, copier.copy(other?.get(key) ?? null)] as const);
    rewrite(update, widget.num, widget.own, new Map(shown));
  }
}

function rewrite(update: Update, num: number | null, own: Dict, changed: ReadonlyMap<string, PdfValue>): void {
  if (num === null) throw new Refusal("a field is written inside of another object");
  const target: Ref = { kind: "ref", num, gen: 0 };
  const now = update.get(target);
  const entries = new Map(isDict(now) ? now.entries : own.entries);
  for (const [key, value] of changed) put(entries, key, value);
  update.set(target, { kind: "dict", entries });
}
