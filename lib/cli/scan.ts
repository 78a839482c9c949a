/** `staged scan`: a folder's tree hash and entries, with a stat cache kept outside the folder. */
import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";

import { treeFrom } from "../core/tree/edit.ts";
import { treeHash } from "../core/tree/objects.ts";
import { path as treePath } from "../core/tree/path.ts";
import { EMPTY_FOLDER, type Tree, type TreeEntry } from "../core/tree/tree.ts";
import { scanFolder, type ScannedFolder, type ScanOptions } from "../sandbox/scan.ts";
import { sha256 } from "../shared/sha256.ts";
import { parseArguments } from "./arguments.ts";
import { Failure } from "./failure.ts";
import { isFolder } from "./files.ts";
import { jsonLine } from "./json.ts";
import type { Output } from "./output.ts";
import { visible, visibleName } from "./people.ts";

export async function scanCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["DIR"], { json: "flag", cache: "text", "no-cache": "flag" });
  const [folder = ""] = positions;
  const cacheFile = options["no-cache"] ? null : (options.cache ?? (await defaultCache(folder)));
  const found = await scanned(folder, cacheFile === null ? {} : { cacheFile });
  const hash = treeHash(treeOf(found));
  if (options.json)
    output.out(jsonLine({ treeHash: hash, entries: entriesOf(found), illegal: found.illegal, refused: found.refused }));
  else {
    output.out(
      `${hash}\n${entriesOf(found)
        .map((entry) =>
          entry.kind === "file"
            ? `${entry.contentHash}  ${visible(entry.path)}\n`
            : `${"folder".padEnd(64)}  ${visible(entry.path)}/\n`,
        )
        .join("")}`,
    );
  }
  for (const { path: at, reason } of [...found.illegal, ...found.refused])
    output.error(`staged: left out ${visibleName(at)} (${visibleName(reason)})\n`);
  return 0;
}

/** @throws Failure where the folder cannot be read. */
export async function scanned(folder: string, options: ScanOptions): Promise<ScannedFolder> {
  if (!(await isFolder(folder))) throw new Failure(`cannot scan ${folder}`, "it is not a folder");
  const found = await scanFolder(folder, options);
  if (!found.ok) throw new Failure(`cannot scan ${folder}`, found.error.detail);
  return found.value;
}

export function treeOf({ files, emptyFolders }: ScannedFolder): Tree {
  const entry = ({ hash, size }: ScannedFolder["files"][number]): TreeEntry => ({ kind: "file", hash, size });
  return treeFrom([
    ...files.map((file) => [treePath(file.path), entry(file)] as const),
    ...emptyFolders.map((folder) => [treePath(folder), EMPTY_FOLDER] as const),
  ]);
}

function entriesOf({ files, emptyFolders }: ScannedFolder) {
  return [
    ...files.map(({ path: at, hash, size }) => ({ path: at, kind: "file" as const, contentHash: hash, size })),
    ...emptyFolders.map((at) => ({ path: at, kind: "folder" as const })),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Null, and so no cache, where the home folder cannot be written. */
async function defaultCache(folder: string): Promise<string | null> {
  const caches = path.join(homedir(), ".cache", "staged", "scan");
  try {
    await mkdir(caches, { recursive: true, mode: 0o700 });
    return path.join(caches, `${sha256(path.resolve(folder))}.json`);
  } catch {
    return null;
  }
}
