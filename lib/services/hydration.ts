/**
 * A turn opens in the database first and its sandbox is hydrated next. In between the process may die, and what the
 * folder lacks then is no work of an agent. So a note in the data folder names the patch of the turn until its folder
 * holds H; whoever comes to a sandbox with a note finishes the hydration first. Nobody worked in such a folder: the
 * opening was never acknowledged.
 */
import { mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";

import type { OpenTurn } from "../core/journal/state.ts";
import type { PatchId } from "../core/journal/entry.ts";
import { ok } from "../shared/result.ts";
import type { BranchAccess } from "./access.ts";
import type { Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { hydrateSandbox, sandboxOf, scanSandbox } from "./sandboxes.ts";

type Branch = Pick<BranchAccess, "id" | "folder">;

const noteOf = ({ dataFolder }: Services, { id }: Branch): string => path.join(dataFolder, "hydrating", id);

/** Before the turn is committed. A turn that is not committed then leaves a note that fits no open turn. */
export async function noteHydration(services: Services, branch: Branch, patch: PatchId): Promise<void> {
  const note = noteOf(services, branch);
  await mkdir(path.dirname(note), { recursive: true, mode: 0o700 });
  const file = await open(note, "w", 0o600);
  try {
    await file.writeFile(patch);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** When the folder holds H. */
export const forgetHydration = (services: Services, branch: Branch): Promise<void> =>
  rm(noteOf(services, branch), { force: true });

/** Before a sandbox is read. `turn`: the one that is open, as the journal says. */
export async function finishHydration(services: Services, branch: Branch, turn: OpenTurn | null): Outcome<void> {
  const noted = await readFile(noteOf(services, branch), "utf8").catch(() => null);
  if (noted === null) return ok(undefined);
  if (turn?.patch === noted) {
    const folder = sandboxOf(services, branch);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const scanned = await scanSandbox(services, folder, turn.held);
    if (!scanned.ok) return scanned;
    const hydrated = await hydrateSandbox(services, folder, scanned.value.tree, turn.held);
    if (!hydrated.ok) return hydrated;
  }
  await forgetHydration(services, branch);
  return ok(undefined);
}
