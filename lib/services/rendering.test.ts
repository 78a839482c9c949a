/** Renderings as a state that people watch: asked for once, counted, failed with a reason, cancelled, lost, unavailable. */
import { describe, expect, it } from "vitest";

import type { JobQueue } from "../jobs/jobs.ts";
import type { RenderJob } from "../jobs/queues.ts";
import type { Renderer, RenderInput, RenderOutcome } from "../rendering/renderer.ts";
import type { Services } from "./context.ts";
import { getRenderedPage, getRendering, LOST_AFTER } from "./getRendering.ts";
import { pruneRenderings } from "./pruneRenderings.ts";
import { cancelRendering, requestRendering } from "./requestRendering.ts";
import { runRendering } from "./runRendering.ts";
import { createHarness, must } from "./testing/harness.ts";

const harness = await createHarness();
const ID = "stand-in-1";

/** Says what it draws instead of drawing it. */
function standIn(draw: (input: RenderInput) => RenderOutcome): Renderer & { readonly removed: string[] } {
  const sizes = new Map<string, { width: number; height: number }[]>();
  const removed: string[] = [];
  return {
    removed,
    available: () => Promise.resolve({ kind: "ready", id: ID, program: "Stand-in 1" }),
    async render(input) {
      const reader = input.bytes[Symbol.asyncIterator]();
      for (let next = await reader.next(); next.done !== true; next = await reader.next());
      const outcome = await draw(input);
      if (outcome.ok)
        sizes.set(
          input.contentHash,
          Array.from({ length: outcome.value.pages }, () => ({ width: 595, height: 842 })),
        );
      return outcome;
    },
    pages: (hash) => Promise.resolve(sizes.get(hash) ?? null),
    open: (hash, what) =>
      Promise.resolve(
        what.kind === "page" && what.page <= (sizes.get(hash)?.length ?? 0)
          ? { size: 3, stream: () => new Blob(["jpg"]).stream() }
          : null,
      ),
    remove: (hash) => Promise.resolve(void removed.push(hash)),
  };
}

function withRenderer(renderer: Renderer): { services: Services; waiting: RenderJob[] } {
  const waiting: RenderJob[] = [];
  const jobs: JobQueue = {
    enqueue: (_, payload) => Promise.resolve(void waiting.push(payload as unknown as RenderJob)).then(() => true),
  };
  return { services: { ...harness.services, renderer, jobs }, waiting };
}

const mara = await harness.person("Mara");
let files = 0;
/** A workspace with a document whose content nobody else has. */
async function place(): Promise<{ slug: string; which: { path: string } }> {
  files += 1;
  const slug = await harness.workspace(mara, { "memo.docx": `memo ${files}`, "notes.txt": "a" });
  return { slug, which: { path: "memo.docx" } };
}

const three = standIn(async ({ onProgress }) => {
  await onProgress(0, 3);
  await onProgress(3, 3);
  return { ok: true, value: { pages: 3 } };
});

describe("rendering", () => {
  it("is absent until it is asked for, then queued, then done; asked again it is the same", async () => {
    const { services, waiting } = withRenderer(three);
    const { slug, which } = await place();
    const before = must(await getRendering(services, mara, slug, which));
    expect(before).toMatchObject({ state: "absent", renderer: ID, program: "Stand-in 1" });
    expect(before.version.treeHash).toMatch(/^[0-9a-f]{64}$/u);
    expect(must(await requestRendering(services, mara, slug, which))).toMatchObject({ state: "queued", ahead: 0 });
    await runRendering(services, waiting[0]!);
    const done = must(await requestRendering(services, mara, slug, which));
    expect(done).toMatchObject({ state: "done", pagesDone: 3, pageCount: 3, reason: null });
    expect(done.pages).toHaveLength(3);
    expect(waiting).toHaveLength(1);
    const events = await services.db.event.findMany({ where: { type: "rendering", workspace: { slug } } });
    expect(events).toHaveLength(1);
  });

  it("says how many are ahead of it", async () => {
    const { services } = withRenderer(three);
    const [one, two] = [await place(), await place()];
    await services.db.rendering.deleteMany({ where: { state: { not: "done" } } });
    must(await requestRendering(services, mara, one.slug, one.which));
    expect(must(await requestRendering(services, mara, two.slug, two.which)).ahead).toBe(1);
  });

  it("a page has an address that never changes, and none under another renderer", async () => {
    const { services, waiting } = withRenderer(three);
    const { slug, which } = await place();
    must(await requestRendering(services, mara, slug, which));
    await runRendering(services, waiting[0]!);
    const ask = (page: number, renderer: string) =>
      getRenderedPage(services, mara, slug, { ...which, page, size: "large", renderer });
    const response = must(await ask(3, ID));
    expect([response.headers.get("content-type"), response.headers.get("x-content-type-options")]).toEqual([
      "image/jpeg",
      "nosniff",
    ]);
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toBe("jpg");
    expect(await ask(4, ID)).toMatchObject({ ok: false, error: { type: "not-found" } });
    expect(await ask(1, "another")).toMatchObject({ ok: false, error: { type: "not-found" } });
  });

  it("a failure keeps its reason until it is asked for again", async () => {
    const failing = standIn(() => Promise.resolve({ ok: false, error: { reason: "A password protects it." } }));
    const { services, waiting } = withRenderer(failing);
    const { slug, which } = await place();
    must(await requestRendering(services, mara, slug, which));
    await runRendering(services, waiting[0]!);
    expect(must(await getRendering(services, mara, slug, which))).toMatchObject({
      state: "failed",
      reason: "A password protects it.",
    });
    expect(must(await requestRendering(services, mara, slug, which)).state).toBe("queued");
    expect(waiting).toHaveLength(2);
  });

  it("cancelled while it waits: it is not begun; while it runs: it is stopped and nothing of it stays", async () => {
    let cancel = () => Promise.resolve();
    const slow = standIn(async ({ signal, onProgress }) => {
      await cancel();
      await onProgress(0, 3);
      return signal.aborted ? { ok: false, error: { reason: "was cancelled" } } : { ok: true, value: { pages: 3 } };
    });
    const { services, waiting } = withRenderer(slow);
    const { slug, which } = await place();
    must(await requestRendering(services, mara, slug, which));
    expect(must(await cancelRendering(services, mara, slug, which))).toMatchObject({
      state: "cancelled",
      reason: "Cancelled by Mara.",
    });
    await runRendering(services, waiting[0]!);
    expect(must(await getRendering(services, mara, slug, which)).state).toBe("cancelled");

    must(await requestRendering(services, mara, slug, which));
    cancel = async () => void must(await cancelRendering(services, mara, slug, which));
    await runRendering(services, waiting[1]!);
    const after = must(await getRendering(services, mara, slug, which));
    expect(after.state).toBe("cancelled");
    expect(slow.removed).toEqual([after.contentHash]);
  });

  it("a worker that died leaves a failure that can be asked for again, not an endless wait", async () => {
    const { services } = withRenderer(three);
    const { slug, which } = await place();
    const { contentHash } = must(await requestRendering(services, mara, slug, which));
    await services.db.rendering.updateMany({
      where: { contentHash },
      data: { state: "running", updatedAt: new Date(Date.now() - LOST_AFTER - 1_000) },
    });
    expect(must(await getRendering(services, mara, slug, which))).toMatchObject({ state: "failed" });
    expect(must(await requestRendering(services, mara, slug, which)).state).toBe("queued");
  });

  it("without the programs it is unavailable, with what to install; nothing is queued", async () => {
    const missing: Renderer = {
      ...three,
      available: () => Promise.resolve({ kind: "missing", hint: "Install LibreOffice." }),
    };
    const { services, waiting } = withRenderer(missing);
    const { slug, which } = await place();
    expect(must(await requestRendering(services, mara, slug, which))).toMatchObject({
      state: "unavailable",
      reason: "Install LibreOffice.",
    });
    expect(waiting).toEqual([]);
  });

  it("[M9] pages go with the content that they show, and no others", async () => {
    const own = standIn(() => Promise.resolve({ ok: true, value: { pages: 1 } }));
    const { services } = withRenderer(own);
    const { slug, which } = await place();
    const { contentHash } = must(await requestRendering(services, mara, slug, which));
    const gone = "e".repeat(64);
    await services.db.rendering.create({ data: { contentHash: gone, renderer: ID, state: "done", pageCount: 1 } });
    expect(await pruneRenderings(services)).toBe(1);
    expect(own.removed).toEqual([gone]);
    expect(await services.db.rendering.count({ where: { contentHash: gone } })).toBe(0);
    expect(await services.db.rendering.count({ where: { contentHash } })).toBe(1);
  });

  it("what has no pages is refused by name", async () => {
    const { services } = withRenderer(three);
    const { slug } = await place();
    expect(await requestRendering(services, mara, slug, { path: "notes.txt" })).toMatchObject({
      ok: false,
      error: { type: "unreadable" },
    });
  });
});
