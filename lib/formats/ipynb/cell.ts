/**
 * The parts of a cell that are decided apart, and what each says: the source; the outputs (with attachments); the type;
 * and the metadata, which is whatever else the cell holds. Execution counts say nothing: they are taken along with the
 * outputs. Texts are the same as a string and as a list of lines.
 */
import { sha256 } from "../../shared/sha256.ts";
import { joinedText, sourceKey, type NotebookCell, type NotebookDocument } from "./document.ts";
import { canonicalText, member, stringOf, type JsonNode } from "./json.ts";

export type Unit = "source" | "outputs" | "type" | "metadata";

const OUTPUT_KEYS = new Set(["outputs", "attachments", "execution_count", "prompt_number"]);
const COUNTS = new Set(["execution_count", "prompt_number"]);
/** `level` is that of a heading, which was a type of its own in version 3. */
const TYPE_KEYS = new Set(["cell_type", "level"]);
const SOURCE_KEYS = new Set(["source", "input"]);

export function unitOfKey(key: string): Unit {
  if (SOURCE_KEYS.has(key)) return "source";
  if (OUTPUT_KEYS.has(key)) return "outputs";
  return TYPE_KEYS.has(key) ? "type" : "metadata";
}

/** For comparison: equal where the part says the same; `withId` false leaves the cell's id out of its metadata. */
export function unitText({ text }: NotebookDocument, cell: NotebookCell, unit: Unit, withId = true): string {
  if (unit === "source") return cell.source;
  const said = (key: string) => unitOfKey(key) === unit && !COUNTS.has(key) && (withId || key !== "id");
  const texts = cell.node.members
    .filter(({ key }) => said(key))
    .map(({ key, value }) => `${key}:${unit === "outputs" ? meaning(text, value) : canonicalText(text, value)}`);
  // No outputs and an empty list of them are the same, and so is no metadata.
  return texts
    .filter((own) => !/^(outputs:\[\]|attachments:\{\}|metadata:\{\})$/.test(own))
    .sort()
    .join("\n");
}

/** What nbformat may write as a list of lines: streams, values by MIME type, and the same by short names in version 3. */
const isText = (key: string): boolean =>
  (key.includes("/") && !key.endsWith("json")) || /^(text|html|svg|latex|javascript|png|jpeg|pdf)$/.test(key);

/** As canonical JSON, without counts, with texts joined. */
function meaning(text: string, node: JsonNode): string {
  if (node.kind === "array") return `[${node.items.map((item) => meaning(text, item)).join(",")}]`;
  if (node.kind !== "object") return canonicalText(text, node);
  const members = node.members.filter(({ key }) => !COUNTS.has(key)).sort((a, b) => (a.key < b.key ? -1 : 1));
  return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${memberMeaning(text, key, value)}`).join(",")}}`;
}

function memberMeaning(text: string, key: string, value: JsonNode): string {
  if (key === "metadata" || key.endsWith("json")) return canonicalText(text, value);
  const joined = isText(key) ? joinedText(text, value) : undefined;
  return joined === undefined ? meaning(text, value) : JSON.stringify(joined);
}

const MAX_TEXT = 20_000;

/** The outputs and attachments for people: texts as they are, everything else by type, size and hash. */
export function outputsSummary({ text }: NotebookDocument, { node }: NotebookCell): string {
  const parts: string[] = [];
  const outputs = member(node, "outputs");
  if (outputs?.kind === "array") for (const output of outputs.items) parts.push(outputSummary(text, output));
  else if (outputs) parts.push(shortened(canonicalText(text, outputs)));
  const attachments = member(node, "attachments");
  if (attachments?.kind === "object")
    for (const { key, value } of attachments.members) parts.push(`[attachment ${key}]\n${bundleSummary(text, value)}`);
  else if (attachments) parts.push(`[attachments]\n${shortened(canonicalText(text, attachments))}`);
  return parts.join("\n");
}

function outputSummary(text: string, output: JsonNode): string {
  const type = stringOf(text, member(output, "output_type")) ?? "output";
  const lines: string[] = [];
  const rest: string[] = [];
  const name = stringOf(text, member(output, "name"));
  for (const { key, value } of output.kind === "object" ? output.members : []) {
    if (COUNTS.has(key) || key === "output_type" || key === "name") continue;
    if (key === "data") lines.push(bundleSummary(text, value));
    else if (key === "text" || key === "traceback") lines.push(shortened(plain(text, value)));
    else if (key === "ename" || key === "evalue") lines.push(`${key}: ${shortened(plain(text, value))}`);
    else if (key !== "metadata" || (value.kind === "object" && value.members.length > 0))
      rest.push(`${key}: ${shortened(canonicalText(text, value))}`);
  }
  if (output.kind !== "object") lines.push(shortened(canonicalText(text, output)));
  return [`[${type}${name === undefined ? "" : ` ${name}`}]`, ...lines, ...rest].join("\n");
}

/** Values by MIME type. */
function bundleSummary(text: string, bundle: JsonNode): string {
  if (bundle.kind !== "object") return shortened(canonicalText(text, bundle));
  const members = [...bundle.members].sort((a, b) => (a.key < b.key ? -1 : 1));
  return members
    .map(({ key, value }) => {
      if (key === "text/plain") return shortened(plain(text, value));
      const own = /json$/.test(key) ? canonicalText(text, value) : plain(text, value);
      return `${key}: ${own.length} characters, sha256 ${sha256(own).slice(0, 16)}`;
    })
    .join("\n");
}

function plain(text: string, node: JsonNode): string {
  return joinedText(text, node) ?? canonicalText(text, node);
}

export function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text.slice(0, MAX_TEXT)}\n… ${text.length} characters, sha256 ${sha256(text).slice(0, 16)}`;
}

/** Everything but source, outputs and type, for people; the id of a cell only where `withId`. */
export function metadataProperties(
  { text }: NotebookDocument,
  { node }: NotebookCell,
  withId: boolean,
): Record<string, string> {
  const properties: Record<string, string> = {};
  const put = (key: string, value: JsonNode) => {
    properties[key] = shortened(stringOf(text, value) ?? canonicalText(text, value));
  };
  for (const { key, value } of node.members) {
    if (unitOfKey(key) !== "metadata" || (key === "id" && !withId)) continue;
    if (key === "metadata" && value.kind === "object")
      for (const own of value.members) put(`metadata.${own.key}`, own.value);
    else put(key, value);
  }
  return properties;
}

/** The type as people say it. */
export function typeText({ text }: NotebookDocument, { node, type }: NotebookCell): string {
  const level = member(node, "level");
  return level === undefined ? type : `${type} ${canonicalText(text, level)}`;
}

export function hasError({ text }: NotebookDocument, { node }: NotebookCell): boolean {
  const outputs = member(node, "outputs");
  return (
    outputs?.kind === "array" &&
    outputs.items.some((output) => ["error", "pyerr"].includes(stringOf(text, member(output, "output_type")) ?? ""))
  );
}

export const cellSourceKey = (doc: NotebookDocument, cell: NotebookCell): string => sourceKey(doc.major, cell.type);
