/**
 * A comparison of notebooks as addressed changes, each with the edit of the base that it stands for.
 *
 * `cell=7` is a cell's source (facet content, type `text`), its type (structure), and the cell as a whole where it was
 * inserted, deleted or moved (structure, type `properties`: type, source, outputs, metadata; where it moved to is
 * `inFrontOf`, counted in the base). `cell=7&of=outputs` is a summary of outputs and attachments, `cell=7&of=metadata`
 * the rest. Properties of the notebook are metadata of the whole file, one change a name. Ids of cells that come with
 * version 4.5 of the format are part of the change of version.
 */
import type { Address } from "../../core/address/address.ts";
import { changeId, type Change, type ChangeId, type Value } from "../../core/change/change.ts";
import { hasError, metadataProperties, outputsSummary, shortened, typeText, unitText, type Unit } from "./cell.ts";
import type { NotebookComparison, PropertyDifference, UnitDifference } from "./comparison.ts";
import { isRaised, type NotebookCell, type NotebookDocument } from "./document.ts";
import { canonicalText, type JsonNode } from "./json.ts";
import { sha256 } from "../../shared/sha256.ts";

/** `cell` counts in before, `afterCell` in after. */
export type Edit =
  | { readonly type: "unit"; readonly cell: number; readonly afterCell: number; readonly unit: Unit }
  | { readonly type: "cell-removed"; readonly cell: number }
  | { readonly type: "cell-added"; readonly afterCell: number }
  | { readonly type: "cell-moved"; readonly cell: number; readonly afterCell: number }
  | { readonly type: "property"; readonly property: PropertyDifference }
  | { readonly type: "byteOrderMark" };

interface NotebookChange {
  readonly change: Change;
  readonly edit: Edit;
}

export type UnnamedChange = Omit<Change, "id">;

/** What makes two changes of notebooks the same (R1), from the change alone. */
export function notebookChangeId(change: UnnamedChange, ordinal = 0): ChangeId {
  return changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: change.beforeAddress ?? change.address,
    before: change.before ?? null,
    after: change.after ?? null,
    ...(ordinal === 0 ? {} : { ordinal }),
  });
}

/** Properties of the notebook first, then cells that are new, gone or moved, then parts of cells. */
export function notebookChanges(
  before: NotebookDocument,
  after: NotebookDocument,
  comparison: NotebookComparison,
): NotebookChange[] {
  return new ChangeList(before, after, comparison).run();
}

const cellAddress = (cell: number, of?: "outputs" | "metadata"): Address => ({
  kind: "notebookCell",
  cell: cell + 1,
  ...(of ? { of } : {}),
});

class ChangeList {
  readonly #before: NotebookDocument;
  readonly #after: NotebookDocument;
  readonly #comparison: NotebookComparison;
  readonly #list: NotebookChange[] = [];
  readonly #seen = new Map<ChangeId, number>();

  constructor(before: NotebookDocument, after: NotebookDocument, comparison: NotebookComparison) {
    this.#before = before;
    this.#after = after;
    this.#comparison = comparison;
  }

  run(): NotebookChange[] {
    const { properties, units } = this.#comparison;
    if (this.#before.byteOrderMark !== this.#after.byteOrderMark) this.#mark();
    for (const property of properties) this.#property(property);
    this.#cells();
    for (const unit of units) this.#unit(unit);
    return this.#list;
  }

  #add(change: UnnamedChange, edit: Edit): ChangeId {
    const first = notebookChangeId(change);
    const ordinal = this.#seen.get(first) ?? 0;
    this.#seen.set(first, ordinal + 1);
    const id = ordinal === 0 ? first : notebookChangeId(change, ordinal);
    // Of equal changes at one place the second is the second only beside the first.
    const needs = ordinal === 0 ? [] : [notebookChangeId(change, ordinal - 1)];
    const requires = [...needs, ...(change.requires ?? [])];
    this.#list.push({ change: { id, ...change, ...(requires.length > 0 ? { requires } : {}) }, edit });
    return id;
  }

  #mark(): void {
    const value = ({ byteOrderMark }: NotebookDocument): Value => ({
      type: "properties",
      properties: { byteOrderMark },
    });
    const sides = { before: value(this.#before), after: value(this.#after) };
    this.#add({ kind: "modified", facet: "metadata", address: { kind: "file" }, ...sides }, { type: "byteOrderMark" });
  }

  #property(property: PropertyDifference): void {
    const { path, key, before, after } = property;
    const name = path === "root" ? key : `metadata.${key}`;
    const value = (doc: NotebookDocument, node: JsonNode): Value => ({
      type: "properties",
      properties: { [name]: shortened(canonicalText(doc.text, node)) },
    });
    this.#add(
      {
        kind: before === undefined ? "added" : after === undefined ? "removed" : "modified",
        facet: "metadata",
        address: { kind: "file" },
        ...(before ? { before: value(this.#before, before) } : {}),
        ...(after ? { after: value(this.#after, after) } : {}),
      },
      { type: "property", property },
    );
  }

  #cells(): void {
    const { cells } = this.#comparison;
    this.#goneCells();
    cells.toBefore.forEach((from, afterCell) => {
      const anchor = (cells.anchors[afterCell] ?? -1) + 1;
      const own = this.#after.cells[afterCell];
      const address = cellAddress(afterCell);
      if (from < 0 && own) {
        const flagged = hasError(this.#after, own) ? { flags: ["new-error-value"] as const } : {};
        const place = { kind: "added", facet: "structure", address, beforeAddress: cellAddress(anchor) } as const;
        this.#add({ ...place, after: wholeCell(this.#after, own), ...flagged }, { type: "cell-added", afterCell });
      } else if (cells.moved.has(from)) {
        const was = this.#before.cells[from];
        const place = { kind: "moved", facet: "structure", address, beforeAddress: cellAddress(from) } as const;
        const after: Value = { type: "properties", properties: { inFrontOf: anchor + 1 } };
        this.#add(
          { ...place, ...(was ? { before: wholeCell(this.#before, was) } : {}), after },
          { type: "cell-moved", cell: from, afterCell },
        );
      }
    });
  }

  /** Of equal neighbours that are gone, the upper one needs the lower: any part of them is then one and the same deletion. */
  #goneCells(): void {
    const { toAfter } = this.#comparison.cells;
    const from = this.#list.length;
    let below: { readonly cell: number; readonly key: string; readonly id: ChangeId } | null = null;
    for (let cell = toAfter.length - 1; cell >= 0; cell--) {
      const own = this.#before.cells[cell];
      if (!own || (toAfter[cell] ?? -1) >= 0) continue;
      const before = wholeCell(this.#before, own);
      const key = JSON.stringify(before);
      const needs: { requires?: ChangeId[] } =
        below?.cell === cell + 1 && below.key === key ? { requires: [below.id] } : {};
      const place = { kind: "removed", facet: "structure", address: cellAddress(cell), before } as const;
      below = { cell, key, id: this.#add({ ...place, ...needs }, { type: "cell-removed", cell }) };
    }
    for (const entry of this.#list.splice(from).reverse()) this.#list.push(entry);
  }

  #unit({ cell, afterCell, unit }: UnitDifference): void {
    const [own, other] = [this.#before.cells[cell], this.#after.cells[afterCell]];
    if (!own || !other) return;
    const of = unit === "outputs" || unit === "metadata" ? unit : undefined;
    const withId = isRaised(this.#before, this.#after) === null;
    let before = unitValue(this.#before, own, unit, withId);
    let after = unitValue(this.#after, other, unit, withId);
    if (JSON.stringify(before) === JSON.stringify(after)) {
      before = withDigest(before, unitText(this.#before, own, unit));
      after = withDigest(after, unitText(this.#after, other, unit));
    }
    const failed =
      unit !== "source" && unit !== "metadata" && hasError(this.#after, other) && !hasError(this.#before, own);
    this.#add(
      {
        kind: "modified",
        facet: unit === "metadata" ? "metadata" : unit === "type" ? "structure" : "content",
        address: cellAddress(afterCell, of),
        ...(cell === afterCell ? {} : { beforeAddress: cellAddress(cell, of) }),
        before,
        after,
        ...(failed ? { flags: ["new-error-value"] as const } : {}),
      },
      { type: "unit", cell, afterCell, unit },
    );
  }
}

/** A cell as a whole. Its id is no part of what it says: the same cell inserted twice has two. */
function wholeCell(doc: NotebookDocument, cell: NotebookCell): Value {
  const outputs = outputsSummary(doc, cell);
  return {
    type: "properties",
    properties: {
      type: typeText(doc, cell),
      source: cell.source,
      ...(outputs === "" ? {} : { outputs }),
      ...metadataProperties(doc, cell, false),
    },
  };
}

function unitValue(doc: NotebookDocument, cell: NotebookCell, unit: Unit, withId: boolean): Value {
  if (unit === "source") return { type: "text", text: cell.source };
  if (unit === "metadata") return { type: "properties", properties: metadataProperties(doc, cell, withId) };
  const outputs = outputsSummary(doc, cell);
  if (unit === "outputs") return { type: "text", text: outputs };
  return { type: "properties", properties: { type: typeText(doc, cell), ...(outputs === "" ? {} : { outputs }) } };
}

/** What a summary leaves out: added where two different outputs would read alike. */
function withDigest(value: Value, said: string): Value {
  const digest = `(sha256 ${sha256(said).slice(0, 16)})`;
  if (value.type === "text") return { type: "text", text: `${value.text}\n${digest}`.trim() };
  return value.type === "properties" ? { type: "properties", properties: { ...value.properties, digest } } : value;
}
