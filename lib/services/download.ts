/**
 * Bytes of one path in one version, with ranges and the content hash as ETag; and whole trees as a zip (M8: from a named
 * tree hash, byte for byte). Files are always sent as attachments: what an agent wrote is never rendered by this origin.
 */
import { nameOf } from "../core/tree/path.ts";
import { entries } from "../core/tree/tree.ts";
import { ok } from "../shared/result.ts";
import { zipStream, type ZipMember } from "../sandbox/zip.ts";
import { blobBody, blobStream } from "./blobBody.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { versionedTree, type Which } from "./versions.ts";
import { versionedFile, type WhichFile } from "./versionedFile.ts";

export async function downloadFile(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
  headers: Headers,
): Outcome<Response> {
  const found = await versionedFile(services, principal, slug, which);
  if (!found.ok) return found;
  const { version, path, hash } = found.value;
  const body = await blobBody(services.blobs, hash);
  if (!body) return fail("not-found", `The bytes ${hash} are not in the store.`);

  const common = {
    etag: `"${hash}"`,
    "accept-ranges": "bytes",
    "cache-control": "private, no-cache",
    "content-type": "application/octet-stream",
    "content-disposition": attachment(nameOf(path)),
    "x-content-type-options": "nosniff",
    "x-staged-tree": version.treeHash,
    "x-staged-content": hash,
  };
  if (headers.get("if-none-match") === common.etag) return ok(new Response(null, { status: 304, headers: common }));
  const ifRange = headers.get("if-range");
  const range = ifRange !== null && ifRange !== common.etag ? "whole" : rangeOf(headers.get("range"), body.size);
  if (range === "unsatisfiable")
    return ok(new Response(null, { status: 416, headers: { ...common, "content-range": `bytes */${body.size}` } }));
  if (range === "whole")
    return ok(new Response(body.stream(), { headers: { ...common, "content-length": String(body.size) } }));
  const { start, end } = range;
  return ok(
    new Response(body.stream(range), {
      status: 206,
      headers: {
        ...common,
        "content-length": String(end - start),
        "content-range": `bytes ${start}-${end - 1}/${body.size}`,
      },
    }),
  );
}

export async function downloadTree(
  services: Services,
  principal: Principal,
  slug: string,
  which: Which,
): Outcome<Response> {
  const found = await versionedTree(services, principal, slug, which);
  if (!found.ok) return found;
  const members: ZipMember[] = [...entries(found.value.tree)].map(({ path, entry }) =>
    entry.kind === "file"
      ? { path, size: entry.size, open: () => blobStream(services.blobs, entry.hash) }
      : { path, size: 0, open: null },
  );
  const { treeHash } = found.value.version;
  return ok(
    new Response(zipStream(members), {
      headers: {
        "content-type": "application/zip",
        "content-disposition": attachment(`${slug}-${treeHash.slice(0, 12)}.zip`),
        "cache-control": "private, no-cache",
        etag: `"${treeHash}"`,
        "x-content-type-options": "nosniff",
        "x-staged-tree": treeHash,
      },
    }),
  );
}

/** One range of RFC 9110; several ranges, or none that is understood, are answered with the whole. */
function rangeOf(header: string | null, size: number): { start: number; end: number } | "whole" | "unsatisfiable" {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!parts || (parts[1] === "" && parts[2] === "")) return "whole";
  const [first, last] = [parts[1] ?? "", parts[2] ?? ""];
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  if (start >= size) return "unsatisfiable";
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  return end <= start ? "whole" : { start, end };
}

/** RFC 6266: an ASCII name for old clients, and the real one. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`;
}
