/** A tree as a zip, streaming: names sorted, one fixed time, so that the same tree always gives the same bytes. */
import { Readable } from "node:stream";

import yazl from "yazl";

export interface ZipMember {
  readonly path: string;
  /** Null: an empty folder. */
  readonly open: (() => Promise<ReadableStream<Uint8Array>>) | null;
  /** Bytes. */
  readonly size: number;
}

const MTIME = new Date(Date.UTC(1980, 0, 1));
const OPTIONS = { mtime: MTIME, mode: 0o100644 } as const;

export function zipStream(members: readonly ZipMember[]): ReadableStream<Uint8Array> {
  const zip = new yazl.ZipFile();
  for (const { path, open, size } of members) {
    if (open === null) {
      zip.addEmptyDirectory(path, { mtime: MTIME });
      continue;
    }
    zip.addReadStreamLazy(path, { ...OPTIONS, size }, (give) => {
      open().then(
        (content) => give(null, Readable.fromWeb(content as never)),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  zip.end();
  const source = Readable.from(zip.outputStream as AsyncIterable<Uint8Array>);
  const chunks: AsyncIterator<Uint8Array, undefined> = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void source.destroy(),
  });
}
