/** Settings of a workspace. None of these is an agent's: reads say so too, since they would be open by default. */
import { z } from "zod";

import { pageQuerySchema } from "../../contracts/common.ts";
import {
  archiveWorkspaceSchema,
  auditChainSchema,
  auditQuerySchema,
  auditSchema,
  createdTokenSchema,
  createTokenSchema,
  doneSchema,
  invitationListSchema,
  inviteSchema,
  linkSchema,
  memberListSchema,
  renameWorkspaceSchema,
  roleChangeSchema,
  tokenListSchema,
} from "../../contracts/settings.ts";
import { archivedListSchema, workspaceSchema } from "../../contracts/workspaces.ts";
import { createAgentToken, listAgentTokens, revokeAgentToken } from "../../services/agentTokens.ts";
import { checkAuditChain, exportAudit, listAudit } from "../../services/audit.ts";
import { createInvitation, listInvitations, revokeInvitation } from "../../services/invitations.ts";
import { changeRole, leaveWorkspace, listMembers, removeMember } from "../../services/members.ts";
import { createPasswordReset } from "../../services/passwordReset.ts";
import { archiveWorkspace, listArchived, renameWorkspace, restoreWorkspace } from "../../services/workspaceSettings.ts";
import { operation } from "../operation.ts";
import { workspaceParams } from "./workspaces.ts";

const W = "/api/workspaces/{workspace}";
const idSchema = z.string().min(1).max(64);
const memberParams = workspaceParams.extend({ member: idSchema });
const invitationParams = workspaceParams.extend({ invitation: idSchema });
const tokenParams = workspaceParams.extend({ token: idSchema });

export const workspaceRename = operation({
  method: "PUT",
  path: W,
  summary: "Another name; the address stays",
  access: "owner",
  params: workspaceParams,
  body: renameWorkspaceSchema,
  answer: workspaceSchema,
  run: ({ services, principal, params, body }) => renameWorkspace(services, principal, params.workspace, body.name),
});

export const workspaceArchive = operation({
  method: "POST",
  path: `${W}/archived`,
  summary: "Archive the workspace: it is there for nobody until an owner restores it",
  access: "owner",
  params: workspaceParams,
  body: archiveWorkspaceSchema,
  answer: doneSchema,
  run: ({ services, principal, params, body }) => archiveWorkspace(services, principal, params.workspace, body.name),
});

export const archivedList = operation({
  method: "GET",
  path: "/api/me/archived",
  summary: "The archived workspaces that you own",
  access: "signed-in",
  answer: archivedListSchema,
  run: ({ services, principal }) => listArchived(services, principal),
});

export const workspaceRestore = operation({
  method: "DELETE",
  path: `${W}/archived`,
  summary: "Take back the archiving of a workspace that you own",
  access: "owner",
  params: workspaceParams,
  answer: workspaceSchema,
  run: ({ services, principal, params }) => restoreWorkspace(services, principal, params.workspace),
});

export const memberList = operation({
  method: "GET",
  path: `${W}/members`,
  summary: "Members and their roles",
  access: "viewer",
  token: "never",
  params: workspaceParams,
  answer: memberListSchema,
  run: ({ services, principal, params }) => listMembers(services, principal, params.workspace),
});

export const memberRole = operation({
  method: "PUT",
  path: `${W}/members/{member}`,
  summary: "Change a member's role",
  access: "owner",
  params: memberParams,
  body: roleChangeSchema,
  answer: memberListSchema,
  run: ({ services, principal, params, body }) =>
    changeRole(services, principal, params.workspace, params.member, body.role),
});

export const memberRemove = operation({
  method: "DELETE",
  path: `${W}/members/{member}`,
  summary: "Remove a member: access ends at once",
  access: "owner",
  params: memberParams,
  answer: doneSchema,
  run: ({ services, principal, params }) => removeMember(services, principal, params.workspace, params.member),
});

export const workspaceLeave = operation({
  method: "POST",
  path: `${W}/leave`,
  summary: "End your own membership",
  access: "viewer",
  params: workspaceParams,
  answer: doneSchema,
  run: ({ services, principal, params }) => leaveWorkspace(services, principal, params.workspace),
});

export const passwordLinkCreate = operation({
  method: "POST",
  path: `${W}/members/{member}/password`,
  summary: "A link with which a member sets a new password, once; shown this once",
  access: "owner",
  params: memberParams,
  answer: linkSchema,
  status: 201,
  run: ({ services, principal, params }) => createPasswordReset(services, principal, params.workspace, params.member),
});

export const invitationList = operation({
  method: "GET",
  path: `${W}/invitations`,
  summary: "Invitations, newest first; never their links",
  access: "owner",
  token: "never",
  params: workspaceParams,
  query: pageQuerySchema,
  answer: invitationListSchema,
  run: ({ services, principal, params, query }) => listInvitations(services, principal, params.workspace, query),
});

export const invitationCreate = operation({
  method: "POST",
  path: `${W}/invitations`,
  summary: "A link that makes its bearer a member, once; shown this once",
  access: "owner",
  params: workspaceParams,
  body: inviteSchema,
  answer: linkSchema,
  status: 201,
  run: ({ services, principal, params, body }) => createInvitation(services, principal, params.workspace, body),
});

export const invitationRevoke = operation({
  method: "DELETE",
  path: `${W}/invitations/{invitation}`,
  summary: "End an invitation that was not used",
  access: "owner",
  params: invitationParams,
  answer: doneSchema,
  run: ({ services, principal, params }) => revokeInvitation(services, principal, params.workspace, params.invitation),
});

export const agentTokenList = operation({
  method: "GET",
  path: `${W}/tokens`,
  summary: "Your agent tokens, an owner's list has everybody's; never the tokens themselves",
  access: "viewer",
  token: "never",
  params: workspaceParams,
  answer: tokenListSchema,
  run: ({ services, principal, params }) => listAgentTokens(services, principal, params.workspace),
});

export const agentTokenCreate = operation({
  method: "POST",
  path: `${W}/tokens`,
  summary: "An agent token for yourself; shown this once",
  access: "viewer",
  params: workspaceParams,
  body: createTokenSchema,
  answer: createdTokenSchema,
  status: 201,
  run: ({ services, principal, params, body }) => createAgentToken(services, principal, params.workspace, body),
});

export const agentTokenRevoke = operation({
  method: "DELETE",
  path: `${W}/tokens/{token}`,
  summary: "Revoke a token of yours; an owner, anybody's",
  access: "viewer",
  params: tokenParams,
  answer: doneSchema,
  run: ({ services, principal, params }) => revokeAgentToken(services, principal, params.workspace, params.token),
});

export const auditList = operation({
  method: "GET",
  path: `${W}/log`,
  summary: "Events of the workspace, newest first, by person and type",
  access: "maintainer",
  token: "never",
  params: workspaceParams,
  query: auditQuerySchema,
  answer: auditSchema,
  run: ({ services, principal, params, query }) => listAudit(services, principal, params.workspace, query),
});

export const auditCheck = operation({
  method: "GET",
  path: `${W}/log/chain`,
  summary: "Whether the chain of events is intact, from the first to the newest",
  access: "maintainer",
  token: "never",
  params: workspaceParams,
  answer: auditChainSchema,
  run: ({ services, principal, params }) => checkAuditChain(services, principal, params.workspace),
});

export const auditExport = operation({
  method: "GET",
  path: `${W}/log/export`,
  summary: "All events as JSON lines; `staged verify-events` checks them offline",
  access: "maintainer",
  token: "never",
  params: workspaceParams,
  answer: "bytes",
  run: ({ services, principal, params }) => exportAudit(services, principal, params.workspace),
});
