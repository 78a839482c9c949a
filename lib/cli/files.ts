/** Files as the command line reads and writes them. */
import { createReadStream } from "node:fs";
import { open, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

import { mislabelled } from "../formats/compare.ts";
import type { Source } from "../formats/format.ts";
import { sha256, sha256Stream } from "../shared/sha256.ts";
import { Failure, reasonOf } from "./failure.ts";

export async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch (thrown) {
    throw new Failure(`cannot read ${file}`, reasonOf(thrown), thrown);
  }
}

/**
 * One version of a file; null for `/dev/null`, which stands for no file. A small one is held in memory, so that what is
 * compared is what was hashed; of a larger one, only size and hash are taken first.
 */
export async function openSource(file: string, name = path.basename(file)): Promise<Source | null> {
  if (file === "/dev/null") return null;
  try {
    // Before it is opened: a pipe would wait for somebody who writes.
    const kind = await stat(file);
    if (!kind.isFile())
      throw new Failure(`cannot read ${file}`, kind.isDirectory() ? "it is a folder" : "not a regular file");
    const handle = await open(file, "r");
    try {
      const facts = await handle.stat();
      if (facts.size <= IN_MEMORY) {
        const bytes = await handle.readFile();
        return source(name, bytes.length, sha256(bytes), (offset, length) =>
          Promise.resolve(bytes.subarray(offset, offset + length)),
        );
      }
    } finally {
      await handle.close();
    }
    return await largeSource(file, name);
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    throw new Failure(`cannot read ${file}`, reasonOf(thrown), thrown);
  }
}

/** As `openSource`, refused where the name promises a format that the content is not. */
export async function openLabelled(file: string, name?: string): Promise<Source | null> {
  const source = await openSource(file, name);
  const wrong = source && (await mislabelled(source));
  if (wrong) throw new Failure(`cannot read ${file}`, `${wrong.reason}: ${wrong.detail}`);
  return source;
}

const IN_MEMORY = 64 * 1024 * 1024;

async function largeSource(file: string, name: string): Promise<Source> {
  const running = sha256Stream();
  let size = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    running.update(chunk);
    size += chunk.length;
  }
  return source(name, size, running.digest(), (offset, length) => readRange(file, offset, length));
}

async function readRange(file: string, offset: number, length: number): Promise<Uint8Array> {
  const handle = await open(file, "r");
  try {
    const bytes = Buffer.alloc(length);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
      if (bytesRead === 0) throw new Failure(`cannot read ${file}`, "it became shorter while it was read");
      done += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

function source(name: string, size: number, contentHash: Source["contentHash"], read: Source["read"]): Source {
  return { name, size, contentHash, read };
}

/**
 * All or nothing: a temporary file beside the target, flushed, then renamed onto it. A symbolic link stays one, and what
 * it leads to is written; what is no regular file (a device, a pipe, a folder) is refused.
 */
export async function writeOutput(target: string, bytes: Uint8Array): Promise<void> {
  const file = await realpath(target).catch(() => target);
  const kind = await stat(file).catch(() => null);
  if (kind !== null && !kind.isFile())
    throw new Failure(`cannot write ${target}`, kind.isDirectory() ? "it is a folder" : "not a regular file");
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  try {
    const mode = await stat(file).then(
      (facts) => facts.mode & 0o777,
      () => 0o666,
    );
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw new Failure(`cannot write ${target}`, reasonOf(thrown), thrown);
  }
}
