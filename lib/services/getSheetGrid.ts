/**
 * A window of a spreadsheet comparison with what is decided laid over it: before, staged, and planned. What a formula
 * would give in the planned version is known only where all or nothing is accepted; elsewhere it is said to be unknown,
 * never guessed.
 */
import type { GridCell, GridRow, SheetGridView, SheetSummary } from "../contracts/sheets.ts";
import type { Change, ChangeId } from "../core/change/change.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import { entryHash } from "../core/tree/tree.ts";
import { ok, type Result } from "../shared/result.ts";
import { DEFAULT_LIMITS, type Limits, type ReadError, type Source } from "../formats/format.ts";
import { displayText } from "../formats/xlsx/display.ts";
import { readCsv } from "../formats/csv/document.ts";
import { tableGrid } from "../formats/csv/table-grid.ts";
import type { FileGrid, GridViewCell, GridViewRow } from "../formats/grid/file-grid.ts";
import type { GridSheet, GridSideCell } from "../formats/grid/grid-lines.ts";
import { readSheetDocument } from "../formats/sheet/read.ts";
import { readWorkbook, type Workbook } from "../formats/xlsx/workbook.ts";
import { WorkbookGrid } from "../formats/xlsx/workbook-grid.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { reviewBranch, reviewedPath } from "./reviewBranch.ts";
import type { ReviewedPath } from "./reviewTypes.ts";
import { changeCounts } from "./reviewViews.ts";
import { withSources } from "./sources.ts";

export interface GridRequest {
  readonly path: string;
  readonly sheet?: string | undefined;
  readonly rows: "changed" | "all";
  readonly from: number;
  readonly count: number;
}

export async function getSheetGrid(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  request: GridRequest,
): Outcome<SheetGridView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const subject = reviewedPath(await reviewBranch(services, branchId, state), request.path);
  if (!subject) return fail("not-found", `"${request.path}" is not changed on this branch.`, { version });
  if (!IN_A_GRID.has(subject.compared.format))
    return fail("unreadable", `"${request.path}" is not reviewed in a grid.`, { version });
  const made = await gridOf(services, subject);
  if (!made.ok) return made;
  const grid = made.value;
  const sheet = grid.sheets.find(({ name }) => name === request.sheet) ?? firstChanged(grid) ?? grid.sheets[0];
  if (!sheet) return fail("unreadable", `"${request.path}" has no sheet.`, { version });
  const overlay = new Overlay(subject);
  return ok({
    version,
    path: subject.delta.path,
    sheets: grid.sheets.map((one) => summaryOf(grid, one, overlay)),
    sheet: sheet.name,
    columns: grid.columns(sheet),
    from: request.from,
    totalRows: grid.totalRows(sheet, request.rows),
    rows: grid.rows(sheet, request.rows, request.from, request.count).map((row) => overlay.row(row)),
  });
}

async function gridOf(services: Services, { delta, compared }: ReviewedPath): Promise<Result<FileGrid, Failure>> {
  const [before, after] = [entryHash(delta.before), entryHash(delta.after)];
  const key = `${before ?? ""}:${after ?? ""}`;
  const known = services.caches.grids.get(key);
  if (known) return ok(known);
  return withSources(services, delta.path, [before, after], async (left, right) => {
    const grid = await gridOfFormat(compared, left, right);
    if (!grid.ok)
      return fail("unreadable", `"${delta.path}" cannot be read: ${grid.error.reason}, ${grid.error.detail}`);
    services.caches.grids.set(key, grid.value);
    return grid;
  });
}

const IN_A_GRID: ReadonlySet<string> = new Set(["xlsx", "sheet", "csv"]);

function gridOfFormat(
  { format, changes }: ReviewedPath["compared"],
  before: Source | null,
  after: Source | null,
): Promise<Result<FileGrid, ReadError>> {
  if (format === "csv") return laidOver(readCsv, tableGrid, before, after, changes);
  return laidOver(format === "sheet" ? readOldWorkbook : readWorkbook, workbookGrid, before, after, changes);
}

async function readOldWorkbook(source: Source, limits: Limits): Promise<Result<Workbook, ReadError>> {
  const read = await readSheetDocument(source, limits);
  return read.ok ? ok(read.value.book) : read;
}

const workbookGrid = (before: Workbook | null, after: Workbook | null, changes: readonly Change[]) =>
  new WorkbookGrid(before, after, changes);

async function laidOver<Doc>(
  read: (source: Source, limits: Limits) => Promise<Result<Doc, ReadError>>,
  lay: (before: Doc | null, after: Doc | null, changes: readonly Change[]) => FileGrid,
  before: Source | null,
  after: Source | null,
  changes: readonly Change[],
): Promise<Result<FileGrid, ReadError>> {
  const was = before ? await read(before, DEFAULT_LIMITS) : null;
  if (was && !was.ok) return was;
  const is = after ? await read(after, DEFAULT_LIMITS) : null;
  if (is && !is.ok) return is;
  return ok(lay(was?.value ?? null, is?.value ?? null, changes));
}

const firstChanged = (grid: FileGrid) =>
  grid.sheets.find((sheet) => grid.changesOf(sheet).some(({ facet }) => facet !== "recalculated"));

function summaryOf(grid: FileGrid, sheet: GridSheet, overlay: Overlay): SheetSummary {
  const changes = grid.changesOf(sheet);
  return {
    sheet: sheet.name,
    beforeName: sheet.beforeName,
    afterName: sheet.after === null ? null : sheet.name,
    hidden: (sheet.after ?? sheet.before)?.hidden ?? false,
    changes: changeCounts(changes),
    pending: changes.filter(({ id }) => overlay.statusOf(id) === "pending").length,
  };
}

/** What is decided, laid over the rows of a window. */
class Overlay {
  readonly #verdicts: ReadonlyMap<ChangeId, ChangeVerdict>;
  /** Whether the file would be promoted as it was, as it is staged, or as something between. */
  readonly #planned: "before" | "staged" | "between";

  constructor({ verdicts }: ReviewedPath) {
    this.#verdicts = new Map(verdicts.map((verdict) => [verdict.change.id, verdict]));
    const open = verdicts.filter(({ status }) => status !== "follows");
    const accepted = open.filter(({ status }) => status === "accepted").length;
    this.#planned = accepted === 0 ? "before" : accepted === open.length ? "staged" : "between";
  }

  statusOf = (id: ChangeId) => this.#verdicts.get(id)?.status;

  row({ kind, before, after, hidden, change, cells }: GridViewRow): GridRow {
    const status = change ? this.statusOf(change.id) : undefined;
    const taken = this.#rowTaken(kind, status);
    return {
      kind,
      before,
      staged: after,
      ...(hidden === undefined ? {} : { hidden }),
      ...(change === null ? {} : { change: change.id }),
      ...(status === undefined ? {} : { verdict: status }),
      planned: taken,
      cells: cells.map((cell) => this.#cell(cell, kind, taken)),
    };
  }

  /** Rows of a sheet or file that came or went have no change of their own: they go with the whole. */
  #rowTaken(kind: GridViewRow["kind"], status: ChangeVerdict["status"] | undefined): boolean {
    if (kind !== "added" && kind !== "removed") return true;
    const decided = status === "accepted" ? "staged" : status === undefined ? this.#planned : "before";
    return (kind === "added") === (decided === "staged");
  }

  #cell({ column, before, after, changes }: GridViewCell, kind: GridViewRow["kind"], rowTaken: boolean): GridCell {
    const main = changes.find(({ facet }) => facet !== "format") ?? changes[0];
    const others = changes.filter((change) => change !== main).map(({ id }) => id);
    const flags = [...new Set(changes.flatMap((change) => change.flags ?? []))];
    const status = main ? this.statusOf(main.id) : undefined;
    return {
      column,
      before: before,
      staged: after,
      planned: this.#plannedSide(before, after, changes, kind, rowTaken),
      ...(main === undefined ? {} : { facet: main.facet, change: main.id }),
      ...(others.length === 0 ? {} : { others }),
      ...(status === undefined ? {} : { verdict: status }),
      ...(flags.length === 0 ? {} : { flags }),
    };
  }

  /** Null: nothing is there, or its result is not known. */
  #plannedSide(
    before: GridSideCell | null,
    after: GridSideCell | null,
    changes: readonly Change[],
    kind: GridViewRow["kind"],
    rowTaken: boolean,
  ): GridSideCell | null {
    if (this.#planned === "before") return kind === "added" ? null : before;
    if (this.#planned === "staged") return kind === "removed" ? null : after;
    if (!rowTaken) return null;
    if (kind === "added") return after?.formula === undefined ? after : unknownResult(after);
    if (kind === "removed") return before;
    const own = changes.filter(({ facet }) => facet !== "recalculated");
    const content = own.find(({ facet }) => facet !== "format");
    const side = content && this.statusOf(content.id) === "accepted" ? after : before;
    if (side === null) return null;
    const format = own.find(({ facet }) => facet === "format");
    const look = format && this.statusOf(format.id) === "accepted" ? after : before;
    const shown = look === null || look.numberFormat === side.numberFormat ? side : withLook(side, look);
    return shown.formula === undefined ? shown : unknownResult(shown);
  }
}

/** Something that it may depend on is accepted: its result is known when the file is calculated again. */
const unknownResult = (cell: GridSideCell): GridSideCell => ({
  ...cell,
  value: null,
  notCalculated: true,
  text: "not calculated",
});

const withLook = (side: GridSideCell, look: GridSideCell): GridSideCell => {
  const { value, formula, notCalculated } = side;
  const dressed = {
    value,
    ...(formula === undefined ? {} : { formula }),
    ...(notCalculated === undefined ? {} : { notCalculated }),
    ...(look.numberFormat === undefined ? {} : { numberFormat: look.numberFormat }),
    ...(look.style === undefined ? {} : { style: look.style }),
  };
  return { ...dressed, text: displayText(dressed) };
};
