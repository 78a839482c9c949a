/** Paths inside a tree (V4). */
import type { Brand } from "../../shared/brand.ts";

/** Relative, `/`-separated, NFC, at most 1,024 bytes and 255 a segment, no empty, `.` or `..` segment, no control character. */
export type Path = Brand<string, "Path">;
