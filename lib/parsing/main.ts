/** A parser process: one job at a time, bytes asked of the process that started it. It ends with that process. */
import type { Source } from "../formats/format.ts";
import { inProcessParser } from "./parser.ts";
import type { FromParser, SourceFacts, Task, ToParser } from "./protocol.ts";

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let reads = 0;

const tell = (message: FromParser): void => void process.send?.(message);

process.on("message", (message) => {
  const told = message as ToParser;
  if (told.type === "job") {
    void work(told.job, told.task, told.sources);
    return;
  }
  const asked = waiting.get(told.read);
  waiting.delete(told.read);
  if (told.type === "bytes") asked?.resolve(told.bytes);
  else asked?.reject(new Error(told.detail));
});
process.on("disconnect", () => process.exit(0));
tell({ type: "ready" });

async function work(job: number, task: Task, facts: readonly (SourceFacts | null)[]): Promise<void> {
  try {
    const sources = facts.map((own, n) => own && remoteSource(own, n));
    tell({ type: "done", job, result: await run(task, sources) });
  } catch (thrown) {
    tell({ type: "failed", job, detail: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) });
  }
}

async function run(task: Task, [first = null, second = null, third = null]: readonly (Source | null)[]) {
  switch (task.kind) {
    case "compare":
      return inProcessParser.compare(first, second);
    case "apply":
      return inProcessParser.apply(first, second, task.chosen);
    case "merge":
      return inProcessParser.merge(first, second, third, task.options);
    case "inspect":
      return first && inProcessParser.inspect(first);
    case "view":
      return first && inProcessParser.view(first);
    case "records":
      return first && inProcessParser.records(first);
    case "media":
      return first && inProcessParser.media(first, task.part);
  }
}

function remoteSource(facts: SourceFacts, source: number): Source {
  return {
    ...facts,
    read: (offset, length) =>
      new Promise((resolve, reject) => {
        reads += 1;
        waiting.set(reads, { resolve, reject });
        tell({ type: "read", read: reads, source, offset, length });
      }),
  };
}
