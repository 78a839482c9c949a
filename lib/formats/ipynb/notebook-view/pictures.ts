/** The bytes of a picture among a notebook's outputs, as `cell=N&output=M` names it, both from 1. */
import type { JsonNode } from "../json.ts";
import { member } from "../json.ts";
import { joinedText, type NotebookDocument } from "../document.ts";

/** Null: there is no such output, or it holds no picture. */
export function outputPicture({ text, cells }: NotebookDocument, part: string): Uint8Array | null {
  const named = /^cell=([1-9]\d{0,6})&output=([1-9]\d{0,6})$/u.exec(part);
  if (named === null) return null;
  const outputs = member(cells[Number(named[1]) - 1]?.node, "outputs");
  const output = outputs?.kind === "array" ? outputs.items[Number(named[2]) - 1] : undefined;
  const data: JsonNode | undefined = member(output, "data") ?? output;
  for (const [key] of PICTURES) {
    const found = member(data, key);
    const base64 = found === undefined ? undefined : joinedText(text, found);
    if (base64 !== undefined) return Buffer.from(base64, "base64");
  }
  return null;
}

/** Best first; version 3 had short names. */
export const PICTURES: readonly (readonly [key: string, mime: string])[] = [
  ["image/png", "image/png"],
  ["image/jpeg", "image/jpeg"],
  ["image/gif", "image/gif"],
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
];
