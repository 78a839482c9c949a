/**
 * Writes values of one JSON text into another in the style of the other: indentation, white space, line ends. Strings
 * and numbers are copied as they are spelled.
 */
import type { JsonNode, Member } from "./json.ts";

export interface JsonStyle {
  /** One level; null where everything stands on one line. */
  readonly indent: string | null;
  readonly newline: string;
  readonly colon: string;
  readonly comma: string;
  /** Characters beyond ASCII are escaped. */
  readonly ascii: boolean;
}

export function styleOf(text: string, root: JsonNode): JsonStyle {
  const [first, second] = root.kind === "object" ? root.members : [];
  const lead = first ? text.slice(root.start + 1, first.keyStart) : "\n ";
  const broken = lead.lastIndexOf("\n");
  const colon = first ? text.slice(first.keyEnd, first.value.start) : ": ";
  const comma = first && second ? text.slice(first.value.end, second.keyStart) : ", ";
  return {
    indent: broken < 0 ? null : lead.slice(broken + 1),
    newline: lead.includes("\r\n") ? "\r\n" : "\n",
    colon: colon.includes("\n") ? ": " : colon,
    comma: comma.includes("\n") ? ", " : comma,
    ascii: /\\u(?!00[01])[0-9a-fA-F]{4}/.test(text) && !/[^\0-\x7f]/.test(text),
  };
}

/** @param depth levels around the value */
export function writeNode(text: string, node: JsonNode, style: JsonStyle, depth: number): string {
  switch (node.kind) {
    case "array":
      return writeItems(
        "[",
        node.items.map((item) => writeNode(text, item, style, depth + 1)),
        "]",
        style,
        depth,
      );
    case "object":
      return writeMembers(
        node.members.map((own) => ({
          key: keyText(text, own),
          value: writeNode(text, own.value, style, depth + 1),
        })),
        style,
        depth,
      );
    default:
      return text.slice(node.start, node.end);
  }
}

export interface WrittenMember {
  /** With its quotes. */
  readonly key: string;
  readonly value: string;
}

export const keyText = (text: string, { keyStart, keyEnd }: Member): string => text.slice(keyStart, keyEnd);

export function writeMembers(members: readonly WrittenMember[], style: JsonStyle, depth: number): string {
  return writeItems(
    "{",
    members.map(({ key, value }) => key + style.colon + value),
    "}",
    style,
    depth,
  );
}

export function writeItems(
  open: string,
  items: readonly string[],
  close: string,
  style: JsonStyle,
  depth: number,
): string {
  if (items.length === 0) return open + close;
  if (style.indent === null) return open + items.join(style.comma) + close;
  const inner = style.newline + style.indent.repeat(depth + 1);
  return open + inner + items.join(`,${inner}`) + style.newline + style.indent.repeat(depth) + close;
}

export function writeString(value: string, { ascii }: JsonStyle): string {
  const written = JSON.stringify(value);
  if (!ascii) return written;
  return written.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
