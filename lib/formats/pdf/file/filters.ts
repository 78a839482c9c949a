/**
 * Stream filters (ISO 32000-2, 7.4). Lossless ones are undone; a stream that ends in a picture's own coding (JPEG, JPEG
 * 2000, CCITT, JBIG2) is given as it is at that point, with the coding's name. Never makes more bytes than it is allowed.
 */
import { constants, inflateRawSync, inflateSync } from "node:zlib";

import { isDict, isList, isName, PdfProblem, type Dict, type PdfValue, type Stream } from "./objects.ts";

export interface Decoded {
  readonly bytes: Uint8Array;
  /** Filters that are left, with their parameters. */
  readonly coding: readonly { readonly filter: string; readonly parameters: PdfValue }[];
}

/** Bytes that may still be made; counted down. */
export interface Allowance {
  remaining: number;
}

const SHORT: Readonly<Record<string, string>> = {
  Fl: "FlateDecode",
  LZW: "LZWDecode",
  A85: "ASCII85Decode",
  AHx: "ASCIIHexDecode",
  RL: "RunLengthDecode",
  DCT: "DCTDecode",
  CCF: "CCITTFaxDecode",
};

export function decode(
  stream: Stream,
  resolve: (value: PdfValue | undefined) => PdfValue,
  allowance: Allowance,
): Decoded {
  const entries = stream.dict.entries;
  const filters = asList(resolve(entries.get("Filter") ?? entries.get("F"))).map(resolve);
  const parameters = asList(resolve(entries.get("DecodeParms") ?? entries.get("DP"))).map(resolve);
  let bytes = stream.raw;
  for (const [at, filter] of filters.entries()) {
    if (!isName(filter)) continue;
    const full = SHORT[filter.name] ?? filter.name;
    const own = parameters[at] ?? null;
    const next = undo(full, bytes, isDict(own) ? own : null, resolve, allowance);
    if (next === null) {
      const coding = filters.slice(at).map((left, n) => ({
        filter: isName(left) ? (SHORT[left.name] ?? left.name) : "",
        parameters: parameters[at + n] ?? null,
      }));
      return { bytes, coding };
    }
    bytes = next;
    allowance.remaining -= bytes.length;
    if (allowance.remaining < 0) throw new PdfProblem("maxInflatedBytes", "the streams inflate to too much");
  }
  return { bytes, coding: [] };
}

const asList = (value: PdfValue): readonly PdfValue[] => (isList(value) ? value.items : value === null ? [] : [value]);

/** Null for a filter that is not undone here. */
function undo(
  filter: string,
  bytes: Uint8Array,
  parameters: Dict | null,
  resolve: (value: PdfValue | undefined) => PdfValue,
  allowance: Allowance,
): Uint8Array | null {
  const number = (key: string, fallback: number): number => {
    const value = resolve(parameters?.entries.get(key));
    return typeof value === "number" ? value : fallback;
  };
  switch (filter) {
    case "FlateDecode":
      return unpredicted(inflated(bytes, allowance), number);
    case "LZWDecode":
      return unpredicted(unLzw(bytes, number("EarlyChange", 1), allowance.remaining), number);
    case "ASCII85Decode":
      return un85(bytes);
    case "ASCIIHexDecode":
      return unHex(bytes);
    case "RunLengthDecode":
      return unRuns(bytes, allowance.remaining);
    case "Crypt":
      return bytes;
    default:
      return null;
  }
}

/** Truncated or wrongly ended data gives what there is, as readers do. */
function inflated(bytes: Uint8Array, allowance: Allowance): Uint8Array {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: Math.max(1, allowance.remaining) };
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if (isTooLarge(error)) throw new PdfProblem("maxInflatedBytes", "the streams inflate to too much");
  }
  try {
    return inflateRawSync(bytes.subarray(2), options);
  } catch (error) {
    if (isTooLarge(error)) throw new PdfProblem("maxInflatedBytes", "the streams inflate to too much");
    return bytes.length === 0 ? bytes : partlyInflated(bytes, options);
  }
}

/** The longest start that inflates, to a sixteenth of the data: found by halving. */
function partlyInflated(bytes: Uint8Array, options: { finishFlush: number; maxOutputLength: number }): Uint8Array {
  let best = new Uint8Array();
  for (let [low, high, n] = [0, bytes.length, 0]; n < 12 && low < high; n++) {
    const middle = (low + high + 1) >> 1;
    try {
      best = Uint8Array.from(inflateSync(bytes.subarray(0, middle), options));
      low = middle;
    } catch {
      high = middle - 1;
    }
  }
  return best;
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";

/** PNG and TIFF predictors (7.4.4.4). */
function unpredicted(bytes: Uint8Array, number: (key: string, fallback: number) => number): Uint8Array {
  const predictor = number("Predictor", 1);
  if (predictor < 2) return bytes;
  const [colors, bits, columns] = [number("Colors", 1), number("BitsPerComponent", 8), number("Columns", 1)];
  const pixel = Math.max(1, (colors * bits) >> 3);
  const width = Math.ceil((colors * bits * columns) / 8);
  if (!(width > 0) || width > 1 << 26 || colors > 64) throw new PdfProblem("damaged", "a predictor of impossible size");
  if (predictor === 2) return bits === 8 ? unTiff(bytes, width, pixel) : bytes;
  const rows = Math.ceil(bytes.length / (width + 1));
  const out = new Uint8Array(Math.max(0, bytes.length - rows));
  for (let row = 0, from = 0, to = 0; row < rows; row++) {
    const type = bytes[from++] ?? 0;
    const length = Math.min(width, bytes.length - from);
    for (let n = 0; n < length; n++, to++) {
      const left = n >= pixel ? (out[to - pixel] ?? 0) : 0;
      const up = row > 0 ? (out[to - width] ?? 0) : 0;
      const corner = row > 0 && n >= pixel ? (out[to - width - pixel] ?? 0) : 0;
      out[to] = (bytes[from + n] ?? 0) + predicted(type, left, up, corner);
    }
    from += length;
  }
  return out;
}

function predicted(type: number, left: number, up: number, corner: number): number {
  if (type === 1) return left;
  if (type === 2) return up;
  if (type === 3) return (left + up) >> 1;
  if (type !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function unTiff(bytes: Uint8Array, width: number, pixel: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  for (let row = 0; row < out.length; row += width)
    for (let n = pixel; n < width && row + n < out.length; n++)
      out[row + n] = (out[row + n] ?? 0) + (out[row + n - pixel] ?? 0);
  return out;
}

function unLzw(bytes: Uint8Array, early: number, allowed: number): Uint8Array {
  let out = new Uint8Array(Math.max(1024, Math.min(bytes.length * 8, 1 << 24)));
  let length = 0;
  const starts = new Int32Array(4097);
  const lengths = new Int32Array(4097);
  let [count, width, buffer, held, previous] = [258, 9, 0, 0, -1];
  for (let at = 0; ;) {
    while (held < width && at < bytes.length) {
      buffer = ((buffer << 8) | (bytes[at++] ?? 0)) & 0xffffff;
      held += 8;
    }
    if (held < width) break;
    const code = (buffer >> (held - width)) & ((1 << width) - 1);
    held -= width;
    if (code === 257) break;
    if (code === 256) {
      [count, width, previous] = [258, 9, -1];
      continue;
    }
    const from = length;
    const size = code < 256 ? 1 : code < count ? (lengths[code] ?? 0) : previous < 0 ? 0 : (lengths[4096] ?? 0) + 1;
    if (length + size > allowed) throw new PdfProblem("maxInflatedBytes", "the streams inflate to too much");
    if (length + size > out.length) {
      const larger = new Uint8Array(Math.max(out.length * 2, length + size));
      larger.set(out);
      out = larger;
    }
    if (code < 256) out[length++] = code;
    else {
      const source = code < count ? (starts[code] ?? 0) : (starts[4096] ?? 0);
      for (let n = 0; n < size; n++) out[length++] = out[source + n] ?? 0;
    }
    // The entry made by this code is the previous string and this one's first byte: they stand side by side.
    if (previous >= 0 && count < 4096) {
      starts[count] = starts[4096] ?? 0;
      lengths[count] = (lengths[4096] ?? 0) + 1;
      count++;
    }
    starts[4096] = from;
    lengths[4096] = size;
    previous = code;
    width = count + early >= 2048 ? 12 : count + early >= 1024 ? 11 : count + early >= 512 ? 10 : 9;
  }
  return out.subarray(0, length);
}

function un85(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let [group, count] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && count === 0) out.push(0, 0, 0, 0);
    if (byte < 0x21 || byte > 0x75) continue;
    group = group * 85 + byte - 0x21;
    if (++count === 5) {
      out.push((group / 0x1000000) & 255, (group >> 16) & 255, (group >> 8) & 255, group & 255);
      [group, count] = [0, 0];
    }
  }
  if (count > 1) {
    for (let n = count; n < 5; n++) group = group * 85 + 84;
    out.push(...[(group / 0x1000000) & 255, (group >> 16) & 255, (group >> 8) & 255].slice(0, count - 1));
  }
  return Uint8Array.from(out);
}

function unHex(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0x3e);
  const text = Buffer.from(end < 0 ? bytes : bytes.subarray(0, end))
    .toString("latin1")
    .replaceAll(/[^0-9a-fA-F]/g, "");
  return Uint8Array.from(Buffer.from(text.length % 2 === 1 ? `${text}0` : text, "hex"));
}

function unRuns(bytes: Uint8Array, allowed: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at++] ?? 128;
    if (code === 128) break;
    const part = code < 128 ? bytes.subarray(at, at + code + 1) : new Uint8Array(257 - code).fill(bytes[at] ?? 0);
    at += code < 128 ? code + 1 : 1;
    total += part.length;
    if (total > allowed) throw new PdfProblem("maxInflatedBytes", "the streams inflate to too much");
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}
