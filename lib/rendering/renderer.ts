/**
 * Office files as pages: what a printer would show. One outside thing behind one small interface; services know nothing
 * of the programs behind it.
 *
 * Guarantees: a file costs bounded time, memory and disk, reaches no network, and runs no macro. Results are caches under
 * the content hash and `id`: never wrong, only absent. Does not promise the look of another office program.
 */
import type { Hash } from "../shared/brand.ts";
import type { Result } from "../shared/result.ts";

/** `id` names the programs, their versions and the settings: results under another one are another cache. */
export type Availability =
  | { readonly kind: "ready"; readonly id: string; readonly program: string }
  | { readonly kind: "missing"; readonly hint: string };

/** In points, as the page is shown. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface RenderInput {
  readonly contentHash: Hash;
  /** Lower case with its dot; one of `RENDERED`. */
  readonly extension: string;
  /** The file's bytes. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Stops the programs. */
  readonly signal: AbortSignal;
  /** Pages that can be had already, of how many in all. */
  readonly onProgress: (done: number, total: number) => Promise<void>;
}

/** Why it failed, in words for people. */
export type RenderOutcome = Promise<Result<{ readonly pages: number }, { readonly reason: string }>>;

export type Rendered =
  | { readonly kind: "pdf" }
  /** `page` counts from 1. A thumbnail is `size: "small"`. */
  | { readonly kind: "page"; readonly page: number; readonly size: "large" | "small" };

export interface RenderedFile {
  readonly size: number;
  readonly stream: () => ReadableStream<Uint8Array>;
}

export interface Renderer {
  /** Looked for once a process. */
  available(): Promise<Availability>;
  render(input: RenderInput): RenderOutcome;
  /** Sizes of the pages in order; null: not rendered, or not that far yet. */
  pages(contentHash: Hash): Promise<readonly PageSize[] | null>;
  open(contentHash: Hash, what: Rendered): Promise<RenderedFile | null>;
  remove(contentHash: Hash): Promise<void>;
}

const MISSING: Availability = { kind: "missing", hint: "Pages are not rendered in this process." };

/** Where nothing is rendered: scripts, tests of other things. */
export const noRenderer: Renderer = {
  available: () => Promise.resolve(MISSING),
  render: () => Promise.resolve({ ok: false, error: { reason: MISSING.hint } }),
  pages: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
};
