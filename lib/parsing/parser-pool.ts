/**
 * Parser processes, each with a ceiling for time and memory, stopped and replaced when one is passed or it ends by
 * itself: a file that no format can digest costs a refusal with its reason, never the server. Jobs wait in line for a
 * free process; processes are started when they are needed first. What was given up is an answer about this attempt
 * (`gave-up`), and must not be kept.
 */
import { bytesComparison } from "../formats/compare.ts";
import { wholeFileMerge } from "../formats/merge.ts";
import type { ReadError, Source } from "../formats/format.ts";
import { err } from "../shared/result.ts";
import type { Inspection, Parser, Viewed } from "./parser.ts";
import { ParserProcess, type ParserLimits } from "./parser-process.ts";
import type { Task } from "./protocol.ts";
import type { ParsedText } from "./records.ts";

export interface ParserPoolOptions {
  /** The program (`lib/parsing/main.ts`, bundled or not), and Node's own arguments for it. */
  readonly program: string;
  readonly nodeArguments?: readonly string[];
  readonly processes: number;
  readonly limits?: Partial<ParserLimits>;
}

const DEFAULT_CEILINGS: ParserLimits = { seconds: 60, megabytes: 4096 };

export function openParserPool(options: ParserPoolOptions): Parser {
  const pool = new Pool(options);
  return {
    async compare(before, after) {
      const done = await pool.run<Awaited<ReturnType<Parser["compare"]>>>({ kind: "compare" }, [before, after]);
      return done.ok ? done.value : bytesComparison(before, after, { side: "after", error: done.error });
    },
    async apply(before, after, chosen) {
      const done = await pool.run<Awaited<ReturnType<Parser["apply"]>>>({ kind: "apply", chosen }, [before, after]);
      return done.ok ? done.value : err({ reason: "refused", detail: done.error.detail, larger: [] });
    },
    async merge(base, accepted, staged, merging = {}) {
      const task: Task = { kind: "merge", options: merging };
      const done = await pool.run<Awaited<ReturnType<Parser["merge"]>>>(task, [base, accepted, staged]);
      return done.ok ? done.value : wholeFileMerge(base, accepted, staged, merging);
    },
    async inspect(source) {
      const done = await pool.run<Inspection>({ kind: "inspect" }, [source]);
      return done.ok ? done.value : { format: "bytes", error: done.error, formulas: null };
    },
    async view(source) {
      const done = await pool.run<Viewed>({ kind: "view" }, [source]);
      return done.ok ? done.value : { format: "bytes", view: null, error: done.error };
    },
    async media(source, part) {
      const done = await pool.run<Awaited<ReturnType<Parser["media"]>>>({ kind: "media", part }, [source]);
      return done.ok ? done.value : err({ reason: "unreadable", detail: done.error.detail });
    },
    async records(source) {
      const done = await pool.run<ParsedText>({ kind: "records" }, [source]);
      return done.ok ? done.value : { format: "bytes", pages: [], error: done.error, cut: false };
    },
    close: () => pool.close(),
  };
}

type Done<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ReadError };

class Pool {
  readonly #options: ParserPoolOptions;
  readonly #idle: ParserProcess[] = [];
  readonly #all = new Set<ParserProcess>();
  readonly #line: (() => void)[] = [];
  #busy = 0;
  #closed = false;

  constructor(options: ParserPoolOptions) {
    this.#options = options;
  }

  /** @throws where the store fails to give bytes, and for a defect in a format. */
  async run<T>(task: Task, sources: readonly (Source | null)[]): Promise<Done<T>> {
    while (this.#busy >= this.#options.processes) await new Promise<void>((resolve) => this.#line.push(resolve));
    this.#busy += 1;
    try {
      if (this.#closed) return { ok: false, error: { reason: "gave-up", detail: "the server is stopping" } };
      const own = this.#take();
      const outcome = await own.run(task, sources);
      if (own.alive) this.#idle.push(own);
      else this.#all.delete(own);
      if (outcome.type === "failed") throw new Error(outcome.detail);
      return outcome.type === "done"
        ? { ok: true, value: outcome.result as T }
        : { ok: false, error: { reason: "gave-up", detail: outcome.detail } };
    } finally {
      this.#busy -= 1;
      this.#line.shift()?.();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#all].map((own) => own.stop()));
  }

  #take(): ParserProcess {
    for (let own = this.#idle.pop(); own !== undefined; own = this.#idle.pop()) if (own.alive) return own;
    const { program, nodeArguments = [], limits } = this.#options;
    const started = new ParserProcess(program, nodeArguments, { ...DEFAULT_CEILINGS, ...limits });
    this.#all.add(started);
    return started;
  }
}
