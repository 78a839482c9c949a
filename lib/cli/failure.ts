/** What the command line says on one line and ends with exit code 2: `staged: <what> (<why>)`. */
export class Failure extends Error {
  readonly what: string;
  readonly why: string;
  constructor(what: string, why: string, cause?: unknown) {
    super(`${what} (${why})`, { cause });
    this.what = what;
    this.why = why;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "no space left on the device",
  EROFS: "read-only file system",
  ENAMETOOLONG: "the name is too long",
};

/** The system's error in words. */
export function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && "code" in thrown && typeof thrown.code === "string" ? thrown.code : null;
  return (code !== null ? REASONS[code] : undefined) ?? (thrown instanceof Error ? thrown.message : String(thrown));
}
