/**
 * Writes a zip from another one: every entry that is not named keeps its bytes, compressed ones included, its header
 * and its directory record; only offsets in the directory move. New content is deflated with a fixed date, so that the
 * same input gives the same bytes. Result: below 4 GB (no zip64), which the limits of reading ensure.
 */
import { crc32, deflateRawSync } from "node:zlib";

import { invariant } from "../../shared/assert.ts";
import type { ZipDirectory, ZipEntry } from "./zip-directory.ts";

/** New content by entry name; `null` removes the entry. Names that are not in the zip are added at its end. */
export type ZipEdits = ReadonlyMap<string, Uint8Array | null>;

export function rewriteZip(zip: ZipDirectory, edits: ZipEdits): Uint8Array {
  if (edits.size === 0) return Uint8Array.from(zip.bytes);
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  const put = (local: Uint8Array[], central: Uint8Array) => {
    new DataView(central.buffer, central.byteOffset).setUint32(42, offset, true);
    for (const piece of local) offset += piece.length;
    locals.push(...local);
    centrals.push(central);
  };
  for (const entry of zip.entries) {
    const edit = edits.get(entry.name);
    if (edit === null) continue;
    if (edit !== undefined) put(...freshEntry(entry.name, edit));
    else put([zip.bytes.subarray(entry.localStart, entry.localEnd)], centralRecord(zip, entry));
  }
  for (const [name, content] of edits) if (content !== null && !zip.byName.has(name)) put(...freshEntry(name, content));
  return join(locals, centrals, offset);
}

/** A zip made of nothing but these entries, in this order. */
export const writeZip = (entries: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  rewriteZip({ bytes: new Uint8Array(), entries: [], byName: new Map() }, entries);

/** A copy whose offset field is 32 bits wide: where zip64 held the offset, the record's own field now does. */
function centralRecord(zip: ZipDirectory, entry: ZipEntry): Uint8Array {
  // Not `slice`: of a Buffer that is a view, and writing the offset would change the source.
  return Uint8Array.from(zip.bytes.subarray(entry.centralStart, entry.centralEnd));
}

function freshEntry(name: string, content: Uint8Array): [Uint8Array[], Uint8Array] {
  const encodedName = new TextEncoder().encode(name);
  const deflated = deflateRawSync(content, { level: content.length > 4_000_000 ? 1 : 6, chunkSize: 1024 * 1024 });
  const stored = deflated.length >= content.length;
  const data: Uint8Array = stored ? content : deflated;
  const header = new DataView(new ArrayBuffer(26));
  header.setUint16(0, 20, true);
  header.setUint16(2, 0x800, true);
  header.setUint16(4, stored ? 0 : 8, true);
  header.setUint16(8, 0x21, true);
  header.setUint32(10, crc32(content), true);
  header.setUint32(14, data.length, true);
  header.setUint32(18, content.length, true);
  header.setUint16(22, encodedName.length, true);
  const shared = new Uint8Array(header.buffer);
  const local = new Uint8Array(30 + encodedName.length);
  local.set([0x50, 0x4b, 3, 4]);
  local.set(shared, 4);
  local.set(encodedName, 30);
  const central = new Uint8Array(46 + encodedName.length);
  central.set([0x50, 0x4b, 1, 2, 20, 0]);
  central.set(shared, 6);
  central.set(encodedName, 46);
  return [[local, data], central];
}

function join(locals: readonly Uint8Array[], centrals: readonly Uint8Array[], start: number): Uint8Array {
  const size = centrals.reduce((sum, record) => sum + record.length, 0);
  invariant(start + size < 0xffffffff, "a zip without zip64 is smaller than 4 GB");
  invariant(centrals.length < 0xffff, "a zip without zip64 has fewer than 65,535 entries");
  const out = new Uint8Array(start + size + 22);
  let at = 0;
  for (const piece of [...locals, ...centrals]) {
    out.set(piece, at);
    at += piece.length;
  }
  const end = new DataView(out.buffer, at);
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, centrals.length, true);
  end.setUint16(10, centrals.length, true);
  end.setUint32(12, size, true);
  end.setUint32(16, start, true);
  return out;
}
