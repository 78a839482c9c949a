/**
 * The process's one set of services, opened at the first request and closed with the process. Kept on `globalThis`,
 * since a development server evaluates modules again.
 */
import { randomUUID } from "node:crypto";
import { availableParallelism, homedir } from "node:os";
import path from "node:path";

import pino, { type Logger } from "pino";

import { createAuth, type Auth } from "../auth/auth.ts";
import { createTokenReader, type TokenReader } from "../auth/token-principal.ts";
import type { Instant } from "../core/journal/entry.ts";
import { openPresence, type PresenceBoard } from "../events/presence.ts";
import { openEventListener, type EventListener } from "../events/subscribe.ts";
import { lazyJobs } from "../jobs/jobs.ts";
import { openParserPool } from "../parsing/parser-pool.ts";
import { openRenderer } from "../rendering/open-renderer.ts";
import { createCaches } from "../services/caches.ts";
import type { Services } from "../services/context.ts";
import { env, type Env } from "../shared/env.ts";
import { openDatabase } from "../store/database.ts";
import { openFileBlobs } from "../store/file-blobs.ts";

export interface Runtime {
  readonly environment: Env;
  readonly services: Services;
  readonly auth: Auth;
  /** Reads agents' tokens. */
  readonly tokens: TokenReader;
  readonly listener: EventListener;
  readonly presence: PresenceBoard;
  readonly log: Logger;
  /** Origins that may send mutations besides the one in the Host header. */
  readonly origins: ReadonlySet<string>;
}

const shared = globalThis as typeof globalThis & { stagedRuntime?: Promise<Runtime> };

export const runtime = (): Promise<Runtime> => (shared.stagedRuntime ??= Promise.resolve().then(open));

function open(): Runtime {
  const environment = env();
  const { dataFolder, databaseUrl, secret } = environment;
  if (!databaseUrl || !secret)
    throw new Error("DATABASE_URL and STAGED_SECRET are not set: start the server with `npm start`, which sets both");
  const log = pino({ level: environment.logLevel });
  const db = openDatabase(databaseUrl);
  const blobs = openFileBlobs(path.join(dataFolder, "blobs"));
  const origin = environment.origin ?? `http://localhost:${environment.port}`;
  const origins = new Set([origin, `http://127.0.0.1:${environment.port}`, `http://localhost:${environment.port}`]);
  const services: Services = {
    db,
    blobs,
    caches: createCaches(),
    parser: openParserPool({
      program: path.resolve(/* turbopackIgnore: true */ ".build", "parser.mjs"),
      processes: Math.max(1, Math.min(4, availableParallelism() - 1)),
    }),
    jobs: lazyJobs({
      url: databaseUrl,
      supervise: false,
      onError: (error) => log.warn({ err: error }, "job queue"),
    }),
    renderer: openRenderer({ folder: path.join(dataFolder, "renderings") }),
    now: () => new Date().toISOString() as Instant,
    newId: () => randomUUID(),
    dataFolder,
    folderRoots: environment.folders.length > 0 ? environment.folders : [homedir()],
  };
  return {
    environment,
    services,
    auth: createAuth({ prisma: db as never, secret, origin, trustedOrigins: [...origins] }),
    tokens: createTokenReader(db),
    listener: openEventListener(db, (error) => log.warn({ err: error }, "event listener")),
    presence: openPresence(db, (error) => log.warn({ err: error }, "presence")),
    log,
    origins,
  };
}
