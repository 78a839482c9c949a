/**
 * Two sides of the same files, for tests: an agent's turn stages one, meanwhile the other is promoted from a second
 * branch, and the agent's branch is rebased onto it. What no longer fits is stale.
 */
import { rename, rm } from "node:fs/promises";
import path from "node:path";

import { EMPTY_FOLDER_HASH } from "../../core/tree/tree.ts";
import type { Principal } from "../context.ts";
import { decideAll } from "../decideChanges.ts";
import { planPromotion } from "../planPromotion.ts";
import { promote } from "../promote.ts";
import { rebaseBranch } from "../rebaseBranch.ts";
import { scanSandbox } from "../sandboxes.ts";
import { synchronizeBranch, synchronizeOpenTurn } from "../synchronize.ts";
import { closeTurn, openTurn } from "../turns.ts";
import { lastHeld } from "../turnSteps.ts";
import { must, putFiles, type Harness } from "./harness.ts";

export type Content = string | Uint8Array;

/** Null deletes. `moves` come first: from, to. */
export interface Edit {
  readonly files?: Readonly<Record<string, Content | null>>;
  readonly moves?: readonly (readonly [from: string, to: string])[];
}

export interface Stale {
  readonly mara: Principal;
  readonly slug: string;
  /** The agent's branch. */
  readonly branch: { readonly id: string; readonly sandbox: string };
  /** Promotes one more edit, and rebases the agent's branch. */
  promoteToo(edit: Edit): Promise<void>;
}

export async function staleOn(
  harness: Harness,
  base: Readonly<Record<string, Content>>,
  accepted: Edit,
  staged: Edit,
): Promise<Stale> {
  const { services } = harness;
  const mara = await harness.person("Mara Lindqvist");
  const slug = await harness.workspace(mara, base);
  const [other, branch] = [await harness.branch(mara, slug), await harness.branch(mara, slug)];
  await stage(harness, mara, slug, branch, staged, "Agent's turn");
  const promoteToo = async (edit: Edit): Promise<void> => {
    await stage(harness, mara, slug, other, edit, "Other turn");
    must(await decideAll(services, mara, slug, other.id, "accept"));
    const { planHash } = must(await planPromotion(services, mara, slug, other.id, {}));
    must(await promote(services, mara, slug, other.id, { planHash, message: "" }));
    must(await rebaseBranch(services, mara, slug, branch.id));
  };
  await promoteToo(accepted);
  return { mara, slug, branch, promoteToo };
}

/** One turn with one tool call that makes the edit. */
async function stage(
  { services }: Harness,
  who: Principal,
  slug: string,
  branch: Stale["branch"],
  { files = {}, moves = [] }: Edit,
  title: string,
): Promise<void> {
  must(await openTurn(services, who, slug, branch.id, { title }));
  for (const [from, to] of moves) {
    await putFiles(path.dirname(path.join(branch.sandbox, to)), {});
    await rename(path.join(branch.sandbox, from), path.join(branch.sandbox, to));
  }
  if (moves.length > 0) must(await synchronizeBranch(services, who, slug, branch.id, {}));
  for (const [at, content] of Object.entries(files)) {
    if (content === null) await rm(path.join(branch.sandbox, at));
    else await putFiles(branch.sandbox, { [at]: content });
  }
  const scanned = must(
    await scanSandbox(
      services,
      branch.sandbox,
      await lastHeld(services, services.db, { id: branch.id, baseTree: EMPTY_FOLDER_HASH }),
    ),
  );
  must(await synchronizeOpenTurn(services, who, slug, branch.id, scanned, CALL));
  must(await closeTurn(services, who, slug, branch.id));
}

const CALL = { tool: "python", summary: "edits", input: "edit()", seconds: 1 };
