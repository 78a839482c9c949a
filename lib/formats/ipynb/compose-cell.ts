/** One cell of a result: the base's bytes with the parts that are taken, or a cell that a version brings. */
import { cellSourceKey, unitOfKey, type Unit } from "./cell.ts";
import { joinedText, sourceKey, type NotebookCell, type NotebookDocument } from "./document.ts";
import { member, type JsonNode } from "./json.ts";
import {
  keyText,
  writeItems,
  writeMembers,
  writeNode,
  writeString,
  type JsonStyle,
  type WrittenMember,
} from "./json-write.ts";

/** A version's cell. */
export interface Origin {
  readonly doc: NotebookDocument;
  readonly cell: NotebookCell;
}

type TakenUnits = ReadonlyMap<Unit, Origin>;

/** `id`: what the cell is to have. Where no name comes or goes, only the values are replaced; else the cell is written anew, its values as they stand. */
export function patchedCell(
  base: Origin,
  taken: TakenUnits,
  id: string | null,
  style: JsonStyle,
  depth: number,
): string {
  const { doc, cell } = base;
  const members = withId(resultMembers(base, taken, style, depth), cell.id, id, style);
  const own = cell.node.members;
  const same = members.length === own.length && own.every(({ key }, at) => members[at]?.name === key);
  if (!same) return writeMembers(members, style, depth);
  let text = "";
  let at = cell.node.start;
  own.forEach(({ value }, n) => {
    text += doc.text.slice(at, value.start) + (members[n]?.value ?? "");
    at = value.end;
  });
  return text + doc.text.slice(at, cell.node.end);
}

/** @param id null: none */
export function addedCell({ doc, cell }: Origin, id: string | null, style: JsonStyle, depth: number): string {
  const members = cell.node.members.map((own) => ({
    name: own.key,
    key: keyText(doc.text, own),
    value: writeNode(doc.text, own.value, style, depth + 1),
  }));
  return writeMembers(withId(members, cell.id, id, style), style, depth);
}

function withId(members: NamedMember[], own: string | null, id: string | null, style: JsonStyle): NamedMember[] {
  if (own === id) return members;
  const member = { name: "id", key: '"id"', value: writeString(id ?? "", style) };
  if (id === null) return members.filter(({ name }) => name !== "id");
  if (own !== null) return members.map((other) => (other.name === "id" ? member : other));
  insert(members, member);
  return members;
}

interface NamedMember extends WrittenMember {
  readonly name: string;
}

function resultMembers(base: Origin, taken: TakenUnits, style: JsonStyle, depth: number): NamedMember[] {
  const typed = taken.get("type");
  const originOf = (unit: Unit) => taken.get(unit) ?? (unit === "outputs" ? typed : undefined);
  const key = sourceKey(base.doc.major, (typed ?? base).cell.type);
  const result: NamedMember[] = [];
  for (const { key: name, value, ...own } of base.cell.node.members) {
    const unit = unitOfKey(name);
    const origin = originOf(unit);
    const raw = {
      name,
      key: keyText(base.doc.text, { key: name, value, ...own }),
      value: base.doc.text.slice(value.start, value.end),
    };
    if (name === "id") result.push(raw);
    else if (unit === "source")
      result.push({ ...sourceMember(base, origin, value, style, depth), name: key, key: JSON.stringify(key) });
    else if (!origin) result.push(raw);
    else {
      const other = member(origin.cell.node, name);
      if (other) result.push({ ...raw, value: keptOr(base.doc, value, origin.doc, other, style, depth) });
    }
  }
  const there = new Set(result.map(({ name }) => name));
  for (const unit of ["type", "outputs", "metadata"] as const) {
    const origin = originOf(unit);
    for (const own of origin?.cell.node.members ?? []) {
      if (!origin || unitOfKey(own.key) !== unit || own.key === "id" || there.has(own.key)) continue;
      const { text } = origin.doc;
      insert(result, { name: own.key, key: keyText(text, own), value: writeNode(text, own.value, style, depth + 1) });
    }
  }
  const source = taken.get("source");
  const written = source && member(source.cell.node, cellSourceKey(source.doc, source.cell));
  if (source && written && !there.has(key))
    insert(result, {
      name: key,
      key: JSON.stringify(key),
      value: writeNode(source.doc.text, written, style, depth + 1),
    });
  return result;
}

/** As a list or as a string, as the base has it. */
function sourceMember(
  base: Origin,
  origin: Origin | undefined,
  value: JsonNode,
  style: JsonStyle,
  depth: number,
): { value: string } {
  if (!origin || origin.cell.source === base.cell.source) return { value: base.doc.text.slice(value.start, value.end) };
  const other = member(origin.cell.node, cellSourceKey(origin.doc, origin.cell));
  if (other?.kind === value.kind) return { value: writeNode(origin.doc.text, other, style, depth + 1) };
  if (value.kind !== "array") return { value: writeString(origin.cell.source, style) };
  const lines = origin.cell.source.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return {
    value: writeItems(
      "[",
      lines.map((line) => writeString(line, style)),
      "]",
      style,
      depth + 1,
    ),
  };
}

/** The base's own bytes where the text is the same, however it is written. */
function keptOr(
  base: NotebookDocument,
  value: JsonNode,
  doc: NotebookDocument,
  other: JsonNode,
  style: JsonStyle,
  depth: number,
): string {
  const own = base.text.slice(value.start, value.end);
  const same =
    joinedText(base.text, value) !== undefined && joinedText(base.text, value) === joinedText(doc.text, other);
  return same && value.kind === other.kind ? own : writeNode(doc.text, other, style, depth + 1);
}

/** In front of the first name that sorts behind it, where the names are sorted, as programs write them; else at the end. */
function insert(members: NamedMember[], added: NamedMember): void {
  const names = members.map(({ name }) => name);
  const sorted = names.every((name, at) => at === 0 || (names[at - 1] ?? "") < name);
  const at = sorted ? names.findIndex((name) => name > added.name) : -1;
  if (at < 0) members.push(added);
  else members.splice(at, 0, added);
}
