/**
 * Before with exactly the chosen changes, by patching parts: a part that no chosen change names, or forces, keeps its
 * bytes, compressed ones included. Cached results that are no longer known are left out, the calculation chain goes,
 * and the workbook is told to recalculate when it is loaded. Cost: both files are read and compared again.
 */
import type { ChangeId } from "../../../core/change/change.ts";
import { err, ok, type Result } from "../../../shared/result.ts";
import { DEFAULT_LIMITS, defaultWork, type ApplyError, type Source } from "../../format.ts";
import { rewriteZip } from "../../ooxml/zip-write.ts";
import { diffWorkbooks, type DetailedDiff } from "../diff/diff.ts";
import type { Entry } from "../diff/entry.ts";
import type { Sheet } from "../sheet.ts";
import { parseWorkbook, readWorkbook, type Workbook } from "../workbook.ts";
import { addSheet } from "./added-sheet.ts";
import { dirtyResults } from "./dependents.ts";
import { PackageEditor } from "./package-editor.ts";
import { applyPart, applyPartOwn, moveParts } from "./part-actions.ts";
import { largerSet } from "./larger.ts";
import { makePlan, standingSheet, type Plan, type SheetPlan } from "./plan.ts";
import { refusal } from "./refusals.ts";
import { writeFrame } from "./sheet-frame.ts";
import { SheetRows, type Dirty } from "./sheet-rows.ts";
import { StyleCarrier } from "./style-carrier.ts";
import { writeWorkbookPart } from "./workbook-part.ts";

export async function applyChanges(
  before: Source,
  after: Source,
  chosen: readonly ChangeId[],
): Promise<Result<Uint8Array, ApplyError>> {
  if (chosen.length === 0) return ok(await before.read(0, before.size));
  const a = await readWorkbook(before, DEFAULT_LIMITS);
  if (!a.ok) return err({ reason: "unreadable", side: "before", error: a.error });
  const b = await readWorkbook(after, DEFAULT_LIMITS);
  if (!b.ok) return err({ reason: "unreadable", side: "after", error: b.error });
  return applyToWorkbooks(a.value, b.value, chosen);
}

export function applyToWorkbooks(
  before: Workbook,
  after: Workbook,
  chosen: readonly ChangeId[],
): Result<Uint8Array, ApplyError> {
  const diff = diffWorkbooks(before, after, defaultWork());
  const checked = choose(diff, chosen);
  if (!checked.ok) return checked;
  const { entries, all } = checked.value;
  if (entries.length === 0) return ok(before.package.zip.bytes.slice());
  if (!diff.complete) {
    if (all) return ok(after.package.zip.bytes.slice());
    return err({
      reason: "refused",
      detail: "the files are too different to take a part",
      larger: diff.entries.map(({ change }) => change.id),
    });
  }
  const plan = makePlan(diff.comparison, all ? diff.entries : entries, all);
  const made = patched(plan);
  if (all) {
    // All of it, but not by patching: the result is then after itself.
    const settled = made.ok && (!mayDiffer(plan) || isSettled(made.value, after));
    return ok(settled ? made.value : after.package.zip.bytes.slice());
  }
  if (made.ok) return made;
  const works = (set: ReadonlySet<ChangeId>) =>
    patched(
      makePlan(
        diff.comparison,
        diff.entries.filter(({ change }) => set.has(change.id)),
        false,
      ),
    ).ok;
  const changes = decidable(diff).map(({ change }) => change);
  const larger = largerSet(changes, new Set(entries.map(({ change }) => change.id)), works);
  return err({ reason: "refused", detail: made.error, larger });
}

/** The result, or why it cannot be made. */
function patched(plan: Plan): Result<Uint8Array, string> {
  const why = refusal(plan);
  if (why !== null) return err(why);
  const editor = new PackageEditor(plan.before.package);
  const lost = new Patch(plan, editor).run();
  return lost === null ? ok(rewriteZip(plan.before.package.zip, editor.edits())) : err(lost);
}

const mayDiffer = ({ chosen, sheets }: Plan): boolean =>
  chosen.some(({ action }) => action.type === "part" || action.type === "part-own") ||
  [...sheets.values()].some(({ moves }) => moves);

/** Parts that several owners share can be patched into another graph of the same parts: taking all then means after itself. */
function isSettled(bytes: Uint8Array, after: Workbook): boolean {
  const made = parseWorkbook(bytes, DEFAULT_LIMITS);
  return made.ok && diffWorkbooks(made.value, after, defaultWork()).entries.length === 0;
}

const decidable = (diff: DetailedDiff) => diff.entries.filter(({ change }) => change.facet !== "recalculated");

/** Recalculated results follow and are never decided: naming them is allowed and means nothing. */
function choose(
  diff: DetailedDiff,
  chosen: readonly ChangeId[],
): Result<{ entries: Entry[]; all: boolean }, ApplyError> {
  const known = new Map(diff.entries.map((entry) => [entry.change.id, entry]));
  const unknown = chosen.filter((id) => !known.has(id));
  if (unknown.length > 0) return err({ reason: "unknown-change", ids: unknown });
  const wanted = new Set(chosen);
  const missing = new Set<ChangeId>();
  const open = [...wanted];
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const needed of known.get(id)?.change.requires ?? [])
      if (!wanted.has(needed) && !missing.has(needed)) {
        missing.add(needed);
        open.push(needed);
      }
  if (missing.size > 0) return err({ reason: "not-closed", missing: [...missing].sort() });
  const can = decidable(diff);
  const entries = can.filter(({ change }) => wanted.has(change.id));
  return ok({ entries, all: entries.length === can.length });
}

class Patch {
  readonly #plan: Plan;
  readonly #editor: PackageEditor;
  readonly #styles: StyleCarrier;

  constructor(plan: Plan, editor: PackageEditor) {
    this.#plan = plan;
    this.#editor = editor;
    this.#styles = new StyleCarrier(plan.before, plan.after);
  }

  /** What makes it impossible, or `null`. */
  run(): string | null {
    const plan = this.#plan;
    const editor = this.#editor;
    const taken = new Set(
      plan.chosen.flatMap(({ action }) => (action.type === "workbook-element" ? [action.element] : [])),
    );
    if (taken.has("defaultLook")) this.#styles.takeDefaultLook();
    if (taken.has("namedStyles")) this.#styles.takeNamed();
    if (taken.has("tableStyles")) this.#styles.takeForTables();
    moveParts(plan, editor);
    const content = plan.chosen.some(({ action }) => CALCULATED.has(action.type));
    const dirty: ReadonlyMap<Sheet, Dirty> = plan.all || !content ? new Map() : dirtyResults(plan);
    const order = [...plan.sheets.values()];
    for (const sheet of order) {
      const lost = this.#sheet(sheet, dirty.get(sheet.pair.before) ?? new Map());
      if (lost !== null) return lost;
    }
    for (const sheet of plan.comparison.removed)
      if (!plan.removed.has(sheet)) this.#unpaired(sheet, dirty.get(sheet) ?? new Map());
    const addedParts = new Map(plan.added.map((sheet) => [sheet, addSheet(plan, sheet, editor, this.#styles)]));
    for (const { action } of plan.chosen)
      if (action.type === "part") applyPart(plan, editor, this.#styles, action.before, action.after);
      else if (action.type === "part-own") applyPartOwn(plan, editor, action.before, action.after);
    const formulas =
      plan.before.sheets.some((sheet) => sheet.hasFormulas) || plan.after.sheets.some((sheet) => sheet.hasFormulas);
    writeWorkbookPart(plan, editor, this.#styles, addedParts, content && formulas);
    for (const sheet of plan.removed) this.#removeSheet(sheet);
    if (content) this.#removeCalculationChain();
    this.#writeStyles();
    return null;
  }

  #sheet(sheet: SheetPlan, dirty: Dirty): string | null {
    const { before } = sheet.pair;
    if (before.entry.kind === "worksheet" && this.#mayTouch(sheet, dirty)) {
      const rows = new SheetRows(this.#plan, sheet, this.#styles, dirty);
      const chunks = rows.write();
      if (rows.lost.length > 0)
        return `a formula at ${rows.lost[0] ?? ""} of ${JSON.stringify(sheet.name)} names cells that the result does not have`;
      const frame = writeFrame(this.#plan, sheet, this.#editor, this.#styles, rows.touched || sheet.moves);
      if (rows.touched || sheet.moves || frame !== before.frameText)
        this.#editor.write(before.entry.part, joinSheet(frame, chunks));
    } else {
      const frame = writeFrame(this.#plan, sheet, this.#editor, this.#styles, false);
      if (frame !== before.frameText) this.#editor.write(before.entry.part, withRows(frame, before));
    }
    return null;
  }

  #mayTouch(sheet: SheetPlan, dirty: Dirty): boolean {
    const edits = sheet.cells.size + sheet.replaced.size + sheet.looks.size + dirty.size > 0;
    return edits || sheet.moves || (!this.#plan.fromBefore.isSame && sheet.pair.before.hasFormulas);
  }

  /** A sheet that after does not have and that stays: its formulas move along. */
  #unpaired(sheet: Sheet, dirty: Dirty): void {
    if (sheet.entry.kind !== "worksheet") return;
    this.#sheet(standingSheet(sheet), dirty);
  }

  #removeSheet(sheet: Sheet): void {
    const { before } = this.#plan;
    const relation = before.package
      .relationships(before.part)
      .find((found) => before.package.resolve(found.target) === sheet.entry.part);
    if (relation !== undefined) this.#editor.unrelate(before.part, relation.id);
    if (sheet.entry.part !== "") this.#editor.removeIfUnused(sheet.entry.part);
  }

  #removeCalculationChain(): void {
    const { part } = this.#plan.before;
    const chain = this.#editor.relationships(part).find((found) => found.kind === "calcChain");
    if (chain === undefined) return;
    this.#editor.unrelate(part, chain.id);
    this.#editor.remove(chain.target);
  }

  #writeStyles(): void {
    const { before, after } = this.#plan;
    const { stylesPart } = before;
    if (before.styles.count === 0 && after.stylesPart !== null && this.#styles.needed) {
      const source = stylesPart === null ? after.package.related(after.part, "styles") : undefined;
      const target = this.#editor.copy(after.package, after.stylesPart, stylesPart ?? undefined);
      if (source !== undefined)
        this.#editor.relate(before.part, { type: source.type, kind: source.kind, target, external: false });
    }
    const text = stylesPart === null ? undefined : this.#editor.text(stylesPart);
    const written = text === undefined ? null : this.#styles.write(text);
    if (stylesPart !== null && written !== null) this.#editor.write(stylesPart, written);
  }
}

/** Actions after which results may be others. */
const CALCULATED = new Set([
  "cell",
  "row-added",
  "row-removed",
  "row-replaced",
  "row-moved",
  "column-added",
  "column-removed",
  "sheet-added",
  "sheet-removed",
  "sheet-renamed",
  "name",
]);

const SLOT = "<sheetData/>";

function joinSheet(frame: string, chunks: readonly Uint8Array[]): Uint8Array {
  const [head, tail] = splitFrame(frame);
  return Buffer.concat([
    Buffer.from(`${utf8Declared(head)}<sheetData>`),
    ...chunks,
    Buffer.from(`</sheetData>${tail}`),
  ]);
}

function withRows(frame: string, sheet: Sheet): Uint8Array {
  if (!frame.includes(SLOT)) return Buffer.from(utf8Declared(frame));
  const [head, tail] = splitFrame(frame);
  const { dataStart, dataEnd } = sheet.rows;
  return Buffer.concat([Buffer.from(utf8Declared(head)), sheet.bytes.subarray(dataStart, dataEnd), Buffer.from(tail)]);
}

const utf8Declared = (head: string) => head.replace(/^\ufeff?(<\?xml[^>]*?encoding=)(["'])[^"']*\2/, "$1$2UTF-8$2");

function splitFrame(frame: string): readonly [string, string] {
  const at = frame.indexOf(SLOT);
  return at === -1 ? [frame, ""] : [frame.slice(0, at), frame.slice(at + SLOT.length)];
}
