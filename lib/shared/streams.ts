/**
 * A stream whose source is opened by the first read, so that one that is never read holds nothing open: a web server
 * drops the body of a request whose client has gone without reading or cancelling it.
 */
export function openedWhenRead(open: () => Promise<ReadableStream<Uint8Array>>): ReadableStream<Uint8Array> {
  let opening: Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await (await (opening ??= open().then((source) => source.getReader()))).read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async (reason) => (await opening)?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
