/** Objects as PDF syntax. Strings are written in hexadecimal; a stream keeps its encoded bytes as they are. */
import type { Dict, PdfValue } from "../file/objects.ts";

export function serialise(value: PdfValue): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  write(value, parts);
  return Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
}

function write(value: PdfValue, parts: (string | Uint8Array)[]): void {
  if (value === null || typeof value === "boolean") parts.push(String(value));
  else if (typeof value === "number") parts.push(numberText(value));
  else
    switch (value.kind) {
      case "name":
        parts.push(nameText(value.name));
        return;
      case "string":
        parts.push(`<${Buffer.from(value.bytes).toString("hex")}>`);
        return;
      case "ref":
        parts.push(`${value.num} ${value.gen} R`);
        return;
      case "list":
        parts.push("[");
        for (const [n, item] of value.items.entries()) {
          if (n > 0) parts.push(" ");
          write(item, parts);
        }
        parts.push("]");
        return;
      case "dict":
        writeDict(value, parts);
        return;
      case "stream": {
        const entries = new Map(value.dict.entries);
        entries.set("Length", value.raw.length);
        writeDict({ kind: "dict", entries }, parts);
        parts.push("\nstream\n", value.raw, "\nendstream");
      }
    }
}

function writeDict({ entries }: Dict, parts: (string | Uint8Array)[]): void {
  parts.push("<<");
  for (const [key, value] of entries) {
    parts.push(nameText(key), " ");
    write(value, parts);
    parts.push(" ");
  }
  parts.push(">>");
}

/** PDF has no exponents: the same digits, written out. */
function numberText(value: number): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return String(value);
  const [, sign = "", first = "", rest = "", exponent = "0"] = match;
  const power = Number(exponent);
  return power < 0 ? `${sign}0.${"0".repeat(-power - 1)}${first}${rest}` : BigInt(value).toString();
}

const nameText = (text: string): string =>
  `/${text.replaceAll(/[^!-~]|[#()<>[\]{}/%]/g, (char) => `#${char.charCodeAt(0).toString(16).padStart(2, "0")}`)}`;
