/**
 * What a screen draws of one version of a file, made once for its bytes and kept: in the database, where other processes
 * find it. Never wrong, only absent.
 */
import type { FileViewAnswer } from "../contracts/views.ts";
import { nameOf } from "../core/tree/path.ts";
import { fileViewVersion } from "../formats/file-view.ts";
import type { Viewed } from "../parsing/parser.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import { isUniqueViolation } from "../store/database.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { withSources } from "./sources.ts";
import { versionedFile, type WhichFile } from "./versionedFile.ts";

export async function getFileView(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<FileViewAnswer> {
  const found = await versionedFile(services, principal, slug, which);
  if (!found.ok) return found;
  const { version, path, hash } = found.value;
  const { format, view, error } = await viewOf(services, nameOf(path), hash);
  return ok({
    version,
    path,
    contentHash: hash,
    format,
    view,
    ...(error === null ? {} : { unreadable: `${error.reason}, ${error.detail}` }),
  });
}

/** `name` tells the format where the content does not. */
export async function viewOf(services: Services, name: string, hash: Hash): Promise<Viewed> {
  const extension = /\.[^./]{1,16}$/.exec(name)?.[0].toLowerCase() ?? "";
  const where = { contentHash: hash, format: extension, version: fileViewVersion };
  const row = await services.db.fileView.findUnique({ where: { contentHash_format_version: where } });
  if (row) return row.body as unknown as Viewed;
  const viewed = await withSources(services, name, [hash], (source) => {
    if (source === null) throw new Error("A hash names a source");
    return services.parser.view(source);
  });
  // What was stopped from outside may succeed the next time.
  if (viewed.error?.reason === "gave-up") return viewed;
  try {
    await services.db.fileView.create({ data: { ...where, body: viewed as never } });
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
  }
  return viewed;
}
