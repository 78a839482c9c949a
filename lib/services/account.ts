/** A person's own account: name and password. Accounts are made by invitation, and by the first start. */
import type { Passwords } from "../auth/auth.ts";
import { createFailureLimit } from "../auth/failure-limit.ts";
import { ok } from "../shared/result.ts";
import type { Transaction } from "../store/database.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";

/** An account as the sign-in adapter reads it: one person, one credential. `password` is hashed. */
export async function insertPerson(
  services: Services,
  tx: Transaction,
  { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
): Promise<string> {
  const id = services.newId();
  const at = new Date(services.now());
  await tx.user.create({ data: { id, name, email, emailVerified: false, createdAt: at } });
  await tx.account.create({
    data: { id: services.newId(), userId: id, accountId: id, providerId: CREDENTIAL, password, createdAt: at },
  });
  return id;
}

/** What the sign-in adapter calls a password. */
const CREDENTIAL = "credential";

/** Ends every session of the person but `keep`: whoever knew the old password is out. */
export async function setPassword(
  services: Services,
  tx: Transaction,
  userId: string,
  password: string,
  keep: string | null,
): Promise<void> {
  const set = await tx.account.updateMany({ where: { userId, providerId: CREDENTIAL }, data: { password } });
  if (set.count === 0)
    await tx.account.create({
      data: { id: services.newId(), userId, accountId: userId, providerId: CREDENTIAL, password },
    });
  await tx.session.deleteMany({ where: { userId, ...(keep === null ? {} : { id: { not: keep } }) } });
}

export async function changeName(services: Services, principal: Principal, name: string): Outcome<{ done: true }> {
  await services.db.user.update({ where: { id: principal.userId }, data: { name: name.trim() } });
  return ok({ done: true });
}

const wrongPasswords = createFailureLimit(10, 60_000);

/** `session`: the id of the caller's own, which goes on; all others end. */
export async function changePassword(
  services: Services,
  passwords: Passwords,
  principal: Principal,
  request: { readonly current: string; readonly next: string },
  session: () => Promise<string | null>,
): Outcome<{ done: true }> {
  const seconds = wrongPasswords.wait(principal.userId);
  if (seconds > 0)
    return fail("rate-limited", `Too many wrong passwords. Try again in ${seconds} s. Nothing was changed.`, {
      retryAfter: seconds,
    });
  const account = await services.db.account.findFirst({
    where: { userId: principal.userId, providerId: CREDENTIAL },
    select: { password: true },
  });
  const known = account?.password ?? null;
  if (known === null || !(await passwords.verify(request.current, known))) {
    wrongPasswords.failed(principal.userId);
    return fail("not-permitted", "The current password is not right. Nothing was changed.");
  }
  const password = await passwords.hash(request.next);
  const keep = await session();
  await services.db.transaction((tx) => setPassword(services, tx, principal.userId, password, keep));
  return ok({ done: true });
}
