/**
 * What every use case is given: the outside world behind interfaces. Built once per process by a door; tests build
 * their own on a scratch database and folder.
 */
import type { Instant, UserId } from "../core/journal/entry.ts";
import type { JobQueue } from "../jobs/jobs.ts";
import type { Parser } from "../parsing/parser.ts";
import type { Renderer } from "../rendering/renderer.ts";
import type { BlobStore } from "../store/blobs.ts";
import type { Database } from "../store/database.ts";
import type { Caches } from "./caches.ts";

/** Who asks. Roles are looked up for each workspace by `access`. */
export interface Principal {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  /** Present: an agent asks, with a token of that person. It acts in that one workspace, and never as more than its scope. */
  readonly token?: AgentTokenClaim;
}

export interface AgentTokenClaim {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly scope: "read" | "stage";
}

export interface Services {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly caches: Caches;
  /** Reads, compares, patches and merges files. */
  readonly parser: Parser;
  /** Work for the worker process: parsing, rendering. Its results are caches: a job that is lost costs time, never truth. */
  readonly jobs: JobQueue;
  /** Draws office files as pages, in the worker; here it gives out what was drawn. */
  readonly renderer: Renderer;
  readonly now: () => Instant;
  readonly newId: () => string;
  /** Where managed sandboxes and unconfirmed imports live. */
  readonly dataFolder: string;
  /** Server folders below these may be opened as workspaces. */
  readonly folderRoots: readonly string[];
}
