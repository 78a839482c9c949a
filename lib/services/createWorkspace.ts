/** Makes a workspace, empty or from an import that was proposed and confirmed (V4), and its first branch. */
import type { WorkspaceView } from "../contracts/workspaces.ts";
import { EMPTY_TREE } from "../core/tree/tree.ts";
import { publish } from "../events/publish.ts";
import { isUniqueViolation } from "../store/database.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { confirmedImport, referenceImport } from "./importTree.ts";
import { getWorkspace } from "./listWorkspaces.ts";
import { contentsOfTree, recordsWanted } from "./requestRecords.ts";
import { loadTree, saveTree } from "./trees.ts";

export interface CreateWorkspace {
  readonly name: string;
  readonly import?: string | undefined;
  readonly confirmRenames: boolean;
}

export async function createWorkspace(
  services: Services,
  principal: Principal,
  request: CreateWorkspace,
): Outcome<WorkspaceView> {
  const base = slugOf(request.name);
  if (base === "") return fail("invalid-request", "The name has no letter or digit that could stand in an address.");
  const imported =
    request.import === undefined
      ? null
      : await confirmedImport(services, principal, request.import, request.confirmRenames);
  if (imported && !imported.ok) return imported;
  const acceptedTree = imported ? imported.value.treeHash : await saveTree(services, EMPTY_TREE);
  const folder = imported?.value.folder ?? null;

  const imports = imported?.value ?? null;
  for (let attempt = 1; attempt <= 50; attempt += 1) {
    const slug = attempt === 1 ? base : `${base.slice(0, 60)}-${attempt}`;
    try {
      const made = await services.db.transaction(async (tx) => {
        if (imports && !(await referenceImport(tx, imports))) return null;
        const id = services.newId();
        await tx.workspace.create({ data: { id, slug, name: request.name, acceptedTree } });
        await tx.member.create({ data: { workspaceId: id, userId: principal.userId, role: "owner" } });
        if (folder !== null) {
          const branch = {
            id: services.newId(),
            workspaceId: id,
            userId: principal.userId,
            kind: "chat",
            name: "folder",
            baseTree: acceptedTree,
            folder,
          } as const;
          await tx.branch.create({ data: branch });
        }
        await publish(
          tx,
          { workspaceId: id, type: "workspace", body: { treeHash: acceptedTree }, actorId: principal.userId },
          new Date(services.now()),
        );
        return id;
      });
      if (made === null)
        return fail(
          "import-gone",
          "The bytes of this import are not kept any more. Read the folder or the archive again.",
        );
      await recordsWanted(services, made, null, contentsOfTree(await loadTree(services, acceptedTree)));
      return await getWorkspace(services, principal, slug);
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown;
    }
  }
  return fail("name-taken", `There are too many workspaces named "${request.name}" already.`);
}

/** Lower-case letters and digits with hyphens between; what is no Latin letter loses its marks or is left out. */
function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 62)
    .replace(/^-+|-+$/g, "");
}
