/** How far the pages of a file are, and the pages themselves. Reading starts nothing: that is `requestRendering`. */
import { renderedExtension, type RenderingView } from "../contracts/rendering.ts";
import { nameOf } from "../core/tree/path.ts";
import type { Rendered } from "../rendering/renderer.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";

import { fail, type Outcome } from "./failure.ts";
import { versionedFile, type VersionedFile, type WhichFile } from "./versionedFile.ts";

/** A run says that it is alive more often than this: after it, its worker is gone. */
export const LOST_AFTER = 60_000;

export async function getRendering(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<RenderingView> {
  const file = await renderedFile(services, principal, slug, which);
  return file.ok ? ok(await renderingOf(services, file.value)) : file;
}

/** The file, where it is of a kind that has pages. */
export async function renderedFile(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<VersionedFile> {
  const file = await versionedFile(services, principal, slug, which);
  if (!file.ok || renderedExtension(file.value.path) !== null) return file;
  return fail("unreadable", `"${file.value.path}" is no document, deck, workbook or PDF: it has no pages to draw.`, {
    version: file.value.version,
  });
}

export async function renderingOf(
  services: Services,
  { version, path, hash }: Pick<VersionedFile, "version" | "path" | "hash">,
): Promise<RenderingView> {
  const found = await services.renderer.available();
  const common = { version, path, contentHash: hash, pagesDone: 0, pageCount: null, pages: [], ahead: null };
  if (found.kind === "missing")
    return { ...common, state: "unavailable", renderer: "", program: "", reason: found.hint };
  const named = { renderer: found.id, program: found.program };
  const row = await services.db.rendering.findUnique({
    where: { contentHash_renderer: { contentHash: hash, renderer: found.id } },
  });
  if (row === null) return { ...common, ...named, state: "absent", reason: null };
  const lost = row.state === "running" && Date.now() - row.updatedAt.getTime() > LOST_AFTER;
  if (lost)
    return { ...common, ...named, state: "failed", reason: "The worker ended while it drew the pages. Ask again." };
  const pages = row.pageCount === null ? null : await services.renderer.pages(hash);
  // A cache whose files were taken away is as good as none.
  if (row.state === "done" && pages === null) return { ...common, ...named, state: "absent", reason: null };
  return {
    ...common,
    ...named,
    state: row.state,
    pagesDone: row.pagesDone,
    pageCount: row.pageCount,
    pages: [...(pages ?? [])],
    ahead: row.state === "queued" ? await waitingBefore(services, found.id, row.updatedAt) : null,
    reason: row.reason,
  };
}

const waitingBefore = (services: Services, renderer: string, since: Date): Promise<number> =>
  services.db.rendering.count({
    where: {
      renderer,
      OR: [
        { state: "queued", updatedAt: { lt: since } },
        { state: "running", updatedAt: { gt: new Date(Date.now() - LOST_AFTER) } },
      ],
    },
  });

export interface WhichPage extends WhichFile {
  readonly page: number;
  readonly size: "large" | "small";
  /** The renderer that the address was made for: under another one it is another picture. */
  readonly renderer: string;
}

/** A page as a picture. Its address names content and renderer: it may be kept for ever. */
export async function getRenderedPage(
  services: Services,
  principal: Principal,
  slug: string,
  { page, size, renderer, ...which }: WhichPage,
): Outcome<Response> {
  const what: Rendered = { kind: "page", page, size };
  return sendRendered(services, principal, slug, which, what, {
    renderer,
    headers: () => ({
      "content-type": "image/jpeg",
      "cache-control": "private, max-age=31536000, immutable",
    }),
  });
}

/** The pages as one PDF, as an attachment. */
export async function getRenderedPdf(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
): Outcome<Response> {
  return sendRendered(
    services,
    principal,
    slug,
    which,
    { kind: "pdf" },
    {
      headers: (name) => ({
        "content-type": "application/pdf",
        "cache-control": "private, no-cache",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.pdf`)}`,
      }),
    },
  );
}

interface Sending {
  readonly renderer?: string;
  readonly headers: (name: string) => Record<string, string>;
}

async function sendRendered(
  services: Services,
  principal: Principal,
  slug: string,
  which: WhichFile,
  what: Rendered,
  { renderer, headers }: Sending,
): Outcome<Response> {
  const file = await renderedFile(services, principal, slug, which);
  if (!file.ok) return file;
  const { hash, path, version } = file.value;
  const known = await services.renderer.available();
  const opened =
    known.kind === "ready" && (renderer === undefined || renderer === known.id)
      ? await services.renderer.open(hash, what)
      : null;
  if (opened === null) {
    const named = what.kind === "pdf" ? "PDF" : `page ${what.page}`;
    return fail("not-found", `There is no rendered ${named} of "${path}" yet.`, { version });
  }
  return ok(
    new Response(opened.stream(), {
      headers: {
        ...headers(nameOf(path)),
        "content-length": String(opened.size),
        "x-content-type-options": "nosniff",
        "x-staged-content": hash,
        "x-staged-tree": version.treeHash,
      },
    }),
  );
}
