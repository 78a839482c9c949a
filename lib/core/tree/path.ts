/**
 * Paths inside a tree (V4): what is legal, and when two names are case twins. Costs O(length); pure.
 * Not here: what to do about an illegal name (`renames.ts`), and whether a tree has room for a path (`tree.ts`).
 */
import type { Brand } from "../../shared/brand.ts";
import { err, ok, type Result } from "../../shared/result.ts";

/** Relative, `/`-separated, NFC, at most 1,024 bytes and 255 a segment, no empty, `.` or `..` segment, no control character. */
export type Path = Brand<string, "Path">;

export const MAX_PATH_BYTES = 1_024;
export const MAX_SEGMENT_BYTES = 255;

export type SegmentFault =
  "empty" | "dots" | "control" | "not-nfc" | "unpaired-surrogate" | "slash" | "segment-too-long";
export type PathFault = SegmentFault | "path-too-long";

export interface PathError {
  readonly reason: PathFault;
  /** The segment at fault, or the whole text where the path is too long. */
  readonly at: string;
}

/** Checks a text from outside; never repairs it. Case twins are a matter of the tree, not of one path. */
export function parsePath(text: string): Result<Path, PathError> {
  for (const segment of text.split("/")) {
    const fault = segmentFault(segment);
    if (fault !== null) return err({ reason: fault, at: segment });
  }
  if (utf8Length(text) > MAX_PATH_BYTES) return err({ reason: "path-too-long", at: text });
  return ok(text as Path);
}

/** A path that this program wrote itself. @throws when it is illegal. */
export function path(text: string): Path {
  const parsed = parsePath(text);
  if (!parsed.ok) throw new Error(`Not a legal path (${parsed.error.reason}): ${JSON.stringify(text.slice(0, 200))}`);
  return parsed.value;
}

/** C0 and C1 controls, DEL. Bidirectional controls are legal here; screens show them as what they are. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const PRINTABLE_ASCII = /^[\u0020-\u007e]*$/;
export const UNPAIRED_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** What is wrong with one name, or null. */
export function segmentFault(segment: string): SegmentFault | null {
  if (segment === "") return "empty";
  if (segment === "." || segment === "..") return "dots";
  if (segment.includes("/")) return "slash";
  if (PRINTABLE_ASCII.test(segment)) return segment.length > MAX_SEGMENT_BYTES ? "segment-too-long" : null;
  if (CONTROL.test(segment)) return "control";
  if (segment.search(UNPAIRED_SURROGATES) >= 0) return "unpaired-surrogate";
  if (segment !== segment.normalize("NFC")) return "not-nfc";
  return utf8Length(segment) > MAX_SEGMENT_BYTES ? "segment-too-long" : null;
}

/**
 * The key under which case twins meet: NFC, upper case, lower case, NFC. Upper before lower makes `ß` and `SS`, or
 * the two small sigmas, the same name, as case-insensitive file systems do or may do. Works on names and whole paths.
 */
export function foldCase(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

/** The folder that holds it; null at the top. */
export function parentOf(of: Path): Path | null {
  const slash = of.lastIndexOf("/");
  return slash < 0 ? null : (of.slice(0, slash) as Path);
}

export function nameOf(of: Path): string {
  return of.slice(of.lastIndexOf("/") + 1);
}

/** Whether `inner` is `outer` or lies below it, as spelled. */
export function isWithin(inner: Path, outer: Path): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** @throws where the result is not a legal path. */
export function joinPath(folder: Path | null, name: string): Path {
  return path(folder === null ? name : `${folder}/${name}`);
}

/** The one order of paths: by UTF-16 code units. */
export const comparePaths = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}
