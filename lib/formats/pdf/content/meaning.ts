/**
 * What an object means, as a digest: object numbers, the order of keys, compression, and where objects are kept make no
 * difference; streams count by what they decode to. References are followed; one to a page is a mark, and which page it
 * is is told apart, because pages move.
 */
import { createHash } from "node:crypto";

import type { PdfFile } from "../file/file.ts";
import {
  isDict,
  isList,
  isName,
  isObject,
  isRef,
  isStream,
  isString,
  PdfProblem,
  type Name,
  type PdfValue,
  type Str,
  type Stream,
} from "../file/objects.ts";

export interface Meaning {
  readonly digest: string;
  /** Indices (from 0) of the pages that it refers to, in reading order of the object; −1 for one that is in no tree. */
  readonly pages: readonly number[];
}

/** Says how something is stored, or what leads back up, or who wrote it last: no part of what it means. */
const SKIPPED = new Set([
  "Length",
  "Filter",
  "DecodeParms",
  "DL",
  "Parent",
  "StructParent",
  "StructParents",
  "PieceInfo",
  "LastModified",
  "Metadata",
]);

const MAX_DEPTH = 400;

export class Meanings {
  readonly #file: PdfFile;
  readonly #pageIndex: ReadonlyMap<number, number>;
  readonly #known = new Map<number, Meaning>();
  /** Object numbers on the way to the current one, and how deep. */
  readonly #way = new Map<number, number>();
  readonly #entered = new Map<number, Meaning>();
  /** How often an object led back to one on the way. */
  #circles = 0;
  /** Objects that may still be looked at; objects in circles are looked at more than once. */
  #steps = 10_000_000;

  constructor(file: PdfFile, pageIndex: ReadonlyMap<number, number>) {
    this.#file = file;
    this.#pageIndex = pageIndex;
  }

  of(value: PdfValue | undefined, skip: ReadonlySet<string> = NOTHING): Meaning {
    if (--this.#steps < 0) throw new PdfProblem("maxEntries", "objects that refer to one another without end");
    const own = value ?? null;
    if (!isObject(own) || isName(own) || isString(own)) return { digest: simple(own), pages: NO_PAGES };
    if (isRef(own)) return this.#reference(own.num);
    const parts: string[] = [];
    const pages: number[] = [];
    const add = (part: PdfValue): void => {
      const meaning = this.of(part);
      parts.push(meaning.digest, " ");
      for (const page of meaning.pages) pages.push(page);
    };
    if (isList(own)) {
      parts.push("[");
      for (const item of own.items) add(item);
    } else {
      const { entries } = isStream(own) ? own.dict : own;
      parts.push(isStream(own) ? this.streamDigest(own) : "", "<<");
      for (const key of [...entries.keys()].sort()) {
        const part = entries.get(key) ?? null;
        // A missing value and null are the same (7.3.7).
        if (part === null || SKIPPED.has(key) || skip.has(key) || (key === "P" && this.#leadsUp(part))) continue;
        parts.push("/", key, " ");
        add(part);
      }
    }
    return { digest: hash(parts), pages };
  }

  /** A part of the document's structure names the one above it. */
  #leadsUp(value: PdfValue): boolean {
    if (!isRef(value)) return false;
    const above = this.#file.get(value.num);
    const type = isDict(above) ? above.entries.get("Type") : null;
    return isName(type) && (type.name === "StructElem" || type.name === "StructTreeRoot");
  }

  #reference(num: number): Meaning {
    const page = this.#pageIndex.get(num);
    if (page !== undefined) return { digest: "page", pages: [page] };
    if (isPage(this.#file.get(num))) return { digest: "page", pages: [-1] };
    return this.#known.get(num) ?? (this.#way.size === 0 ? this.#entered.get(num) : undefined) ?? this.#follow(num);
  }

  /**
   * What leads back into itself is written as the number of steps back. Such a meaning depends on where one comes from:
   * it is kept only for entering there, so that the order of questions makes no difference.
   */
  #follow(num: number): Meaning {
    const depth = this.#way.size;
    const above = this.#way.get(num);
    if (above !== undefined) {
      this.#circles++;
      return { digest: `back ${depth - above}`, pages: NO_PAGES };
    }
    if (depth > MAX_DEPTH) throw new PdfProblem("maxXmlDepth", `references deeper than ${MAX_DEPTH}`);
    const circles = this.#circles;
    this.#way.set(num, depth);
    const meaning = this.of(this.#file.get(num));
    this.#way.delete(num);
    if (this.#circles === circles) this.#known.set(num, meaning);
    else if (depth === 0) this.#entered.set(num, meaning);
    return meaning;
  }

  readonly #streams = new WeakMap<Stream, string>();

  /** The decoded bytes, or the coded ones of a picture together with their coding. */
  streamDigest(stream: Stream): string {
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    const { bytes, coding } = this.#file.decode(stream);
    const sum = createHash("sha256").update(bytes);
    for (const { filter, parameters } of coding)
      sum.update(`${filter} ${isDict(parameters) ? this.of(parameters).digest : ""}`);
    const digest = sum.digest("hex");
    this.#streams.set(stream, digest);
    return digest;
  }
}

const NOTHING: ReadonlySet<string> = new Set();

function isPage(value: PdfValue): boolean {
  const type = isDict(value) ? value.entries.get("Type") : null;
  return isName(type) && type.name === "Page";
}

const NO_PAGES: readonly number[] = [];

/** Numbers, names and the like mean the same whether they are referred to or written in place. */
function simple(value: null | boolean | number | Name | Str): string {
  if (!isObject(value)) return String(value);
  return isName(value) ? `/${value.name}` : `<${Buffer.from(value.bytes).toString("hex")}>`;
}

const hash = (parts: readonly string[]): string =>
  createHash("sha256").update(parts.join("")).digest("hex").slice(0, 40);
