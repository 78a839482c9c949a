/**
 * Copies objects of one file into an update of another, with everything that they refer to, each once and under a new
 * number. References to pages lead to the page of the result that stands for them, layers to the base's layer that means the
 * same. A layer that the base does not have is refused: a copy would be one that no list of layers knows.
 */
import type { PdfFile } from "../file/file.ts";
import { isName, type PdfValue, type Ref } from "../file/objects.ts";
import { Refusal } from "./refusal.ts";
import type { Update } from "./update.ts";

/** Lead into the structure of the document that is copied from. */
const LEFT_OUT: ReadonlySet<string> = new Set(["StructParent", "StructParents", "PieceInfo"]);

export class Copier {
  readonly #from: PdfFile;
  readonly #update: Update;
  /** By object number of a page or a layer; null where nothing in the result stands for it. */
  readonly #known: ReadonlyMap<number, Ref | null>;
  readonly #copied = new Map<number, Ref>();
  readonly #open: number[] = [];

  constructor(from: PdfFile, update: Update, known: ReadonlyMap<number, Ref | null>) {
    this.#from = from;
    this.#update = update;
    this.#known = known;
  }

  copy(value: PdfValue): PdfValue {
    const copied = this.#value(value);
    for (let num = this.#open.pop(); num !== undefined; num = this.#open.pop()) {
      const own = this.#copied.get(num);
      if (own !== undefined) this.#update.set(own, this.#value(this.#from.get(num)));
    }
    return copied;
  }

  /** The copy that stands for an object, made if it is not there yet. */
  reference(num: number): Ref | null {
    const known = this.#known.get(num);
    if (known !== undefined) return known;
    const copied = this.#copied.get(num);
    if (copied !== undefined) return copied;
    const own = this.#update.reserve();
    this.#copied.set(num, own);
    this.#open.push(num);
    return own;
  }

  #value(value: PdfValue): PdfValue {
    if (typeof value !== "object" || value === null) return value;
    switch (value.kind) {
      case "ref":
        return this.reference(value.num);
      case "list":
        return { kind: "list", items: value.items.map((item) => this.#value(item)) };
      case "dict":
        return this.#dict(value);
      case "stream":
        return { kind: "stream", dict: this.#dict(value.dict), raw: value.raw };
      default:
        return value;
    }
  }

  #dict(value: Extract<PdfValue, { kind: "dict" }>): Extract<PdfValue, { kind: "dict" }> {
    const type = value.entries.get("Type");
    if (isName(type) && type.name === "OCG") throw new Refusal("what is accepted has layers of its own");
    if (isName(type) && type.name === "Page") throw new Refusal("it leads to a page that is not accepted");
    const entries = new Map<string, PdfValue>();
    for (const [key, own] of value.entries) {
      if (LEFT_OUT.has(key)) continue;
      // The length may be kept elsewhere; it is written anew.
      if (key === "Length" && typeof own === "object") continue;
      entries.set(key, this.#value(own));
    }
    return { kind: "dict", entries };
  }
}
