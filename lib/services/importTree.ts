/**
 * Imports in two steps (V4): a folder or a zip is read, its bytes are stored and a tree is made with the renames that its
 * names need; the proposal is shown, and a workspace is made of it only when it is confirmed. What nobody confirms is
 * collected like any unreferenced upload.
 */
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { z } from "zod";

import type { ImportProposal } from "../contracts/workspaces.ts";
import { treeFrom } from "../core/tree/edit.ts";
import { parsePath, type Path } from "../core/tree/path.ts";
import { proposeRenames } from "../core/tree/renames.ts";
import { EMPTY_FOLDER, files, type Tree, type TreeEntry } from "../core/tree/tree.ts";
import { invariant } from "../shared/assert.ts";
import type { Hash } from "../shared/brand.ts";
import { ok, type Result } from "../shared/result.ts";
import { referenceBlobs } from "../store/blob-register.ts";
import type { Transaction } from "../store/database.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Failure, type Outcome } from "./failure.ts";
import { folderAllowed } from "./folders.ts";
import { readArchive, type FoundInArchive } from "./readArchive.ts";
import { readFolder } from "./readFolder.ts";
import { loadTree, saveTree, sizeOf } from "./trees.ts";
import { fromBody } from "./uploads.ts";

const LIFETIME = 12 * 60 * 60 * 1000;

const storedSchema = z.object({
  userId: z.string(),
  folder: z.string().nullable(),
  treeHash: z.string().transform((text) => text as Hash),
  renames: z.number(),
  expiresAt: z.string(),
});

const MAX_ARCHIVE = 20 * 1024 ** 3;

export async function proposeFolderImport(
  services: Services,
  principal: Principal,
  { folder }: { folder: string },
): Outcome<ImportProposal> {
  const allowed = await folderAllowed(services, principal, folder);
  return allowed.ok ? readFolderImport(services, principal, allowed.value, { bind: true }) : allowed;
}

/** `bind`: the first branch of the workspace works in this very folder. */
export async function readFolderImport(
  services: Services,
  principal: Principal,
  root: string,
  { bind }: { bind: boolean },
): Outcome<ImportProposal> {
  const found = await readFolder(services, root);
  if (!found.ok) return found;
  const { files: read, emptyFolders, refused, hidden } = found.value;
  const content = { files: read, emptyFolders, refused: [...refused, ...hidden] };
  return propose(services, principal, path.basename(root), content, bind ? root : null);
}

export interface ArchiveUpload {
  readonly name: string;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Content-Length; null where the client named none. */
  readonly announced: number | null;
}

export async function proposeArchiveImport(
  services: Services,
  principal: Principal,
  upload: ArchiveUpload,
): Outcome<ImportProposal> {
  const folder = path.join(services.dataFolder, "uploads");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${services.newId()}.zip`);
  try {
    const received = await receive(file, upload);
    if (!received.ok) return received;
    const found = await readArchive(services, file);
    if (!found.ok) return found;
    const name = upload.name.replace(/\.zip$/i, "");
    return await propose(services, principal, name, found.value, null);
  } finally {
    await rm(file, { force: true });
  }
}

/** Streams the upload to a file; refuses it where its length is not the announced one. */
async function receive(file: string, { body, announced }: ArchiveUpload): Promise<Result<void, Failure>> {
  let length = 0;
  async function* counted() {
    for await (const chunk of fromBody(body)) {
      length += chunk.byteLength;
      if (length > MAX_ARCHIVE) return;
      yield chunk;
    }
  }
  try {
    await pipeline(Readable.from(counted()), createWriteStream(file, { flags: "wx", mode: 0o600 }));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOSPC")
      return fail("storage-full", "There is no space left for the upload. Nothing was kept.");
    return fail("length-or-hash-differs", "The upload stopped before its end. Nothing was kept.");
  }
  if (length > MAX_ARCHIVE) return fail("too-large", `An archive may have ${MAX_ARCHIVE} bytes. Nothing was kept.`);
  if (announced !== null && announced !== length) {
    return fail("length-or-hash-differs", `${announced} bytes were announced and ${length} arrived. Nothing was kept.`);
  }
  return ok(undefined);
}

async function propose(
  services: Services,
  principal: Principal,
  name: string,
  found: FoundInArchive,
  folder: string | null,
): Outcome<ImportProposal> {
  const renames = proposeRenames([...found.files.map(({ path: at }) => at), ...found.emptyFolders]);
  const target = new Map(renames.map(({ from, to }) => [from, to]));
  const placed = (at: string): Path => {
    const parsed = parsePath(target.get(at) ?? at);
    invariant(parsed.ok, `V4: "${at}" is renamed to a legal path`);
    return parsed.value;
  };
  const tree = treeFrom([
    ...found.files.map(({ path: at, hash, size }): [Path, TreeEntry] => [placed(at), { kind: "file", hash, size }]),
    ...found.emptyFolders.map((at): [Path, TreeEntry] => [placed(at), EMPTY_FOLDER]),
  ]);
  const treeHash = await saveTree(services, tree);
  const id = services.newId();
  const expiresAt = new Date(Date.parse(services.now()) + LIFETIME).toISOString();
  const value = { userId: principal.userId, folder, treeHash, renames: renames.length, expiresAt };
  await services.db.setting.create({ data: { key: keyOf(id), value } });
  return ok({
    import: id,
    name,
    ...sizeOf(tree),
    renames: renames.map((rename) => ({ ...rename })),
    refused: [...found.refused],
    treeHash,
    expiresAt,
  });
}

export interface ConfirmedImport {
  readonly treeHash: Hash;
  readonly tree: Tree;
  /** The server folder that it was read from; null: an archive, or a folder whose names had to change. */
  readonly folder: string | null;
}

/** A proposal that is confirmed, by the person who made it; it can be taken until it expires. */
export async function confirmedImport(
  services: Services,
  principal: Principal,
  id: string,
  confirmRenames: boolean,
): Outcome<ConfirmedImport> {
  const setting = await services.db.setting.findUnique({ where: { key: keyOf(id) } });
  const stored = storedSchema.safeParse(setting?.value);
  if (!stored.success || stored.data.userId !== principal.userId || stored.data.expiresAt < services.now()) {
    return fail("import-gone", "This import is not there any more. Read the folder or the archive again.");
  }
  const { treeHash, renames, folder } = stored.data;
  if (renames > 0 && !confirmRenames)
    return fail("import-unconfirmed", `The import proposes ${renames} renames. Confirm them first; nothing was made.`);
  return ok({ treeHash, tree: await loadTree(services, treeHash), folder: renames > 0 ? null : folder });
}

/** Marks everything that the import brought as referenced (M9), in the transaction that makes the workspace. */
export async function referenceImport(tx: Transaction, { tree }: Pick<ConfirmedImport, "tree">): Promise<boolean> {
  const hashes = [...files(tree)].map(({ entry }) => entry.hash);
  return (await referenceBlobs(tx, hashes)).length === 0;
}

const keyOf = (id: string) => `import:${id}`;
