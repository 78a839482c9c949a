/** Arguments of one command: positions by count, options by name; anything else is refused by name. */
import { parseArgs } from "node:util";

import { Failure } from "./failure.ts";

type Kinds = Readonly<Record<string, "flag" | "text">>;
type Options<K extends Kinds> = { readonly [Name in keyof K]: K[Name] extends "flag" ? boolean : string | undefined };

/** @throws Failure on an unknown option, an option without its value, or another number of positions. */
export function parseArguments<K extends Kinds>(
  args: readonly string[],
  positions: readonly string[],
  kinds: K,
): { readonly positions: readonly string[]; readonly options: Options<K> } {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === "flag" ? ("boolean" as const) : ("string" as const), ...(name === "out" ? { short: "o" } : {}) },
    ]),
  );
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (thrown) {
    throw new Failure(
      "wrong arguments",
      thrown instanceof Error ? (thrown.message.split(". ")[0] ?? thrown.message) : String(thrown),
      thrown,
    );
  }
  if (parsed.positionals.length !== positions.length) {
    throw new Failure(
      "wrong arguments",
      `wanted ${positions.join(" ")}, got ${parsed.positionals.length} of ${positions.length}`,
    );
  }
  const values: Record<string, unknown> = parsed.values;
  const read = Object.entries(kinds).map(([name, kind]) => [
    name,
    kind === "flag" ? values[name] === true : values[name],
  ]);
  return { positions: parsed.positionals, options: Object.fromEntries(read) as Options<K> };
}
