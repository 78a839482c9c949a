/** `staged diff`: two files by their format, two folders as trees. */
import type { Facet } from "../core/change/change.ts";
import { compareFiles, type Comparison } from "../formats/compare.ts";
import type { Source } from "../formats/format.ts";
import { parseArguments } from "./arguments.ts";
import { compareFolders } from "./diff-folders.ts";
import { Failure } from "./failure.ts";
import { isFolder, openSource } from "./files.ts";
import { changesText, jsonLine, type DiffAnswer } from "./json.ts";
import type { Output } from "./output.ts";
import { changesForPeople, visible } from "./people.ts";

const FACETS: readonly Facet[] = [
  "content",
  "formula",
  "format",
  "structure",
  "metadata",
  "recalculated",
  "unrendered",
];

export async function diffCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["BEFORE", "AFTER"], { json: "flag", ignore: "text" });
  const ignored = facets(options.ignore);
  const [before = "", after = ""] = positions;
  const answer = without(await answerFor(before, after), ignored);
  if (options.json) output.out(jsonLine(answer));
  else {
    const body = changesForPeople(answer.changes, answer.unrendered);
    if (body !== "")
      output.out(
        `--- ${visible(before)}\n+++ ${visible(after)}\n${answer.complete ? "" : "not complete: too much changed to tell changes apart\n"}${body}`,
      );
  }
  return answer.changes.length + answer.unrendered.length === 0 ? 0 : 1;
}

function facets(text: string | undefined): readonly string[] {
  const named = (text ?? "").split(",").filter((facet) => facet !== "");
  const unknown = named.find((facet) => !FACETS.includes(facet as Facet));
  if (unknown !== undefined)
    throw new Failure(`unknown facet ${JSON.stringify(unknown)}`, `known are ${FACETS.join(", ")}`);
  return named;
}

function without(answer: DiffAnswer, ignored: readonly string[]): DiffAnswer {
  if (ignored.length === 0) return answer;
  const changes = answer.changes.filter(({ facet }) => !ignored.includes(facet));
  return { ...answer, changes, unrendered: ignored.includes("unrendered") ? [] : answer.unrendered };
}

async function answerFor(before: string, after: string): Promise<DiffAnswer> {
  const [left, right] = [await folderOrNot(before), await folderOrNot(after)];
  if (left && right) return compareFolders(before, after);
  if (left || right) throw new Failure(`cannot compare ${before} and ${after}`, "one is a folder, the other a file");
  const [from, to] = [await openSource(before), await openSource(after)];
  const comparison = await compareFiles(from, to);
  refuseUnreadable(comparison, before, after);
  const side = (path: string, source: Source | null) => ({ path, contentHash: source?.contentHash ?? null });
  const { format, complete, changes } = comparison;
  return { format, complete, before: side(before, from), after: side(after, to), ...changesText(changes) };
}

async function folderOrNot(file: string): Promise<boolean> {
  return file !== "/dev/null" && (await isFolder(file));
}

/** A file that is damaged, encrypted or beyond a limit is an error; one that only looked like its format is bytes. */
export function refuseUnreadable({ unreadable }: Comparison, before: string, after: string): void {
  if (!unreadable || unreadable.error.reason === "not-this-format") return;
  const { error, side } = unreadable;
  throw new Failure(`cannot read ${side === "before" ? before : after}`, `${error.reason}: ${error.detail}`);
}
