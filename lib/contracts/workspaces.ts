/** Workspaces, members, imports and the accepted tree. */
import { z } from "zod";

import { hashSchema, instantSchema, pathSchema, roleSchema, slugSchema, versionSchema } from "./common.ts";

export const meSchema = z
  .object({ id: z.string(), name: z.string(), email: z.string(), demo: z.boolean(), initials: z.string() })
  .meta({ id: "Me" });
export type Me = z.infer<typeof meSchema>;

export const workspaceSchema = z
  .object({
    slug: slugSchema,
    name: z.string(),
    role: roleSchema,
    treeHash: hashSchema,
    /** Number of the newest promotion; 0 where nothing was promoted yet. */
    head: z.number().int(),
    createdAt: instantSchema,
    branches: z.number().int(),
    files: z.number().int(),
    bytes: z.number(),
    pendingChanges: z.number().int(),
    staleFiles: z.number().int(),
  })
  .meta({ id: "Workspace" });
export type WorkspaceView = z.infer<typeof workspaceSchema>;

export const workspaceListSchema = z
  .object({ workspaces: z.array(workspaceSchema), nextCursor: z.string().nullable() })
  .meta({ id: "WorkspaceList" });

/** Archived workspaces that the caller owns, newest first: nobody else is told that there are any. */
export const archivedListSchema = z
  .object({ workspaces: z.array(z.object({ slug: slugSchema, name: z.string(), archivedAt: instantSchema })) })
  .meta({ id: "ArchivedList" });
export type ArchivedList = z.infer<typeof archivedListSchema>;

/** Names outside V4 and what the import would call them: done only when confirmed. */
export const renameSchema = z.object({ from: z.string(), to: pathSchema, reason: z.string() }).meta({ id: "Rename" });

export const importProposalSchema = z
  .object({
    import: z.string(),
    name: z.string(),
    files: z.number().int(),
    bytes: z.number(),
    renames: z.array(renameSchema),
    /** Left out with the reason: links, devices, caches, parser companions. */
    refused: z.array(z.object({ path: z.string(), reason: z.string() })),
    treeHash: hashSchema,
    expiresAt: instantSchema,
  })
  .meta({ id: "ImportProposal" });
export type ImportProposal = z.infer<typeof importProposalSchema>;

export const createImportSchema = z
  .object({ folder: z.string().min(1) })
  .meta({ id: "FolderImport", description: "A folder on the server." });

export const createWorkspaceSchema = z
  .object({
    name: z.string().trim().min(1).max(120),
    /** Without an import the workspace starts empty. */
    import: z.string().optional(),
    /** Must be true where the import proposes renames. */
    confirmRenames: z.boolean().default(false),
  })
  .meta({ id: "CreateWorkspace" });

export const treeEntrySchema = z
  .object({
    path: pathSchema,
    kind: z.enum(["file", "directory"]),
    contentHash: hashSchema.nullable(),
    size: z.number().nullable(),
  })
  .meta({ id: "TreeEntry" });
export const treeSchema = z
  .object({ version: versionSchema, entries: z.array(treeEntrySchema), nextCursor: z.string().nullable() })
  .meta({ id: "Tree" });
export type TreeView = z.infer<typeof treeSchema>;
