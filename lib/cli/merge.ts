/** `staged merge`: three-way merge of files; also a merge driver for git. */
import { firstUnreadable, mergeFiles } from "../formats/merge.ts";
import type { Taken } from "../formats/three-way.ts";
import { sha256 } from "../shared/sha256.ts";
import { parseArguments } from "./arguments.ts";
import { Failure } from "./failure.ts";
import { openLabelled, writeOutput } from "./files.ts";
import { addressText, changeText, jsonLine } from "./json.ts";
import type { Output } from "./output.ts";
import { conflictForPeople } from "./people.ts";

export async function mergeCommand(args: readonly string[], output: Output): Promise<number> {
  const { positions, options } = parseArguments(args, ["BASE", "ACCEPTED", "STAGED"], {
    out: "text",
    json: "flag",
    strict: "flag",
    name: "text",
  });
  if (options.out === undefined) throw new Failure("wrong arguments", "no output: give -o OUT");
  const [base = "", accepted = "", staged = ""] = positions;
  const { name } = options;
  const sides = [
    await openLabelled(base, name),
    await openLabelled(accepted, name),
    await openLabelled(staged, name),
  ] as const;
  // Before any rule looks at which sides are equal: a damaged file is no answer.
  const unreadable = await firstUnreadable({ base: sides[0], accepted: sides[1], staged: sides[2] });
  if (unreadable !== null) {
    const { side, error } = unreadable;
    throw new Failure(`cannot merge ${{ base, accepted, staged }[side]}`, `${error.reason}: ${error.detail}`);
  }
  const merge = await mergeFiles(...sides, { strict: options.strict });
  if (merge.merged === null) {
    if (merge.conflicts.length === 0)
      throw new Failure(`cannot write ${options.out}`, "the result is that there is no file");
  } else await writeOutput(options.out, merge.merged);
  const answer = {
    merged: merge.merged === null ? null : { path: options.out, contentHash: sha256(merge.merged) },
    conflicts: merge.conflicts.map(({ held, ...conflict }) => ({
      ...conflict,
      address: addressText(conflict.address),
      ...(held === undefined ? {} : { held: held.map(takenText) }),
    })),
    taken: merge.taken.map(takenText),
    overridden: (merge.overridden ?? []).map(takenText),
  };
  const { length } = merge.conflicts;
  if (options.json) output.out(jsonLine(answer));
  else
    output.out(
      `${name ?? options.out}: ${merge.taken.length} changes taken, ${length} conflicts\n${answer.conflicts.map(conflictForPeople).join("")}`,
    );
  return length === 0 ? 0 : 1;
}

const takenText = ({ side, change }: Taken) => ({ side, change: changeText(change) });
