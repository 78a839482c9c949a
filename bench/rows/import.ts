/** Import of a folder: its bytes into the blob store and the database, against `git add`; and once more, unchanged. */
import { spawnSync } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Instant, UserId } from "../../lib/core/journal/entry.ts";
import { inProcessParser } from "../../lib/parsing/parser.ts";
import { noJobs } from "../../lib/jobs/jobs.ts";
import { noRenderer } from "../../lib/rendering/renderer.ts";
import { createCaches } from "../../lib/services/caches.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { readFolderImport } from "../../lib/services/importTree.ts";
import { openDatabase } from "../../lib/store/database.ts";
import { startEmbedded } from "../../lib/store/embedded/server.ts";
import { openFileBlobs } from "../../lib/store/file-blobs.ts";
import { migrate } from "../../lib/store/migrate.ts";
import { OURS, versionOf } from "../machine.ts";
import { sequence, WORDS } from "../random.ts";
import type { Place, Row, Side } from "../row.ts";

const FILES = 700;
const FULL_SIZE = 2_048;
const ADA: Principal = { userId: "ada" as UserId, name: "Ada", email: "ada@example.test" };

const filesOf = ({ quick }: Place) => (quick ? 20 : FILES);
const megabytesOf = ({ quick, importSize }: Place) => (quick ? 8 : importSize);
const rootOf = ({ folder }: Place) => path.join(folder, "files");

export const importing: Row = {
  name: "import",
  title: "Import of a folder",
  rounds: 3,
  notes: (place) => [
    "Of the bytes, seven tenths cannot be compressed (as in office files, pictures, PDF), three tenths are text. Each import starts with an empty store and ends when every file and folder entry is flushed to the disk (fsync) and registered in PostgreSQL; `git add` compresses, and by default does not flush.",
    ...(megabytesOf(place) < FULL_SIZE
      ? [
          `The aim is set for 2 GB in 700 files; this run had ${megabytesOf(place)} MB (\`--size\`). The ratio is what counts.`,
        ]
      : []),
  ],
  prepare: async (place) => {
    fill(place);
    // A cache of hashes distrusts files as new as itself.
    await wait(2_500);
  },
  sides: {
    ours: importingSide,
    git(place) {
      const repository = path.join(place.folder, "repository");
      const git = (...args: string[]) => {
        const how = [`--git-dir=${repository}`, `--work-tree=${rootOf(place)}`, ...args];
        const { status } = spawnSync("git", how, { cwd: rootOf(place), maxBuffer: 1 << 28 });
        if (status !== 0) throw new Error(`git ${args.join(" ")} ended with ${String(status)}`);
      };
      return {
        version: `git add (${versionOf("git", "--version")})`,
        reset() {
          rmSync(repository, { recursive: true, force: true });
          git("init", "-q");
        },
        run() {
          git("add", "-A");
          return {};
        },
      };
    },
  },
  comparisons(place) {
    const work = `${megabytesOf(place).toLocaleString("en")} MB in ${filesOf(place)} files`;
    return [
      { work, ours: "ours.first", peer: "git", aim: 0.3 },
      {
        work: `${work}, again and unchanged`,
        ours: "ours.again",
        peer: "ours.first",
        peerName: "first import",
        aim: 0.02,
      },
    ];
  },
};

async function importingSide(place: Place): Promise<Side> {
  const server = await startEmbedded({ dataFolder: path.join(place.folder, "data") });
  await migrate(server.url(), path.join("prisma", "migrations"));
  const db = openDatabase(server.url());
  let rounds = 0;
  let services: Services | null = null;
  return {
    version: OURS,
    async reset() {
      rounds += 1;
      if (services !== null) rmSync(services.dataFolder, { recursive: true, force: true });
      await db.blob.deleteMany();
      const dataFolder = path.join(place.folder, `store-${rounds}`);
      services = {
        db,
        blobs: openFileBlobs(path.join(dataFolder, "blobs")),
        caches: createCaches(),
        parser: inProcessParser,
        jobs: noJobs,
        renderer: noRenderer,
        now: () => new Date().toISOString() as Instant,
        newId: () => crypto.randomUUID(),
        dataFolder,
        folderRoots: [place.folder],
      };
    },
    async run() {
      if (services === null) throw new Error("It is reset before it runs");
      const times = { first: await timedImport(services, place), again: await timedImport(services, place) };
      return { times };
    },
    async close() {
      await db.close();
      await server.stop();
    },
  };
}

async function timedImport(services: Services, place: Place): Promise<number> {
  const start = performance.now();
  const proposal = await readFolderImport(services, ADA, rootOf(place), { bind: false });
  const time = performance.now() - start;
  if (!proposal.ok || proposal.value.files !== filesOf(place)) throw new Error("The import missed files");
  return time;
}

/** Sizes from a tenth to nearly twice the mean, as folders of office files have them. */
function fill(place: Place): void {
  const next = sequence(1);
  const mean = (megabytesOf(place) * 2 ** 20) / filesOf(place);
  for (let n = 0; n < filesOf(place); n += 1) {
    const folder = path.join(rootOf(place), `folder ${n % 23}`);
    mkdirSync(folder, { recursive: true });
    const size = Math.round(mean * (0.1 + (1.8 * (n + 0.5)) / filesOf(place)));
    const content = n % 10 < 7 ? randomFillSync(Buffer.alloc(size)) : Buffer.from(textOf(size, next));
    writeFileSync(path.join(folder, n % 10 < 7 ? `file ${n}.xlsx` : `file ${n}.csv`), content);
  }
}

function textOf(size: number, next: (below: number) => number): string {
  let text = "";
  while (text.length < size)
    text += `${WORDS[next(WORDS.length)] ?? ""},${next(100_000)},${WORDS[next(WORDS.length)] ?? ""}\n`;
  return text.slice(0, size);
}
