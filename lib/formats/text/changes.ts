/**
 * A text comparison as addressed changes. One change a run of lines; encoding, line ending and final newline are
 * changes of the whole file, decided on their own.
 *
 * A value's text is its lines joined by `\n`. Only an ending that is not the usual one of its file is spelled out
 * (`\r\n`, `\r`), so that converting a file's endings leaves the identity of its other changes alone.
 * The place of an insertion is an empty range of the base: `from` is the line it goes before, `to` the one above.
 */
import type { Address } from "../../core/address/address.ts";
import { changeId, type Change, type ChangeId, type Value } from "../../core/change/change.ts";
import { unusualEnding, type EndingRun, type TextComparison } from "./comparison.ts";
import { ENDINGS, ENDING_NAMES, lineBytes, NONE, textEnd, type EndingKind, type TextDocument } from "./document.ts";
import { canHold, type Encoding } from "./encoding.ts";
import type { Hunk } from "./line-diff.ts";

export type Piece =
  | { readonly type: "hunk"; readonly hunk: Hunk }
  | { readonly type: "endings"; readonly run: EndingRun }
  | { readonly type: "encoding" }
  | { readonly type: "lineEnding" }
  | { readonly type: "finalNewline" };

export interface TextChange {
  readonly change: Change;
  readonly piece: Piece;
}

/** In document order, properties of the file first. */
export function textChanges(before: TextDocument, after: TextDocument, comparison: TextComparison): TextChange[] {
  const properties = propertyChanges(comparison);
  const runs: TextChange[] = comparison.endingRuns.map((run) => ({
    change: runChange(run, comparison),
    piece: { type: "endings", run },
  }));
  const hunks: TextChange[] = comparison.hunks.map((hunk) => ({
    change: hunkChange(before, after, comparison, hunk),
    piece: { type: "hunk", hunk },
  }));
  const placed =
    runs.length === 0 ? hunks : [...hunks, ...runs].sort((left, right) => placeOf(left.piece) - placeOf(right.piece));
  const all = [...properties, ...placed];
  return comparison.complete ? withRequirements(before, after, comparison, all) : allOrNothing(all);
}

/** What makes two changes of text the same change, from the change alone. */
export function textChangeId(change: Omit<Change, "id">): ChangeId {
  return changeId({
    kind: change.kind,
    facet: change.facet,
    baseAddress: change.beforeAddress ?? change.address,
    before: change.before,
    after: change.after,
  });
}

/** Lines `from..to` from 0, half open, as an address. */
export function linesAddress(from: number, to: number): Address {
  return { kind: "lines", from: from + 1, to };
}

/** Lines joined by `\n`, unusual endings spelled out. */
export function linesText(doc: TextDocument, from: number, to: number, usual: EndingKind): string {
  if (from >= to) return "";
  const plain = doc.uniform === usual && ENDINGS[usual] === "\n";
  if (plain || to - from === 1) {
    const text = doc.content.toString("utf8", doc.starts[from], textEnd(doc, to - 1));
    return plain ? text : text + ENDINGS[unusualEnding(doc, from, usual)];
  }
  let text = "";
  for (let line = from; line < to; line++) {
    const ending = unusualEnding(doc, line, usual);
    text += lineBytes(doc, line).toString("utf8");
    text += ending !== NONE ? ENDINGS[ending] : line < to - 1 ? "\n" : "";
  }
  return text;
}

const withId = (change: Omit<Change, "id">): Change => ({ id: textChangeId(change), ...change });

function hunkChange(before: TextDocument, after: TextDocument, { usual }: TextComparison, hunk: Hunk): Change {
  const left = linesAddress(hunk.beforeFrom, hunk.beforeTo);
  const right = linesAddress(hunk.afterFrom, hunk.afterTo);
  const was: Value = { type: "text", text: linesText(before, hunk.beforeFrom, hunk.beforeTo, usual.before) };
  const is: Value = { type: "text", text: linesText(after, hunk.afterFrom, hunk.afterTo, usual.after) };
  if (hunk.afterFrom === hunk.afterTo) return withId({ kind: "removed", facet: "content", address: left, before: was });
  if (hunk.beforeFrom === hunk.beforeTo) {
    return withId({ kind: "added", facet: "content", address: right, beforeAddress: left, after: is });
  }
  const moved = hunk.beforeFrom !== hunk.afterFrom || hunk.beforeTo !== hunk.afterTo;
  return withId({
    kind: "modified",
    facet: "content",
    address: right,
    ...(moved ? { beforeAddress: left } : {}),
    before: was,
    after: is,
  });
}

function runChange(run: EndingRun, { usual }: TextComparison): Change {
  const name = (ending: EndingKind, own: EndingKind) => ENDING_NAMES[ending === NONE ? own : ending];
  return withId({
    kind: "modified",
    facet: "format",
    address: linesAddress(run.afterFrom, run.afterFrom + run.count),
    ...(run.beforeFrom === run.afterFrom
      ? {}
      : { beforeAddress: linesAddress(run.beforeFrom, run.beforeFrom + run.count) }),
    before: properties({ lineEnding: name(run.before, usual.before) }),
    after: properties({ lineEnding: name(run.after, usual.after) }),
  });
}

type Properties = Extract<Value, { type: "properties" }>["properties"];
const properties = (values: Properties): Value => ({ type: "properties", properties: values });

const encodingValue = (encoding: Encoding): Value =>
  properties({
    encoding: encoding === "utf-8-bom" ? "utf-8" : encoding,
    byteOrderMark: encoding !== "utf-8" && encoding !== "latin-1",
  });

function propertyChanges({ encoding, lineEnding, finalNewline }: TextComparison): TextChange[] {
  const file = { kind: "modified", address: { kind: "file" } } as const;
  const changes: TextChange[] = [];
  if (encoding) {
    const change = withId({
      ...file,
      facet: "metadata",
      before: encodingValue(encoding.before),
      after: encodingValue(encoding.after),
    });
    changes.push({ change, piece: { type: "encoding" } });
  }
  if (lineEnding) {
    const value = (kind: EndingKind) => properties({ lineEnding: ENDING_NAMES[kind] });
    const change = withId({
      ...file,
      facet: "format",
      before: value(lineEnding.before),
      after: value(lineEnding.after),
    });
    changes.push({ change, piece: { type: "lineEnding" } });
  }
  if (finalNewline) {
    const value = (present: boolean) => properties({ finalNewline: present });
    const change = withId({
      ...file,
      facet: "format",
      before: value(finalNewline.before),
      after: value(finalNewline.after),
    });
    changes.push({ change, piece: { type: "finalNewline" } });
  }
  return changes;
}

function placeOf(piece: Piece): number {
  return piece.type === "hunk" ? piece.hunk.beforeFrom : piece.type === "endings" ? piece.run.beforeFrom : -1;
}

/** Of an incomplete diff only the whole file may be decided (R3): each change requires the next one, in a ring. */
function allOrNothing(all: readonly TextChange[]): TextChange[] {
  return all.map(({ change, piece }, n) => {
    const next = all[(n + 1) % all.length]?.change.id;
    return { change: next === undefined || next === change.id ? change : { ...change, requires: [next] }, piece };
  });
}

/**
 * Text that one encoding cannot hold needs the change of encoding, and the other way round. A last line without an
 * ending cannot be empty, so a run that ends the file in one and the final newline need each other.
 */
function withRequirements(
  before: TextDocument,
  after: TextDocument,
  comparison: TextComparison,
  all: readonly TextChange[],
): TextChange[] {
  const { encoding, finalNewline } = comparison;
  if (!encoding && !finalNewline) return [...all];
  const idOf = (type: Piece["type"]) => all.find(({ piece }) => piece.type === type)?.change.id;
  const requires = new Map<ChangeId, ChangeId[]>();
  const require = (from: ChangeId | undefined, to: ChangeId | undefined) => {
    if (from !== undefined && to !== undefined) requires.set(from, [...(requires.get(from) ?? []), to]);
  };
  for (const { change, piece } of all) {
    if (piece.type !== "hunk") continue;
    const { beforeFrom, beforeTo, afterFrom, afterTo } = piece.hunk;
    if (encoding) {
      if (!canHold(encoding.before, after.content.subarray(after.starts[afterFrom], after.starts[afterTo])))
        require(change.id, idOf("encoding"));
      if (!canHold(encoding.after, before.content.subarray(before.starts[beforeFrom], before.starts[beforeTo])))
        require(idOf("encoding"), change.id);
    }
    if (finalNewline && beforeTo === before.lineCount && afterTo === after.lineCount) {
      if (finalNewline.after && lineBytes(after, after.lineCount - 1).length === 0)
        require(change.id, idOf("finalNewline"));
      if (finalNewline.before && lineBytes(before, before.lineCount - 1).length === 0)
        require(idOf("finalNewline"), change.id);
    }
  }
  return all.map(({ change, piece }) => {
    const needed = requires.get(change.id);
    return needed ? { change: { ...change, requires: needed }, piece } : { change, piece };
  });
}
