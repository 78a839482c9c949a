/**
 * The changes between two workbooks, each with what applying it means. Coarse where the work budget ends: one change a
 * sheet that differs, to be taken all together or not at all.
 */
import type { Address } from "../../../core/address/address.ts";
import type { CellContent, ChangeId } from "../../../core/change/change.ts";
import type { Work } from "../../format.ts";
import { sameFormula, shiftFormula } from "../formula-shift.ts";
import { formulaTokens } from "../formula-tokens.ts";
import { columnLetters } from "../reference.ts";
import type { Sheet } from "../sheet.ts";
import type { DefinedName, Workbook } from "../workbook.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { cellContent } from "../cell-value.ts";
import { CellComparison, withFlags } from "./compare-cells.ts";
import { PartComparison } from "./compare-parts.ts";
import { compareWorkbooks, formulaInBase, type Comparison, type SheetPair } from "./comparison.ts";
import { Entries, type Entry } from "./entry.ts";
import { sameBytes } from "./match-sheets.ts";
import { structuralEntries } from "./compare-structure.ts";

export interface DetailedDiff {
  readonly complete: boolean;
  readonly entries: readonly Entry[];
  readonly comparison: Comparison;
}

export function diffWorkbooks(before: Workbook, after: Workbook, work: Work): DetailedDiff {
  const comparison = compareWorkbooks(before, after, work);
  const entries = new Entries();
  sheetEntries(comparison, entries);
  for (const pair of comparison.pairs) {
    if (pair.sameBytes && comparison.toAfter.isSame) continue;
    const cells = new CellComparison(comparison, pair, entries, work);
    structuralEntries(cells);
    cells.run();
    if (work.remaining < 0) return coarse(comparison);
  }
  nameEntries(comparison, entries);
  styleEntries(comparison, entries);
  new PartComparison(comparison, entries).run();
  return { complete: true, entries: withRequirements(entries.list), comparison };
}

function coarse(comparison: Comparison): DetailedDiff {
  const entries = new Entries();
  sheetEntries(comparison, entries);
  for (const pair of comparison.pairs)
    if (!sameBytes(pair.before.bytes, pair.after.bytes) || !comparison.equalTables)
      entries.add(
        {
          kind: "modified",
          facet: "structure",
          address: { kind: "sheet", sheet: pair.after.name },
          before: { type: "properties", properties: { digest: sha256(pair.before.bytes).slice(0, 16) } },
          after: { type: "properties", properties: { digest: sha256(pair.after.bytes).slice(0, 16) } },
        },
        { type: "none" },
      );
  return { complete: false, entries: entries.list, comparison };
}

const sheetAddress = (sheet: string): Address => ({ kind: "sheet", sheet });

function sheetEntries(comparison: Comparison, entries: Entries): void {
  for (const sheet of comparison.removed)
    entries.add(
      {
        kind: "removed",
        facet: "structure",
        address: sheetAddress(sheet.name),
        before: sheetValue(comparison.before, sheet, null),
      },
      { type: "sheet-removed", before: sheet },
    );
  for (const sheet of comparison.added)
    entries.add(
      {
        kind: "added",
        facet: "structure",
        address: sheetAddress(sheet.name),
        after: sheetValue(comparison.after, sheet, comparison),
        ...withFlags(sheet.entry.state === "visible" ? [] : ["hidden"]),
      },
      { type: "sheet-added", after: sheet },
    );
  for (const pair of comparison.pairs) {
    const { before, after } = pair;
    const renamed = before.name !== after.name;
    if (renamed)
      entries.add(
        {
          kind: "modified",
          facet: "structure",
          address: sheetAddress(after.name),
          beforeAddress: sheetAddress(before.name),
          before: { type: "name", name: before.name },
          after: { type: "name", name: after.name },
        },
        { type: "sheet-renamed", pair },
      );
    if (before.entry.state !== after.entry.state)
      entries.add(
        {
          kind: "modified",
          facet: "structure",
          address: sheetAddress(after.name),
          ...(renamed ? { beforeAddress: sheetAddress(before.name) } : {}),
          before: { type: "properties", properties: { state: before.entry.state } },
          after: { type: "properties", properties: { state: after.entry.state } },
          ...withFlags(after.entry.state === "visible" ? [] : ["hidden"]),
        },
        { type: "sheet-state", pair },
      );
  }
  orderEntry(comparison, entries);
}

/** Reordered sheets are one change: their order by base names. */
function orderEntry({ before, pairs }: Comparison, entries: Entries): void {
  const kept = new Set(pairs.map((pair) => pair.before));
  const old = before.sheets.filter((sheet) => kept.has(sheet)).map((sheet) => sheet.name);
  const now = pairs.map((pair) => pair.before.name);
  if (old.join("\0") === now.join("\0")) return;
  const value = (names: readonly string[]) =>
    ({ type: "properties", properties: Object.fromEntries(names.map((name, at) => [String(at + 1), name])) }) as const;
  entries.add(
    { kind: "moved", facet: "structure", address: { kind: "file" }, before: value(old), after: value(now) },
    { type: "sheet-order" },
  );
}

/** What the sheet says, formulas counted in the base and without their results, as a digest. */
function sheetValue(book: Workbook, sheet: Sheet, comparison: Comparison | null) {
  const cells: string[] = [];
  let count = 0;
  for (let index = 0; index < sheet.rows.count; index++) {
    const row = sheet.rows.numbers[index] ?? 0;
    for (const cell of sheet.cells(index)) {
      const content: CellContent = cellContent(book, sheet, row, cell);
      if (content.value === null && content.formula === undefined && cell.style === 0) continue;
      count++;
      const { value, formula, numberFormat, style } = content;
      const based =
        formula === undefined || comparison === null ? formula : formulaInBase(comparison, formula, sheet.name);
      cells.push(
        `${columnLetters(cell.column)}${row} ${JSON.stringify([based ?? value, based === undefined, numberFormat, style])}`,
      );
    }
  }
  const digest = sha256(cells.join("\n")).slice(0, 16);
  return {
    type: "properties",
    properties: { name: sheet.name, rows: sheet.rows.count, cells: count, digest },
  } as const;
}

function nameEntries(comparison: Comparison, entries: Entries): void {
  const baseSheet = new Map(comparison.pairs.map((pair) => [pair.after.name, pair.before.name]));
  const key = (name: DefinedName, sheet = name.sheet) => `${name.name.toLowerCase()}\0${sheet ?? ""}`;
  const old = new Map(comparison.before.names.map((name) => [key(name), name]));
  const now = new Map(
    comparison.after.names.map((name) => [
      key(name, name.sheet === undefined ? undefined : (baseSheet.get(name.sheet) ?? name.sheet)),
      name,
    ]),
  );
  for (const place of new Set([...old.keys(), ...now.keys()])) {
    const before = old.get(place) ?? null;
    const after = now.get(place) ?? null;
    const kept = before === null ? null : shiftFormula(before.formula, before.sheet ?? "", comparison.toAfter).text;
    if (
      before !== null &&
      after !== null &&
      sameFormula(kept ?? undefined, after.formula) &&
      before.hidden === after.hidden
    )
      continue;
    const shown = after ?? before;
    if (shown === null || goneWithItsSheet(comparison, before, after)) continue;
    const address = (name: DefinedName): Address => ({
      kind: "name",
      name: name.name,
      ...(name.sheet === undefined ? {} : { sheet: name.sheet }),
    });
    const value = (name: DefinedName, formula: string) =>
      ({ type: "properties", properties: { formula, ...(name.hidden ? { hidden: true } : {}) } }) as const;
    entries.add(
      {
        kind: before === null ? "added" : after === null ? "removed" : "modified",
        facet: "structure",
        address: address(shown),
        ...(before !== null && before.sheet !== shown.sheet ? { beforeAddress: address(before) } : {}),
        ...(before === null ? {} : { before: value(before, before.formula) }),
        ...(after === null ? {} : { after: value(after, formulaInBase(comparison, after.formula, after.sheet ?? "")) }),
      },
      { type: "name", before, after },
    );
  }
}

/** A sheet's own names come and go with it. */
function goneWithItsSheet(
  { removed, added }: Comparison,
  before: DefinedName | null,
  after: DefinedName | null,
): boolean {
  const has = (sheets: readonly Sheet[], name: DefinedName | null) =>
    name?.sheet !== undefined && sheets.some((sheet) => sheet.name === name.sheet);
  return (after === null && has(removed, before)) || (before === null && has(added, after));
}

/** The default look, and what the styles part holds beside cell styles. */
function styleEntries({ before, after, equalTables }: Comparison, entries: Entries): void {
  if (equalTables) return;
  const part = before.stylesPart ?? "xl/styles.xml";
  const add = (element: string, facet: "format" | "metadata", a: string, b: string) => {
    if (a === b) return;
    const value = (look: string) => ({ type: "properties", properties: { [element]: look } }) as const;
    entries.add(
      { kind: "modified", facet, address: { kind: "part", part }, before: value(a), after: value(b) },
      { type: "workbook-element", element },
    );
  };
  const short = (text: string) => (text === "" ? "" : sha256(text).slice(0, 16));
  add("defaultLook", "format", before.styles.normal, after.styles.normal);
  // Nothing looks otherwise for the first: a cell has its own look, whatever the name says; tables tell theirs apart.
  add("namedStyles", "metadata", short(before.styles.named), short(after.styles.named));
  add("tableStyles", "format", short(before.styles.forTables), short(after.styles.forTables));
}

/** Formulas that name a new row, column or sheet need it (R3). */
function withRequirements(list: readonly Entry[]): Entry[] {
  const rows = new Map<string, ChangeId>();
  const sheets = new Map<string, ChangeId>();
  for (const { change, action } of list) {
    if (action.type === "row-added") rows.set(`${action.pair.after.name.toLowerCase()}\0r${action.after}`, change.id);
    else if (action.type === "column-added")
      rows.set(`${action.pair.after.name.toLowerCase()}\0c${action.after}`, change.id);
    else if (action.type === "sheet-added") sheets.set(action.after.name.toLowerCase(), change.id);
  }
  const bound = boundTogether(list);
  if (rows.size === 0 && sheets.size === 0 && bound.size === 0) return [...list];
  return list.map((entry) => {
    const needed = new Set<ChangeId>([...(entry.change.requires ?? []), ...(bound.get(entry.change.id) ?? [])]);
    needed.delete(entry.change.id);
    for (const [formula, sheet] of formulasOf(entry))
      for (const token of formulaTokens(formula)) {
        if (token.kind === "other" || token.external) continue;
        const name = (token.sheet ?? sheet).toLowerCase();
        const keys = [token.first, token.last].flatMap((end) =>
          end === null ? [] : [`${name}\0r${end.row ?? 0}`, `${name}\0c${end.column ?? 0}`],
        );
        for (const id of [...keys.map((key) => rows.get(key)), sheets.get(name)])
          if (id !== undefined && id !== entry.change.id) needed.add(id);
      }
    return needed.size === 0 ? entry : { ...entry, change: { ...entry.change, requires: [...needed].sort() } };
  });
}

function* formulasOf({ change, action }: Entry): Generator<readonly [string, string]> {
  const { after } = change;
  if (action.type === "name" && action.after !== null) yield [action.after.formula, action.after.sheet ?? ""];
  if (after === undefined || !("pair" in action)) return;
  // Ranges in new rows and columns: no formula, but read alike.
  if (action.type === "aspect-item")
    for (const range of action.after?.ranges.split(" ") ?? []) yield [range, action.pair.after.name];
  const pair: SheetPair = action.pair;
  if (after.type === "cell" && after.formula !== undefined && action.type === "cell" && action.takes === "content")
    yield [after.formula, pair.after.name];
  if (after.type === "cells")
    for (const cell of Object.values(after.cells))
      if (cell.formula !== undefined) yield [cell.formula, pair.after.name];
}

/**
 * Changes that make no sense apart: notes and the drawing that shows them, pivot tables and their caches, macros and
 * the type of the workbook; a sheet is removed only together with the changes of formulas that named it.
 */
function boundTogether(list: readonly Entry[]): Map<ChangeId, ChangeId[]> {
  const groups = new Map<string, ChangeId[]>();
  const join = (key: string, id: ChangeId) => groups.set(key, [...(groups.get(key) ?? []), id]);
  for (const { change, action } of list) {
    if (action.type === "aspect" && action.aspect === "legacyDrawing")
      join(`notes ${action.pair.before.entry.part}`, change.id);
    if (action.type === "part" && (action.before === null || action.after === null)) {
      const kind = action.after?.kind ?? action.before?.kind ?? "";
      if (kind === "comments") join(`notes ${ownerKey(list, action)}`, change.id);
      if (kind === "pivotTable" || kind === "pivotCacheDefinition") join("pivots", change.id);
      if (kind === "vbaProject") join("macros", change.id);
    }
    if (action.type === "workbook-element" && action.element === "pivotCaches") join("pivots", change.id);
    if (action.type === "workbook-element" && action.element === "contentType") join("macros", change.id);
  }
  const bound = new Map<ChangeId, ChangeId[]>();
  for (const ids of groups.values()) if (ids.length > 1) for (const id of ids) bound.set(id, ids);
  for (const { change, action } of list) {
    if (action.type !== "sheet-removed") continue;
    const name = action.before.name.toLowerCase();
    const users = list.filter(
      (entry) => entry.change.before?.type === "cell" && namesSheet(entry.change.before.formula, name),
    );
    if (users.length > 0)
      bound.set(
        change.id,
        users.map((entry) => entry.change.id),
      );
  }
  return bound;
}

const namesSheet = (formula: string | undefined, sheet: string): boolean =>
  formula !== undefined &&
  formulaTokens(formula).some((token) => token.kind === "reference" && token.sheet?.toLowerCase() === sheet);

/** The part of before's sheet that a part added to after, or removed from before, hangs on. */
function ownerKey(list: readonly Entry[], action: Extract<Entry["action"], { type: "part" }>): string {
  if (action.before !== null) return action.before.owner;
  for (const entry of list)
    if ("pair" in entry.action && entry.action.pair.after.entry.part === action.after?.owner)
      return entry.action.pair.before.entry.part;
  return action.after?.owner ?? "";
}
