/** One workspace as a person's inbox reads it: its branches, each replayed once. */
import type { Role, Version } from "../contracts/common.ts";
import type { InboxEntry } from "../contracts/inbox.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Hash } from "../shared/brand.ts";
import { stateOf, versionOf } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { namesOf } from "./people.ts";

type BranchRow = Awaited<ReturnType<Services["db"]["branch"]["findFirstOrThrow"]>>;

export interface InboxBranch {
  readonly row: BranchRow;
  readonly state: BranchState;
  readonly version: Version;
}

export interface InboxWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly role: Role;
  readonly me: string;
  readonly accepted: Version;
  readonly branches: ReadonlyMap<string, InboxBranch>;
  /** What every entry says of where it is. */
  entry(branch: InboxBranch | null, at: Date): Pick<InboxEntry, "version" | "workspaceName" | "branch" | "at">;
}

export async function openInboxWorkspace(
  services: Services,
  principal: Principal,
  role: Role,
  workspace: { id: string; slug: string; name: string; acceptedTree: string },
): Promise<InboxWorkspace> {
  const { id, slug, name } = workspace;
  const rows = await services.db.branch.findMany({
    where: { workspaceId: id, kind: { not: "evaluation" } },
    orderBy: { id: "asc" },
  });
  const branches = new Map<string, InboxBranch>();
  for (const row of rows) {
    const state = await stateOf(services, services.db, { ...row, baseTree: row.baseTree as Hash });
    branches.set(row.id, { row, state, version: versionOf(slug, row.id, state) });
  }
  const nameOf = await namesOf(
    services.db,
    rows.map(({ userId }) => userId),
  );
  const accepted = { workspace: slug, branch: null, t: null, seq: null, treeHash: workspace.acceptedTree };
  return {
    ...{ id, slug, name, role, accepted, branches },
    me: principal.userId,
    entry: (branch, at) => ({
      version: branch?.version ?? accepted,
      workspaceName: name,
      branch: branch === null ? null : { id: branch.row.id, name: branch.row.name, user: nameOf(branch.row.userId) },
      at: at.toISOString(),
    }),
  };
}
