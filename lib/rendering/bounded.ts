/**
 * A program with ceilings: time, memory of all of its processes together, bytes a file. It runs in a process group of its
 * own, which is stopped as a whole, so that what it started ends with it. It sees none of the server's environment.
 */
import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

export interface Ceilings {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface BoundedCommand {
  readonly command: readonly string[];
  /** Its current folder, home, and place for temporary files. */
  readonly folder: string;
  readonly ceilings: Ceilings;
  readonly signal: AbortSignal;
}

export type Ended =
  | { readonly kind: "ended"; readonly code: number; readonly output: string }
  /** `why` is for people: "took longer than 120 s". */
  | { readonly kind: "stopped"; readonly why: string };

const WATCH_EVERY = 250;
const MAX_OUTPUT = 1_000_000;
/** In the shell's units of 512 bytes: half a gigabyte. */
const FILE_BLOCKS = 1_048_576;
const PAGE_BYTES = 4096;
/** An address where nothing listens: for programs that ask for a proxy where there is no namespace to keep them in. */
const NOWHERE = "http://127.0.0.1:9";

export function runBounded({ command, folder, ceilings, signal }: BoundedCommand): Promise<Ended> {
  if (signal.aborted) return Promise.resolve({ kind: "stopped", why: "was cancelled" });
  // Processor time is held by the system itself, in case this process is gone when the clock strikes.
  const limits = `ulimit -c 0; ulimit -f ${FILE_BLOCKS}; ulimit -t ${ceilings.seconds * 2}; exec "$@"`;
  const child = spawn("/bin/sh", ["-c", limits, "sh", ...command], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      NODE_ENV: "production",
      SAL_USE_VCLPLUGIN: "svp",
      http_proxy: NOWHERE,
      https_proxy: NOWHERE,
    },
  });
  return new Promise((resolve, reject) => {
    let stopped: string | null = null;
    let output = "";
    const stop = (why: string) => {
      stopped ??= why;
      killGroup(child.pid);
    };
    const cancelled = () => stop("was cancelled");
    const timer = setTimeout(() => stop(`took longer than ${ceilings.seconds} s`), ceilings.seconds * 1000);
    const watch = setInterval(() => {
      void groupMegabytes(child.pid).then((used) => {
        if (used > ceilings.megabytes) stop(`needed more than ${ceilings.megabytes} MB of memory`);
      });
    }, WATCH_EVERY);
    const hear = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT);
    };
    const settle = () => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener("abort", cancelled);
      // Whatever it left running in its group.
      killGroup(child.pid);
    };
    signal.addEventListener("abort", cancelled, { once: true });
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("exit", (code) => {
      settle();
      resolve(stopped === null ? { kind: "ended", code: code ?? -1, output } : { kind: "stopped", why: stopped });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of it is gone.
  }
}

/** Resident memory of a process group; 0 where the system does not tell. */
async function groupMegabytes(group: number | undefined): Promise<number> {
  if (process.platform !== "linux" || group === undefined) return 0;
  const processes = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/u.test(name));
  const sizes = await Promise.all(processes.map((pid) => residentPages(pid, group)));
  return (sizes.reduce((sum, pages) => sum + pages, 0) * PAGE_BYTES) / 1024 / 1024;
}

/** proc_pid_stat(5): the group is the third field after the name in parentheses, the resident pages the 22nd. */
async function residentPages(pid: string, group: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[2]) === group ? Number(fields[21]) : 0;
}
