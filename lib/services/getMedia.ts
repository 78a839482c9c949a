/**
 * A raster picture inside of one version of a file, by the version's content hash: it never changes, so that browsers
 * keep it. Its type is decided by its bytes, and nothing in it can run.
 */
import { nameOf } from "../core/tree/path.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { withSources } from "./sources.ts";
import { versionedFile, type WhichFile } from "./versionedFile.ts";

export async function getMedia(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile & { readonly part: string },
): Outcome<Response> {
  const found = await versionedFile(services, principal, slug, which);
  if (!found.ok) return found;
  const { version, path, hash } = found.value;
  const media = await withSources(services, nameOf(path), [hash], (source) => {
    if (source === null) throw new Error("A hash names a source");
    return services.parser.media(source, which.part);
  });
  if (!media.ok) {
    const { reason, detail } = media.error;
    const said = `No picture can be shown from "${which.part.slice(0, 200)}" of "${path}": ${detail}.`;
    return fail(reason === "no-such-part" ? "not-found" : "unreadable", said, { version });
  }
  const { type, bytes } = media.value;
  return ok(
    new Response(Buffer.from(bytes), {
      headers: {
        "content-type": type,
        "content-length": String(bytes.length),
        "content-disposition": "inline",
        "cache-control": "private, max-age=31536000, immutable",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "x-content-type-options": "nosniff",
        "x-staged-tree": version.treeHash,
        "x-staged-content": hash,
      },
    }),
  );
}
