/**
 * What a call answered: what it printed when it was run, or, where only the application can say it, what the agent was
 * shown: a file's text, the changed files, the changes of one file. As the tools of an agent answer, cut at a length.
 */
import { changesForPeople } from "../../lib/cli/people.ts";
import { changesText } from "../../lib/cli/json.ts";
import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { path as legalPath } from "../../lib/core/tree/path.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { parsedText } from "../../lib/parsing/records.ts";
import { loadBranch } from "../../lib/services/branchState.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { getDelta } from "../../lib/services/getDelta.ts";
import { reviewBranch, reviewedPath } from "../../lib/services/reviewBranch.ts";
import { must } from "./must.ts";
import type { Step } from "./replay.ts";

const MAX_CHARACTERS = 8_000;

export async function answerOf(
  services: Services,
  mara: Principal,
  slug: string,
  branch: string,
  { call, before }: Step,
): Promise<string | undefined> {
  if (call.tool === "view") {
    const { path, sheet } = call.input;
    return cut(await readable(path, before.get(path) ?? new Uint8Array(), sheet));
  }
  if (call.tool === "workspace_diff") {
    const { files } = must(await getDelta(services, mara, slug, branch), "the agent's own diff");
    return files.map(line).join("\n");
  }
  if (call.tool === "workspace_file_diff") {
    const { state } = must(await loadBranch(services, mara, slug, branch, "reviewer"), "the agent's branch");
    const subject = reviewedPath(await reviewBranch(services, branch, state), legalPath(call.input.path));
    const { changes, unrendered } = changesText((subject?.verdicts ?? []).map(({ change }) => change));
    return cut(changesForPeople(changes, unrendered));
  }
  return call.output;
}

/** The text that a search finds, of one sheet where one was asked for. */
async function readable(path: string, bytes: Uint8Array, sheet: string | undefined): Promise<string> {
  const { pages } = await parsedText(memorySource(path, bytes));
  const wanted = sheet === undefined ? pages : pages.filter(({ locator }) => locator.startsWith(`sheet=${sheet}`));
  return wanted.map(({ markdown }) => markdown).join("\n\n");
}

function line({ path, fromPath, kind, state, changes }: ChangedFile): string {
  const counts = Object.entries(changes).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const from = fromPath === undefined ? "" : ` from ${fromPath}`;
  return `${path}  ${state === "stale" ? "base moved" : kind}${from}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}`;
}

function cut(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf("\n", MAX_CHARACTERS);
  return `${text.slice(0, end)}\n… ${text.length - end} more characters`;
}
