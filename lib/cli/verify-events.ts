/** `staged verify-events`: an exported log is checked without a database, line by line. Exit 0: intact, 1: not, 2: error. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

import { verifyExport, type ExportFault, type Verified } from "../events/export.ts";
import { isHash } from "../shared/brand.ts";
import { parseArguments } from "./arguments.ts";
import { Failure, reasonOf } from "./failure.ts";
import { isFolder } from "./files.ts";
import { jsonLine } from "./json.ts";
import type { Output } from "./output.ts";

const FAULTS: Readonly<Record<ExportFault["fault"], string>> = {
  "not-an-event": "is no event",
  hash: "was edited: its hash is not that of what it says",
  previous: "does not follow the line before: something was removed, added or reordered",
  "another-workspace": "is of another workspace",
};

export async function verifyEventsCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["FILE"], { json: "flag", head: "text" });
  const [file = ""] = positions;
  const head = options.head ?? null;
  if (head !== null && !isHash(head)) throw new Failure("wrong arguments", "--head is 64 lower-case hex digits");
  if (await isFolder(file)) throw new Failure(`cannot read ${file}`, "it is a folder");
  const result = await verified(file, head);
  if (options.json)
    output.out(
      jsonLine(result.ok ? { intact: holds(result.value), ...result.value } : { intact: false, ...result.error }),
    );
  else if (result.ok) output.out(wordsOf(result.value, head));
  else output.out(`broken at line ${result.error.line}, which ${FAULTS[result.error.fault]}\n`);
  return result.ok && holds(result.value) ? 0 : 1;
}

const holds = ({ headFound }: Verified): boolean => headFound !== false;

async function verified(file: string, head: string | null) {
  const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Infinity });
  try {
    return await verifyExport(lines, head);
  } catch (thrown) {
    throw new Failure(`cannot read ${file}`, reasonOf(thrown), thrown);
  } finally {
    lines.close();
  }
}

function wordsOf({ events, head, headFound }: Verified, wanted: string | null): string {
  const chain = `${events} ${events === 1 ? "event" : "events"}, head ${head ?? "none"}\n`;
  if (headFound === false) return `broken: the head ${wanted ?? ""} is not in it, so its end is missing. ${chain}`;
  return `chain intact: ${chain}`;
}
