/** A worker that reads when a test says so, and counts what it read: the queue keeps what was asked for until then. */
import type { Queue } from "../../jobs/jobs.ts";
import { PARSE, PARSE_MANY, type ParseJob } from "../../jobs/queues.ts";
import type { Parser } from "../../parsing/parser.ts";
import type { Services } from "../context.ts";
import { parseContents } from "../parseContents.ts";

export interface TestReader {
  readonly services: Services;
  /** Names of the files that were read, in order. */
  readonly read: string[];
  readonly waiting: () => number;
  /** Reads everything that was asked for. */
  run(): Promise<void>;
}

export function withReader(base: Services): TestReader {
  const waiting: ParseJob[] = [];
  const keys = new Set<string>();
  const read: string[] = [];
  const parser: Parser = {
    ...base.parser,
    records: (source) => {
      read.push(source.name);
      return base.parser.records(source);
    },
  };
  const services: Services = {
    ...base,
    parser,
    jobs: {
      enqueue: <Payload extends object>(
        queue: Queue<Payload>,
        payload: Payload,
        { singletonKey = "" }: { readonly singletonKey?: string } = {},
      ) => {
        if (queue.name !== PARSE.name && queue.name !== PARSE_MANY.name) return Promise.resolve(false);
        if (keys.has(singletonKey)) return Promise.resolve(false);
        keys.add(singletonKey);
        waiting.push(PARSE.payload.parse(payload));
        return Promise.resolve(true);
      },
    },
  };
  return {
    services,
    read,
    waiting: () => waiting.length,
    async run() {
      keys.clear();
      for (const job of waiting.splice(0)) await parseContents(services, job);
    },
  };
}
