/**
 * A Jupyter notebook (nbformat 3 and 4) as the text that it is, with the place of every cell and part of a cell. Cells
 * count from 0 here and from 1 in addresses.
 */
import type { Hash } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";
import type { Limits, ReadError, Source } from "../format.ts";
import { MAX_TEXT_BYTES } from "../text/document.ts";
import { decode } from "../text/encoding.ts";
import { member, numberOf, parseJson, stringOf, type JsonNode } from "./json.ts";

export interface NotebookDocument {
  readonly name: string;
  readonly contentHash: Hash;
  readonly size: number;
  /** Without a byte order mark. */
  readonly text: string;
  readonly byteOrderMark: boolean;
  readonly root: JsonNode & { readonly kind: "object" };
  readonly major: number;
  readonly minor: number;
  /** The array of cells; null in a version 3 notebook without a worksheet. */
  readonly cellsNode: (JsonNode & { readonly kind: "array" }) | null;
  readonly cells: readonly NotebookCell[];
}

export interface NotebookCell {
  readonly node: JsonNode & { readonly kind: "object" };
  readonly type: string;
  readonly id: string | null;
  readonly source: string;
}

const MAX_VALUES = 4_000_000;

export async function readNotebook(source: Source, limits: Limits): Promise<Result<NotebookDocument, ReadError>> {
  const ceiling = Math.min(limits.maxBytes, MAX_TEXT_BYTES);
  if (source.size > ceiling)
    return err({
      reason: "limit",
      limit: "maxBytes",
      detail: `${source.size} bytes, notebooks are read up to ${ceiling}`,
    });
  const decoded = decode(await source.read(0, source.size));
  if (!decoded.ok) return err({ reason: "damaged", detail: decoded.error });
  const { encoding, content } = decoded.value;
  if (encoding !== "utf-8" && encoding !== "utf-8-bom")
    return err({ reason: "damaged", detail: `${encoding}, a notebook is UTF-8` });
  const text = content.toString("utf8");
  const values = Math.min(limits.maxCells, MAX_VALUES);
  const parsed = parseJson(text, { depth: limits.maxXmlDepth, values });
  if (!parsed.ok) {
    const { reason, detail } = parsed.error;
    if (reason === "damaged") return err({ reason, detail });
    return err({ reason: "limit", limit: reason === "deep" ? "maxXmlDepth" : "maxCells", detail });
  }
  const { name, contentHash, size } = source;
  const root = parsed.value;
  const outline = outlineOf(text, root);
  if (!outline.ok) return outline;
  return ok({ name, contentHash, size, text, byteOrderMark: encoding === "utf-8-bom", ...outline.value });
}

type Outline = Pick<NotebookDocument, "root" | "major" | "minor" | "cellsNode" | "cells">;

function outlineOf(text: string, root: JsonNode): Result<Outline, ReadError> {
  const damaged = (detail: string) => err<ReadError>({ reason: "damaged", detail });
  if (root.kind !== "object") return err({ reason: "not-this-format", detail: "no JSON object" });
  const major = numberOf(text, member(root, "nbformat"));
  if (major !== 3 && major !== 4)
    return err({ reason: "unsupported", detail: `notebook format ${major === undefined ? "not said" : major}` });
  const minor = numberOf(text, member(root, "nbformat_minor")) ?? 0;
  const holder = major === 4 ? root : sheetOf(root);
  if (holder === "many") return err({ reason: "unsupported", detail: "several worksheets in one notebook" });
  const cellsNode = holder === null ? undefined : member(holder, "cells");
  if (cellsNode === undefined && major === 4) return damaged("no cells");
  if (cellsNode !== undefined && cellsNode.kind !== "array") return damaged("the cells are no array");
  const cells: NotebookCell[] = [];
  for (const node of cellsNode?.items ?? []) {
    const type = stringOf(text, member(node, "cell_type"));
    const written = member(node, sourceKey(major, type ?? ""));
    const source = joinedText(text, written);
    if (node.kind !== "object" || type === undefined) return damaged(`cell ${cells.length + 1} has no type`);
    if (written !== undefined && source === undefined)
      return damaged(`the source of cell ${cells.length + 1} is no text`);
    cells.push({ node, type, id: stringOf(text, member(node, "id")) ?? null, source: source ?? "" });
  }
  return ok({ root, major, minor, cellsNode: cellsNode ?? null, cells });
}

/** Version 3 had worksheets; programs only ever wrote one. */
function sheetOf(root: JsonNode): JsonNode | null | "many" {
  const sheets = member(root, "worksheets");
  if (sheets?.kind !== "array") return null;
  return sheets.items.length > 1 ? "many" : (sheets.items[0] ?? null);
}

export const sourceKey = (major: number, type: string): string => (major === 3 && type === "code" ? "input" : "source");

/** Cells have ids from version 4.5 on. Null where both versions have them or neither has; else whether the second has. */
export function isRaised(before: NotebookDocument, after: NotebookDocument): boolean | null {
  if (before.major !== 4 || after.major !== 4) return null;
  return before.minor >= 5 === after.minor >= 5 ? null : after.minor >= 5;
}

/** A text as nbformat writes it: a string, or a list of strings that are joined. */
export function joinedText(text: string, node: JsonNode | undefined): string | undefined {
  if (node?.kind !== "array") return stringOf(text, node);
  const parts: string[] = [];
  for (const item of node.items) {
    const part = stringOf(text, item);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.join("");
}
