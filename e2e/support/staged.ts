/** A workspace made of given files, with other versions of them staged on a review branch, over HTTP as a program would. */
import type { Page } from "@playwright/test";

import { writeZip } from "../../lib/formats/ooxml/zip-write.ts";
import { sha256 } from "../../lib/shared/sha256.ts";
import { address, expect } from "./fixtures.ts";

export interface StagedFile {
  readonly name: string;
  readonly base: Uint8Array;
  readonly staged: Uint8Array;
}

export interface StagedWorkspace {
  readonly slug: string;
  /** The review branch's id. */
  readonly branch: string;
}

export async function call(
  page: Page,
  method: string,
  path: string,
  options: { data?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await page.request.fetch(`${address()}${path}`, {
    method,
    headers: { origin: address(), ...options.headers },
    ...(options.data === undefined ? {} : { data: options.data as Buffer }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return response;
}

export async function stagedWorkspace(
  page: Page,
  name: string,
  files: readonly StagedFile[],
): Promise<StagedWorkspace> {
  const zip = Buffer.from(writeZip(new Map(files.map((file) => [file.name, file.base]))));
  const { import: proposal } = (await (
    await call(page, "POST", "/api/imports/archive?name=files.zip", { data: zip })
  ).json()) as { import: string };
  const workspace = { name, import: proposal, confirmRenames: true };
  const { slug } = (await (await call(page, "POST", "/api/workspaces", { data: workspace })).json()) as {
    slug: string;
  };
  const branches = `/api/workspaces/${slug}/branches`;
  const { id } = (await (
    await call(page, "POST", branches, { data: { kind: "review", name: "proposals" } })
  ).json()) as {
    id: string;
  };
  for (const { name: path, base, staged } of files) {
    const headers = { "if-match": `"${sha256(base)}"`, "content-type": "application/octet-stream" };
    await call(page, "PUT", `${branches}/${id}/file?path=${path}`, { data: Buffer.from(staged), headers });
  }
  return { slug, branch: id };
}

export async function acceptedFile(page: Page, slug: string, name: string): Promise<Uint8Array> {
  return (await call(page, "GET", `/api/workspaces/${slug}/file?path=${name}`)).body();
}
