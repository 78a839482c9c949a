/** `staged diff`: two files by their format, two folders as trees. */
import type { Facet } from "../core/change/change.ts";
import { compareFiles, type Comparison } from "../formats/compare.ts";
import type { Source } from "../formats/format.ts";
import { parseArguments } from "./arguments.ts";
import { compareFolders } from "./diff-folders.ts";
import { Failure } from "./failure.ts";
import { isFolder, openLabelled } from "./files.ts";
import { changesText, jsonLine, type DiffAnswer } from "./json.ts";
import type { Output } from "./output.ts";
import { changesForPeople, visibleName } from "./people.ts";

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
  if (args.includes("--git")) return gitDiff(args, output);
  const { positions, options } = parseArguments(args, ["BEFORE", "AFTER"], {
    json: "flag",
    ignore: "text",
    name: "text",
  });
  const [before = "", after = ""] = positions;
  const { leftOut = [], ...full } = await answerFor(before, after, options.name);
  const answer = without(full, facets(options.ignore));
  for (const entry of leftOut) output.error(`staged: left out ${visibleName(entry)}\n`);
  output.out(options.json ? jsonLine(answer) : textFor(answer, before, after));
  // What was left out may differ: that is no "the same".
  return answer.changes.length + answer.unrendered.length + leftOut.length === 0 ? 0 : 1;
}

/**
 * As git calls a diff driver: `PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE`, of a renamed file with its new
 * path and git's own words behind that, of an unmerged path alone. Git takes any exit code but 0 for a failure. A file
 * that cannot be read is said to differ, so that the rest of a `git diff` or `git log -p` is still shown.
 */
async function gitDiff(args: readonly string[], output: Output): Promise<number> {
  const options = args.slice(0, args.indexOf("--git"));
  const [path = "", before = "", , , after = "", , , renamed = path] = args.slice(args.indexOf("--git") + 1);
  const { options: known } = parseArguments(options, [], { ignore: "text" });
  if (before === "" || after === "") {
    output.out(`* ${visibleName(path)} is not merged\n`);
    return 0;
  }
  const names = [
    before === "/dev/null" ? before : `a/${path}`,
    after === "/dev/null" ? after : `b/${renamed}`,
  ] as const;
  try {
    output.out(textFor(without(await answerFor(before, after, renamed), facets(known.ignore)), ...names));
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    output.out(
      `--- ${visibleName(names[0])}\n+++ ${visibleName(names[1])}\nnot compared: ${visibleName(thrown.why)}\n`,
    );
  }
  return 0;
}

/** For people; nothing where nothing changed. */
function textFor(answer: DiffAnswer, before: string, after: string): string {
  const body = changesForPeople(answer.changes, answer.unrendered);
  if (body === "") return "";
  const incomplete = answer.complete
    ? ""
    : "not complete: not all changes could be told apart, or something was left out\n";
  return `--- ${visibleName(before)}\n+++ ${visibleName(after)}\n${incomplete}${body}`;
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

/** `name` tells the format where the files' own names do not. */
async function answerFor(
  before: string,
  after: string,
  name: string | undefined,
): Promise<DiffAnswer & { leftOut?: readonly string[] }> {
  const [left, right] = [await folderOrNot(before), await folderOrNot(after)];
  if (left && right) return compareFolders(before, after);
  if (left || right) throw new Failure(`cannot compare ${before} and ${after}`, "one is a folder, the other a file");
  const [from, to] = [await openLabelled(before, name), await openLabelled(after, name)];
  const comparison = await compareFiles(from, to);
  refuseUnreadable(comparison, before, after);
  const side = (path: string, source: Source | null) => ({ path, contentHash: source?.contentHash ?? null });
  const { format, complete, changes } = comparison;
  return { format, complete, before: side(before, from), after: side(after, to), ...changesText(changes) };
}

async function folderOrNot(file: string): Promise<boolean> {
  return file !== "/dev/null" && (await isFolder(file));
}

/** A file that is damaged, encrypted, beyond a limit, or not what its name says, is an error with the reason. */
export function refuseUnreadable({ unreadable }: Comparison, before: string, after: string): void {
  if (!unreadable) return;
  const { error, side } = unreadable;
  throw new Failure(`cannot read ${side === "before" ? before : after}`, `${error.reason}: ${error.detail}`);
}
