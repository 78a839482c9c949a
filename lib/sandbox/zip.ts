/** A tree as a zip, streaming: names sorted, one fixed time, so that the same tree always gives the same bytes. */
import { PassThrough, Readable } from "node:stream";

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

/** Nothing is open before it is read, one member at a time while it is, and none once it ended or was cancelled. */
export function zipStream(members: readonly ZipMember[]): ReadableStream<Uint8Array> {
  let zip: OpenZip | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        zip ??= openZip(members);
        const next = await zip.chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => zip?.close(),
    },
    { highWaterMark: 0 },
  );
}

interface OpenZip {
  /** Fails where a member does. */
  readonly chunks: AsyncIterator<Uint8Array, undefined>;
  readonly close: () => void;
}

function openZip(members: readonly ZipMember[]): OpenZip {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  let member: Readable | null = null;
  for (const { path, open, size } of members) {
    if (open === null) {
      zip.addEmptyDirectory(path, { mtime: MTIME });
      continue;
    }
    zip.addReadStreamLazy(path, { ...OPTIONS, size }, (give) => {
      const opened = open().then((content) => {
        member = Readable.fromWeb(content as never).on("error", (error) => output.destroy(error));
        if (output.destroyed) member.destroy();
        else give(null, member);
      });
      opened.catch((error: unknown) => output.destroy(error as Error));
    });
  }
  zip.on("error", (error: Error) => output.destroy(error));
  zip.end();
  return {
    chunks: output[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>,
    close: () => {
      output.destroy();
      member?.destroy();
    },
  };
}
