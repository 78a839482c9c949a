/** A workspace made of given files, with other versions of them staged on a review branch, over HTTP as a program would. */
import type { Page } from "@playwright/test";

import { writeZip } from "../../lib/formats/ooxml/zip-write.ts";
import { sha256 } from "../../lib/shared/sha256.ts";
import { address, expect } from "./fixtures.ts";

export interface StagedFile {
  readonly name: string;
  /** null: it only comes with what is staged. */
  readonly base: Uint8Array | null;
  readonly staged: Uint8Array;
}

export interface StagedWorkspace {
  readonly slug: string;
  /** The review branch's id. */
  readonly branch: string;
}

interface Sent {
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds; absent: what the browser library takes. */
  readonly timeout?: number;
}

export async function call(page: Page, method: string, path: string, { data, headers, timeout }: Sent = {}) {
  const response = await page.request.fetch(`${address()}${path}`, {
    method,
    headers: { origin: address(), ...headers },
    ...(data === undefined ? {} : { data: data as Buffer }),
    ...(timeout === undefined ? {} : { timeout }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return response;
}

/** A workspace whose accepted tree is these files; its slug. */
export async function importedWorkspace(
  page: Page,
  name: string,
  files: ReadonlyMap<string, Uint8Array>,
  timeout?: number,
): Promise<string> {
  const sent = (data: unknown): Sent => ({ data, ...(timeout === undefined ? {} : { timeout }) });
  const zip = Buffer.from(writeZip(new Map(files)));
  const proposed = await call(page, "POST", "/api/imports/archive?name=files.zip", sent(zip));
  const { import: proposal } = (await proposed.json()) as { import: string };
  const made = await call(page, "POST", "/api/workspaces", sent({ name, import: proposal, confirmRenames: true }));
  return ((await made.json()) as { slug: string }).slug;
}

export async function stagedWorkspace(
  page: Page,
  name: string,
  files: readonly StagedFile[],
): Promise<StagedWorkspace> {
  const accepted = files.flatMap(({ name: path, base }) => (base === null ? [] : [[path, base] as const]));
  const slug = await importedWorkspace(page, name, new Map(accepted));
  const branches = `/api/workspaces/${slug}/branches`;
  const started = await call(page, "POST", branches, { data: { kind: "review", name: "proposals" } });
  const { id } = (await started.json()) as { id: string };
  for (const { name: path, base, staged } of files) {
    const condition = base === null ? { "if-none-match": "*" } : { "if-match": `"${sha256(base)}"` };
    const headers = { ...condition, "content-type": "application/octet-stream" };
    await call(page, "PUT", `${branches}/${id}/file?path=${path}`, { data: Buffer.from(staged), headers });
  }
  return { slug, branch: id };
}

export async function acceptedFile(page: Page, slug: string, name: string): Promise<Uint8Array> {
  return (await call(page, "GET", `/api/workspaces/${slug}/file?path=${name}`)).body();
}
