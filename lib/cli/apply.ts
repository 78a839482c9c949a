/** `staged apply`: BEFORE plus exactly the chosen changes, written as a whole or not at all. */
import { readFile } from "node:fs/promises";

import type { ChangeId } from "../core/change/change.ts";
import { applyFiles, compareFiles } from "../formats/compare.ts";
import type { ApplyError } from "../formats/format.ts";
import { sha256 } from "../shared/sha256.ts";
import { parseArguments } from "./arguments.ts";
import { refuseUnreadable } from "./diff.ts";
import { Failure, reasonOf } from "./failure.ts";
import { openLabelled, writeOutput } from "./files.ts";
import { jsonLine } from "./json.ts";
import type { Output } from "./output.ts";

export async function applyCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["BEFORE", "AFTER"], {
    accept: "text",
    "accept-file": "text",
    all: "flag",
    out: "text",
    json: "flag",
    name: "text",
  });
  const [before = "", after = ""] = positions;
  if (options.out === undefined) throw new Failure("wrong arguments", "no output: give -o OUT");
  const [from, to] = [await openLabelled(before, options.name), await openLabelled(after, options.name)];
  const comparison = await compareFiles(from, to);
  refuseUnreadable(comparison, before, after);
  const every = comparison.changes.filter(({ facet }) => facet !== "recalculated").map(({ id }) => id);
  const chosen = options.all ? every : await chosenIds(options.accept, options["accept-file"]);
  if (options.all && (options.accept ?? options["accept-file"]) !== undefined)
    throw new Failure("wrong arguments", "--all and a choice exclude each other");
  const follows = chosen.filter((id) => comparison.changes.some((change) => change.id === id && !every.includes(id)));
  if (follows.length > 0)
    throw new Failure(
      `cannot apply changes of ${after} to ${before}`,
      `${follows.join(", ")} follows from other changes and is not chosen by itself`,
    );
  const applied = await applyFiles(from, to, chosen);
  if (!applied.ok) throw new Failure(`cannot apply changes of ${after} to ${before}`, applyReason(applied.error));
  if (applied.value === null) throw new Failure(`cannot write ${options.out}`, "the result is that there is no file");
  await writeOutput(options.out, applied.value);
  const answer = {
    format: comparison.format,
    out: { path: options.out, contentHash: sha256(applied.value) },
    applied: chosen,
  };
  output.out(options.json ? jsonLine(answer) : `${options.out}: ${chosen.length} of ${every.length} changes\n`);
  return 0;
}

async function chosenIds(list: string | undefined, file: string | undefined): Promise<ChangeId[]> {
  if ((list === undefined) === (file === undefined))
    throw new Failure("wrong arguments", "give one of --accept, --accept-file, --all");
  const text = list ?? (await idsFrom(file ?? ""));
  const ids = [...new Set(text.split(/[\s,]+/).filter((id) => id !== ""))] as ChangeId[];
  if (ids.length === 0 && list !== undefined) throw new Failure("wrong arguments", "--accept names no change");
  return ids;
}

async function idsFrom(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    throw new Failure(`cannot read ${file}`, reasonOf(thrown), thrown);
  }
}

export function applyReason(error: ApplyError): string {
  switch (error.reason) {
    case "unknown-change":
      return `unknown change ${error.ids.join(", ")}`;
    case "not-closed":
      return `the choice requires ${error.missing.join(", ")} as well`;
    case "refused":
      return error.larger.length > 0 ? `${error.detail}; possible with ${error.larger.join(", ")}` : error.detail;
    case "unreadable":
      return `${error.side} is ${error.error.reason}: ${error.error.detail}`;
  }
}
