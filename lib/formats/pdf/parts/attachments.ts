/** Files that are attached to the document as a whole, by name (ISO 32000-2, 7.11.4). */
import { sha256 } from "../../../shared/sha256.ts";
import type { Meanings } from "../content/meaning.ts";
import type { Attachment } from "../document.ts";
import type { PdfFile } from "../file/file.ts";
import { isDict, isStream, type PdfValue } from "../file/objects.ts";
import { nameTree, type NameEntry } from "./name-tree.ts";

/** When it was made and changed, and what can be told from its bytes. */
const VOLATILE: ReadonlySet<string> = new Set(["Params", "DL"]);

export function attachmentEntries(file: PdfFile): (NameEntry & { readonly label: string })[] {
  const names = file.resolve(file.catalog.entries.get("Names"));
  if (!isDict(names)) return [];
  const seen = new Map<string, number>();
  return nameTree(file, names.entries.get("EmbeddedFiles")).map((entry) => {
    const count = (seen.get(entry.name) ?? 0) + 1;
    seen.set(entry.name, count);
    return { ...entry, label: count === 1 ? entry.name : `${entry.name} (${count})` };
  });
}

export function attachmentsOf(file: PdfFile, meanings: Meanings): ReadonlyMap<string, Attachment> {
  return new Map(
    attachmentEntries(file).map(({ label, value }) => {
      const specification = file.resolve(value);
      const stream = isDict(specification) ? embedded(file, specification.entries.get("EF")) : null;
      const bytes = isStream(stream) ? file.contentOf(stream) : new Uint8Array();
      const described = isDict(specification) ? meanings.of(specification, EMBEDDED).digest : "";
      const kept = isStream(stream) ? meanings.of(stream.dict, VOLATILE).digest : "";
      return [label, { contentHash: sha256(bytes), size: bytes.length, meaning: `${described} ${kept}` }];
    }),
  );
}

const EMBEDDED: ReadonlySet<string> = new Set(["EF", "RF"]);

function embedded(file: PdfFile, files: PdfValue | undefined): PdfValue {
  const own = file.resolve(files);
  if (!isDict(own)) return null;
  return file.resolve(own.entries.get("UF") ?? own.entries.get("F"));
}
