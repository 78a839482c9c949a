/** Branded primitives: a string that was checked once keeps that knowledge in its type. */
declare const brand: unique symbol;
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** SHA-256 of bytes (a blob) or of a directory object, 64 lower-case hex digits, never shortened (V1). */
export type Hash = Brand<string, "Hash">;

const HASH = /^[0-9a-f]{64}$/;

export const isHash = (text: string): text is Hash => HASH.test(text);

/** @throws when `text` is not 64 lower-case hex digits: use `isHash` on anything that comes from outside. */
export function hash(text: string): Hash {
  if (!isHash(text)) throw new Error(`Not a SHA-256 in hex: ${JSON.stringify(text.slice(0, 80))}`);
  return text;
}
