/** What differs between two notebooks, before it is given addresses and ids. */
import type { Axis } from "../csv/axis.ts";
import type { Work } from "../format.ts";
import { alignCells } from "./align.ts";
import { unitText, type Unit } from "./cell.ts";
import { isRaised, type NotebookDocument } from "./document.ts";
import { canonicalText, member, type JsonNode } from "./json.ts";

export interface UnitDifference {
  readonly cell: number;
  readonly afterCell: number;
  readonly unit: Unit;
}

/** A member of the notebook itself, or of its metadata; undefined where a side does not have it. */
export interface PropertyDifference {
  readonly path: "root" | "metadata";
  readonly key: string;
  readonly before: JsonNode | undefined;
  readonly after: JsonNode | undefined;
}

export interface NotebookComparison {
  /** False: too much to compare, or two versions of the format. */
  readonly complete: boolean;
  readonly comparable: boolean;
  readonly cells: Axis;
  readonly units: readonly UnitDifference[];
  readonly properties: readonly PropertyDifference[];
}

export function compareNotebooks(before: NotebookDocument, after: NotebookDocument, work: Work): NotebookComparison {
  const { complete, axis } = alignCells(before, after, work);
  const comparable = before.major === after.major && (before.cellsNode === null) === (after.cellsNode === null);
  const units: UnitDifference[] = [];
  if (complete && comparable)
    axis.toAfter.forEach((afterCell, cell) => {
      if (afterCell >= 0)
        for (const unit of differingUnits(before, after, cell, afterCell)) units.push({ cell, afterCell, unit });
    });
  work.remaining -= units.length;
  return {
    complete: complete && work.remaining >= 0,
    comparable,
    cells: axis,
    units,
    properties: properties(before, after),
  };
}

/** Where the type differs, the outputs go with it: a cell of another type has others or none. */
function differingUnits(before: NotebookDocument, after: NotebookDocument, cell: number, afterCell: number): Unit[] {
  const [own, other] = [before.cells[cell], after.cells[afterCell]];
  if (!own || !other) return [];
  const raw = (doc: NotebookDocument, node: JsonNode) => doc.text.slice(node.start, node.end);
  if (raw(before, own.node) === raw(after, other.node)) return [];
  const withId = isRaised(before, after) === null;
  const differs = (unit: Unit) => unitText(before, own, unit, withId) !== unitText(after, other, unit, withId);
  const typed = differs("type");
  return (["source", "type", "outputs", "metadata"] as const).filter((unit) =>
    unit === "type" ? typed : !(typed && unit === "outputs") && differs(unit),
  );
}

/** Where the cells stand is no property. */
const OUTLINE = new Set(["cells", "worksheets", "metadata"]);

function properties(before: NotebookDocument, after: NotebookDocument): PropertyDifference[] {
  const found: PropertyDifference[] = [];
  const compare = (path: PropertyDifference["path"], left: JsonNode | undefined, right: JsonNode | undefined) => {
    const keys = new Set(
      [left, right].flatMap((node) => (node?.kind === "object" ? node.members.map(({ key }) => key) : [])),
    );
    for (const key of [...keys].sort()) {
      if (path === "root" && OUTLINE.has(key)) continue;
      const [own, other] = [member(left, key), member(right, key)];
      const said = (doc: NotebookDocument, node: JsonNode | undefined) => node && canonicalText(doc.text, node);
      if (said(before, own) !== said(after, other)) found.push({ path, key, before: own, after: other });
    }
  };
  compare("root", before.root, after.root);
  const [own, other] = [member(before.root, "metadata"), member(after.root, "metadata")];
  const plain = (node: JsonNode | undefined) => node === undefined || node.kind === "object";
  if (plain(own) && plain(other)) compare("metadata", own, other);
  else if (own?.kind !== other?.kind) found.push({ path: "root", key: "metadata", before: own, after: other });
  return found;
}
