/**
 * A comment's text as a screen shows it: pieces of plain text, links that were written out, and people. Nothing of it is
 * ever HTML; only `http` and `https` addresses become links, and show themselves as they are.
 */
import type { Person } from "../../lib/contracts/common.ts";
import { mentionParts } from "../../lib/contracts/threads.ts";
import { visibleText } from "../files/visible-name.ts";

export type TextPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "link"; readonly text: string; readonly href: string }
  | { readonly type: "mention"; readonly id: string; readonly name: string };

const ADDRESS = /https?:\/\/[^\s<>"'`\u0000-\u001f]+/giu;
/** Of a sentence, not of the address. */
const TRAILING = /[.,;:!?)\]}»”’…]+$/u;

export function textParts(text: string, people: readonly Person[]): readonly TextPart[] {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return mentionParts(text).flatMap((part): readonly TextPart[] =>
    "id" in part
      ? [{ type: "mention", id: part.id, name: visibleText(names.get(part.id) ?? part.id) }]
      : linkParts(part.text),
  );
}

function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const written = trimmed(match[0]);
    const href = hrefOf(written);
    if (href === null) continue;
    if (match.index > from) parts.push({ type: "text", text: visibleText(text.slice(from, match.index)) });
    parts.push({ type: "link", text: visibleText(written), href });
    from = match.index + written.length;
  }
  if (from < text.length) parts.push({ type: "text", text: visibleText(text.slice(from)) });
  return parts;
}

/** A closing bracket belongs to the address where it was opened there. */
function trimmed(address: string): string {
  const tail = TRAILING.exec(address)?.[0] ?? "";
  const rest = address.slice(0, address.length - tail.length);
  return rest.includes("(") && !rest.includes(")") && tail.startsWith(")") ? `${rest})` : rest;
}

/** Null: no address that one should follow. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return (url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "" ? url.href : null;
}

/** On one line, for lists: names instead of ids. */
export const mentionNames = ({ text, mentions }: { text: string | null; mentions: readonly Person[] }): string =>
  textParts(text ?? "", mentions)
    .map((part) => (part.type === "mention" ? `@${part.name}` : part.text))
    .join("")
    .replaceAll(/\s+/gu, " ");
