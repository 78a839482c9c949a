/**
 * An output as it can be drawn without running or interpreting anything: of a bundle of MIME types the first that can be
 * shown faithfully (a picture, a table, plain text, JSON). HTML without a table gives way to its plain-text twin, or to
 * its words.
 */
import { joinedText } from "../document.ts";
import { canonicalText, member, stringOf, type JsonNode } from "../json.ts";
import type { CutText, NotebookOutput } from "./structure.ts";
import { htmlTable, htmlWords } from "./html-words.ts";
import { PICTURES } from "./pictures.ts";

const MAX_TEXT = 50_000;
const MAX_MESSAGE = 2_000;
const MAX_ALT = 300;

export const cutText = (text: string, most = MAX_TEXT): CutText =>
  text.length <= most ? { text, left: 0 } : { text: text.slice(0, most), left: text.length - most };

/** @param part how the media address names it */
export function viewOutput(text: string, output: JsonNode, part: string): NotebookOutput {
  const read = (key: string) => textAt(text, output, key);
  switch (stringOf(text, member(output, "output_type")) ?? "") {
    case "stream":
      return {
        kind: "stream",
        name: (read("name") ?? read("stream") ?? "stdout").slice(0, 40),
        text: cutText(overwritten(withoutAnsi(read("text") ?? ""))),
      };
    case "error":
    case "pyerr":
      return {
        kind: "error",
        name: (read("ename") ?? "error").slice(0, 200),
        message: withoutAnsi(read("evalue") ?? "").slice(0, MAX_MESSAGE),
        trace: cutText(withoutAnsi(linesAt(text, output, "traceback"))),
      };
    default:
      return bundle(text, member(output, "data") ?? output, part);
  }
}

function bundle(text: string, data: JsonNode, part: string): NotebookOutput {
  const read = (...keys: string[]) => {
    for (const key of keys) {
      const found = textAt(text, data, key);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const plain = read("text/plain", "text");
  for (const [key, mime] of PICTURES)
    if (textAt(text, data, key) !== undefined)
      return { kind: "picture", mime, part, alt: withoutAnsi(plain ?? "").slice(0, MAX_ALT) };
  const html = read("text/html", "html");
  const table = html === undefined ? null : htmlTable(html);
  if (table !== null) return { kind: "table", ...table };
  for (const [mime, found] of [
    ["text/markdown", read("text/markdown")],
    ["text/plain", plain],
    ["text/latex", read("text/latex", "latex")],
  ] as const)
    if (found !== undefined) return { kind: "text", mime, text: cutText(withoutAnsi(found)) };
  if (html !== undefined) return { kind: "text", mime: "text/html", text: cutText(htmlWords(html)) };
  return rest(text, data);
}

function rest(text: string, data: JsonNode): NotebookOutput {
  const members = data.kind === "object" ? data.members.filter(({ key }) => key !== "output_type") : [];
  const json = members.find(({ key }) => /(^json$|\bjson$)/u.test(key));
  if (json !== undefined) return { kind: "json", text: cutText(pretty(text, json.value)) };
  const first = members.find(({ key }) => key.includes("/"));
  if (first === undefined) return { kind: "json", text: cutText(pretty(text, data)) };
  return { kind: "other", mime: first.key.slice(0, 100), characters: first.value.end - first.value.start };
}

const MAX_PRETTY = 200_000;

function pretty(text: string, node: JsonNode): string {
  const canonical = canonicalText(text, node);
  if (canonical.length > MAX_PRETTY) return canonical;
  try {
    return JSON.stringify(JSON.parse(canonical), null, 2);
  } catch {
    // NaN and its like, as Python writes them, are no JSON.
    return canonical;
  }
}

const textAt = (text: string, node: JsonNode, key: string): string | undefined => {
  const found = member(node, key);
  return found === undefined ? undefined : joinedText(text, found);
};

function linesAt(text: string, node: JsonNode, key: string): string {
  const found = member(node, key);
  if (found?.kind !== "array") return stringOf(text, found) ?? "";
  return found.items.map((item) => stringOf(text, item) ?? "").join("\n");
}

/** Escape sequences of terminals (ECMA-48): colours, moves of the cursor, titles. */
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/gu;

const withoutAnsi = (text: string): string => text.replace(ANSI, "");

/** A bare carriage return starts the line again, as progress bars do: what is left is the last state of each line. */
const overwritten = (text: string): string =>
  text.includes("\r")
    ? text
        .replaceAll("\r\n", "\n")
        .split("\n")
        .map((line) => line.split("\r").findLast((state) => state !== "") ?? "")
        .join("\n")
    : text;
