/**
 * An incremental update (ISO 32000-2, 7.5.6): new and rewritten objects behind the bytes of the base, which stay as they
 * are. What no longer is referred to stays in the file, unreachable.
 */
import { sha256 } from "../../../shared/sha256.ts";
import type { PdfFile } from "../file/file.ts";
import { dict, isList, isRef, list, name, ref, type PdfValue, type Ref } from "../file/objects.ts";
import { serialise } from "./serialise.ts";

export class Update {
  readonly #file: PdfFile;
  readonly #objects = new Map<number, { readonly gen: number; readonly value: PdfValue }>();
  #next: number;
  /** Replaces the trailer's own where it is set. */
  info: PdfValue | undefined;

  constructor(file: PdfFile) {
    this.#file = file;
    this.#next = file.nextNumber;
  }

  reserve(): Ref {
    return ref(this.#next++);
  }

  add(value: PdfValue): Ref {
    const own = this.reserve();
    this.set(own, value);
    return own;
  }

  set({ num, gen }: Ref, value: PdfValue): void {
    this.#objects.set(num, { gen, value });
  }

  /** As it is after the update. */
  get({ num }: Ref): PdfValue {
    return this.#objects.get(num)?.value ?? this.#file.get(num);
  }

  get empty(): boolean {
    return this.#objects.size === 0 && this.info === undefined;
  }

  /** The base followed by the update. @param whole The base's bytes, what stands in front of its header included. */
  bytes(whole: Uint8Array, section: { readonly start: number; readonly isStream: boolean }): Uint8Array {
    const parts: Uint8Array[] = [whole];
    let offset = whole.length - this.#file.junk;
    const push = (part: Uint8Array): void => {
      parts.push(part);
      offset += part.length;
    };
    if (whole.at(-1) !== 10) push(Buffer.from("\n"));
    const offsets: (readonly [num: number, gen: number, offset: number])[] = [];
    for (const num of [...this.#objects.keys()].sort((a, b) => a - b)) {
      const { gen, value } = this.#objects.get(num) ?? { gen: 0, value: null };
      offsets.push([num, gen, offset]);
      push(Buffer.concat([Buffer.from(`${num} ${gen} obj\n`), serialise(value), Buffer.from("\nendobj\n")]));
    }
    const written = sha256(Buffer.concat(parts.slice(1)));
    const at = offset;
    push(
      section.isStream
        ? this.#stream(offsets, at, written, section.start)
        : this.#table(offsets, written, section.start),
    );
    push(Buffer.from(`startxref\n${at}\n%%EOF\n`));
    return Uint8Array.from(Buffer.concat(parts));
  }

  #trailer(size: number, written: string, previous: number): Map<string, PdfValue> {
    const own = this.#file.trailer.entries;
    const entries = new Map<string, PdfValue>([["Size", size]]);
    for (const key of ["Root", "Info"]) {
      const value = key === "Info" && this.info !== undefined ? this.info : (own.get(key) ?? null);
      if (value !== null) entries.set(key, value);
    }
    const ids = this.#file.resolve(own.get("ID"));
    const first = isList(ids) ? ids.items[0] : undefined;
    if (first !== undefined && !isRef(first))
      entries.set("ID", list([first, { kind: "string", bytes: Buffer.from(written.slice(0, 32), "hex") }]));
    entries.set("Prev", previous);
    return entries;
  }

  #table(offsets: readonly (readonly [number, number, number])[], written: string, previous: number): Uint8Array {
    const lines = ["xref\n"];
    for (const run of runsOf(offsets)) {
      lines.push(`${run[0]?.[0] ?? 0} ${run.length}\n`);
      for (const [, gen, offset] of run)
        lines.push(`${String(offset).padStart(10, "0")} ${String(gen).padStart(5, "0")} n \n`);
    }
    const trailer = serialise(dict(this.#trailer(this.#next, written, previous)));
    return Buffer.concat([Buffer.from(`${lines.join("")}trailer\n`), trailer, Buffer.from("\n")]);
  }

  #stream(
    offsets: readonly (readonly [number, number, number])[],
    at: number,
    written: string,
    previous: number,
  ): Uint8Array {
    const own = this.#next;
    const all = [...offsets, [own, 0, at] as const];
    const raw = Buffer.alloc(all.length * 11);
    for (const [n, [, gen, offset]] of all.entries()) {
      raw.writeUInt8(1, n * 11);
      raw.writeBigUInt64BE(BigInt(offset), n * 11 + 1);
      raw.writeUInt16BE(Math.min(gen, 65_535), n * 11 + 9);
    }
    const index = runsOf(all).flatMap((run) => [run[0]?.[0] ?? 0, run.length]);
    const entries = new Map<string, PdfValue>([
      ["Type", name("XRef")],
      ["W", list([1, 8, 2])],
      ["Index", list(index)],
      ...this.#trailer(own + 1, written, previous),
    ]);
    const stream = serialise({ kind: "stream", dict: { kind: "dict", entries }, raw });
    return Buffer.concat([Buffer.from(`${own} 0 obj\n`), stream, Buffer.from("\nendobj\n")]);
  }
}

/** Consecutive object numbers together. */
function runsOf<T extends readonly [number, ...unknown[]]>(sorted: readonly T[]): T[][] {
  const runs: T[][] = [];
  for (const entry of sorted) {
    const last = runs.at(-1);
    if (last?.at(-1)?.[0] === entry[0] - 1) last.push(entry);
    else runs.push([entry]);
  }
  return runs;
}
