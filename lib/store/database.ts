/**
 * The one way to the database. Guarantees: a transaction that loses against another one (P2034, deadlock) is run again
 * from its start; row locks are taken in one documented order. Does not: know any rule of the product.
 *
 * Lock order, so that nobody waits in a circle: workspace, then branches by id, then events (`publish`, last of all).
 */
import { PrismaPg } from "@prisma/adapter-pg";

import { Prisma, PrismaClient } from "./generated/client.ts";

/** Inside of a transaction. Every read and write of one use case goes through the same one. */
export type Transaction = Prisma.TransactionClient;

/** Either side: reads that do not need to be in a transaction take this. */
export type Queries = Database | Transaction;

export type Isolation = "ReadCommitted" | "RepeatableRead" | "Serializable";

export interface TransactionOptions {
  /** Default ReadCommitted: use cases that lock their rows need no more. */
  readonly isolation?: Isolation;
  /** Milliseconds that the whole transaction may take; default 30,000. */
  readonly timeout?: number;
  /** How often it is tried in all where others win; default 8. */
  readonly attempts?: number;
}

export interface Database extends Omit<PrismaClient, "$transaction"> {
  /**
   * Runs `work` in one transaction. It may run more than once: it must not do anything outside of the database that
   * cannot be done twice. Rejects with the error of `work`, or of the last attempt.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** The connection string, for the LISTEN connection and the job queue. */
  readonly url: string;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Connections in the pool; default 10. */
  readonly connections?: number;
}

/** Connects lazily: the first query fails where there is no server. */
export function openDatabase(url: string, options: OpenOptions = {}): Database {
  const adapter = new PrismaPg({ connectionString: url, max: options.connections ?? 10 });
  const client = new PrismaClient({ adapter });
  return Object.assign(client, {
    url,
    transaction: <T>(work: (tx: Transaction) => Promise<T>, how: TransactionOptions = {}) =>
      runTransaction(client, work, how),
    close: () => client.$disconnect(),
  });
}

async function runTransaction<T>(
  client: PrismaClient,
  work: (tx: Transaction) => Promise<T>,
  { isolation = "ReadCommitted", timeout = 30_000, attempts = 8 }: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await client.$transaction(work, { isolationLevel: isolation, timeout, maxWait: timeout });
    } catch (error) {
      if (attempt >= attempts || !lostToAnother(error)) throw error;
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Serialization failure and deadlock, as Prisma names them (P2034) or as a raw query passes them on (40001, 40P01). */
function lostToAnother(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === "P2034") return true;
  return error.code === "P2010" && /\b(40001|40P01)\b/.test(`${error.message} ${JSON.stringify(error.meta ?? {})}`);
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** A unique constraint refused the write: somebody was first. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
