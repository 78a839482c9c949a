/** Rows that most tests of the store and of services stand on. */
import { randomUUID } from "node:crypto";

import { sha256 } from "../../shared/sha256.ts";
import type { Database } from "../database.ts";

export async function addUser(database: Database, name = "Reviewer"): Promise<string> {
  const id = randomUUID();
  await database.user.create({ data: { id, name, email: `${id}@example.test` } });
  return id;
}

export async function addWorkspace(database: Database, acceptedTree: string = sha256("")): Promise<string> {
  const id = randomUUID();
  await database.workspace.create({ data: { id, slug: id, name: "Workspace", acceptedTree } });
  return id;
}

export async function addBranch(
  database: Database,
  workspaceId: string,
  userId: string,
  baseTree: string = sha256(""),
): Promise<string> {
  const id = randomUUID();
  await database.branch.create({ data: { id, workspaceId, userId, kind: "chat", name: id, baseTree } });
  return id;
}
