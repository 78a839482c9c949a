/** Changes as text for people: one block a change, removed and added lines marked. */
import type { CellContent, Value } from "../core/change/change.ts";
import type { ChangeText, UnrenderedText } from "./json.ts";

const MAX_LINES = 200;

export function changesForPeople(changes: readonly ChangeText[], unrendered: readonly UnrenderedText[]): string {
  const blocks = changes.map((change) => {
    const facet = change.facet === "content" ? "" : ` ${change.facet}`;
    const flags = change.flags && change.flags.length > 0 ? `  [${change.flags.join(", ")}]` : "";
    const from =
      change.kind === "moved" && change.beforeAddress !== undefined ? ` from ${visibleName(change.beforeAddress)}` : "";
    const head = `${change.address === "" ? "file" : visibleName(change.address)}  ${change.kind}${from}${facet}${flags}  ${change.id}`;
    const { before, after, note } = withoutEqual(change.before, change.after);
    return [head, ...lines("-", before), ...lines("+", after), ...(note === undefined ? [] : [`  ~ ${note}`])].join(
      "\n",
    );
  });
  const parts = unrendered.map(({ id, part, kind }) => `${part}  ${kind} unrendered  ${id}`);
  return [...blocks, ...parts].map((block) => `${block}\n`).join("");
}

/** A conflict with what stands on the three sides: `=` base, `<` accepted, `>` staged. */
export function conflictForPeople(conflict: {
  readonly address: string;
  readonly base: Value | null;
  readonly accepted: Value | null;
  readonly staged: Value | null;
}): string {
  const side = (mark: string, value: Value | null) => (value === null ? [`  ${mark} nothing`] : lines(mark, value));
  const head = `conflict at ${conflict.address === "" ? "the whole file" : visibleName(conflict.address)}`;
  const { base, accepted, staged } = conflict;
  return [head, ...side("=", base), ...side("<", accepted), ...side(">", staged)].join("\n") + "\n";
}

/** Digests tell versions apart and nothing to a person. */
const DIGESTS: ReadonlySet<string> = new Set(["digest", "meaning"]);

/** Of two sides made of properties or of a page's words, those that differ; where only a digest does, that is said in words. */
function withoutEqual(
  before: Value | undefined,
  after: Value | undefined,
): { before?: Value; after?: Value; note?: string } {
  const sides = { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
  if (before?.type === "page" && after?.type === "page") return differingWords(before, after);
  if (before?.type === "rich" && after?.type === "rich" && before.text === after.text)
    return { before: { type: "text", text: spelled(before) }, after: { type: "text", text: spelled(after) } };
  if (before?.type !== "properties" || after?.type !== "properties") return sides;
  const [was, is] = [before.properties, after.properties];
  const differing = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  const named = differing.filter((name) => !DIGESTS.has(name));
  if (named.length === 0) return { note: visible(`${kindOf(is)}differs in what it looks like or holds`) };
  const only = (all: typeof was): Value => ({
    type: "properties",
    properties: Object.fromEntries(named.flatMap((name) => (name in all ? [[name, all[name] ?? null]] : []))),
  });
  return { before: only(was), after: only(is) };
}

/** A paragraph with its style and the formats of its runs, where only they tell two versions apart. */
function spelled({ style, runs }: Extract<Value, { type: "rich" }>): string {
  const parts = runs.map(({ text, format }) => (format === undefined ? text : `${text}{${format}}`));
  return `${style === undefined ? "" : `[${style}] `}${parts.join("")}`;
}

type Page = Extract<Value, { type: "page" }>;

/** Of a changed page, the words that the other side does not have. */
function differingWords(before: Page, after: Page): { before?: Value; after?: Value; note?: string } {
  const words = ({ marks }: Page): Value => ({ type: "text", text: marks.map(({ text }) => text).join(" ") });
  if (before.marks.length + after.marks.length === 0) return { note: "same words, drawn differently" };
  return {
    ...(before.marks.length > 0 ? { before: words(before) } : {}),
    ...(after.marks.length > 0 ? { after: words(after) } : {}),
  };
}

function kindOf(properties: Readonly<Record<string, unknown>>): string {
  const kind = properties["kind"] ?? properties["element"];
  return typeof kind === "string" ? `${kind.replaceAll("-", " ")} ` : "";
}

function lines(mark: string, value: Value | undefined): string[] {
  if (value === undefined) return [];
  const all = valueText(value).split("\n");
  const shown = all.slice(0, MAX_LINES).map((line) => `  ${mark} ${visible(line)}`);
  return all.length > MAX_LINES ? [...shown, `  ${mark} … ${all.length - MAX_LINES} more lines`] : shown;
}

function valueText(value: Value): string {
  switch (value.type) {
    case "text":
    case "rich":
    case "page":
      return value.text;
    case "cell":
      return cellText(value);
    case "cells":
      return Object.entries(value.cells)
        .map(([at, cell]) => `${at}: ${cellText(cell)}`)
        .join("\n");
    case "file":
      return `${value.size} bytes, ${value.contentHash}`;
    case "name":
      return value.name;
    case "properties":
      return Object.entries(value.properties)
        .map(([name, own]) => `${name}: ${own === null ? "none" : own}`)
        .join("\n");
  }
}

function cellText({ value, formula, numberFormat, notCalculated }: CellContent): string {
  const shown = value === null ? "" : typeof value === "object" ? value.error : String(value);
  const result = notCalculated ? "not calculated" : shown;
  const main = formula === undefined ? result : `=${formula}  → ${result}`;
  return numberFormat === undefined ? main : `${main}  (${numberFormat})`;
}

/** On one line: a name must not look like a line of its own. */
export const visibleName = (name: string): string =>
  visible(name).replaceAll(
    /[\t\n\u200b\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** Control characters and bidirectional controls shown as what they are: text from files is never trusted. */
export function visible(text: string): string {
  return text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
