/**
 * `staged`, the command line on plain files: reads arguments, runs one command, answers with its exit code.
 * Results go to standard output and nothing else does; a failure is one line on standard error.
 */
import { Failure } from "./failure.ts";
import type { Output } from "./output.ts";

type Command = (args: readonly string[], output: Output) => Promise<number>;

/** Loaded when asked for: reading workbooks costs a start-up that `staged scan` need not pay. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  diff: async () => (await import("./diff.ts")).diffCommand,
  apply: async () => (await import("./apply.ts")).applyCommand,
  merge: async () => (await import("./merge.ts")).mergeCommand,
  parse: async () => (await import("./parse.ts")).parseCommand,
  scan: async () => (await import("./scan.ts")).scanCommand,
  "verify-events": async () => (await import("./verify-events.ts")).verifyEventsCommand,
};

const USAGE = `staged: what changed between two versions of a file or folder, change by change

  staged diff BEFORE AFTER [--json] [--ignore FACET,...]
      the changes. Exit 0: none, 1: some, 2: error. Folders are compared as trees; /dev/null is no file
  staged apply BEFORE AFTER (--accept ID[,ID...] | --accept-file FILE | --all) -o OUT [--json]
      BEFORE plus exactly these changes. Exit 0, 2: error
  staged merge BASE ACCEPTED STAGED -o OUT [--json] [--strict]
      three-way merge; OUT holds the accepted side of a conflict. Exit 0: clean, 1: conflicts, 2: error
  staged parse FILE [--json]
      what the file says, as markdown by page, sheet or section. Exit 0, 2: error
  staged scan DIR [--json] [--cache FILE | --no-cache]
      tree hash and entries of a folder. Exit 0, 2: error
  staged verify-events FILE [--head HASH] [--json]
      an exported log: whether its chain is intact, and reaches the head that was noted. Exit 0: yes, 1: no, 2: error
  staged diff --git
      as git's diff driver; docs/git.md shows how both drivers are set up

  --name NAME says what a file is called whose own name does not tell its format (diff, apply, merge, parse)

  Facets: content, formula, format, structure, metadata, recalculated, unrendered
  --debug prints the stack of an error; --help prints this
`;

export async function run(argv: readonly string[], output: Output): Promise<number> {
  const args = argv.filter((arg) => arg !== "--debug");
  const debug = args.length !== argv.length;
  const [name, ...rest] = args;
  try {
    if (name === undefined || name === "--help" || name === "-h" || name === "help" || rest.includes("--help")) {
      if (name === undefined) output.error(USAGE);
      else output.out(USAGE);
      return name === undefined ? 2 : 0;
    }
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new Failure(`unknown command ${JSON.stringify(name)}`, "staged --help lists them");
    return await (
      await command()
    )(rest, output);
  } catch (thrown) {
    output.error(`${lineOf(thrown)}\n`);
    if (debug && thrown instanceof Error) output.error(`${thrown.stack ?? ""}\n`);
    return 2;
  }
}

function lineOf(thrown: unknown): string {
  const known = thrown instanceof Failure;
  const why = known ? thrown.why : thrown instanceof Error ? thrown.message : String(thrown);
  const line = `staged: ${known ? thrown.what : "internal error"} (${why})`;
  // Names come from outside: a line stays one line, and a terminal gets no control sequence.

  return line.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
}
