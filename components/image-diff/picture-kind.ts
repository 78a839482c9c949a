/** What kind of picture some bytes are, by their beginning; and whether browsers draw it. Markup (SVG) is no picture here. */

export interface PictureKind {
  readonly name: string;
  /** The media type that it is shown as, whatever its file name says; null: browsers do not draw it. */
  readonly type: string | null;
}

/** As Latin-1, from the first byte; dots stand for any byte. */
const SIGNATURES: readonly (readonly [signature: string, kind: PictureKind])[] = [
  ["\x89PNG\r\n\x1a\n", { name: "PNG", type: "image/png" }],
  ["\xff\xd8\xff", { name: "JPEG", type: "image/jpeg" }],
  ["GIF87a", { name: "GIF", type: "image/gif" }],
  ["GIF89a", { name: "GIF", type: "image/gif" }],
  ["RIFF....WEBP", { name: "WebP", type: "image/webp" }],
  ["....ftypavif", { name: "AVIF", type: "image/avif" }],
  ["BM", { name: "BMP", type: "image/bmp" }],
  ["II*\0", { name: "TIFF", type: null }],
  ["MM\0*", { name: "TIFF", type: null }],
];

export function pictureKind(head: Uint8Array): PictureKind | null {
  const start = String.fromCharCode(...head.subarray(0, 16));
  const fits = (signature: string) => Array.from(signature).every((sign, n) => sign === "." || start[n] === sign);
  return SIGNATURES.find(([signature]) => start.length >= signature.length && fits(signature))?.[1] ?? null;
}
