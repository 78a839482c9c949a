/** Changes of what does not belong to a page: information, outline, attachments, form fields, the rest of the catalog. */
import type { Address } from "../../../core/address/address.ts";
import type { Change, ChangeKind, Facet, Flag, Value } from "../../../core/change/change.ts";
import type { Meaning } from "../content/meaning.ts";
import type { OutlineItem, PdfDocument } from "../document.ts";
import type { Edit, Entries } from "./entry.ts";
import type { PagePairs, Unit } from "./units.ts";
import { propertiesValue } from "./values.ts";

export function diffParts(
  entries: Entries,
  before: PdfDocument,
  after: PdfDocument,
  pages: PagePairs,
  units: readonly Unit[],
): void {
  diffFields(entries, before, after, units);
  diffOutline(entries, before, after, pages);
  diffAttachments(entries, before, after);
  for (const key of keysOf(before.parts, after.parts)) {
    const [was, is] = [before.parts.get(key), after.parts.get(key)];
    if (same(was, is, pages)) continue;
    const flags: Flag[] = is !== undefined && /JavaScript|OpenAction|^AA$/.test(key) ? ["macro"] : [];
    addPart(entries, { kind: "part", key }, `catalog/${key}`, "unrendered", [was, is], flags);
  }
  const paged = entries.list.some(({ edit }) => edit.kind === "block" || edit.kind === "move");
  if (!same(before.tags ?? undefined, after.tags ?? undefined, pages)) {
    // Tags follow the pages that they are about.
    const sides = [before.tags ?? undefined, after.tags ?? undefined] as const;
    addPart(entries, { kind: "tags" }, "catalog/StructTreeRoot", paged ? "recalculated" : "unrendered", sides, []);
  }
  diffInfo(entries, before, after);
}

const keysOf = (before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].sort();

const same = (was: Meaning | undefined, is: Meaning | undefined, pages: PagePairs): boolean =>
  was?.digest === is?.digest && pages.equal(was?.pages ?? [], is?.pages ?? []);

const kindOf = (was: unknown, is: unknown): ChangeKind =>
  was === undefined ? "added" : is === undefined ? "removed" : "modified";

function addPart(
  entries: Entries,
  edit: Edit,
  part: string,
  facet: Facet,
  [was, is]: readonly [Meaning | undefined, Meaning | undefined],
  flags: readonly Flag[],
): void {
  const value = (own: Meaning | undefined): Value | undefined =>
    own && propertiesValue({ digest: own.digest.slice(0, 16) });
  entries.add(edit, changeOf(kindOf(was, is), facet, { kind: "part", part }, value(was), value(is), flags), {
    before: was?.digest ?? null,
    after: [is?.digest ?? null, is?.pages.length ?? 0],
  });
}

function changeOf(
  kind: ChangeKind,
  facet: Facet,
  address: Address,
  before: Value | undefined,
  after: Value | undefined,
  flags: readonly Flag[] = [],
): Omit<Change, "id" | "requires"> {
  return {
    kind,
    facet,
    address,
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
    ...(flags.length > 0 ? { flags } : {}),
  };
}

/** Who made the file, with what and when; XMP says the same in other words. */
function diffInfo(entries: Entries, before: PdfDocument, after: PdfDocument): void {
  const names = [...new Set([...Object.keys(before.info), ...Object.keys(after.info)])].sort();
  const differing = names.filter((key) => before.info[key] !== after.info[key]);
  if (differing.length === 0) return;
  const value = ({ info }: PdfDocument) =>
    propertiesValue(Object.fromEntries(differing.map((key) => [key, info[key] ?? null])));
  const sides = { before: value(before), after: value(after) };
  const address = { kind: "part", part: "info" } as const;
  entries.add({ kind: "info" }, changeOf("modified", "metadata", address, sides.before, sides.after), sides);
}

function diffOutline(entries: Entries, before: PdfDocument, after: PdfDocument, pages: PagePairs): void {
  const [left, right] = [before.outline, after.outline];
  const named = (own: readonly OutlineItem[]) =>
    own.map(({ level, title }) => `${"  ".repeat(Math.min(level - 1, 20))}${title}`);
  const equal =
    left.length === right.length &&
    left.every((was, n) => {
      const is = right[n];
      return is?.level === was.level && is.title === was.title && same(was.meaning, is.meaning, pages);
    });
  if (equal) return;
  const value = (own: readonly OutlineItem[]): Value | undefined =>
    own.length === 0 ? undefined : { type: "text", text: named(own).join("\n") };
  const titled = named(left).join("\n") !== named(right).join("\n");
  const kind = left.length === 0 ? "added" : right.length === 0 ? "removed" : "modified";
  const facet = titled ? "structure" : "unrendered";
  const meant = (own: readonly OutlineItem[]) => own.map(({ level, title, meaning }) => [level, title, meaning.digest]);
  entries.add(
    { kind: "outline" },
    changeOf(kind, facet, { kind: "part", part: "outline" }, value(left), value(right)),
    { before: meant(left), after: meant(right) },
  );
}

function diffAttachments(entries: Entries, before: PdfDocument, after: PdfDocument): void {
  for (const key of keysOf(before.attachments, after.attachments)) {
    const [was, is] = [before.attachments.get(key), after.attachments.get(key)];
    if (was?.contentHash === is?.contentHash && was?.meaning === is?.meaning) continue;
    const value = (own: typeof was): Value | undefined =>
      own && { type: "file", contentHash: own.contentHash, size: own.size };
    const facet = was?.contentHash === is?.contentHash ? "metadata" : "content";
    const address = { kind: "part", part: `attachment/${key}` } as const;
    entries.add({ kind: "attachment", name: key }, changeOf(kindOf(was, is), facet, address, value(was), value(is)), {
      before: was ?? null,
      after: is ?? null,
    });
  }
}

/** A field that comes or goes is tied to the pages that bring or take it. */
function diffFields(entries: Entries, before: PdfDocument, after: PdfDocument, units: readonly Unit[]): void {
  for (const key of keysOf(before.fields, after.fields)) {
    const [was, is] = [before.fields.get(key), after.fields.get(key)];
    const sameStructure = was?.structure === is?.structure && was?.type === is?.type;
    if (sameStructure && was?.shown === is?.shown) continue;
    const value = (own: typeof was): Value | undefined => own && { type: "text", text: own.value };
    const facet: Facet = !sameStructure ? "structure" : was?.value === is?.value ? "format" : "content";
    const address = { kind: "name", name: key === "" ? "(unnamed)" : key } as const;
    const id = entries.add(
      { kind: "field", name: key, plain: sameStructure },
      changeOf(kindOf(was, is), facet, address, value(was), value(is)),
      {
        before: was ? [was.value, was.shown, was.structure] : null,
        after: is ? [is.value, is.shown, is.structure] : null,
      },
    );
    if (was !== undefined && is !== undefined) continue;
    const touched = entries.list.filter(({ edit }) => {
      const unit = edit.kind === "block" ? units[edit.unit] : undefined;
      if (unit?.kind !== "block") return false;
      return (was ?? is)?.pages.some((page) => (was ? unit.before : unit.after).includes(page));
    });
    entries.together([id, ...touched.map(({ change }) => change.id)]);
  }
}
