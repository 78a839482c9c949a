/**
 * Files that open without a password: the standard security handler with an empty user password (ISO 32000-2, 7.6),
 * revisions 2 to 6. Any other key is a named error. Only decrypts: a file that is encrypted is not written in part.
 */
import { createCipheriv, createDecipheriv, createHash } from "node:crypto";

import { isDict, isName, isString, PdfProblem, type Dict, type PdfValue, type Str } from "./objects.ts";
import { rc4 } from "./rc4.ts";

export interface Decryption {
  /** All strings and the stream's bytes of one object, decrypted. */
  value(value: PdfValue, num: number, gen: number): PdfValue;
}

type Method = "none" | "rc4" | "aes128" | "aes256";
type Resolve = (value: PdfValue | undefined) => PdfValue;

const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");

export function decryption(trailer: Dict, resolve: Resolve): Decryption {
  const encrypt = resolve(trailer.entries.get("Encrypt"));
  if (!isDict(encrypt)) throw new PdfProblem("damaged", "the encryption dictionary is missing");
  const field = (key: string): PdfValue => resolve(encrypt.entries.get(key));
  const filter = field("Filter");
  if (!isName(filter) || filter.name !== "Standard")
    throw new PdfProblem("encrypted", "encrypted by a special handler");
  const revision = numberOf(field("R"), 2);
  const version = numberOf(field("V"), 1);
  const bits = version === 1 ? 40 : numberOf(field("Length"), version === 4 ? 128 : 40);
  const methods = version >= 4 ? cryptFilters(encrypt, resolve) : { strings: "rc4" as const, streams: "rc4" as const };
  const key = revision >= 5 ? newKey(field, revision) : oldKey(trailer, field, resolve, revision, Math.ceil(bits / 8));
  const metadata = field("EncryptMetadata") !== false;
  return new Decrypter(key, methods, metadata, resolve);
}

const numberOf = (value: PdfValue, fallback: number): number => (typeof value === "number" ? value : fallback);
const bytesOf = (value: PdfValue): Buffer => (isString(value) ? Buffer.from(value.bytes) : Buffer.alloc(0));

function cryptFilters(encrypt: Dict, resolve: Resolve): { strings: Method; streams: Method } {
  const filters = resolve(encrypt.entries.get("CF"));
  const method = (key: string): Method => {
    const chosen = resolve(encrypt.entries.get(key));
    if (!isName(chosen) || chosen.name === "Identity") return "none";
    const own = isDict(filters) ? resolve(filters.entries.get(chosen.name)) : null;
    const named = isDict(own) ? resolve(own.entries.get("CFM")) : null;
    const methods: Readonly<Record<string, Method>> = { None: "none", V2: "rc4", AESV2: "aes128", AESV3: "aes256" };
    const found = isName(named) ? methods[named.name] : "none";
    if (found === undefined) throw new PdfProblem("unsupported", "encrypted in an unknown way");
    return found;
  };
  return { strings: method("StrF"), streams: method("StmF") };
}

/** Algorithms 2 and 4 to 6: the key of an empty password, checked against the user entry. */
function oldKey(
  trailer: Dict,
  field: (key: string) => PdfValue,
  resolve: Resolve,
  revision: number,
  length: number,
): Buffer {
  const ids = resolve(trailer.entries.get("ID"));
  const id = typeof ids === "object" && ids?.kind === "list" ? bytesOf(resolve(ids.items[0])) : Buffer.alloc(0);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(numberOf(field("P"), 0) | 0);
  const hash = createHash("md5")
    .update(PADDING)
    .update(bytesOf(field("O")).subarray(0, 32))
    .update(permissions)
    .update(id);
  if (revision >= 4 && field("EncryptMetadata") === false) hash.update(Buffer.from("ffffffff", "hex"));
  const size = revision >= 3 ? Math.min(16, Math.max(5, length)) : 5;
  let key = hash.digest().subarray(0, size);
  if (revision >= 3) for (let n = 0; n < 50; n++) key = createHash("md5").update(key).digest().subarray(0, size);
  const user = bytesOf(field("U"));
  if (revision < 3) {
    if (!Buffer.from(rc4(key, PADDING)).equals(user.subarray(0, 32))) throw locked();
    return key;
  }
  let check: Uint8Array = createHash("md5").update(PADDING).update(id).digest();
  for (let n = 0; n < 20; n++)
    check = rc4(
      key.map((byte) => byte ^ n),
      check,
    );
  if (!Buffer.from(check).subarray(0, 16).equals(user.subarray(0, 16))) throw locked();
  return key;
}

/** Algorithm 2.A for an empty user password. */
function newKey(field: (key: string) => PdfValue, revision: number): Buffer {
  const user = bytesOf(field("U"));
  const hash = (salt: Buffer) => (revision === 5 ? createHash("sha256").update(salt).digest() : hardenedHash(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) throw locked();
  const cipher = createDecipheriv("aes-256-cbc", hash(user.subarray(40, 48)), Buffer.alloc(16));
  cipher.setAutoPadding(false);
  const wrapped = bytesOf(field("UE")).subarray(0, 32);
  if (wrapped.length !== 32) throw new PdfProblem("damaged", "the encryption key is cut");
  return Buffer.concat([cipher.update(wrapped), cipher.final()]);
}

/** Algorithm 2.B for an empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = createHash("sha256").update(salt).digest();
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const block = Buffer.concat(Array.from({ length: 64 }, () => key));
    const made = Buffer.concat([cipher.update(block), cipher.final()]);
    const rest = made.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(["sha256", "sha384", "sha512"][rest] ?? "sha256")
      .update(made)
      .digest();
    last = made.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

const locked = () => new PdfProblem("encrypted", "it opens with a password only");

class Decrypter implements Decryption {
  readonly #key: Buffer;
  readonly #methods: { readonly strings: Method; readonly streams: Method };
  readonly #metadata: boolean;
  readonly #resolve: Resolve;

  constructor(key: Buffer, methods: { strings: Method; streams: Method }, metadata: boolean, resolve: Resolve) {
    this.#key = key;
    this.#methods = methods;
    this.#metadata = metadata;
    this.#resolve = resolve;
  }

  value(value: PdfValue, num: number, gen: number): PdfValue {
    if (typeof value !== "object" || value === null) return value;
    switch (value.kind) {
      case "string":
        return { kind: "string", bytes: this.#bytes(value.bytes, this.#methods.strings, num, gen) } satisfies Str;
      case "list":
        return { kind: "list", items: value.items.map((item) => this.value(item, num, gen)) };
      case "dict":
        return this.#dict(value, num, gen);
      case "stream": {
        const own = this.#dict(value.dict, num, gen);
        return this.#plain(value.dict)
          ? value
          : { kind: "stream", dict: own, raw: this.#bytes(value.raw, this.#methods.streams, num, gen) };
      }
      default:
        return value;
    }
  }

  #dict(value: Dict, num: number, gen: number): Dict {
    return { kind: "dict", entries: new Map([...value.entries].map(([key, own]) => [key, this.value(own, num, gen)])) };
  }

  /** Cross-reference streams never are encrypted; metadata may be left plain. */
  #plain(own: Dict): boolean {
    const type = own.entries.get("Type");
    if (!isName(type)) return false;
    if (type.name === "XRef") return true;
    return type.name === "Metadata" && !this.#metadata && this.#resolve(own.entries.get("Filter")) === null;
  }

  /** Algorithms 1 and 1.A. */
  #bytes(bytes: Uint8Array, method: Method, num: number, gen: number): Uint8Array {
    if (method === "none") return bytes;
    const key = method === "aes256" ? this.#key : this.#objectKey(method, num, gen);
    if (method === "rc4") return rc4(key, bytes);
    if (bytes.length < 32 || bytes.length % 16 !== 0) return new Uint8Array();
    const cipher = createDecipheriv(method === "aes256" ? "aes-256-cbc" : "aes-128-cbc", key, bytes.subarray(0, 16));
    cipher.setAutoPadding(false);
    const plain = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
    const padding = plain.at(-1) ?? 0;
    return Uint8Array.from(padding > 0 && padding <= 16 ? plain.subarray(0, plain.length - padding) : plain);
  }

  #objectKey(method: Method, num: number, gen: number): Buffer {
    const numbers = Buffer.from([num & 255, (num >> 8) & 255, (num >> 16) & 255, gen & 255, (gen >> 8) & 255]);
    const hash = createHash("md5").update(this.#key).update(numbers);
    if (method === "aes128") hash.update("sAlT");
    return hash.digest().subarray(0, Math.min(16, this.#key.length + 5));
  }
}
