/**
 * The worker's part: draws what was asked for, says how far it is, and stops when the asking was taken back. Safe to run
 * twice for one file. A file that cannot be drawn is a state with its reason; only the world around it throws.
 */
import type { RenderJob } from "../jobs/queues.ts";
import { publish } from "../events/publish.ts";
import type { Hash } from "../shared/brand.ts";
import { blobStream } from "./blobBody.ts";
import type { Services } from "./context.ts";

type Needs = Pick<Services, "db" | "blobs" | "renderer">;

const BEAT = 1_000;

export async function runRendering(services: Needs, job: RenderJob): Promise<void> {
  const { db, renderer } = services;
  const found = await renderer.available();
  if (found.kind === "missing" || found.id !== job.renderer) return;
  const key = { contentHash: job.contentHash, renderer: job.renderer };
  const begun = await db.rendering.updateMany({
    where: { ...key, state: { in: ["queued", "running"] } },
    data: { state: "running", pagesDone: 0, pageCount: null, reason: null },
  });
  if (begun.count === 0) return;
  const own = { ...key, state: "running" } as const;
  const stop = new AbortController();
  /** False where it was cancelled. */
  const tell = async (data: { readonly pagesDone?: number; readonly pageCount?: number }): Promise<boolean> => {
    const told = await db.rendering.updateMany({ where: own, data: { ...data, updatedAt: new Date() } });
    if (told.count === 0) stop.abort();
    return told.count > 0;
  };
  const beat = setInterval(() => void tell({}).catch(() => undefined), BEAT);
  try {
    const outcome = await renderer.render({
      contentHash: job.contentHash as Hash,
      extension: job.extension,
      bytes: contentOf(services, job.contentHash as Hash),
      signal: stop.signal,
      onProgress: async (pagesDone, pageCount) => {
        await tell({ pagesDone, pageCount });
      },
    });
    const ended = outcome.ok
      ? { state: "done" as const, pageCount: outcome.value.pages, reason: null }
      : { state: "failed" as const, reason: outcome.error.reason };
    const written = await db.rendering.updateMany({ where: own, data: ended });
    if (written.count > 0) await announce(services, job.workspace);
    else if (stop.signal.aborted) await renderer.remove(job.contentHash as Hash);
  } finally {
    clearInterval(beat);
  }
}

async function* contentOf({ blobs }: Needs, hash: Hash): AsyncGenerator<Uint8Array> {
  yield* await blobStream(blobs, hash);
}

/** Browsers of the workspace that asked look again. */
async function announce({ db }: Needs, workspace: string): Promise<void> {
  const known = await db.workspace.findUnique({ where: { id: workspace }, select: { id: true } });
  if (known !== null) await db.transaction((tx) => publish(tx, { workspaceId: known.id, type: "rendering", body: {} }));
}
