/**
 * A change as it is once its base has moved, with its new id (R1). Paragraphs, tables and rows are counted anew; a
 * change of a paragraph that the base changed elsewhere is laid over that. `null` where its place is gone, or where both
 * changed the same words.
 */
import type { Address } from "../../core/address/address.ts";
import type { Change, Diff, Value } from "../../core/change/change.ts";
import { baseMoveOf, isWholeStory, startOf, storyOf, type BaseMove } from "./base-move.ts";
import { baseAddress, idOf, ordinalOf, type UnnamedChange } from "./identity.ts";
import { editAfter, edited, editOf } from "./rich-edit.ts";
import type { RichValue } from "./values.ts";

export function followChange(change: Change, baseMove: Diff): Change | null {
  const move = baseMoveOf(baseMove);
  if (move.isSame) return change;
  const base = baseAddress(change);
  if (base.kind !== "paragraph" && base.kind !== "tableRow") return change;
  if (move.renumbers(storyOf(base)) && !isWholeStory(change)) return null;
  const values = followValues(change, base, move);
  const place = followAddress(change, base, move);
  if (place === null || values === null) return null;
  const moved: UnnamedChange = {
    kind: change.kind,
    facet: change.facet,
    address: change.address,
    beforeAddress: place,
    ...values,
  };
  return { ...change, ...moved, id: idOf(moved, ordinalOf(change)) };
}

function followAddress(change: Change, base: Address, move: BaseMove): Address | null {
  const story = storyOf(base);
  const inserted = change.kind === "added" && change.before === undefined;
  if (base.kind === "tableRow") {
    const table = move.table(story, base.table);
    const row = inserted ? move.rowAnchor(story, base.table, base.row) : move.row(story, base.table, base.row);
    return table === null || row === null ? null : { ...base, table, row };
  }
  if (base.kind !== "paragraph") return base;
  if (isWholeStory(change) && change.beforeAddress === undefined) return base;
  const paragraph = inserted ? move.anchor(story, base.paragraph) : move.paragraph(story, base.paragraph);
  return paragraph === null ? null : { ...base, paragraph };
}

type Values = Pick<UnnamedChange, "before" | "after">;

function followValues(change: Change, base: Address, move: BaseMove): Values | null {
  const { before, after } = change;
  const story = storyOf(base);
  if (base.kind === "paragraph" && before?.type === "rich" && change.kind !== "added")
    return followText(change, before, move.inside(story, base.paragraph));
  if (
    change.kind === "modified" &&
    base.kind === "paragraph" &&
    overlapping(change, move.inside(story, base.paragraph))
  )
    return null;
  const shifted = (value: Value | undefined) => followStart(value, story, change, move);
  return {
    ...(before === undefined ? {} : { before: shifted(before) ?? before }),
    ...(after === undefined ? {} : { after: shifted(after) ?? after }),
  };
}

/** Values of blocks and rows say where in the base they begin, and at which table. */
function followStart(value: Value | undefined, story: string, change: Change, move: BaseMove): Value | undefined {
  if (value?.type !== "properties") return value;
  const inserted = change.kind === "added" || change.kind === "moved";
  const at = startOf(value);
  const table = value.properties["table"];
  const next = (own: number) => (inserted ? move.anchor(story, own) : (move.paragraph(story, own) ?? own));
  const nextTable = (own: number) => (inserted ? move.tableAnchor(story, own) : (move.table(story, own) ?? own));
  return {
    ...value,
    properties: {
      ...value.properties,
      ...(at === undefined ? {} : { at: next(at) }),
      ...(typeof table === "number" ? { table: nextTable(table) } : {}),
    },
  };
}

function followText(change: Change, before: RichValue, inside: readonly Change[]): Values | null {
  const { after } = change;
  let text = before;
  let edit = after?.type === "rich" ? editOf(before, after) : null;
  const done = inside
    .flatMap((other) =>
      other.before?.type === "rich" && other.after?.type === "rich" ? [editOf(other.before, other.after)] : [],
    )
    .sort((a, b) => b.from - a.from);
  for (const other of done) {
    text = edited(text, other);
    if (edit !== null) {
      const next = editAfter(edit, other);
      if (next === null) return null;
      edit = next;
    }
  }
  const style = inside.find(({ before: old }) => old?.type === "properties");
  if (style !== undefined && edit !== null) text = restyled(text, style);
  if (edit !== null) return { before: text, after: edited(text, edit) };
  return { before: text, ...(after === undefined ? {} : { after }) };
}

/** The base got another style or other properties: the value names them, too. */
function restyled(value: RichValue, change: Change): RichValue {
  if (change.after?.type !== "properties") return value;
  const [style, ...direct] = (value.style ?? "").split("; ");
  const all = new Map(direct.map((words) => [words.split(" ")[0] ?? "", words]));
  let name = style ?? "";
  for (const [key, set] of Object.entries(change.after.properties)) {
    if (key === "style") name = String(set);
    else if (set === null) all.delete(key);
    else all.set(key, `${key} ${String(set)}`);
  }
  const words = [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return { ...value, style: [name, ...words].join("; ") };
}

/** Both set the same property. */
function overlapping({ before }: Change, inside: readonly Change[]): boolean {
  if (before?.type !== "properties") return false;
  const names = new Set(Object.keys(before.properties));
  return inside.some(
    ({ before: other }) =>
      other?.type === "properties" && Object.keys(other.properties).some((name) => names.has(name)),
  );
}
