/** Warm scan: nothing changed since the last one, against `git status` on the same files. */
import { spawnSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { scanFolder } from "../../lib/sandbox/scan.ts";
import { OURS, versionOf } from "../machine.ts";
import type { Place, Row } from "../row.ts";

const FILES_PER_FOLDER = 100;

const filesOf = ({ quick }: Place) => (quick ? 1_000 : 100_000);
const rootOf = ({ folder }: Place) => path.join(folder, "tree");

export const scan: Row = {
  name: "scan",
  title: "Warm scan of a folder",
  rounds: 7,
  warmUps: 2,
  notes: () => [
    "Not reached: the same with the sandbox's list of touched paths (aim ≤ 0.2×, independent of the number of files). There is no watcher and no overlay yet: every scan looks at every file.",
  ],
  prepare(place) {
    fill(rootOf(place), filesOf(place));
    git(place, "init", "-q");
    git(place, "add", "-A");
    git(place, "-c", "user.name=bench", "-c", "user.email=bench@invalid", "commit", "-q", "-m", "base");
  },
  sides: {
    async ours(place) {
      const cacheFile = path.join(place.folder, "cache.json");
      const scanned = () => scanFolder(rootOf(place), { cacheFile });
      // A cache distrusts files as new as itself: only after this is it warm.
      await wait(2_500);
      await scanned();
      return {
        version: OURS,
        async run() {
          const found = await scanned();
          if (!found.ok || found.value.files.length !== filesOf(place)) throw new Error("The scan missed files");
          return {};
        },
      };
    },
    git(place) {
      const version = versionOf("git", "--version");
      git(place, "update-index", "--refresh", "-q");
      return {
        version: `git status --porcelain (${version})`,
        run() {
          git(place, "status", "--porcelain");
          return {};
        },
      };
    },
  },
  comparisons: (place) => [
    {
      work: `${filesOf(place).toLocaleString("en")} files, nothing changed`,
      ours: "ours",
      peer: "git",
      aim: 2,
      missed:
        "looking at each file (`lstat`) and each folder costs Node.js alone about 1.3 times what git takes for everything, half of it objects and dates that it makes of each answer.",
    },
  ],
};

function git(place: Place, ...args: readonly string[]): void {
  const { status } = spawnSync("git", args, { cwd: rootOf(place), maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`git ${args.join(" ")} ended with ${String(status)}`);
}

function fill(root: string, files: number): void {
  const old = new Date(Date.now() - 86_400_000);
  for (let n = 0; n < files; n += 1) {
    const folder = path.join(root, `folder ${Math.floor(n / FILES_PER_FOLDER)}`);
    if (n % FILES_PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `file ${n}.txt`);
    writeFileSync(file, `contents of file ${n}\n`);
    utimesSync(file, old, old);
  }
}
