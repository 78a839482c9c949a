/**
 * Sheet parts are scanned as bytes, and the scan knows one spelling: UTF-8, elements without prefix, no comments, CDATA
 * or processing instructions. Nearly every writer
 * uses it. Here the others are rewritten into it, at the cost of one
 * pass; the meaning stays, the bytes do not, which is why only patched parts are ever written from this text.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { ReadError } from "../format.ts";
import { decodeXml, encodeXml } from "../ooxml/xml-text.ts";

/** `root` is the element that the part must have: a sheet's, or `sst` for shared strings. */
export function plainSheetBytes(bytes: Uint8Array, root = SHEET_ROOTS): Result<Uint8Array, ReadError> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isPlain(buffer, root)) return ok(bytes);
  const text = bytes.length > 400_000_000 ? null : decodeXml(bytes);
  if (text === null) return err({ reason: "unsupported", detail: "a sheet in an unknown text encoding" });
  const rewritten = rewrite(text);
  return rewritten === null
    ? err({ reason: "damaged", detail: "a sheet is not well-formed XML" })
    : ok(Buffer.from(rewritten));
}

const SHEET_ROOTS = "worksheet|chartsheet|dialogsheet|macrosheet";

function isPlain(buffer: Buffer, root: string): boolean {
  const head = buffer.toString("latin1", 0, Math.min(buffer.length, 4096));
  const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding=["']([\w.-]+)["']/.exec(head)?.[1];
  if (declared !== undefined && !/^(utf-?8|us-ascii)$/i.test(declared)) return false;
  if (head.includes("\0") || !new RegExp(`<(${root})[\\s>/]`, "i").test(head)) return false;
  // One byte is searched much faster than two, and is rarely there.
  const marked = (mark: string, from: number) => buffer.includes(mark, from) && buffer.includes(`<${mark}`, from);
  return !marked("!", 0) && !marked("?", 5 + head.indexOf("?>"));
}

const TAG =
  /<(?:(\/)?([^\s<>/="'!?]+)((?:\s+[^\s<>/="']+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/)?>|!--[^]*?-->|!\[CDATA\[([^]*?)\]\]>|\?[^]*?\?>)/y;

function rewrite(text: string): string | null {
  const out: string[] = [];
  let prefix: string | null = null;
  let at = text.indexOf("<");
  while (at !== -1) {
    TAG.lastIndex = at;
    const tag = TAG.exec(text);
    if (tag === null) return null;
    const name = tag[2];
    if (tag[5] !== undefined) out.push(encodeXml(tag[5]));
    if (name !== undefined) {
      prefix ??= name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
      const bare = prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
      let attributes = tag[3] ?? "";
      if (out.length === 0 && prefix !== "") attributes = withDefaultNamespace(attributes, prefix.slice(0, -1));
      out.push(`<${tag[1] ?? ""}${bare}${attributes}${tag[4] ?? ""}>`);
    }
    const next = text.indexOf("<", TAG.lastIndex);
    if (prefix !== null) out.push(text.slice(TAG.lastIndex, next === -1 ? text.length : next));
    at = next;
  }
  return out.join("");
}

/** The root's own prefix becomes the default namespace (and stays declared, for whatever else uses it). */
function withDefaultNamespace(attributes: string, prefix: string): string {
  const declared = new RegExp(`\\sxmlns:${prefix.replace(/[^\w-]/g, "\\$&")}\\s*=\\s*("[^"]*"|'[^']*')`).exec(
    attributes,
  );
  const others = attributes.replace(/\sxmlns\s*=\s*("[^"]*"|'[^']*')/, "");
  return declared === null ? attributes : `${others} xmlns=${declared[1] ?? '""'}`;
}
