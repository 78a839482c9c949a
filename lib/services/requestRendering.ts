/**
 * Asks the worker for the pages of a file, and takes the asking back. One rendering a content hash and renderer, whoever
 * asks: what is done, waiting or running is answered as it is. A rendering is a cache; it changes nothing that counts.
 */
import { renderedExtension, type RenderingView } from "../contracts/rendering.ts";
import { RENDER } from "../jobs/queues.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { renderedFile, renderingOf } from "./getRendering.ts";
import type { WhichFile } from "./versionedFile.ts";

const OPEN = new Set(["queued", "running", "done", "unavailable"]);

export async function requestRendering(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<RenderingView> {
  const file = await renderedFile(services, principal, slug, which);
  if (!file.ok) return file;
  const { hash, path, workspace } = file.value;
  const found = await renderingOf(services, file.value);
  if (!OPEN.has(found.state)) {
    const key = { contentHash: hash, renderer: found.renderer };
    const fresh = { state: "queued", pagesDone: 0, pageCount: null, reason: null } as const;
    await services.db.rendering.upsert({
      where: { contentHash_renderer: key },
      create: { ...key, ...fresh },
      update: { ...fresh, updatedAt: new Date() },
    });
  }
  // One that waits is asked for again, too: a job may have been lost, and while it waits a second one is not added.
  if (found.state !== "done" && found.state !== "running" && found.state !== "unavailable")
    await services.jobs.enqueue(
      RENDER,
      {
        contentHash: hash,
        renderer: found.renderer,
        extension: renderedExtension(path) ?? "",
        workspace: workspace.id,
      },
      { singletonKey: `${hash} ${found.renderer}` },
    );
  return ok(await renderingOf(services, file.value));
}

/** What waits is not begun, what runs is stopped; for everybody who asked, since it is one for all. */
export async function cancelRendering(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<RenderingView> {
  const file = await renderedFile(services, principal, slug, which);
  if (!file.ok) return file;
  const { renderer } = await renderingOf(services, file.value);
  await services.db.rendering.updateMany({
    where: { contentHash: file.value.hash, renderer, state: { in: ["queued", "running"] } },
    data: { state: "cancelled", reason: `Cancelled by ${principal.name}.` },
  });
  return ok(await renderingOf(services, file.value));
}
