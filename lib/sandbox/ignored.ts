/**
 * What never enters the journal (S3), by one stated list: caches, lock and temporary files of office programs, editors
 * and operating systems, and parser companions (`X_parsed/` beside a parseable X). Told apart by name alone.
 */

/** Files that this program writes while it hydrates a sandbox. */
export const TEMPORARY_PREFIX = ".staged-tmp-";

const FILES: readonly RegExp[] = [
  /^\.staged-/,
  /^~\$/, // Office lock file
  /^\.~lock\..*#$/, // LibreOffice lock file
  /^~.*\.tmp$/i,
  /^\.DS_Store$/,
  /^\._/, // AppleDouble
  /^Thumbs\.db$/i,
  /^desktop\.ini$/i,
  /\.sw[a-p]$/, // Vim
  /~$/,
];

const FOLDERS: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "__pycache__",
  ".ipynb_checkpoints",
  "node_modules",
  ".venv",
  ".cache",
  ".pytest_cache",
  ".mypy_cache",
  "__MACOSX",
]);

const PARSEABLE = /\.(pdf|xlsx|xlsm|xls|xlsb|ods|docx|pptx|ipynb|csv|tsv)$/i;
const COMPANION = "_parsed";

export const ignoresFile = (name: string): boolean => FILES.some((pattern) => pattern.test(name));

/** `siblings` are the names beside it: a companion is one only beside its file. */
export function ignoresFolder(name: string, siblings: ReadonlySet<string>): boolean {
  if (FOLDERS.has(name)) return true;
  if (!name.endsWith(COMPANION)) return false;
  const source = name.slice(0, -COMPANION.length);
  return PARSEABLE.test(source) && siblings.has(source);
}
