/** Pairs of real files to hold the laws against, from the folder that STAGED_CORPUS names. */
import { readdirSync, statSync } from "node:fs";
import path from "node:path";

const MAX_FILES = 80;
const MAX_BYTES = 3 * 1024 * 1024;

/** With STAGED_CORPUS_ALL=1 every file is in a pair, which takes minutes more; else a sample is. */
export const everyFile = (): boolean => process.env["STAGED_CORPUS_ALL"] === "1";

/**
 * Neighbours by size among the files with one of the extensions (without dot), spread over the whole folder; null where
 * STAGED_CORPUS is not set. Neighbours are often versions of one document.
 */
export function corpusPairs(extensions: readonly string[]): (readonly [string, string])[] | null {
  const root = process.env["STAGED_CORPUS"];
  if (root === undefined || root === "") return null;
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => extensions.includes(path.extname(file).slice(1).toLowerCase()))
    .map((file) => path.join(root, file))
    .map((file) => ({ file, stat: statSync(file) }))
    .filter(({ stat }) => stat.isFile() && stat.size <= MAX_BYTES)
    .sort(
      (a, b) =>
        path.extname(a.file).localeCompare(path.extname(b.file)) ||
        a.stat.size - b.stat.size ||
        (a.file < b.file ? -1 : 1),
    );
  const step = everyFile() ? 1 : Math.max(1, Math.floor(files.length / MAX_FILES));
  return files.flatMap(({ file }, n) => {
    const next = files[n + 1];
    return n % step === 0 && next ? [[file, next.file] as const] : [];
  });
}
