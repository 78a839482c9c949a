/**
 * Shapes shared by every request and answer. Hashes are full length everywhere; only screens shorten them (V1).
 */
import { z } from "zod";

export const hashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits")
  .meta({ id: "Hash", description: "SHA-256 in hex, full length." });
export const instantSchema = z.iso.datetime().meta({ id: "Instant", description: "ISO 8601 in UTC." });
export const pathSchema = z
  .string()
  .min(1)
  .max(1024)
  .meta({ id: "Path", description: "Relative path inside a tree, `/`-separated (V4)." });
export const changeIdSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, "32 lower-case hex digits")
  .meta({ id: "ChangeId" });
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, "lower-case letters, digits and hyphens")
  .meta({ id: "Slug" });

/** Which version an answer speaks of (V3). `branch` and `t` are null where it speaks of the accepted tree. */
export const versionSchema = z
  .object({
    workspace: z.string(),
    branch: z.string().nullable(),
    t: z.number().int().nonnegative().nullable(),
    seq: z.number().int().nonnegative().nullable(),
    treeHash: hashSchema,
  })
  .meta({ id: "Version" });
export type Version = z.infer<typeof versionSchema>;

export const personSchema = z.object({ id: z.string(), name: z.string() }).meta({ id: "Person" });
export type Person = z.infer<typeof personSchema>;

export const roleSchema = z.enum(["viewer", "reviewer", "maintainer", "owner"]).meta({ id: "Role" });
export type Role = z.infer<typeof roleSchema>;
export const ROLES: readonly Role[] = roleSchema.options;

/** Everybody may do what the roles before theirs may. */
export const mayActAs = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** An agent works for the person of its branch (B3); a maintainer may go on with, and end, what somebody left open. */
export const mayRunTurns = (role: Role, own: boolean): boolean => mayActAs(role, own ? "reviewer" : "maintainer");

export const actorSchema = z
  .object({
    kind: z.enum(["person", "agent", "system"]),
    id: z.string(),
    name: z.string(),
    /** Name of the agent token that it was done with; absent: none. */
    token: z.string().optional(),
  })
  .meta({ id: "Actor", description: "Who did it; an agent acts for the named person." });
export type ActorView = z.infer<typeof actorSchema>;

/** The largest that PostgreSQL keeps in a column of whole numbers. */
const MAX_WHOLE = 2_147_483_647;
const DIGITS = /^\d{1,10}$/;

/** A whole number in an address, in decimal digits: `Number` alone would read "0x1", "1e3" and "" as well. */
export const wholeNumber = (min: number, max = MAX_WHOLE) =>
  z.preprocess(
    (said) => (typeof said === "string" && !DIGITS.test(said) ? Number.NaN : said),
    z.coerce.number<number | string>({ error: "is not a whole number in decimal digits" }).int().min(min).max(max),
  );

export const pageQuerySchema = z.object({
  cursor: z.string().optional(),
  limit: wholeNumber(1, 500).default(100),
});
