/** Document information and the XMP packet: who made the file, with what and when. */
import { sha256 } from "../../../shared/sha256.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isStream, textOf } from "../file/objects.ts";

const MAX_SHOWN = 2_000;

export function infoOf(file: PdfFile): Record<string, string> {
  const found: Record<string, string> = {};
  const info = file.resolve(file.trailer.entries.get("Info"));
  if (isDict(info))
    for (const [key, value] of info.entries) {
      const text = textOf(file.resolve(value));
      if (text === null || text === "") continue;
      found[key] = text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}… ${sha256(text).slice(0, 16)}`;
    }
  const packet = file.resolve(file.catalog.entries.get("Metadata"));
  if (isStream(packet)) found["XMP"] = `SHA-256 ${sha256(file.contentOf(packet)).slice(0, 16)}`;
  return found;
}
