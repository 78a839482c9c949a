/** `staged parse`: what a file says, as markdown by page, sheet or section. */
import { formatOf } from "../formats/compare.ts";
import { DEFAULT_LIMITS } from "../formats/format.ts";
import { parseArguments } from "./arguments.ts";
import { Failure } from "./failure.ts";
import { openLabelled } from "./files.ts";
import { addressText, jsonLine } from "./json.ts";
import type { Output } from "./output.ts";

export async function parseCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["FILE"], { json: "flag", name: "text" });
  const [file = ""] = positions;
  const source = await openLabelled(file, options.name);
  if (source === null) throw new Failure(`cannot parse ${file}`, "it is no file");
  const format = await formatOf(source);
  const read = await format.read(source, DEFAULT_LIMITS);
  if (!read.ok) throw new Failure(`cannot parse ${file}`, `${read.error.reason}: ${read.error.detail}`);
  const pages = [...format.records(read.value)].map(({ locator, markdown }) => ({
    locator: addressText(locator),
    markdown,
  }));
  const parser = `${format.id}${format.version}`;
  if (options.json) output.out(jsonLine({ format: format.id, contentHash: source.contentHash, parser, pages }));
  else output.out(pages.map(({ locator, markdown }) => `[${locator}]\n${markdown}\n`).join("\n"));
  return 0;
}
