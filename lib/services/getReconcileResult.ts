/** The bytes of a result as the choices make it, to be corrected by hand: open conflicts hold the accepted side. */
import type { PreviewRequest } from "../contracts/reconcile.ts";
import { nameOf } from "../core/tree/path.ts";
import { ok } from "../shared/result.ts";
import { blobBody } from "./blobBody.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { attachment } from "./download.ts";
import { fail, type Outcome } from "./failure.ts";
import { mergeStale } from "./mergeStale.ts";
import { findStale } from "./staleSides.ts";

export async function getReconcileResult(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { path, operation, strict, choices }: PreviewRequest & { readonly path: string },
): Outcome<Response> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, access, version } = branch.value;
  const found = await findStale(services, access.workspace.id, state, operation, version);
  if (!found.ok) return found;
  const file = found.value.files.find(({ key, basePath, acceptedPath }) =>
    [key, basePath, acceptedPath].includes(path as never),
  );
  if (file === undefined) return fail("not-found", `"${path}" is no file of this operation.`, { version });
  const merged = await mergeStale(services, state.current, file, { strict, choices, toStage: true });
  if (!merged.ok) return merged;
  const { result } = merged.value;
  if (result.content === null) return fail("not-found", `"${path}" is absent in the result.`, { version });
  const body = await blobBody(services.blobs, result.content.hash);
  if (!body) throw new Error(`Blob ${result.content.hash} is not in the store`);
  return ok(
    new Response(body.stream(), {
      headers: {
        "content-type": "application/octet-stream",
        "content-length": String(body.size),
        "content-disposition": attachment(nameOf(result.path)),
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "x-staged-tree": version.treeHash,
        "x-staged-content": result.content.hash,
      },
    }),
  );
}
