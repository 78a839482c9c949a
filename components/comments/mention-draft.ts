/**
 * A comment while it is written: people stand in it by name (`@Tomas Kerr`), and become ids when it is sent. Only names
 * of members are people; any other `@` is text.
 */
import type { Person } from "../../lib/contracts/common.ts";
import { mentionParts } from "../../lib/contracts/threads.ts";

/** Longest names first, so that "@Ann Lee" is not "@Ann" and a rest. Of two people with one name the first is meant. */
const byLength = (people: readonly Person[]) => people.toSorted((a, b) => b.name.length - a.name.length);

export function toStored(draft: string, people: readonly Person[]): string {
  const ordered = byLength(people).filter(({ name }) => name !== "");
  let stored = "";
  for (let at = 0; at < draft.length;) {
    const person =
      draft[at] === "@" && !isWord(draft[at - 1])
        ? ordered.find(({ name }) => draft.startsWith(name, at + 1) && !isWord(draft[at + 1 + name.length]))
        : undefined;
    stored += person === undefined ? (draft[at] ?? "") : `<@${person.id}>`;
    at += person === undefined ? 1 : 1 + person.name.length;
  }
  return stored;
}

export function toDraft(stored: string, people: readonly Person[]): string {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return mentionParts(stored)
    .map((part) => ("id" in part ? (names.has(part.id) ? `@${names.get(part.id) ?? ""}` : `<@${part.id}>`) : part.text))
    .join("");
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

export interface MentionQuery {
  /** Where its `@` is. */
  readonly from: number;
  readonly to: number;
  readonly people: readonly Person[];
}

const LONGEST = 40;
const SHOWN = 6;

/** What is being completed at the caret; null: nothing. */
export function mentionAt(draft: string, caret: number, people: readonly Person[]): MentionQuery | null {
  const before = draft.slice(Math.max(0, caret - LONGEST), caret);
  const sign = before.lastIndexOf("@");
  if (sign === -1) return null;
  const from = caret - before.length + sign;
  const typed = before.slice(sign + 1);
  if (typed.includes("\n") || isWord(draft[from - 1])) return null;
  const wanted = fold(typed);
  const found = people.filter(({ name }) =>
    [name, ...name.split(/\s+/u).slice(1)].some((part) => fold(part).startsWith(wanted)),
  );
  // A name that stands there in full asks no more.
  if (found.length === 0 || found.some(({ name }) => fold(name) === wanted)) return null;
  return { from, to: caret, people: found.slice(0, SHOWN) };
}

const fold = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();

/** The draft with the person in place of what was typed, and where the caret is then. */
export function complete(
  draft: string,
  { from, to }: Pick<MentionQuery, "from" | "to">,
  person: Person,
): { readonly draft: string; readonly caret: number } {
  const name = `@${person.name}`;
  const space = draft[to] === " " ? "" : " ";
  return { draft: `${draft.slice(0, from)}${name}${space}${draft.slice(to)}`, caret: from + name.length + 1 };
}
