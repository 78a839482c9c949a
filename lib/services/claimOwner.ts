/**
 * The first account. At the first start a one-time token is made (only its hash is kept) and its link printed on the
 * console; whoever opens it makes the owner's account. It works once, and only while there is no account at all.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";

import type { Auth, NewPerson } from "../auth/auth.ts";
import { ok } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import type { Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";

const SETTING = "owner.claim";

/** A new one-time token where there is no account yet; null where there is one. An earlier token stops working. */
export async function issueOwnerClaim(services: Pick<Services, "db">): Promise<string | null> {
  if ((await services.db.user.count()) > 0) return null;
  const token = randomBytes(24).toString("base64url");
  const value = { hash: sha256(token) };
  await services.db.setting.upsert({ where: { key: SETTING }, create: { key: SETTING, value }, update: { value } });
  return token;
}

export async function claimOwner(
  services: Pick<Services, "db">,
  auth: Auth,
  claim: NewPerson & { readonly token: string },
): Outcome<{ userId: string }> {
  const setting = await services.db.setting.findUnique({ where: { key: SETTING } });
  const expected = (setting?.value as { hash?: string } | null)?.hash ?? "";
  const given = sha256(claim.token);
  const right = expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
  if (!right)
    return fail("not-permitted", "This link is not valid, or was used already. Restart the server for a new one.");
  const spent = await services.db.setting.deleteMany({ where: { key: SETTING } });
  if (spent.count === 0 || (await services.db.user.count()) > 0)
    return fail("not-permitted", "The owner's account was made already.");
  const created = await auth.createPerson(claim);
  if (!created.ok) return fail("name-taken", "There is an account with this e-mail address already.");
  return ok({ userId: created.value });
}
