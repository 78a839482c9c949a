/** What tests ask of documents: their changes as lines, the result of taking some of them, their texts. */
import type { Change, ChangeId } from "../../../core/change/change.ts";
import { formatAddress } from "../../../core/address/address.ts";
import { DEFAULT_LIMITS, defaultWork } from "../../format.ts";
import { writeZip } from "../../ooxml/zip-write.ts";
import { applyToDocuments } from "../apply/apply.ts";
import { paragraphsOf } from "../blocks.ts";
import { diffDocuments } from "../diff/diff.ts";
import { parseDocument, type WordDocument } from "../document.ts";
import { editOf } from "../rich-edit.ts";

export function opened(bytes: Uint8Array): WordDocument {
  const read = parseDocument(bytes, DEFAULT_LIMITS);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

/** The same package with texts replaced in all of its XML. */
export function replacedXml(bytes: Uint8Array, replacements: readonly (readonly [string, string])[]): Uint8Array {
  const { package: pack } = opened(bytes);
  const entries = pack.zip.entries.map(({ name }) => {
    const text = pack.text(name) ?? "";
    return [name, Buffer.from(replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text))] as const;
  });
  return writeZip(new Map(entries));
}

export const changesOf = (before: Uint8Array, after: Uint8Array): Change[] =>
  diffDocuments(opened(before), opened(after), defaultWork()).entries.map(({ change }) => change);

export function applied(before: Uint8Array, after: Uint8Array, chosen: readonly ChangeId[]): Uint8Array {
  const result = applyToDocuments(opened(before), opened(after), chosen);
  if (!result.ok) throw new Error(JSON.stringify(result.error).slice(0, 400));
  return result.value;
}

/** `modified content para=3: old → new`, without metadata. */
export const lines = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ facet }) => facet !== "metadata")
    .map((change) => `${change.kind} ${change.facet} ${formatAddress(change.address)}${said(change)}`);

function said({ before, after, kind }: Change): string {
  if (before?.type === "rich" && after?.type === "rich") {
    const { from, to, put } = editOf(before, after);
    const old = Array.from(before.text).slice(from, to).join("");
    return `: ${old} → ${put.map(([sign]) => sign).join("")}`;
  }
  const value = kind === "removed" || kind === "moved" ? before : after;
  if (value?.type === "rich") return `: ${value.text}`;
  if (value?.type !== "properties") return "";
  const hidden = new Set([
    "look",
    "at",
    "paragraphs",
    "tables",
    "table",
    "what",
    "rows",
    "type",
    "size",
    "meaning",
    "date",
    "initials",
  ]);
  const shown = Object.entries(value.properties).filter(([name]) => !hidden.has(name));
  return `: ${shown.map(([name, set]) => `${name}=${String(set)}`).join(" ")}`;
}

/** The texts of the body's paragraphs, those in tables and text boxes included. */
export const textsOf = (bytes: Uint8Array): string[] =>
  [...paragraphsOf(opened(bytes).body.container)].map(({ text }) => text);
