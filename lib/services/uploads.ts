/** Request bodies into the blob store, and why one was refused. */
import type { PutError } from "../store/blobs.ts";
import type { Failure } from "./failure.ts";

export async function* fromBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

export function putFailure(error: PutError): Failure {
  switch (error.reason) {
    case "mismatch":
      return {
        type: "length-or-hash-differs",
        detail: `The received bytes are ${error.actual.size} long with SHA-256 ${error.actual.hash}: not what was announced. Nothing was kept.`,
      };
    case "too-large":
      return { type: "too-large", detail: `More than ${error.limit} bytes arrived. Nothing was kept.` };
    case "no-space":
      return { type: "storage-full", detail: `${error.detail}. Nothing was kept.` };
    case "interrupted":
      return {
        type: "length-or-hash-differs",
        detail: `The upload stopped before its end (${error.detail}). Nothing was kept.`,
      };
  }
}
