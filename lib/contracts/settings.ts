/** Members, invitations, agent tokens, password resets, the own account, and the log of a workspace. */
import { z } from "zod";

import { hashSchema, instantSchema, pageQuerySchema, personSchema, roleSchema, slugSchema } from "./common.ts";

export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

export const nameSchema = z.string().trim().min(1).max(120);
export const emailSchema = z.email().max(254);
const passwordSchema = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
/** What a link carries; anything longer is none of ours. */
const linkTokenSchema = z.string().min(1).max(200);

// --- Members ---

export const memberSchema = z
  .object({
    person: personSchema,
    email: z.string(),
    role: roleSchema,
    since: instantSchema,
    /** Why an owner cannot make a password link for them; null: an owner can. */
    resetRefused: z.string().nullable(),
  })
  .meta({ id: "Member" });
export type MemberView = z.infer<typeof memberSchema>;

export const memberListSchema = z.object({ members: z.array(memberSchema) }).meta({ id: "MemberList" });
export const roleChangeSchema = z.object({ role: roleSchema }).meta({ id: "RoleChange" });

/** A link that is shown this once: only its hash is kept. `path` is below this server's address. */
export const linkSchema = z
  .object({ id: z.string(), path: z.string(), expiresAt: instantSchema })
  .meta({ id: "SecretLink" });
export type SecretLink = z.infer<typeof linkSchema>;

// --- Invitations ---

export const INVITATION_DAYS = [1, 7, 30] as const;

export const inviteSchema = z
  .object({
    role: roleSchema,
    /** Only an account with this address can use the link; absent: whoever holds it. */
    email: emailSchema.optional(),
    days: z.number().int().min(1).max(30).default(7),
  })
  .meta({ id: "Invite" });

export const invitationStateSchema = z.enum(["open", "used", "expired", "revoked"]);
export type InvitationState = z.infer<typeof invitationStateSchema>;

export const invitationSchema = z
  .object({
    id: z.string(),
    role: roleSchema,
    email: z.string().nullable(),
    state: invitationStateSchema,
    by: personSchema,
    createdAt: instantSchema,
    expiresAt: instantSchema,
    usedBy: personSchema.nullable(),
  })
  .meta({ id: "Invitation" });
export type InvitationView = z.infer<typeof invitationSchema>;

export const invitationListSchema = z
  .object({ invitations: z.array(invitationSchema), nextCursor: z.string().nullable() })
  .meta({ id: "InvitationList" });

export const linkRequestSchema = z.object({ token: linkTokenSchema }).meta({ id: "LinkToken" });

/** What the bearer of an invitation's link is told. Names are only told while it can be used, or by a member. */
export const invitationOfferSchema = z
  .object({
    state: z.enum(["open", "used", "expired", "revoked", "member"]),
    workspace: z.object({ slug: slugSchema, name: z.string() }).nullable(),
    role: roleSchema.nullable(),
    by: z.string().nullable(),
    email: z.string().nullable(),
    /** Who is signed in; null: nobody. */
    you: z.object({ name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: "InvitationOffer" });
export type InvitationOffer = z.infer<typeof invitationOfferSchema>;

export const joinSchema = z
  .object({ token: linkTokenSchema, name: nameSchema, email: emailSchema, password: passwordSchema })
  .meta({ id: "Join" });

export const joinedSchema = z.object({ workspace: slugSchema }).meta({ id: "Joined" });

// --- Password resets and the own account ---

export const resetOfferSchema = z
  .object({
    state: z.enum(["open", "used", "expired", "revoked"]),
    name: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: "ResetOffer" });
export type ResetOffer = z.infer<typeof resetOfferSchema>;

export const resetSchema = z.object({ token: linkTokenSchema, password: passwordSchema }).meta({ id: "ResetPassword" });
export const profileSchema = z.object({ name: nameSchema }).meta({ id: "Profile" });
export const passwordChangeSchema = z
  .object({ current: z.string().min(1).max(PASSWORD_MAX), next: passwordSchema })
  .meta({ id: "PasswordChange" });

/** Nothing to tell but that it is done. */
export const doneSchema = z.object({ done: z.literal(true) }).meta({ id: "Done" });

// --- Agent tokens ---

export const TOKEN_DAYS = [7, 30, 90, 365] as const;

export const tokenScopeSchema = z.enum(["read", "stage"]).meta({
  id: "TokenScope",
  description: "`stage` reads as well. Neither decides, promotes or changes settings (M7).",
});
export type TokenScope = z.infer<typeof tokenScopeSchema>;

export const agentTokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The first characters, so that people can tell tokens apart. */
    prefix: z.string(),
    scope: tokenScopeSchema,
    state: z.enum(["active", "expired", "revoked"]),
    /** For whom it works. */
    person: personSchema,
    createdAt: instantSchema,
    expiresAt: instantSchema.nullable(),
    /** To the minute; null: never. */
    lastUsedAt: instantSchema.nullable(),
  })
  .meta({ id: "AgentToken" });
export type AgentTokenView = z.infer<typeof agentTokenSchema>;

export const tokenListSchema = z.object({ tokens: z.array(agentTokenSchema) }).meta({ id: "AgentTokenList" });

export const createTokenSchema = z
  .object({
    name: nameSchema,
    scope: tokenScopeSchema,
    /** Null: it does not end by itself. */
    days: z.number().int().min(1).max(365).nullable().default(90),
  })
  .meta({ id: "CreateAgentToken" });

/** `secret` is shown this once: only its hash is kept. */
export const createdTokenSchema = z
  .object({ token: agentTokenSchema, secret: z.string() })
  .meta({ id: "CreatedAgentToken" });
export type CreatedToken = z.infer<typeof createdTokenSchema>;

// --- The workspace itself ---

export const renameWorkspaceSchema = z.object({ name: nameSchema }).meta({ id: "RenameWorkspace" });
/** The name, typed again: what is archived is what was meant. */
export const archiveWorkspaceSchema = z.object({ name: z.string().max(200) }).meta({ id: "ArchiveWorkspace" });

// --- The log ---

export const auditQuerySchema = pageQuerySchema.extend({
  person: z.string().max(200).optional(),
  type: z.string().max(64).optional(),
});

export const auditEntrySchema = z
  .object({
    id: z.string(),
    type: z.string(),
    at: instantSchema,
    /** Null: the system itself. */
    by: personSchema.nullable(),
    /** The agent token that it was done with; null: none. */
    token: z.string().nullable(),
    branch: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** One line for people. */
    what: z.string(),
    t: z.number().int().nullable(),
    treeHash: hashSchema.nullable(),
    hash: hashSchema,
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const auditSchema = z
  .object({
    entries: z.array(auditEntrySchema),
    nextCursor: z.string().nullable(),
    /** What the log can be filtered by: everybody and every type that occurs in it. */
    people: z.array(personSchema),
    types: z.array(z.string()),
  })
  .meta({ id: "Audit" });
export type AuditView = z.infer<typeof auditSchema>;

export const auditChainSchema = z
  .object({
    events: z.number().int(),
    /** Hash of the newest event that was checked; null: there is none. */
    head: hashSchema.nullable(),
    /** The first event that was edited (`hash`) or does not follow the one before (`previous`); null: intact. */
    fault: z.object({ at: z.string(), fault: z.enum(["hash", "previous"]) }).nullable(),
    checkedAt: instantSchema,
  })
  .meta({ id: "AuditChain" });
export type AuditChain = z.infer<typeof auditChainSchema>;
