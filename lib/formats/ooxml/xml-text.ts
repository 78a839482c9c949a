/** Text of XML parts: decoding bytes, entities both ways, and the `_x000A_` escapes of spreadsheet strings. */

/** UTF-8 or UTF-16 by byte order mark; other declared encodings are rare in packages and are tried by their label. */
export function decodeXml(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 120)).toString("latin1");
  const label = /^<\?xml[^>]*?encoding=["']([\w.-]+)["']/.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label.toLowerCase() === "utf-16" ? "utf-8" : label).decode(bytes);
  } catch {
    return null;
  }
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));|&/g;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** `null` where an entity is none of XML's own. */
export function decodeEntities(text: string): string | null {
  if (!text.includes("&")) return text;
  let broken = 0;
  const decoded = text.replace(ENTITY, (_all, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    const digits = decimal ?? hex;
    const code = digits === undefined ? -1 : Number.parseInt(digits, decimal === undefined ? 16 : 10);
    const valid = code >= 0 && code <= 0x10ffff;
    if (!valid) broken++;
    return valid ? String.fromCodePoint(code) : "";
  });
  return broken > 0 ? null : decoded;
}

/** For text and for attributes in double quotes. Characters that XML cannot hold become U+FFFD. */
export function encodeXml(text: string): string {
  return text.replace(/[&<>"\t\n\r\u0000-\u001f\ufffe\uffff]/g, (character) => {
    switch (character) {
      case "&":
        return "&amp;";
      case "<":
        return "&lt;";
      case ">":
        return "&gt;";
      case '"':
        return "&quot;";
      case "\t":
      case "\n":
      case "\r":
        return `&#${character.charCodeAt(0)};`;
      default:
        return "\ufffd";
    }
  });
}

/** Spreadsheet strings write characters that XML cannot hold as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19). */
export const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The reverse: control characters are escaped, and so is a literal text that looks like an escape. */
export const encodeEscapes = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (character) => {
      return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
    });
