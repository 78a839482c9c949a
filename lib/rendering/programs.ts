/**
 * Which programs there are: LibreOffice turns office files into PDF, poppler turns PDF into pictures. Neither is part of
 * the installation; where one is missing, `hint` says what to install.
 */
import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

import type { Availability } from "./renderer.ts";

/** Absolute paths. `isolate`: what is put in front of a command so that it has no network; empty where that cannot be had. */
export interface Programs {
  readonly soffice: string;
  readonly pdftoppm: string;
  readonly pdfinfo: string;
  readonly isolate: readonly string[];
  readonly id: string;
  readonly name: string;
}

/** Raised when the settings of this adapter change what comes out. */
const SETTINGS = "1";
const run = promisify(execFile);

export async function findPrograms(folders: readonly string[]): Promise<Programs | Availability> {
  const [soffice, pdftoppm, pdfinfo] = await Promise.all([
    findOne(["soffice", "libreoffice"], [...folders, "/Applications/LibreOffice.app/Contents/MacOS"]),
    findOne(["pdftoppm"], folders),
    findOne(["pdfinfo"], folders),
  ]);
  const missing = [soffice === null ? "LibreOffice" : null, pdftoppm && pdfinfo ? null : "poppler-utils"];
  if (soffice === null || pdftoppm === null || pdfinfo === null) {
    const names = missing.filter((name) => name !== null).join(" and ");
    return {
      kind: "missing",
      hint: `To see pages as they print, install ${names} on the server (Debian, Ubuntu: apt install libreoffice poppler-utils; macOS: brew install libreoffice poppler) and start it again.`,
    };
  }
  const [office, poppler, isolate] = await Promise.all([
    output(soffice, ["--version"]),
    output(pdftoppm, ["-v"]),
    isolation(folders),
  ]);
  const version = /\d+(?:\.\d+)+/u.exec(office)?.[0] ?? "unknown";
  const drawn = /\d+(?:\.\d+)+/u.exec(poppler)?.[0] ?? "unknown";
  return {
    soffice,
    pdftoppm,
    pdfinfo,
    isolate,
    id: `libreoffice-${version}_poppler-${drawn}_${SETTINGS}`,
    name: `LibreOffice ${version}`,
  };
}

async function findOne(names: readonly string[], folders: readonly string[]): Promise<string | null> {
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      const found = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) return file;
    }
  }
  return null;
}

/** A network namespace of its own, where the system lets an ordinary user have one. */
async function isolation(folders: readonly string[]): Promise<readonly string[]> {
  const unshare = await findOne(["unshare"], folders);
  if (unshare === null) return [];
  const command = ["--map-current-user", "--net"];
  return run(unshare, [...command, "true"], { timeout: 5_000 }).then(
    () => [unshare, ...command],
    () => [],
  );
}

/** pdftoppm writes its version to the error stream. */
const output = (program: string, args: readonly string[]): Promise<string> =>
  run(program, [...args], { timeout: 20_000 }).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => "",
  );
