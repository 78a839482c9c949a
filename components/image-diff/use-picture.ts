"use client";
/**
 * A picture by its address: its kind from its bytes, its size, and something to show. Bytes are shown as the kind of
 * picture that they begin as, never as what a name or a server says, so that markup is never run.
 */
import { useEffect, useState } from "react";

import { problemFrom } from "../../lib/client/http.ts";
import { pictureKind, type PictureKind } from "./picture-kind.ts";

export interface Picture {
  readonly kind: PictureKind | null;
  readonly bytes: number;
  /** Null: browsers do not draw it; `reason` says why. */
  readonly drawn: { readonly url: string; readonly bitmap: ImageBitmap } | null;
  readonly reason: string | null;
}

export type PictureState =
  | { readonly kind: "absent" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly picture: Picture }
  | { readonly kind: "failed"; readonly detail: string };

const MOST_BYTES = 200_000_000;

export function usePicture(address: string | null): PictureState {
  const [held, setHeld] = useState<{ readonly address: string; readonly state: PictureState } | null>(null);
  useEffect(() => {
    if (address === null) return;
    const stop = new AbortController();
    let undo: () => void = () => undefined;
    const tell = (state: PictureState) => {
      if (!stop.signal.aborted) setHeld({ address, state });
    };
    load(address, stop.signal).then(
      (picture) => {
        undo = () => close(picture);
        if (stop.signal.aborted) undo();
        else tell({ kind: "ready", picture });
      },
      (error: unknown) => tell({ kind: "failed", detail: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      stop.abort();
      undo();
    };
  }, [address]);
  if (address === null) return { kind: "absent" };
  return held?.address === address ? held.state : { kind: "loading" };
}

function close({ drawn }: Picture): void {
  if (drawn === null) return;
  URL.revokeObjectURL(drawn.url);
  drawn.bitmap.close();
}

async function load(address: string, signal: AbortSignal): Promise<Picture> {
  const response = await fetch(address, { signal, credentials: "same-origin" });
  if (!response.ok) throw new Error((await problemFrom(response)).problem.detail);
  const bytes = await response.arrayBuffer();
  const kind = pictureKind(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)));
  const facts = { kind, bytes: bytes.byteLength };
  if (kind === null || kind.type === null) {
    const named = kind === null ? "this kind of file" : `${kind.name} pictures`;
    return { ...facts, drawn: null, reason: `Browsers do not draw ${named}. The file can be downloaded.` };
  }
  if (bytes.byteLength > MOST_BYTES)
    return { ...facts, drawn: null, reason: "It is too large to be drawn in a browser. The file can be downloaded." };
  const blob = new Blob([bytes], { type: kind.type });
  try {
    const bitmap = await createImageBitmap(blob);
    return { ...facts, drawn: { url: URL.createObjectURL(blob), bitmap }, reason: null };
  } catch {
    return { ...facts, drawn: null, reason: "The picture is damaged: it cannot be drawn." };
  }
}
