/**
 * The base notebook with edits of one or two versions of it. Only what is touched is written anew, in the base's
 * indentation; all other bytes stay. The result is read again before it is given out.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import { placed, type Places } from "../csv/placing.ts";
import type { Edit } from "./changes.ts";
import type { Unit } from "./cell.ts";
import { addedCell, patchedCell, type Origin } from "./compose-cell.ts";
import type { NotebookComparison, PropertyDifference } from "./comparison.ts";
import { isRaised, type NotebookDocument } from "./document.ts";
import { member, parseJson, type JsonNode } from "./json.ts";
import { styleOf, writeItems, writeMembers, writeNode, type JsonStyle } from "./json-write.ts";

interface NotebookBranch {
  readonly doc: NotebookDocument;
  readonly comparison: NotebookComparison;
  readonly edits: readonly Edit[];
}

interface Patch {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function assembleNotebook(
  base: NotebookDocument,
  branches: readonly NotebookBranch[],
): Result<Uint8Array, string> {
  const style = styleOf(base.text, base.root);
  const patches = propertyPatches(base, branches, style);
  const cells = cellsPatch(base, branches, style);
  if (cells) patches.push(cells);
  const text = patched(base.text, patches);
  const read = parseJson(text, { depth: Infinity, values: Infinity });
  if (!read.ok) return err(`the result would not read: ${read.error.detail}`);
  const marked = branches.find(({ edits }) => edits.some(({ type }) => type === "byteOrderMark"))?.doc ?? base;
  return ok(Buffer.from((marked.byteOrderMark ? "\ufeff" : "") + text, "utf8"));
}

function patched(text: string, patches: readonly Patch[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: own } of [...patches].sort((a, b) => a.start - b.start || a.end - b.end)) {
    result += text.slice(at, start) + own;
    at = end;
  }
  return result + text.slice(at);
}

function cellsPatch(base: NotebookDocument, branches: readonly NotebookBranch[], style: JsonStyle): Patch | null {
  const node = base.cellsNode;
  if (node === null) return null;
  const depth = base.major === 4 ? 2 : 4;
  const taken = takenUnits(branches);
  const ids = new CellIds(base, branches);
  const order = placed(base.cells.length, branches.map(placesOf));
  const written = (origin: Origin, place: number) => addedCell(origin, ids.ofAdded(origin, place), style, depth);
  const texts = order.map(({ base: own, branch, at }, place) => {
    const version = branches[branch];
    const added = version?.doc.cells[at];
    if (own === null) return version && added ? written({ doc: version.doc, cell: added }, place) : "{}";
    const cell = base.cells[own];
    if (!cell) return "{}";
    const units = taken.get(own) ?? new Map<Unit, Origin>();
    const id = ids.ofBase(own, units);
    if (units.size === 0 && id === cell.id) return base.text.slice(cell.node.start, cell.node.end);
    return patchedCell({ doc: base, cell }, units, id, style, depth);
  });
  const inPlace = order.length === base.cells.length && order.every(({ base: own }, at) => own === at);
  const text = inPlace ? between(base.text, node, texts) : rowOf(base.text, node, texts, style, depth);
  return { start: node.start, end: node.end, text };
}

/** The ids that cells of a result have: those of the base; with a change of version, those that it brings or none. */
class CellIds {
  readonly #base: NotebookDocument;
  readonly #raising: NotebookBranch | undefined;
  readonly #has: boolean;

  constructor(base: NotebookDocument, branches: readonly NotebookBranch[]) {
    this.#base = base;
    const versioned = (branch: NotebookBranch) =>
      takenProperties(branch).some(({ path, key }) => path === "root" && key === "nbformat_minor");
    this.#raising = branches.find((branch) => versioned(branch) && isRaised(base, branch.doc) !== null);
    this.#has = base.major !== 4 || (branches.find(versioned)?.doc.minor ?? base.minor) >= 5;
  }

  ofBase(cell: number, units: ReadonlyMap<Unit, Origin>): string | null {
    const own = this.#base.cells[cell]?.id ?? null;
    const metadata = units.get("metadata");
    if (!this.#raising) return metadata && isRaised(this.#base, metadata.doc) === null ? metadata.cell.id : own;
    if (!this.#has) return null;
    const after = this.#raising.comparison.cells.toAfter[cell] ?? -1;
    const twin = this.#raising.doc.cells[after];
    return twin ? twin.id : (own ?? madeId(this.#base.cells[cell]?.source ?? "", cell));
  }

  /** A version of before the ids brings none along. */
  ofAdded({ doc, cell: { id, source } }: Origin, place: number): string | null {
    if (!this.#has) return null;
    return id ?? (doc.major === 4 && doc.minor < 5 ? madeId(source, place) : null);
  }
}

/** The format demands one; the same in every run. */
const madeId = (source: string, place: number): string => sha256(`${place} ${source}`).slice(0, 8);

type ArrayNode = JsonNode & { readonly kind: "array" };

/** The items in the places of the old ones. */
function between(text: string, node: ArrayNode, items: readonly string[]): string {
  let result = "";
  let at = node.start;
  node.items.forEach((item, n) => {
    result += text.slice(at, item.start) + (items[n] ?? "");
    at = item.end;
  });
  return result + text.slice(at, node.end);
}

/** Another number or order of items, with the white space that the array has. */
function rowOf(text: string, node: ArrayNode, items: readonly string[], style: JsonStyle, depth: number): string {
  const [first, second] = node.items;
  const last = node.items.at(-1);
  if (items.length === 0) return "[]";
  if (!first || !last) return writeItems("[", items, "]", style, depth - 1);
  const lead = text.slice(node.start + 1, first.start);
  const separator = second ? text.slice(first.end, second.start) : style.indent === null ? style.comma : `,${lead}`;
  return `[${lead}${items.join(separator)}${text.slice(last.end, node.end)}`;
}

function takenUnits(branches: readonly NotebookBranch[]): Map<number, Map<Unit, Origin>> {
  const taken = new Map<number, Map<Unit, Origin>>();
  for (const { doc, edits } of branches)
    for (const edit of edits) {
      const cell = edit.type === "unit" ? doc.cells[edit.afterCell] : undefined;
      if (edit.type !== "unit" || !cell) continue;
      const units = taken.get(edit.cell) ?? new Map<Unit, Origin>();
      units.set(edit.unit, { doc, cell });
      taken.set(edit.cell, units);
    }
  return taken;
}

function placesOf({ comparison, edits }: NotebookBranch): Places {
  const gone = new Set<number>();
  const items: { at: number; anchor: number; base: number | null }[] = [];
  const put = (at: number, base: number | null) => items.push({ at, anchor: comparison.cells.anchors[at] ?? -1, base });
  for (const edit of edits) {
    if (edit.type === "cell-removed") gone.add(edit.cell);
    if (edit.type === "cell-added") put(edit.afterCell, null);
    if (edit.type === "cell-moved") put(edit.afterCell, edit.cell);
  }
  return { gone, items };
}

const takenProperties = ({ edits }: NotebookBranch): PropertyDifference[] =>
  edits.flatMap((edit) => (edit.type === "property" ? [edit.property] : []));

function propertyPatches(base: NotebookDocument, branches: readonly NotebookBranch[], style: JsonStyle): Patch[] {
  const metadata = member(base.root, "metadata");
  const into = (path: PropertyDifference["path"]) =>
    branches.flatMap((branch) =>
      takenProperties(branch)
        .filter((property) => property.path === path)
        .map((property) => ({ text: branch.doc.text, property })),
    );
  const [ofRoot, ofMetadata] = [into("root"), into("metadata")];
  const patches = metadata?.kind === "object" ? membersPatches(metadata, ofMetadata, style, 1) : [];
  if (metadata === undefined && ofMetadata.length > 0) {
    const members = ofMetadata.flatMap(({ text, property: { key, after } }) =>
      after ? [{ key: JSON.stringify(key), value: writeNode(text, after, style, 2) }] : [],
    );
    const made = { name: "metadata", text: writeMembers(members, style, 1) };
    return membersPatches(base.root, ofRoot, style, 0, made);
  }
  return [...patches, ...membersPatches(base.root, ofRoot, style, 0)];
}

type Taken = readonly { readonly text: string; readonly property: PropertyDifference }[];

/** Values in their places; names that come stand at the end, names that go take the comma with them. */
function membersPatches(
  node: JsonNode & { readonly kind: "object" },
  taken: Taken,
  style: JsonStyle,
  depth: number,
  made?: { readonly name: string; readonly text: string },
): Patch[] {
  const patches: Patch[] = [];
  const gone = new Set<string>();
  const come: string[] = made ? [JSON.stringify(made.name) + style.colon + made.text] : [];
  for (const { text: source, property } of taken) {
    const own = member(node, property.key);
    if (!property.after) gone.add(property.key);
    else if (own)
      patches.push({ start: own.start, end: own.end, text: writeNode(source, property.after, style, depth + 1) });
    else come.push(JSON.stringify(property.key) + style.colon + writeNode(source, property.after, style, depth + 1));
  }
  const kept = node.members.filter(({ key }) => !gone.has(key));
  if (kept.length === 0) return [{ start: node.start, end: node.end, text: writeItems("{", come, "}", style, depth) }];
  const { members } = node;
  members.forEach(({ key, keyStart }, at) => {
    const [next, last] = [members[at + 1], members[at - 1]];
    if (!gone.has(key)) return;
    // Up to the next name; behind the last one that stays, from the end of what stays.
    const stays = members.slice(at + 1).some((own) => !gone.has(own.key));
    if (stays && next) patches.push({ start: keyStart, end: next.keyStart, text: "" });
    else if (last && !gone.has(last.key))
      patches.push({ start: last.value.end, end: members.at(-1)?.value.end ?? 0, text: "" });
  });
  const end = kept.at(-1)?.value.end ?? node.start;
  const lead = style.indent === null ? style.comma : `,${style.newline}${style.indent.repeat(depth + 1)}`;
  if (come.length > 0) patches.push({ start: end, end, text: come.map((own) => lead + own).join("") });
  return patches;
}
