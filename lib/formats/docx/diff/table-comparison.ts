/** Compares two versions of a table: rows aligned by what they say, cells in order, and what stands in them. */
import type { Address } from "../../../core/address/address.ts";
import type { Cell, Container, Paragraph, Row, Table } from "../blocks.ts";
import type { Story } from "../document.ts";
import { columnName, rowValue } from "../values.ts";
import { align, type Alignable } from "./align.ts";
import type { Draft } from "./entry.ts";
import { both, changedProperties, paragraphsInRow, rowAddress, type Addresses, type Pairing } from "./pairing.ts";

/** What the comparison of the story around it does for a table. */
export interface StoryAround {
  readonly pairing: Pairing;
  readonly before: Story;
  readonly after: Story;
  /** The number of the first table of before that begins at or behind a paragraph. */
  tableAt(paragraph: number): number;
  claim(paragraph: Paragraph, draft: Draft, side: "removed" | "added"): void;
  containers(before: Container, after: Container, at: number): void;
}

export class TableComparison {
  readonly #parent: StoryAround;
  readonly #pairing: Pairing;
  readonly #before: Story;
  readonly #after: Story;

  constructor(parent: StoryAround) {
    this.#parent = parent;
    this.#pairing = parent.pairing;
    this.#before = parent.before;
    this.#after = parent.after;
  }

  run(before: Table, after: Table): void {
    const changed = changedProperties(before.properties, after.properties);
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...this.#rowAddresses(before.number, 1, after.number, 1), ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tblPr", "tblGrid"],
        },
      );
    const rows = (table: Table) => table.rows.map((row): Alignable => ({ key: row.key, text: row.text, sort: "row" }));
    const { steps, complete } = align(rows(before), rows(after), { alone: true, last: false }, this.#pairing.work);
    if (!complete) this.#pairing.complete = false;
    let previous: Row | null = null;
    let next = 0;
    for (const step of steps) {
      const left = step.before === null ? undefined : before.rows[step.before];
      const right = step.after === null ? undefined : after.rows[step.after];
      if (left !== undefined && right !== undefined) {
        this.#rows(before, left, after, right);
        previous = left;
        next = (step.before ?? 0) + 1;
      } else if (left !== undefined) this.#removeRow(before, left);
      else if (right !== undefined) this.#addRow(before, previous, next, after, right);
    }
  }

  #removeRow(table: Table, row: Row): void {
    const address: Address = rowAddress(this.#before, table.number, row.index);
    const draft = this.#pairing.drafts.add(
      { kind: "removed", facet: "structure", address, before: rowValue(row, row.at, this.#parent.tableAt(row.at)) },
      { type: "row-removed", story: this.#before, row },
    );
    for (const paragraph of paragraphsInRow(row)) this.#parent.claim(paragraph, draft, "removed");
  }

  #addRow(table: Table, previous: Row | null, next: number, afterTable: Table, row: Row): void {
    const at = table.rows[next]?.at ?? table.at + table.span;
    const draft = this.#pairing.drafts.add(
      {
        kind: "added",
        facet: "structure",
        ...this.#rowAddresses(table.number, next + 1, afterTable.number, row.index),
        after: rowValue(row, at, this.#parent.tableAt(at)),
      },
      { type: "row-added", story: this.#before, table, previous, row },
    );
    for (const paragraph of paragraphsInRow(row)) this.#parent.claim(paragraph, draft, "added");
  }

  #rows(table: Table, before: Row, afterTable: Table, after: Row): void {
    const addresses = this.#rowAddresses(table.number, before.index, afterTable.number, after.index);
    if (before.cells.length !== after.cells.length) {
      this.#replaceRow(addresses, before, after);
      return;
    }
    const changed = changedProperties(before.properties, after.properties);
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...addresses, ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tblPrEx", "trPr"],
        },
      );
    before.cells.forEach((cell, n) => {
      const other = after.cells[n];
      if (other !== undefined) this.#cells(cell, other, addresses, n, cellStart(before, n));
    });
  }

  #replaceRow(addresses: Addresses, before: Row, after: Row): void {
    const draft = this.#pairing.drafts.add(
      {
        kind: "modified",
        facet: "structure",
        ...addresses,
        before: rowValue(before, before.at, this.#parent.tableAt(before.at)),
        after: rowValue(after, before.at, this.#parent.tableAt(before.at)),
      },
      { type: "row-replaced", story: this.#before, row: before, afterRow: after },
    );
    for (const paragraph of paragraphsInRow(before)) this.#parent.claim(paragraph, draft, "removed");
    for (const paragraph of paragraphsInRow(after)) this.#parent.claim(paragraph, draft, "added");
  }

  #cells(before: Cell, after: Cell, addresses: Addresses, column: number, at: number): void {
    const changed = changedProperties(before.properties, after.properties, { column: columnName(column) });
    if (changed !== null)
      this.#pairing.drafts.add(
        { kind: "modified", facet: "format", ...addresses, ...changed },
        {
          type: "element",
          part: this.#before.part,
          owner: before.element,
          afterOwner: after.element,
          names: ["tcPr"],
        },
      );
    this.#parent.containers(before.container, after.container, at);
  }

  #rowAddresses(table: number, row: number, afterTable: number, afterRow: number): Addresses {
    return both(rowAddress(this.#before, table, row), rowAddress(this.#after, afterTable, afterRow));
  }
}

function cellStart(row: Row, column: number): number {
  for (const cell of row.cells.slice(column)) {
    const first = cell.container.blocks[0];
    if (first !== undefined) return first.at;
  }
  return row.at + row.span;
}
