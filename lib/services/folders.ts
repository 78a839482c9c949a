/**
 * Which folders of the server may be opened as workspaces, and by whom: only by the owner of the server (the first
 * account), below the configured roots, and never hidden folders or the data folder itself.
 */
import { realpath, stat } from "node:fs/promises";
import path from "node:path";

import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { serverOwner } from "./people.ts";

/** The real path of the folder. */
export async function folderAllowed(services: Services, principal: Principal, folder: string): Outcome<string> {
  if (!(await ownsServer(services, principal)))
    return fail(
      "not-permitted",
      "Only the owner of this server opens its folders. Upload a zip or drop files instead.",
    );
  if (!path.isAbsolute(folder)) return fail("invalid-request", "Name the folder by its full path.");
  let real: string;
  try {
    real = await realpath(folder);
    if (!(await stat(real)).isDirectory()) return fail("not-found", `"${folder}" is not a folder.`);
  } catch {
    return fail("not-found", `There is no folder "${folder}" that the server can read.`);
  }
  const roots = await Promise.all(services.folderRoots.map((root) => realpath(root).catch(() => root)));
  const root = roots.find((candidate) => isBelow(real, candidate));
  if (root === undefined)
    return fail("not-permitted", `"${folder}" is outside of the folders that this server opens (STAGED_FOLDERS).`);
  if (
    path
      .relative(root, real)
      .split(path.sep)
      .some((segment) => segment.startsWith("."))
  )
    return fail("not-permitted", "Hidden folders are not opened.");
  const data = await realpath(services.dataFolder).catch(() => services.dataFolder);
  if (isBelow(real, data) || isBelow(data, real))
    return fail("not-permitted", "The data folder, and folders around it, are not opened.");
  return ok(real);
}

const ownsServer = async (services: Services, principal: Principal): Promise<boolean> =>
  (await serverOwner(services.db)) === principal.userId;

const isBelow = (inner: string, outer: string) =>
  inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
