/**
 * Background jobs in PostgreSQL (pg-boss): at least once, retried, one waiting per key.
 * A handler may see the same job twice (a worker that died): handlers write content-addressed results or nothing.
 * Payloads are small: hashes and ids, never content. Each queue's payload is checked by its schema on both ends.
 */
import { randomUUID } from "node:crypto";

import PgBoss from "pg-boss";
import type { z } from "zod";

/** A queue's name, its payload, and how it is run. Both ends share this value. */
export interface Queue<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Seconds one run may take before the job counts as lost and is run again. Default 900. */
  readonly expireIn?: number;
  /** Runs after a failure. Default 2, with growing pauses. */
  readonly retries?: number;
  /** Seconds before the first of them. Default 5. */
  readonly retryPause?: number;
}

export interface EnqueueOptions {
  /** While a job with this key waits, another one is not added. One that runs already does not count. */
  readonly singletonKey?: string;
  /** Seconds from now; default at once. */
  readonly after?: number;
}

export interface Jobs {
  /** False where a job with the same key is already waiting. */
  enqueue<Payload extends object>(queue: Queue<Payload>, payload: Payload, options?: EnqueueOptions): Promise<boolean>;
  /** Runs jobs of this queue here until `close`, `concurrency` (default 1) at a time. */
  work<Payload extends object>(
    queue: Queue<Payload>,
    handler: (payload: Payload) => Promise<void>,
    options?: { readonly concurrency?: number },
  ): Promise<void>;
  /** Enqueues on this cron line, once for all workers. */
  schedule<Payload extends object>(queue: Queue<Payload>, cron: string, payload: Payload): Promise<void>;
  /** Lets running jobs end (at most `timeout` milliseconds, default 20,000), then disconnects. */
  close(timeout?: number): Promise<void>;
}

/** What asks for work and does none itself. */
export type JobQueue = Pick<Jobs, "enqueue">;

/** Where no worker is meant to come (scripts, tests of other things): nothing is kept, and `enqueue` says so. */
export const noJobs: JobQueue = { enqueue: () => Promise.resolve(false) };

export interface OpenJobsOptions {
  readonly url: string;
  /** Only the worker keeps the queue's own tables in order and runs schedules. */
  readonly supervise: boolean;
  readonly onError: (error: unknown) => void;
}

const DEFAULT_EXPIRE_IN = 900;
const DEFAULT_RETRIES = 2;
const DEFAULT_RETRY_PAUSE = 5;
const ATTEMPTS = 8;
/** Seconds until a waiting worker looks for jobs. */
const POLLING = 1;

export async function openJobs({ url, supervise, onError }: OpenJobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    schema: "jobs",
    max: supervise ? 4 : 2,
    supervise,
    schedule: supervise,
  });
  boss.on("error", onError);
  await boss.start();
  const known = new Map<string, Promise<void>>();

  const ensure = (queue: Queue<never>): Promise<void> => {
    const existing = known.get(queue.name) ?? createQueue(boss, queue);
    known.set(queue.name, existing);
    existing.catch(() => known.delete(queue.name));
    return existing;
  };

  return {
    async enqueue(queue, payload, { singletonKey, after } = {}) {
      await ensure(queue as unknown as Queue<never>);
      const id = await boss.send(queue.name, queue.payload.parse(payload), {
        // The queue's policy allows one waiting job a key: a job without one gets its own.
        singletonKey: singletonKey ?? randomUUID(),
        ...(after === undefined ? {} : { startAfter: after }),
      });
      return id !== null;
    },
    async work(queue, handler, { concurrency = 1 } = {}) {
      await ensure(queue as unknown as Queue<never>);
      for (let worker = 0; worker < concurrency; worker += 1) {
        await boss.work<unknown>(queue.name, { pollingIntervalSeconds: POLLING, batchSize: 1 }, async (jobs) => {
          for (const job of jobs) await handler(queue.payload.parse(job.data));
        });
      }
    },
    async schedule(queue, cron, payload) {
      await ensure(queue as unknown as Queue<never>);
      await boss.schedule(queue.name, cron, queue.payload.parse(payload));
    },
    close: (timeout = 20_000) => boss.stop({ graceful: true, wait: true, timeout, close: true }),
  };
}

async function createQueue(boss: PgBoss, queue: Queue<never>): Promise<void> {
  const options = {
    name: queue.name,
    policy: "short" as const,
    retryLimit: queue.retries ?? DEFAULT_RETRIES,
    retryDelay: queue.retryPause ?? DEFAULT_RETRY_PAUSE,
    retryBackoff: queue.retryPause !== 0,
    expireInSeconds: queue.expireIn ?? DEFAULT_EXPIRE_IN,
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      if ((await boss.getQueue(queue.name)) === null) await boss.createQueue(queue.name, options);
      await boss.updateQueue(queue.name, options);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !raced(error)) throw error;
    }
  }
}

/** Making a queue makes a table: programs that start together may end in a deadlock, or find that it is there. */
const raced = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["40P01", "23505", "42P07"].includes(String(error.code));

/** Opens the queue at the first job: a process that never asks for work holds no connection for it. */
export function lazyJobs(options: OpenJobsOptions): JobQueue & Pick<Jobs, "close"> {
  let opened: Promise<Jobs> | null = null;
  const open = (): Promise<Jobs> => {
    opened ??= openJobs(options).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  return {
    enqueue: async (queue, payload, enqueueing) => (await open()).enqueue(queue, payload, enqueueing),
    close: async (timeout) => {
      if (opened !== null) await (await opened).close(timeout);
    },
  };
}
