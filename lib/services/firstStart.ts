/** What the first start does about the owner's account: makes it from the environment, or issues a one-time link. */
import { randomBytes } from "node:crypto";

import { createAuth } from "../auth/auth.ts";
import { openDatabase } from "../store/database.ts";
import { issueOwnerClaim } from "./claimOwner.ts";

export interface FirstStart {
  readonly databaseUrl: string;
  readonly origin: string;
  readonly owner: { readonly email: string; readonly password: string } | undefined;
}

export type FirstStartOutcome =
  /** There are accounts already. */
  | { readonly kind: "known" }
  | { readonly kind: "made"; readonly email: string }
  /** Opens once, while there is no account. */
  | { readonly kind: "claim"; readonly link: string };

export async function firstStart({ databaseUrl, origin, owner }: FirstStart): Promise<FirstStartOutcome> {
  const db = openDatabase(databaseUrl, { connections: 2 });
  try {
    if ((await db.user.count()) > 0) return { kind: "known" };
    if (owner) {
      const secret = randomBytes(32).toString("base64url");
      const auth = createAuth({ prisma: db as never, secret, origin, trustedOrigins: [] });
      await auth.createPerson({ name: owner.email.split("@")[0] ?? "Owner", ...owner });
      return { kind: "made", email: owner.email };
    }
    const token = await issueOwnerClaim({ db });
    return token === null ? { kind: "known" } : { kind: "claim", link: `${origin}/claim?token=${token}` };
  } finally {
    await db.close();
  }
}
