/** One parser process as its parent sees it: a job is given, ranges of bytes are handed over, ceilings are watched. */
import { fork, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { once } from "node:events";

import type { Source } from "../formats/format.ts";
import type { FromParser, Task, ToParser } from "./protocol.ts";

export interface ParserLimits {
  /** Of one job, from when the process takes it. */
  readonly seconds: number;
  /** Resident memory. The script engine's own heap is held to it on every system, the whole process on Linux. */
  readonly megabytes: number;
}

export type Outcome =
  | { readonly type: "done"; readonly result: unknown }
  /** A ceiling was passed, or the process ended: `detail` is for people. */
  | { readonly type: "gave-up"; readonly detail: string }
  /** The store, or a defect. */
  | { readonly type: "failed"; readonly detail: string };

const WATCH_EVERY = 100;
const PAGE_BYTES = 4096;

export class ParserProcess {
  readonly #child: ChildProcess;
  readonly #limits: ParserLimits;
  readonly #ready: Promise<unknown>;
  #jobs = 0;
  #stopped = "";

  constructor(program: string, nodeArguments: readonly string[], limits: ParserLimits) {
    this.#limits = limits;
    this.#child = fork(program, [], {
      execArgv: [...nodeArguments, `--max-old-space-size=${limits.megabytes}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      // Nothing that the server knows is of use to a parser.
      env: { PATH: process.env["PATH"], NODE_ENV: "production" },
    });
    this.#ready = Promise.race([once(this.#child, "message"), once(this.#child, "exit")]);
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get alive(): boolean {
    return this.#stopped === "" && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async run(task: Task, sources: readonly (Source | null)[]): Promise<Outcome> {
    await this.#ready;
    if (!this.alive) return { type: "gave-up", detail: "reading the file could not be started" };
    this.#child.channel?.ref();
    this.#jobs += 1;
    const job = this.#jobs;
    return new Promise<Outcome>((resolve) => {
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        clearInterval(watch);
        this.#child.off("message", heard);
        this.#child.off("exit", ended);
        this.#child.channel?.unref();
        resolve(outcome);
      };
      const heard = (message: unknown): void => {
        const told = message as FromParser;
        if (told.type === "read") void this.#hand(told, sources);
        else if (told.type === "done" && told.job === job) end({ type: "done", result: told.result });
        else if (told.type === "failed" && told.job === job) end({ type: "failed", detail: told.detail });
      };
      const ended = (): void =>
        end({ type: "gave-up", detail: this.#stopped === "" ? "reading the file ended unexpectedly" : this.#stopped });
      const { seconds, megabytes } = this.#limits;
      const timer = setTimeout(() => this.#kill(`it took longer than ${seconds} s`), seconds * 1000);
      const watch = setInterval(() => {
        void residentMegabytes(this.#child.pid).then((used) => {
          if (used > megabytes) this.#kill(`it needed more than ${megabytes} MB of memory`);
        });
      }, WATCH_EVERY);
      this.#child.on("message", heard);
      this.#child.once("exit", ended);
      const facts = sources.map((own) => own && { name: own.name, size: own.size, contentHash: own.contentHash });
      this.#tell({ type: "job", job, task, sources: facts });
    });
  }

  async stop(): Promise<void> {
    if (!this.alive) return;
    const gone = once(this.#child, "exit");
    this.#kill("the server is stopping");
    await gone;
  }

  #kill(reason: string): void {
    this.#stopped ||= reason;
    this.#child.kill("SIGKILL");
  }

  /** A process that is gone hears nothing: its exit says so. */
  #tell(message: ToParser): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  async #hand(asked: Extract<FromParser, { type: "read" }>, sources: readonly (Source | null)[]): Promise<void> {
    const { read, source, offset, length } = asked;
    try {
      const own = sources[source];
      if (!own) throw new Error(`There is no source ${source}`);
      this.#tell({ type: "bytes", read, bytes: await own.read(offset, length) });
    } catch (thrown) {
      this.#tell({ type: "read-failed", read, detail: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  }
}

/** 0 where the system does not tell. */
async function residentMegabytes(pid: number | undefined): Promise<number> {
  if (process.platform !== "linux" || pid === undefined) return 0;
  try {
    const pages = Number((await readFile(`/proc/${pid}/statm`, "utf8")).split(" ")[1]);
    return (pages * PAGE_BYTES) / 1024 / 1024;
  } catch {
    return 0;
  }
}
