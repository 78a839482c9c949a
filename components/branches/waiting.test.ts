import { expect, it } from "vitest";

import type { BranchView } from "../../lib/contracts/branches.ts";
import { synchronizeOutcome, waitsMost } from "./waiting.ts";

const hash = "a".repeat(64);
const branch = (id: string, over: Partial<BranchView> & { pending?: number } = {}): BranchView => ({
  id,
  name: id,
  kind: "chat",
  user: { id: "u", name: "U" },
  version: { workspace: "w", branch: id, t: 1, seq: 1, treeHash: hash },
  base: hash,
  current: hash,
  behind: false,
  turns: 1,
  openTurn: null,
  files: 1,
  changes: { accepted: 0, rejected: 0, pending: over.pending ?? 0, flagged: 0, unseen: 0 },
  stale: 0,
  updatedAt: "2026-09-30T10:00:00Z",
  ...over,
});

it("takes the branch with a moved base, then the one with most open changes, never an evaluation", () => {
  const many = branch("many", { pending: 30 });
  const moved = branch("moved", { stale: 1 });
  const trial = branch("trial", { pending: 900, kind: "evaluation" });
  expect(waitsMost([many, moved, trial])?.id).toBe("moved");
  expect(waitsMost([branch("few", { pending: 2 }), many, trial])?.id).toBe("many");
  expect(waitsMost([branch("done"), trial])).toBeNull();
});

it("says what a synchronization did", () => {
  expect(synchronizeOutcome(7, 7)).toBe("Nothing had changed in the sandbox.");
  expect(synchronizeOutcome(7, 8)).toBe("What had changed is staged as point 8.");
});
